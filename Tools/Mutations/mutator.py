"""Finds what can be changed in a Swift source, and writes all changes at once behind switches.

Each change, a mutant, has a number. The source that `write` returns behaves as the original as long
as no mutant is switched on, and has a change where the one that is switched on stands. Nothing is
moved to another line, so that what the compiler says of a line is of that line in the original.
"""
import dataclasses
import re

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*)
    |(?P<string>\#*\"\"\"|\#*\")
    |(?P<number>(?<![\w.$\#])[0-9][0-9_]*(?![\w]|\.[0-9]))
    |(?P<rangeend>(?<=\.\.[.<])[0-9]+(?![\w]|\.[0-9]))
    |(?P<word>[A-Za-z_$`\#@][\w`]*)
    |(?P<operator>[-+*/%<>=!&|^~?.]+)
    |(?P<other>\S)""",
    re.VERBOSE,
)
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "+": "-", "-": "+", "+=": "-=", "-=": "+=", "&&": "||", "||": "&&",
}
KINDS = {
    "<": "comparison", "<=": "comparison", ">": "comparison", ">=": "comparison",
    "==": "equality", "!=": "equality", "===": "identity", "!==": "identity",
    "+": "addition", "-": "subtraction", "+=": "increase", "-=": "decrease", "&&": "and", "||": "or",
}
# Constants beyond this are sizes and durations, of which one more or less tells nothing.
LARGEST_CONSTANT = 64

STATEMENT = re.compile(r"(?:self|[a-z_]\w*)(?:[?!]?\.\w+|\[[^\]\n]*\]|[?!])*(?:\(.*|\s*\{.*|\s[-+*]?=\s.*)$")
KEYWORDS = set(
    "let var func if guard else for while switch case default return throw break continue defer do"
    " import struct class enum protocol extension init deinit subscript typealias try await get set"
    " where in private public static final mutating nonisolated fallthrough repeat indirect didSet willSet".split()
)
# A block whose only line can be left out: it has no value.
PLAIN_BLOCK = re.compile(r"^\s*(?:\}\s*)?(?:if|guard|else|for|while|defer|set|didSet|willSet|do|catch|init)\b")
# What types must be, which is no comparison.
REQUIREMENT = re.compile(r"^\s*where\b|\b(?:protocol|extension|func|struct|class|init)\b.*\bwhere\b|> where\b")
BODY = re.compile(r"\b(?:func|init|deinit|subscript)\b|\bvar\b[^=]*\{$|^\s*(?:get|set|didSet|willSet)\b")


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int

    @property
    def end(self):
        return self.start + len(self.text)


@dataclasses.dataclass(frozen=True)
class Site:
    """A place where one thing can be changed."""

    operator: str  # comparison, equality, …, boolean, constant, condition, statement
    start: int
    end: int
    line: int  # from 1
    original: str
    mutant: str
    text: str  # the line, without indentation
    before: str = ""  # the line before it, likewise


def end_of_comment(source, start):
    depth, i = 0, start
    while i < len(source):
        if source.startswith("/*", i):
            depth, i = depth + 1, i + 2
        elif source.startswith("*/", i):
            depth, i = depth - 1, i + 2
            if depth == 0:
                return i
        else:
            i += 1
    return i


def end_of_string(source, start, quote):
    """Behind the closing quote; what is interpolated belongs to the string."""
    hashes = quote.count("#")
    closing = quote.lstrip("#") + "#" * hashes
    escape = "\\" + "#" * hashes
    i = start + len(quote)
    while i < len(source):
        if source.startswith(closing, i):
            return i + len(closing)
        if source.startswith(escape + "(", i):
            i, depth = i + len(escape) + 1, 1
            while i < len(source) and depth:
                inner = re.match(r'#*"""|#*"', source[i:])
                if inner:
                    i = end_of_string(source, i, inner.group())
                    continue
                depth += {"(": 1, ")": -1}.get(source[i], 0)
                i += 1
        elif source.startswith(escape, i):
            i += len(escape) + 1
        else:
            i += 1
    return i


def tokens(source):
    """The tokens of a source without comments; a string is one token."""
    found, i = [], 0
    while match := TOKEN.search(source, i):
        kind, text, start = match.lastgroup, match.group(), match.start()
        if kind == "comment":
            i = end_of_comment(source, start) if text == "/*" else match.end()
            continue
        if kind == "string":
            i = end_of_string(source, start, text)
            found.append(Token("string", source[start:i], start))
            continue
        if kind == "operator" and "//" in text[1:]:
            text = text[: text.index("//", 1)]
        found.append(Token("number" if kind == "rangeend" else kind, text, start))
        i = start + len(text)
    return found


def code_lines(source, found):
    """The lines without comments, and with strings as quotes only, of the same length."""
    blank = [character if character == "\n" else " " for character in source]
    for token in found:
        for i in range(token.start, token.end):
            inner = token.kind == "string" and token.start < i < token.end - 1
            blank[i] = blank[i] if source[i] == "\n" else "_" if inner else source[i]
    return "".join(blank).split("\n")


def is_skipped(line):
    return line.lstrip().startswith(("#", "@available", "import ", "case ", "default:")) and not re.match(
        r"\s*case .*:\s*\S", line
    )


def operator_sites(source, found, site):
    lines = source.split("\n")
    for previous, token in zip([None, *found], found):
        if previous and previous.text == "func":
            continue
        line = lines[source.count("\n", 0, token.start)]
        if token.text == "==" and REQUIREMENT.search(line):
            continue
        before, after = source[token.start - 1 : token.start], source[token.end : token.end + 1]
        if token.text in SWAPS and token.kind == "operator" and before.isspace() and after.isspace():
            yield site(KINDS[token.text], token.start, token.end, SWAPS[token.text])
        elif token.kind == "word" and token.text in ("true", "false"):
            other = "false" if token.text == "true" else "true"
            yield site("boolean", token.start, token.end, other)
        elif token.kind == "number" and "_" not in token.text and int(token.text) <= LARGEST_CONSTANT:
            yield site("constant", token.start, token.end, str(int(token.text) + 1))


def condition_sites(source, found, site):
    for index, token in enumerate(found):
        if token.kind != "word" or token.text not in ("if", "guard", "while"):
            continue
        if token.start and source[token.start - 1] == "#":
            continue
        clause, depth = [], 0
        for part in found[index + 1 :]:
            is_end = depth == 0 and (
                part.text == "," or part.text == ("else" if token.text == "guard" else "{")
            )
            if is_end:
                words = {each.text for each in clause}
                if clause and not words & {"let", "var", "case", "#available", "await", "try"}:
                    start, end = clause[0].start, clause[-1].end
                    yield site("condition", start, end, f"!({source[start:end]})")
                clause = []
                if part.text != ",":
                    break
                continue
            depth += part.text in ("(", "[", "{")
            depth -= part.text in (")", "]", "}")
            if depth < 0:
                break
            clause.append(part)


def statement_sites(source, found, site):
    lines = code_lines(source, found)
    starts, offset = [], 0
    for line in lines:
        starts.append(offset)
        offset += len(line) + 1
    uninitialized = set(re.findall(r"\blet (\w+): [^=\n{]+$", "\n".join(lines), re.MULTILINE))
    blocks = []  # of each open brace: its line, and whether it is in a body
    for number, line in enumerate(lines):
        stripped = line.strip()
        in_body = bool(blocks) and blocks[-1][1]
        if in_body and not any(re.search(r"(?:^|\s)init[?!]?[(<]", header) for header, _ in blocks):
            following = next((each.strip() for each in lines[number + 1 :] if each.strip()), "")
            leading = next((each.strip() for each in reversed(lines[:number]) if each.strip()), "")
            if is_statement(stripped, leading, following, blocks[-1][0], uninitialized):
                start = starts[number] + len(line) - len(line.lstrip())
                yield site("statement", start, start + len(stripped), "")
        for position, character in enumerate(line):
            if character == "{":
                begins = bool(BODY.search(line[: position + 1])) or stripped.startswith(") ")
                blocks.append((header_of(lines, number), begins or (bool(blocks) and blocks[-1][1])))
            elif character == "}" and blocks:
                blocks.pop()


def header_of(lines, number):
    """The line that begins what a brace at the end of a line opens."""
    line = lines[number]
    if line.lstrip().startswith(")"):
        indentation = len(line) - len(line.lstrip())
        for index in range(number - 1, -1, -1):
            earlier = lines[index]
            if earlier.strip() and len(earlier) - len(earlier.lstrip()) == indentation:
                return earlier.strip() + line.strip()
    return line.strip()


def is_statement(line, leading, following, header, uninitialized):
    if not STATEMENT.match(line) or re.match(r"\w+", line).group() in KEYWORDS:
        return False
    if line.endswith(("{", ",", "(", "[", "=", "+", "-", "&&", "||", "?", ":", ".")):
        return False
    if any(line.count(a) != line.count(b) for a, b in ("()", "[]", "{}")):
        return False
    if following.startswith((".", "?", "&&", "||", "+ ", "- ", "==", "<", ">", ":", "{", "else")):
        return False
    if not leading.endswith(("{", "}", ")", " in", "else", "]", '"')) and not re.search(r"[\w>!?]$", leading):
        return False
    if leading.endswith((" in", "=")) and following.startswith("}"):
        return False
    target = re.match(r"(\w+) = ", line)
    if target and target.group(1) in uninitialized:
        return False
    alone = leading.endswith("{") and following.startswith("}")
    if alone and "->" in header and not re.match(r".*\s[-+*]?=\s", line):
        return False
    if alone and not PLAIN_BLOCK.match(header) and "func " not in header and " = " not in line:
        return False
    return True


def sites(source):
    """All places of a source, in the order of their numbers."""
    found = tokens(source)
    lines = source.split("\n")

    def site(operator, start, end, mutant):
        line = source.count("\n", 0, start)
        before = lines[line - 1].strip() if line else ""
        return Site(operator, start, end, line + 1, source[start:end], mutant, lines[line].strip(), before)

    everything = [
        *operator_sites(source, found, site),
        *condition_sites(source, found, site),
        *statement_sites(source, found, site),
    ]
    kept = [each for each in everything if not is_skipped(lines[each.line - 1])]
    return sorted(kept, key=lambda each: (each.start, -each.end, each.operator))


def infix(number):
    """An operator of a mutant's own, which stands where the original's stood."""
    return chr(0x2200 + number // 256) + chr(0x2200 + number % 256)


WRAPS = {
    "boolean": ("pushHubMutated({n}, ", ")"),
    "constant": ("pushHubMutated({n}, ", ")"),
    "condition": ("pushHubNegated({n}, ", ")"),
    "statement": ("if pushHubKept({n}) {{ ", " }}"),
}


def write(source, numbered):
    """The source with the sites of `numbered`, number → site, behind switches.

    - Returns: The text, and for each number where its switch begins: line and column in UTF-8.
    """
    edits = []
    for number, site in numbered.items():
        if site.operator in WRAPS:
            head, tail = (part.format(n=number) for part in WRAPS[site.operator])
            length = site.end - site.start
            edits.append((site.start, 1, -length, head, 0, number))
            edits.append((site.end, 0, length, tail, 0, None))
        else:
            edits.append((site.start, 2, 0, infix(number), site.end - site.start, number))
    edits.sort(key=lambda edit: edit[:3])
    out, position, places = [], 0, {}
    for start, _, _, text, skipped, number in edits:
        out.append(source[position:start])
        if number is not None:
            before = "".join(out)
            line_start = before.rfind("\n") + 1
            places[number] = (before.count("\n") + 1, len(before[line_start:].encode()) + 1)
        out.append(text)
        position = start + skipped
    return "".join(out) + source[position:], places


def helpers(numbered):
    """What the switches of a module call: number → site."""
    text = [HELPERS]
    for number, site in numbered.items():
        if site.operator not in WRAPS:
            name, now, then = infix(number), site.original, site.mutant
            text.append(INFIX[site.operator].format(op=name, n=number, now=now, then=then))
    return "\n".join(text)


HELPERS = """import Foundation

let pushHubActiveMutant = Int(ProcessInfo.processInfo.environment["PUSHHUB_MUTANT"] ?? "") ?? -1

public func pushHubMutated(_ number: Int, _ value: Bool) -> Bool {
  (pushHubActiveMutant == number) != value
}

public func pushHubMutated<Number: Numeric>(_ number: Int, _ value: Number) -> Number {
  pushHubActiveMutant == number ? value + 1 : value
}

@usableFromInline func pushHubNegated(_ number: Int, _ value: Bool) -> Bool {
  (pushHubActiveMutant == number) != value
}

@usableFromInline func pushHubKept(_ number: Int) -> Bool { pushHubActiveMutant != number }
"""

COMPARISON = """infix operator {op}: ComparisonPrecedence
@usableFromInline func {op} <Value: Comparable>(a: Value, b: Value) -> Bool {{
  pushHubActiveMutant == {n} ? a {then} b : a {now} b
}}
"""
EQUALITY = """infix operator {op}: ComparisonPrecedence
@usableFromInline func {op} <Value: Equatable>(a: Value, b: Value) -> Bool {{
  pushHubActiveMutant == {n} ? a {then} b : a {now} b
}}
@usableFromInline func {op} <Value>(a: Value?, b: _OptionalNilComparisonType) -> Bool {{
  pushHubActiveMutant == {n} ? a {then} b : a {now} b
}}
"""
IDENTITY = """infix operator {op}: ComparisonPrecedence
@usableFromInline func {op} (a: AnyObject?, b: AnyObject?) -> Bool {{
  pushHubActiveMutant == {n} ? a {then} b : a {now} b
}}
"""
SUM = """infix operator {op}: AdditionPrecedence
@usableFromInline func {op} <Value: AdditiveArithmetic>(a: Value, b: Value) -> Value {{
  pushHubActiveMutant == {n} ? a {then} b : a {now} b
}}
@usableFromInline func {op} (a: ContinuousClock.Instant, b: Duration) -> ContinuousClock.Instant {{
  pushHubActiveMutant == {n} ? a {then} b : a {now} b
}}
"""
ADDITION = SUM + """@usableFromInline func {op} <Items: RangeReplaceableCollection>(a: Items, b: Items) -> Items {{
  pushHubActiveMutant == {n} ? a : a + b
}}
"""
SUBTRACTION = SUM + """@usableFromInline func {op} (a: ContinuousClock.Instant, b: ContinuousClock.Instant) -> Duration {{
  pushHubActiveMutant == {n} ? b - a : a - b
}}
"""
CHANGE = """infix operator {op}: AssignmentPrecedence
@usableFromInline func {op} <Value: AdditiveArithmetic>(a: inout Value, b: Value) {{
  if pushHubActiveMutant == {n} {{ a {then} b }} else {{ a {now} b }}
}}
@usableFromInline func {op} (a: inout ContinuousClock.Instant, b: Duration) {{
  if pushHubActiveMutant == {n} {{ a {then} b }} else {{ a {now} b }}
}}
"""
INCREASE = CHANGE + """@usableFromInline func {op} <Items: RangeReplaceableCollection>(a: inout Items, b: Items) {{
  if pushHubActiveMutant != {n} {{ a += b }}
}}
"""
LOGIC = """infix operator {op}: %s
@usableFromInline func {op} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{
  if pushHubActiveMutant == {n} {{ try a {then} b() }} else {{ try a {now} b() }}
}}
"""
INFIX = {
    "comparison": COMPARISON, "equality": EQUALITY, "identity": IDENTITY,
    "addition": ADDITION, "subtraction": SUBTRACTION, "increase": INCREASE, "decrease": CHANGE,
    "and": LOGIC % "LogicalConjunctionPrecedence", "or": LOGIC % "LogicalDisjunctionPrecedence",
}
