"""Answers the `#if` of Swift sources for one platform, and keeps every line where it was."""

import functools
import re


class ConditionError(Exception):
    """A condition that can't be answered, with the line that it stands on."""

    def __init__(self, line, message):
        super().__init__(message)
        self.line = line
        self.message = message


@functools.lru_cache(maxsize=None)
def code_of(text):
    """A text of the same length without its comments and the words of its strings.

    What is interpolated into a string is code too.
    """
    kept = list(text)
    # What the lexer is in, innermost last: ["comment"], ["string", quote, hashes] or, for code,
    # ["code", depth of parentheses]; all but the first code is an interpolation.
    stack = [["code", 0]]
    at = 0
    while at < len(text):
        kind = stack[-1][0]
        if text[at] == "\n":
            _end_line(stack)
            at += 1
            continue
        part = {"comment": _comment_part, "string": _string_part, "code": _code_part}[kind]
        end, is_code = part(text, at, stack)
        if not is_code:
            kept[at:end] = [" " if character != "\n" else "\n" for character in text[at:end]]
        at = end
    return "".join(kept)


def code_lines(text):
    """Says of each line of a text whether it starts in code, not in a comment or a string."""
    # A directive is code if it is still there.
    return [
        not line.lstrip().startswith(("#if", "#else", "#endif")) or code.lstrip().startswith("#")
        for line, code in zip(text.split("\n"), code_of(text).split("\n"))
    ]


def _end_line(stack):
    """A string in one line ends with it, whatever is missing."""
    while any(entry[0] == "string" and entry[1] == '"' for entry in stack):
        stack.pop()


def _comment_part(text, at, stack):
    if text.startswith("*/", at):
        stack.pop()
        return at + 2, False
    if text.startswith("/*", at):
        stack.append(["comment"])
        return at + 2, False
    return at + 1, False


def _string_part(text, at, stack):
    _, quote, hashes = stack[-1]
    escape = "\\" + hashes
    if text.startswith(quote + hashes, at):
        stack.pop()
        return at + len(quote + hashes), True
    if text.startswith(escape, at):
        at += len(escape)
        if text.startswith("(", at):
            stack.append(["code", 0])
            return at + 1, False
        return (at if text.startswith("\n", at) else at + 1), False
    return at + 1, False


_STRING_START = re.compile(r'(#*)("""|")')
_EXTENDED_REGEX = re.compile(r"(#+)/.*?/\1")


def _code_part(text, at, stack):
    top = stack[-1]
    if text.startswith("//", at):
        end = text.find("\n", at)
        return (len(text) if end < 0 else end), False
    if text.startswith("/*", at):
        stack.append(["comment"])
        return at + 2, False
    if match := _EXTENDED_REGEX.match(text, at):
        return match.end(), False
    if match := _STRING_START.match(text, at):
        stack.append(["string", match[2], match[1]])
        return match.end(), True
    if text[at] == "(":
        top[1] += 1
    elif text[at] == ")" and len(stack) > 1:
        if top[1] == 0:
            stack.pop()
            return at + 1, False
        else:
            top[1] -= 1
    return at + 1, True


_DIRECTIVE = re.compile(r"\s*#(if|elseif|else|endif)\b(.*)")


def rewrite(text, answer):
    """Leaves what a platform compiles, and makes the other lines and the directives empty.

    `answer` is called with the name of a condition and its argument, such as ("os", "iOS") or
    ("DEBUG", None), and says whether it holds.
    """
    kept = []
    # For each #if that is open: its line, whether the code around it is in, whether a branch was
    # taken before, and whether this branch is in.
    open_ifs = []
    lines = text.split("\n")
    starts_in_code = code_lines(text)
    for number, (line, is_code) in enumerate(zip(lines, starts_in_code), 1):
        directive = _DIRECTIVE.match(line) if is_code else None
        is_in = all(entry[3] for entry in open_ifs)
        if not directive:
            kept.append(line if is_in else "")
            continue
        kept.append("")
        word, rest = directive.groups()
        if word == "if":
            holds = is_in and holds_condition(rest, answer, number)
            open_ifs.append([number, is_in, holds, holds])
            continue
        if not open_ifs:
            raise ConditionError(number, f"#{word} without #if")
        if word == "endif":
            open_ifs.pop()
            continue
        entry = open_ifs[-1]
        may_be_taken = entry[1] and not entry[2]
        entry[3] = may_be_taken and (word == "else" or holds_condition(rest, answer, number))
        entry[2] = entry[2] or entry[3]
    if open_ifs:
        raise ConditionError(open_ifs[-1][0], "#if without #endif")
    return "\n".join(kept)


_TOKEN = re.compile(r"\s*(?:(//.*|/\*.*?\*/)|(&&|\|\||!|\(|\))|([$A-Za-z_][\w.]*))")
_ARGUMENT = re.compile(r"\s*\(([^()]*)\)")


def holds_condition(text, answer, line):
    """Whether a condition such as `canImport(UIKit) && !(os(tvOS) || DEBUG)` holds."""
    return _Parser(text, answer, line).parse()


class _Parser:
    """Both sides of an operator are read, so that a mistake in either is seen."""

    def __init__(self, text, answer, line):
        self.text = text
        self.answer = answer
        self.line = line
        self.at = 0

    def parse(self):
        value = self.either()
        self.skip_comments()
        if self.text[self.at :].strip():
            raise self.error()
        return value

    def error(self):
        return ConditionError(self.line, f"the condition '{self.text.strip()}' is not understood")

    def skip_comments(self):
        while (match := _TOKEN.match(self.text, self.at)) and match[1]:
            self.at = match.end()

    def take(self, *operators):
        self.skip_comments()
        match = _TOKEN.match(self.text, self.at)
        if match and match[2] in operators:
            self.at = match.end()
            return True
        return False

    def either(self):
        value = self.both()
        while self.take("||"):
            value = self.both() or value
        return value

    def both(self):
        value = self.one()
        while self.take("&&"):
            value = self.one() and value
        return value

    def one(self):
        if self.take("!"):
            return not self.one()
        if self.take("("):
            value = self.either()
            if not self.take(")"):
                raise self.error()
            return value
        match = _TOKEN.match(self.text, self.at)
        if not match or not match[3]:
            raise self.error()
        self.at = match.end()
        argument = _ARGUMENT.match(self.text, self.at)
        if argument:
            self.at = argument.end()
        if match[3] in ("true", "false"):
            return match[3] == "true"
        value = self.answer(match[3], argument[1].strip() if argument else None)
        if value is None:
            raise self.error()
        return value
