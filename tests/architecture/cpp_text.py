"""What the checks need to know of C++ text: code without comments and literals, functions and switches with their lines."""
import re

_LITERAL = re.compile(
    r'//[^\n]*'
    r'|/\*.*?\*/'
    r'|R"(?P<mark>[^()\\ ]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.S)


def code_of(text):
    """The text with comments and the insides of literals blanked; every line keeps its number."""
    def blank(match):
        found = match.group(0)
        body = re.sub(r'[^\n]', ' ', found)
        return body if found[0] == '/' else '"' + body[1:-1] + '"'
    return _LITERAL.sub(blank, text)


def _line(text, position):
    return text.count('\n', 0, position) + 1


_NOT_A_FUNCTION = re.compile(r'^\s*(?:inline\s+)?(?:namespace|extern\s*"|class|struct|union|enum|concept)\b'
                             r'|^\s*template\s*<.*>\s*(?:class|struct|union)\b(?!.*\))', re.S)


def _kind(head, outer):
    """'function', 'scope' (its members are looked at), 'initialiser' or 'block' for a brace that follows head."""
    if outer != 'scope':
        return 'block'
    bare = re.sub(r'\[\[.*?\]\]', ' ', head)
    if _NOT_A_FUNCTION.search(bare):
        return 'scope' if not re.search(r'\benum\b', bare) else 'block'
    if re.search(r'=\s*$', bare) or '(' not in bare:
        return 'block'
    # `A(int x) : m_x { x }`: a brace right after a name in a constructor's list initialises that member.
    if re.search(r'\)\s*(?:noexcept\s*)?:(?!:)', bare) and re.search(r'\w\s*$', bare):
        return 'initialiser'
    return 'function'


_LEAD = re.compile(r'(?:\s|\b(?:public|private|protected|signals|Q_SIGNALS)(?:\s+slots|\s+Q_SLOTS)?\s*:(?!:)|\bQ_OBJECT\b)*')
_DIRECTIVE = re.compile(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', re.M)


def functions(code):
    """(name, first line, lines) of each function body in code, from the line of its head to its closing brace."""
    code = _DIRECTIVE.sub(lambda m: re.sub(r'[^\n]', ' ', m.group(0)), code)
    stack, head_start, found = [('scope', 0, '', 0, 0)], 0, []
    parens = 0
    for match in re.finditer(r'[(){};]', code):
        sign, at = match.group(0), match.start()
        if sign in '()':
            parens += 1 if sign == '(' else -1
        elif sign == '{':
            head = code[head_start:at]
            kind = 'block' if parens else _kind(head, stack[-1][0])
            first = head_start + _LEAD.match(head).end()
            stack.append((kind, first, head, parens, head_start))
            parens = 0
            head_start = at + 1
        elif sign == '}':
            if len(stack) > 1:
                kind, first, head, parens, outer_start = stack.pop()
                if kind == 'function':
                    found.append((_name(head), _line(code, first), _line(code, at) - _line(code, first) + 1))
                head_start = outer_start if kind == 'initialiser' or parens else at + 1
        elif parens == 0:
            head_start = at + 1
    return found


def _name(head):
    match = re.search(r'(operator\s*\S+?|[~\w:]+)\s*\(', head.replace('[[nodiscard]]', ''))
    return match.group(1) if match else '?'


def switches(code):
    """(line, case labels, whether there is a default) of each switch, nested ones apart."""
    found = []
    for match in re.finditer(r'\bswitch\s*\(', code):
        start = code.find('{', match.end())
        if start < 0:
            continue
        depth, body, at = 1, [], start + 1
        while at < len(code) and depth:
            sign = code[at]
            depth += (sign == '{') - (sign == '}')
            body.append(sign)
            at += 1
        text = _without_inner_switches(''.join(body))
        labels = re.findall(r'\bcase\s+([^:]+(?:::[^:]+)*)\s*:(?!:)', text)
        found.append((_line(code, match.start()), labels, re.search(r'\bdefault\s*:', text) is not None))
    return found


def _without_inner_switches(body):
    while match := re.search(r'\bswitch\s*\([^{}]*\{', body):
        depth, at = 1, match.end()
        while at < len(body) and depth:
            depth += (body[at] == '{') - (body[at] == '}')
            at += 1
        body = body[:match.start()] + body[at:]
    return body
