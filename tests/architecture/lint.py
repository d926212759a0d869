#!/usr/bin/env python3
"""House rules that a compiler does not check. Usage: lint.py ROOT [--rules FOLDER]

FOLDER (this one when not given) holds exemptions.txt and duplicates.txt. Prints one line a finding and fails when there is any.
"""
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import cpp_text  # noqa: E402

FUNCTION_LINES, FILE_LINES, HEADER_LINES, COLUMNS, RUN = 60, 600, 200, 200, 5
CPP = ('.h', '.cpp', '.cc', '.cu', '.cuh', '.inl')
TEXT = CPP + ('.py', '.sh', '.cmake', '.txt', '.json', '.md', '.in', '.desktop', '.xml', '')
LIBRARIES = ('engine/', 'kernels/', 'ui/')
MACRO_FILES = ('engine/base/result.h', 'tests/support/catch.h', 'tests/support/golden_model.h')
TOP_LEVEL = {'CMakeLists.txt', 'CMakePresets.json', 'LICENSE', 'README.md', 'app', 'engine', 'ui', 'kernels', 'resources',
             'translations', 'tests', 'packaging'}

# rule, what must not stand in the code, where it is looked for, what to say
BANNED = [
    ('blocking', r'\bBlockingQueuedConnection\b', lambda p: True, 'nothing waits on another thread by a queued call'),
    ('environment', r'\b(?:secure_)?getenv\b|\bqgetenv\b|\bqEnvironmentVariable\w*|\bqputenv\b|\bsetenv\b',
     lambda p: not p.startswith(('app/', 'tests/')), 'only app reads the environment and hands values down'),
    ('ending', r'\b(?:std::)?(?:abort|_?exit|quick_exit|terminate)\s*\(', lambda p: p.startswith(LIBRARIES),
     'a library never ends the process: return an Error'),
    ('assert', r'(?<!static_)\bassert\s*\(', lambda p: p.startswith(LIBRARIES), 'CUTAWAY_CHECK for our own bugs, Result for the rest'),
    ('singleton', r'\bstatic\b[^;={]*\b(?:instance|globalInstance|getInstance)\s*\(\s*\)', lambda p: p.startswith(LIBRARIES),
     'no singletons: pass a context down'),
    ('namespace', r'^\s*using\s+namespace\b', lambda p: p.endswith('.h'), 'no using namespace in a header'),
    ('macro', r'^\s*#\s*define\s+(?!CATCH_CONFIG_)\w+', lambda p: p not in MACRO_FILES,
     'no macros but CUTAWAY_TRY, CUTAWAY_CHECK and those of the tests'),
]


class Finding:
    def __init__(self, rule, path, line, name, value, text):
        self.rule, self.path, self.line, self.name, self.value, self.text = rule, path, line, name, value, text


def tracked_files(root):
    """Files of the tree as git sees them (new ones too); without git, all but build folders and dot-folders."""
    listed = subprocess.run(['git', '-C', root, 'ls-files', '-co', '--exclude-standard'], capture_output=True, text=True)
    inside = subprocess.run(['git', '-C', root, 'rev-parse', '--show-toplevel'], capture_output=True, text=True)
    if listed.returncode == 0 and inside.stdout.strip() == str(root.resolve()):
        return sorted(p for p in listed.stdout.splitlines() if (root / p).is_file())
    found = (p.relative_to(root).as_posix() for p in root.rglob('*') if p.is_file())
    return sorted(p for p in found if not p.startswith(('build/', '.git/', '.cache/')))


def budgets(path, text, code):
    lines = text.count('\n')
    limit = HEADER_LINES if path.endswith('.h') else FILE_LINES
    if lines > limit:
        yield Finding('file-lines', path, 1, '', lines, f'{lines} lines, at most {limit}')
    for name, line, length in cpp_text.functions(code):
        if length > FUNCTION_LINES:
            yield Finding('function-lines', path, line, name, length, f'{name} has {length} lines, at most {FUNCTION_LINES}')
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > COLUMNS:
            yield Finding('columns', path, number, '', len(line), f'{len(line)} columns, at most {COLUMNS}')


def words(path, text, code):
    for number, line in enumerate(code.splitlines(), 1):
        for rule, pattern, where, reason in BANNED:
            if where(path) and re.search(pattern, line):
                yield Finding(rule, path, number, '', None, f'{line.strip()[:80]}: {reason}')
    if path.endswith('.h') and not re.match(r'(?:\s*//[^\n]*\n)*\s*#pragma once\n', text):
        yield Finding('pragma-once', path, 1, '', None, 'a header begins with #pragma once')


def todos(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(r'\b(?:TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))', line):
            yield Finding('todo', path, number, '', None, 'a thing to do is written TODO(#issue)')


def machine_paths(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.search(r'(?<![\w.${}/*-])/(?:home|work|root|Users|mnt)/\w+', line):
            yield Finding('machine-path', path, number, '', None, f'{match.group(0)}: a path of one machine')


def defaults(path, code, enums):
    for line, labels, has_default in cpp_text.switches(code):
        ours = {part for label in labels for part in label.split('::')[:-1]} & enums
        if has_default and ours:
            yield Finding('default', path, line, '', None, f'default: in a switch over {sorted(ours)[0]} hides the values added later')


def top_level(files):
    for name in sorted({p.split('/')[0] for p in files} - TOP_LEVEL):
        if not name.startswith('.'):
            yield Finding('top-level', name, 1, '', None, 'the top level holds ' + ', '.join(sorted(TOP_LEVEL)) + ' and dot-files')


def significant(text):
    """The lines that say something, with their numbers: no blanks, comments, includes, lone braces or labels."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = re.sub(r'\s+', ' ', line.strip())
        if len(re.sub(r'\W', '', bare)) > 2 and not bare.startswith(('//', '#', 'namespace ', 'using ')):
            yield number, bare


def duplicates(files, root, limits):
    """Share of significant lines, per folder of duplicates.txt, that stand in a run that stands elsewhere in the folder too."""
    for folder, limit in limits:
        runs, total = {}, 0
        for path in files:
            if not path.startswith(folder + '/') or not path.endswith(CPP):
                continue
            lines = list(significant((root / path).read_text(errors='replace')))
            total += len(lines)
            for i in range(len(lines) - RUN + 1):
                runs.setdefault(tuple(t for _, t in lines[i:i + RUN]), []).append((path, [n for n, _ in lines[i:i + RUN]]))
        repeated = [places for places in runs.values() if len(places) > 1]
        lines = {(path, n) for places in repeated for path, numbers in places for n in numbers}
        share = 100 * len(lines) / max(total, 1)
        if share > limit:
            where = '; '.join(sorted({' and '.join(f'{p}:{n[0]}' for p, n in places[:2]) for places in repeated})[:12])
            yield Finding('duplicates', folder, 1, '', None, f'{share:.1f} % of its lines stand in a {RUN}-line run that stands twice, '
                          f'at most {limit} %: {where}')
        elif share < limit - 2:
            print(f'note: duplicates of {folder} are {share:.1f} %; its limit of {limit} % can fall')


def read_rows(file, columns):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if bare := line.split('#')[0].strip():
            if len(parts := bare.split()) != columns:
                sys.exit(f'{file.name}:{number}: {columns} columns expected')
            yield parts


def all_findings(root, rules):
    files = tracked_files(root)
    texts = {p: (root / p).read_text(errors='replace') for p in files if Path(p).suffix in TEXT and not p.startswith('tests/data/')}
    codes = {p: cpp_text.code_of(t) for p, t in texts.items() if p.endswith(CPP)}
    enums = {name for code in codes.values() for name in re.findall(r'\benum\s+(?:class|struct)\s+(\w+)', code)}
    found = list(top_level(files))
    for path, text in texts.items():
        if path not in ('LICENSE', 'tests/architecture/lint.py', 'tests/architecture/rules_test.py'):
            found += [*todos(path, text), *machine_paths(path, text)]
        if path in codes:
            found += [*budgets(path, text, codes[path]), *words(path, text, codes[path])]
            if not path.startswith('tests/'):
                found += defaults(path, codes[path], enums)
    limits = [(folder, float(limit)) for folder, limit in read_rows(rules / 'duplicates.txt', 2)]
    return found + list(duplicates(files, root, limits))


def exempt(found, rows):
    """Takes out what exemptions.txt names; a row that exempts nothing, or allows more than is needed, is a finding too."""
    left, used = [], {}
    for finding in found:
        row = next((r for r in rows if r[0] == finding.rule and r[1] in (finding.path, f'{finding.path}:{finding.name}')
                    and (r[2] == '-' or finding.value <= int(r[2]))), None)
        used.setdefault(tuple(row), []).append(finding) if row else left.append(finding)
    for row in rows:
        if tuple(row) not in used:
            left.append(Finding('exemptions', row[1], 1, '', None, f'exemptions.txt exempts it from {row[0]}, which it does not break'))
    return left


def main():
    root = Path(sys.argv[1])
    rules = Path(sys.argv[3]) if len(sys.argv) > 3 else Path(__file__).resolve().parent
    found = exempt(all_findings(root, rules), list(read_rows(rules / 'exemptions.txt', 3)))
    for f in found:
        print(f'{f.path}:{f.line}: [{f.rule}] {f.text}')
    print(f'{len(found)} findings')
    sys.exit(bool(found))


if __name__ == '__main__':
    main()
