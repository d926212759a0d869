#!/usr/bin/env python3
"""Runs clang-tidy-19 on the files changed last. Usage: tidy.py --build FOLDER [--jobs N] [--seconds S] [--all]

FOLDER is a finished build: its commands are taken, with precompiled headers as the plain text they are made of.
Changed: since the merge base with origin/main, or in the last commits where there is none. What passed once is not read again: a mark
is kept in the user's cache for the preprocessed file, the command and the rules. After --seconds no new file is begun.
"""
import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get('XDG_CACHE_HOME', Path.home() / '.cache')) / 'cutaway' / 'tidy'
LAST_COMMITS = 30


def git(*arguments):
    return subprocess.run(['git', '-C', ROOT, *arguments], capture_output=True, text=True)


def changed_files():
    """The .cpp files that changed, newest commit first."""
    head, base = git('rev-parse', 'HEAD').stdout.strip(), git('merge-base', 'HEAD', 'origin/main').stdout.strip()
    commits = [f'{base}..HEAD'] if base and base != head else [f'-{LAST_COMMITS}']
    listed = git('log', '--name-only', '--format=', '--diff-filter=d', *commits).stdout.splitlines()
    listed = git('diff', '--name-only', '--diff-filter=d', 'HEAD').stdout.splitlines() + listed
    return list(dict.fromkeys(f for f in listed if f.endswith('.cpp') and (ROOT / f).exists()))


def commands(build, database):
    """The compile commands by file, written to the folder database for clang-tidy too."""
    database.mkdir(parents=True, exist_ok=True)
    entries = json.loads((ROOT / build / 'compile_commands.json').read_text())
    for entry in entries:
        words = [w for w in shlex.split(entry['command']) if w != '-Winvalid-pch' and not w.endswith('/ccache')]
        for i, word in enumerate(words):
            if word.endswith('/cmake_pch.hxx'):
                plain = database / (hashlib.sha256(word.encode()).hexdigest()[:12] + '.hxx')
                plain.write_text(Path(word).read_text())
                words[i] = str(plain)
        entry['command'] = shlex.join(words)
    (database / 'compile_commands.json').write_text(json.dumps(entries))
    return {os.path.relpath(e['file'], ROOT): e for e in entries}


def mark_of(entry):
    """Where the mark of a clean file lies: named by everything its result hangs on."""
    words = shlex.split(entry['command'])
    words = words[:words.index('-o')] + ['-E', entry['file']]
    text = subprocess.run(words, cwd=entry['directory'], capture_output=True).stdout
    rules = (ROOT / '.clang-tidy').read_bytes()
    return CACHE / hashlib.sha256(text.replace(str(ROOT).encode(), b'') + rules).hexdigest()


def check(path, entry, database, deadline):
    """'' when clean, None when there was no time, else what clang-tidy says."""
    if time.monotonic() > deadline:
        return None
    mark = mark_of(entry)
    if mark.exists():
        return ''
    done = subprocess.run(['clang-tidy-19', '--quiet', '-p', database, path], cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        CACHE.mkdir(parents=True, exist_ok=True)
        mark.touch()
    return '' if done.returncode == 0 else done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--build', required=True)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--seconds', type=float, default=1e9)
    parser.add_argument('--all', action='store_true')
    options = parser.parse_args()
    database = ROOT / 'build' / 'tidy-commands'
    known = commands(options.build, database)
    wanted = [f for f in (sorted(known) if options.all else changed_files()) if f in known and not f.startswith('build/')]
    deadline = time.monotonic() + options.seconds
    results = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for path, text in zip(wanted, pool.map(lambda f: check(f, known[f], database, deadline), wanted)):
            results.append(text)
            if text:
                print(f'--- {path}\n{text}', flush=True)
    bad, late = sum(bool(r) for r in results), results.count(None)
    print(f'clang-tidy: {len(wanted) - late} files read, {bad} with findings' + (f', {late} left out for lack of time' if late else ''))
    sys.exit(bool(bad))


if __name__ == '__main__':
    main()
