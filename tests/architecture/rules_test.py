#!/usr/bin/env python3
"""Each rule of this folder is seen failing: a small tree breaks it, and the check must name the file and the rule."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import check_isa_symbols  # noqa: E402
import cpp_text  # noqa: E402


class Tree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.write('rules/exemptions.txt', '')
        self.write('rules/duplicates.txt', 'engine 3\n')

    def write(self, path, text):
        file = self.root / 'tree' / path if not path.startswith('rules/') else self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def run_check(self, script, *arguments):
        done = subprocess.run([sys.executable, HERE / script, self.root / 'tree', *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def lint(self):
        return self.run_check('lint.py', '--rules', self.root / 'rules')

    def assert_finds(self, rule, path, text):
        self.write(path, text)
        status, output = self.lint()
        self.assertEqual(status, 1, output)
        self.assertRegex(output, rf'{path.split("/")[0]}\S*:\d+: \[{rule}\]')

    def layers(self, rules):
        self.write('rules/layers.txt', rules)
        return self.run_check('check_layers.py', self.root / 'rules/layers.txt')


class LintTest(Tree):
    def test_clean_tree_passes(self):
        self.write('engine/a.h', '#pragma once\n/// No abort( in a comment counts, nor "getenv(" in a text.\nconst char* text();\n')
        self.write('engine/a.cpp', '#include "engine/a.h"\nconst char* text() { return "getenv("; }\n')
        status, output = self.lint()
        self.assertEqual(status, 0, output)

    def test_long_function(self):
        self.assert_finds('function-lines', 'engine/a.cpp', 'int f()\n{\n' + '    ++g;\n' * 60 + '}\n')

    def test_long_file(self):
        self.assert_finds('file-lines', 'engine/a.cpp', 'int a;\n' * 601)

    def test_long_header(self):
        self.assert_finds('file-lines', 'engine/a.h', '#pragma once\n' + 'extern int a;\n' * 200)

    def test_long_line(self):
        self.assert_finds('columns', 'engine/a.cpp', 'int ' + 'a' * 200 + ';\n')

    def test_blocking_call(self):
        self.assert_finds('blocking', 'ui/a.cpp', 'auto k = Qt::BlockingQueuedConnection;\n')

    def test_environment(self):
        self.assert_finds('environment', 'engine/a.cpp', 'auto v = std::getenv("HOME");\n')

    def test_environment_is_for_app(self):
        self.write('app/a.cpp', 'auto v = std::getenv("HOME");\n')
        self.assertEqual(self.lint()[0], 0)

    def test_ending(self):
        for call in ('abort()', 'std::exit(1)', 'std::terminate()'):
            self.assert_finds('ending', 'kernels/a.cpp', f'void f() {{ {call}; }}\n')

    def test_assert(self):
        self.assert_finds('assert', 'engine/a.cpp', 'void f(int i) { assert(i); }\n')

    def test_singleton(self):
        self.assert_finds('singleton', 'ui/a.h', '#pragma once\nstruct A { static A& instance(); };\n')

    def test_namespace_in_header(self):
        self.assert_finds('namespace', 'engine/a.h', '#pragma once\nusing namespace std;\n')

    def test_macro(self):
        self.assert_finds('macro', 'engine/a.cpp', '#define TWICE(x) ((x) + (x))\n')

    def test_pragma_once(self):
        self.assert_finds('pragma-once', 'engine/a.h', 'int a();\n')

    def test_todo_without_issue(self):
        self.assert_finds('todo', 'engine/a.cpp', '// TO' + 'DO: later\n')

    def test_machine_path(self):
        self.assert_finds('machine-path', 'packaging/a.sh', 'cp /ho' + 'me/someone/model.gguf .\n')

    def test_default_over_our_enum(self):
        self.assert_finds('default', 'engine/a.cpp', 'enum class Colour { red, green };\nint f(Colour c)\n{\n    switch (c) {\n'
                          '    case Colour::red: return 1;\n    default: return 0;\n    }\n}\n')

    def test_top_level(self):
        self.assert_finds('top-level', 'extras/readme.txt', 'hello\n')

    def test_duplicates(self):
        lines = ''.join(f'    total += value{i} * weight{i};\n' for i in range(6))
        self.write('engine/a.cpp', f'void f()\n{{\n{lines}}}\n')
        self.assert_finds('duplicates', 'engine/b.cpp', f'void g()\n{{\n{lines}}}\n')

    def test_needless_exemption(self):
        self.write('rules/exemptions.txt', 'function-lines engine/a.cpp:f 90  # long ago\n')
        self.assert_finds('exemptions', 'engine/a.cpp', 'int f() { return 1; }\n')

    def test_exemption_holds_to_its_value(self):
        self.write('rules/exemptions.txt', 'function-lines engine/a.cpp:f 70  # a table\n')
        self.write('engine/a.cpp', 'int f()\n{\n' + '    ++g;\n' * 65 + '}\n')
        self.assertEqual(self.lint()[0], 0)
        self.assert_finds('function-lines', 'engine/a.cpp', 'int f()\n{\n' + '    ++g;\n' * 75 + '}\n')


class LayersTest(Tree):
    RULES = 'engine/base : -  ! ^Q\nengine/model : engine/base\n'

    def test_downwards_passes(self):
        self.write('engine/base/a.h', '')
        self.write('engine/model/b.h', '#include "engine/base/a.h"\n')
        self.assertEqual(self.layers(self.RULES)[0], 0)

    def test_upwards(self):
        self.write('engine/model/b.h', '')
        self.write('engine/base/a.h', '#include "engine/model/b.h"\n')
        status, output = self.layers(self.RULES)
        self.assertEqual(status, 1)
        self.assertIn('engine/base may not include engine/model', output)

    def test_banned_include(self):
        self.write('engine/base/a.h', '#include <QString>\n')
        self.assertIn('may not include <QString>', self.layers(self.RULES)[1])

    def test_no_layer(self):
        self.write('other/a.h', '')
        self.assertIn('other/a.h:1: in no layer', self.layers(self.RULES)[1])

    def test_cycle(self):
        self.write('engine/base/a.h', '#include "engine/model/b.h"\n')
        self.write('engine/model/b.h', '#include "engine/base/a.h"\n')
        self.assertIn('cycle: engine/base -> engine/model -> engine/base', self.layers('engine/base : engine/model\nengine/model : engine/base\n')[1])

    def test_include_not_from_the_root(self):
        self.write('engine/base/a.h', '')
        self.write('engine/base/b.h', '#include "a.h"\n')
        self.assertIn('includes are written from the root', self.layers(self.RULES)[1])


class SymbolsTest(unittest.TestCase):
    def test_own_symbols_pass(self):
        lines = ['0 T _ZN7cutaway7kernels4avx24geluEPKfPfi', '0 W _ZN7cutaway7kernels4avx23dotIiEEfv', '0 t _ZL6helperv',
                 '0 V _ZTVN7cutaway7kernels4avx21AE', '0 u _ZZN7cutaway7kernels4avx25tableEvE6kTable']
        self.assertEqual(list(check_isa_symbols.foreign(lines, 'avx2')), [])

    def test_foreign_symbols_fail(self):
        lines = ['0 W _ZSt3maxIfERKT_S2_S2_', '0 W _ZN7cutaway7kernels5types4halfEf', '0 T main']
        self.assertEqual(len(list(check_isa_symbols.foreign(lines, 'avx2'))), 3)


class FunctionsTest(unittest.TestCase):
    CODE = '''
namespace a {
class B : public C {
public:
    B(int x) : m_x { x }, m_y(x)
    {
        use([](int i) { return i; });
    }
    int get() const { return m_x; }
};
enum class E { one, two };
const int kTable[] = { 1, 2 };
template <class T>
T twice(T v)
{
    if (v) { return v; }
    return v + v;
}
} // namespace a
TEST_CASE("x")
{
}
'''

    def test_names_and_lengths(self):
        found = {name: length for name, _, length in cpp_text.functions(cpp_text.code_of(self.CODE))}
        self.assertEqual(found, {'B': 4, 'get': 1, 'twice': 6, 'TEST_CASE': 3})


if __name__ == '__main__':
    unittest.main()
