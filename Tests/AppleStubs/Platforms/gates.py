"""Which lines of a source run on newer systems alone, as `#available` and `@available` say."""

import re

from conditions import code_of

_GATE = re.compile(r"([#@])available\s*\(([^()]*)\)")
_STATEMENT = re.compile(r"\b(if|guard|while)\b")
_DECLARATION = re.compile(
    r"\b(actor|case|class|enum|extension|func|import|init|let|macro|protocol|struct|subscript"
    r"|typealias|var)\b"
)
# What ends a declaration without a body, at the start of the next line.
_NEXT = re.compile(r"[ \t]*(\n|[@}#]|$|(\w+(\(\w+\))?[ \t]+)*" + _DECLARATION.pattern + ")")
_OPENING, _CLOSING = "([{", ")]}"


class Gates:
    """The least version of a platform at each line, where it is above that of the manifest.

    The systems of an `if` with several conditions or an `@available` are named as the compiler names
    them; one that is not named is not held back by a gate.
    """

    def __init__(self, text, domains):
        self.regions = []
        code = code_of(text)
        for match in _GATE.finditer(code):
            version = _version(match[2], domains)
            span = version and _span(code, match)
            if span:
                first, last = (code.count("\n", 0, at) + 1 for at in span)
                self.regions.append((first, last, version))

    def version(self, line):
        """The least version that runs a line; `()` where no gate stands around it."""
        return max((v for first, last, v in self.regions if first <= line <= last), default=())


def _version(arguments, domains):
    """The version that a gate names for the first of the domains that it names."""
    named = dict(re.findall(r"\b([A-Za-z]+)\s+(\d+(?:\.\d+)*)", arguments))
    text = next((named[domain] for domain in domains if domain in named), None)
    return text and tuple(int(part) for part in text.split("."))


def _span(code, match):
    if match[1] == "@":
        return match.start(), _end_of_declaration(code, match.end())
    statements = list(_STATEMENT.finditer(code, 0, match.start()))
    opening = _opening(code, match.end())
    if not statements or opening is None:
        return None
    closing = _closing(code, opening)
    if statements[-1][1] != "guard":
        return match.start(), closing
    return closing, _closing(code, closing)


def _opening(code, at):
    """The first brace that is in no parentheses."""
    depth = 0
    for at in range(at, len(code)):
        if code[at] == "{" and depth == 0:
            return at
        depth += (code[at] in "([") - (code[at] in ")]")
    return None


def _closing(code, at):
    """The end of the brackets that are open after a position."""
    depth = 0
    for at in range(at + 1, len(code)):
        if code[at] in _CLOSING:
            if depth == 0:
                return at
            depth -= 1
        depth += code[at] in _OPENING
    return len(code)


def _end_of_declaration(code, start):
    depth = 0
    for at in range(start, len(code)):
        if code[at] == "{" and depth == 0:
            return _closing(code, at)
        depth += (code[at] in _OPENING) - (code[at] in _CLOSING)
        if depth < 0:
            return at
        if code[at] == "\n" and depth == 0:
            if _DECLARATION.search(code, start, at) and _NEXT.match(code, at + 1):
                return at
    return len(code)
