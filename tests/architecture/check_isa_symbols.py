#!/usr/bin/env python3
"""Fails when an object compiled for one instruction set defines a symbol that other code could be linked to.

Usage: check_isa_symbols.py ISA OBJECT...
A function of a shared header that is not inlined becomes a weak symbol; compiled for AVX2 it may win at link time and put AVX2 code
into the baseline path. So every symbol defined here must live in cutaway::kernels::<isa>.
"""
import re
import subprocess
import sys

LOCAL = 'abdnrstN?'


def foreign(nm_lines, isa):
    """The mangled names of defined, linkable symbols outside cutaway::kernels::<isa>."""
    ours = re.compile(rf'^_Z(?:GV|GR|TV|TI|TS|TT|Z)*N?[KVRO]*7cutaway7kernels{len(isa)}{isa}')
    for line in nm_lines:
        parts = line.split()
        if len(parts) >= 2 and parts[-2] not in LOCAL and parts[-2] != 'U' and not ours.match(parts[-1]):
            yield parts[-1]


def main():
    isa, objects, bad = sys.argv[1], sys.argv[2:], 0
    if not objects:
        sys.exit('no objects given')
    for name in objects:
        lines = subprocess.run(['nm', '--defined-only', name], check=True, capture_output=True, text=True).stdout.splitlines()
        for symbol in foreign(lines, isa):
            readable = subprocess.run(['c++filt', symbol], capture_output=True, text=True).stdout.strip()
            print(f'{name}: {readable} is outside cutaway::kernels::{isa}')
            bad += 1
    print(f'{len(objects)} objects, {bad} foreign symbols')
    sys.exit(bool(bad))


if __name__ == '__main__':
    main()
