#!/usr/bin/env python3
"""Adds up JUnit results and prints "N passed, N failed, N skipped" last. Usage: count_results.py FOLDER [BROKEN STEP...]

Each broken step (a build that failed, say) counts as one failure. Fails when anything failed or nothing ran.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path


def cases(file):
    """(name, 'passed' | 'failed' | 'skipped', reason) of each test of a result file."""
    for case in ElementTree.parse(file).getroot().iter('testcase'):
        output = case.findtext('system-out') or ''
        name = case.get('name')
        if case.get('status') == 'run':
            yield name, 'passed', ''
        elif case.find('skipped') is not None or case.get('status') in ('notrun', 'disabled'):
            reason = re.search(r'CUTAWAY_SKIP: (.*)', output)
            if reason:
                yield name, 'skipped', reason.group(1)
            else:
                yield name, 'failed', 'it did not run, and gave no reason'
        else:
            yield name, 'failed', output.strip()


def main():
    total, skips = Counter(), Counter()
    for file in sorted(Path(sys.argv[1]).glob('*.xml')):
        here = Counter()
        for name, state, reason in cases(file):
            here[state] += 1
            if state == 'failed':
                print(f'--- failed in {file.stem}: {name}\n{reason[-6000:]}\n')
            elif state == 'skipped':
                skips[reason] += 1
        total += here
        print(f'{file.stem}: {here["passed"]} passed, {here["failed"]} failed, {here["skipped"]} skipped')
    for reason, count in skips.most_common():
        print(f'skipped {count}: {reason}')
    for step in sys.argv[2:]:
        print(f'--- failed: {step}')
        total['failed'] += 1
    print(f'{total["passed"]} passed, {total["failed"]} failed, {total["skipped"]} skipped')
    sys.exit(bool(total['failed'] or not total['passed']))


if __name__ == '__main__':
    main()
