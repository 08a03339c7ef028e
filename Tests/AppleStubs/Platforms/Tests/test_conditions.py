"""Tests of how conditions are answered."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from building import FOUNDATION, imports, with_whole_foundation  # noqa: E402
from conditions import ConditionError, code_of, holds_condition, rewrite  # noqa: E402
from targets import EVERYWHERE, TARGETS, Answers, Entry  # noqa: E402


def answers(name):
    target = next(target for target in TARGETS if target.name == name)
    modules = {"UIKit": {"iOS", "Catalyst", "tvOS", "watchOS", "visionOS"}, "AppKit": {"macOS"}}
    table = {
        (module, "*"): Entry(module, "*", frozenset(platforms), "", EVERYWHERE, "", 1)
        for module, platforms in modules.items()
    }
    return Answers(target, table, (6,), (6, 3, 1), ["ExistentialAny"])


class ConditionTests(unittest.TestCase):
    def check(self, condition, *platforms):
        true = {t.name for t in TARGETS if holds_condition(condition, answers(t.name), 1)}
        self.assertEqual(true, set(platforms), condition)

    def test_each_platform_answers_for_itself(self):
        self.check("os(iOS)", "iOS", "Catalyst")
        self.check("targetEnvironment(macCatalyst)", "Catalyst")
        self.check("os(visionOS)", "visionOS")
        self.check("canImport(UIKit) && !os(watchOS)", "iOS", "Catalyst", "tvOS", "visionOS")
        self.check("canImport(AppKit)", "macOS")
        self.check("os(Linux) || targetEnvironment(simulator)")

    def test_and_binds_closer_than_or_and_parentheses_closer_than_both(self):
        self.check("os(macOS) || os(tvOS) && os(iOS)", "macOS")
        self.check("(os(macOS) || os(tvOS)) && !(os(tvOS))", "macOS")
        self.check("!(os(macOS) || (os(iOS) || os(tvOS)))", "watchOS", "visionOS")
        self.check("!os(macOS) && !os(iOS) && true // as ever", "tvOS", "watchOS", "visionOS")

    def test_versions_and_flags(self):
        every = [target.name for target in TARGETS]
        self.check("swift(>=6.0) && compiler(>=6.3) && compiler(<7)", *every)
        self.check("swift(<6) || compiler(>=6.4)")
        self.check("DEBUG && !NO_SUCH_FLAG && hasFeature(ExistentialAny)", *every)

    def test_what_is_not_understood_is_an_error_with_its_line(self):
        wrong = ("os(iOS) &&", "canImport(NoSuch)", "os(iOS) os(tvOS)", "(DEBUG", "moon(1)")
        for condition in wrong:
            with self.assertRaises(ConditionError, msg=condition) as caught:
                rewrite(f"a\n#if {condition}\n#endif", answers("iOS"))
            self.assertEqual(caught.exception.line, 2)


class RewriteTests(unittest.TestCase):
    def check(self, platform, text, expected):
        rewritten = rewrite(text, answers(platform))
        self.assertEqual(len(rewritten.split("\n")), len(text.split("\n")))
        self.assertEqual([line for line in rewritten.split("\n") if line], expected.split())

    def test_one_branch_stays_where_it_was(self):
        text = "#if os(iOS)\na\n#elseif os(tvOS)\nb\n#elseif !os(macOS)\nc\n#else\nd\n#endif\ne"
        self.assertEqual(rewrite(text, answers("tvOS")), "\n\n\nb\n\n\n\n\n\ne")
        self.check("iOS", text, "a e")
        self.check("watchOS", text, "c e")
        self.check("macOS", text, "d e")

    def test_conditions_in_conditions(self):
        text = "#if os(iOS)\n#if DEBUG\na\n#else\nb\n#endif\n#else\n#if DEBUG\nc\n#endif\nd\n#endif"
        self.check("iOS", text, "a")
        self.check("macOS", text, "c d")

    def test_what_is_out_is_not_asked_for(self):
        self.check("macOS", "#if os(iOS)\n#if canImport(NoSuch)\na\n#endif\n#else\nb\n#endif", "b")

    def test_directives_in_strings_and_comments_are_none(self):
        text = 'let a = """\n#if os(iOS)\n"""\n/* /* */\n#else\n*/\n#"""\n#endif\n"""#\n'
        self.assertEqual(rewrite(text, answers("macOS")), text)

    def test_what_is_interpolated_is_code_again(self):
        text = '"a \\(f("b") + #"c \\(d) \\#(e)"#) g" // h'
        self.assertEqual(code_of(text).split(), ['"', 'f("', '")', "+", '#"', 'e', '"#', '"'])
        self.assertEqual(len(code_of(text)), len(text))

    def test_branches_that_do_not_match_are_an_error(self):
        for text in ("#if DEBUG", "#endif", "#else"):
            with self.assertRaises(ConditionError):
                rewrite(text, answers("iOS"))


class ImportTests(unittest.TestCase):
    def test_imports_of_any_form(self):
        text = "import A\n@unsafe @preconcurrency public import B\n\n@_spi(X) import struct C.D\n"
        self.assertEqual(imports(text), [("A", 1), ("B", 2), ("C", 4)])

    def test_foundation_is_the_whole_of_it(self):
        text = "public import Foundation\nimport FoundationNetworking\nimport struct Foundation.A\n"
        expected = text.replace("public import Foundation", f"public import {FOUNDATION}", 1)
        self.assertEqual(with_whole_foundation(text), expected)


if __name__ == "__main__":
    unittest.main()
