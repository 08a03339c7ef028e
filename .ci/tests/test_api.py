"""That .ci/api says the same of the same interface, and something else of another."""

import importlib.machinery
import importlib.util
import itertools
import pathlib
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parents[1] / "api"
LOADER = importlib.machinery.SourceFileLoader("api", str(SCRIPT))
api = importlib.util.module_from_spec(importlib.util.spec_from_loader("api", LOADER))
LOADER.exec_module(api)


def text(interface):
    return api.write(api.read(interface))


class TextTests(unittest.TestCase):
    def test_types_in_types_have_a_block_with_their_whole_name(self):
        self.assertEqual(
            text("public struct A {\n    public struct B : Sendable {\n        public let c: Int\n    }\n}"),
            "public struct A\n\npublic struct A.B\n  : Sendable\n  public let c: Int\n",
        )

    def test_in_which_extension_or_order_something_is_declared_does_not_matter(self):
        one = "public struct A : B, C {\n    public func d()\n    public var e: Int { get }\n}"
        other = (
            "extension A : C {\n    public var e: Int { get }\n}\n"
            "public struct A {\n}\nextension A : B {\n    public func d()\n}"
        )
        self.assertEqual(text(one), text(other))

    def test_the_order_of_cases_matters(self):
        self.assertNotEqual(
            text("public enum A {\n    case b\n    case c\n}"),
            text("public enum A {\n    case c\n    case b\n}"),
        )

    def test_a_default_stands_apart_from_what_a_protocol_asks_for(self):
        self.assertEqual(
            text("public protocol A {\n    func b()\n}\nextension A {\n    public func b()\n}"),
            "public protocol A\n  func b()\n\nextension A\n  public func b()\n",
        )

    def test_an_extension_with_a_condition_stands_apart(self):
        self.assertEqual(
            text("public struct A<B> {\n}\nextension A : C where B : C {\n    public func d()\n}"),
            "public struct A<B>\n\nextension A where B : C\n  : C\n  public func d()\n",
        )

    def test_documentation_imports_and_names_of_modules_are_left_out(self):
        self.assertEqual(
            text("import Foundation\n/// Of PushHub.\npublic let a: PushHub.Push\n@_exported import B\n"),
            "public let a: Push\n",
        )

    def test_what_only_the_module_may_set_is_what_others_may_get(self):
        self.assertEqual(
            text("public struct A {\n    public private(set) var b: Int\n}"),
            text("public struct A {\n    public internal(set) var b: Int { get }\n}"),
        )
        self.assertNotEqual(
            text("public struct A {\n    public private(set) var b: Int\n}"),
            text("public struct A {\n    public var b: Int\n}"),
        )

    def test_attributes_and_defaults_may_have_lines_of_their_own(self):
        self.assertEqual(
            text("@MainActor public class A {\n    @discardableResult\n    public func b(c: D = D(\n    e: 1\n))\n}"),
            "public class A\n  @MainActor\n  @discardableResult public func b(c: D = D(e: 1))\n",
        )

    def test_what_the_compiler_derives_is_left_out_and_what_is_written_is_not(self):
        self.assertEqual(
            text(
                "public struct A : Hashable {\n    public static func == (a: A, b: A) -> Bool\n"
                "    public func hash(into hasher: inout Hasher)\n    public var hashValue: Int { get }\n"
                "    public static func < (lhs: A, rhs: A) -> Bool\n    deinit\n}"
            ),
            "public struct A\n  : Hashable\n  public static func < (lhs: A, rhs: A) -> Bool\n",
        )

    def test_a_line_that_is_not_understood_is_an_error(self):
        with self.assertRaises(api.Unknown):
            text("public struct A {\n    something else\n}")


class PlatformTests(unittest.TestCase):
    everywhere = "public struct A {\n    public func b()\n}"
    more = "public struct A {\n    public func b()\n    public func c()\n}"

    def text(self, **others):
        interfaces = dict.fromkeys((api.LINUX, *api.APPLE), self.everywhere) | others
        return api.write(*api.differing({name: api.read(text) for name, text in interfaces.items()}))

    def test_what_is_the_same_everywhere_is_left_out(self):
        self.assertEqual(self.text(), "")

    def test_what_all_of_apples_platforms_have_needs_no_names(self):
        self.assertEqual(
            self.text(**dict.fromkeys(api.APPLE, self.more)), "public struct A\n  public func c()\n"
        )

    def test_what_some_platforms_have_names_them(self):
        self.assertEqual(
            self.text(watchOS=self.more, iOS=self.more),
            "public struct A\n  public func c()  // iOS watchOS\n",
        )

    def test_a_type_of_some_platforms_names_them_once(self):
        self.assertEqual(
            self.text(tvOS=self.everywhere + "\npublic struct D {\n    public func e()\n}"),
            "public struct D  // tvOS\n  public func e()\n",
        )

    def test_what_only_linux_has_says_so(self):
        self.assertEqual(self.text(Linux=self.more), "public struct A\n  public func c()  // Linux\n")


class CommittedTests(unittest.TestCase):
    """What the text says of some platforms is what those have, whatever the others are."""

    one = "public struct A {\n    public func b()\n}"
    more = "public struct A {\n    public func b()\n    public func c()\n}\npublic struct D {\n    public func e()\n}"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def changes(self, then, now):
        every = (api.LINUX, *api.APPLE)
        interfaces = {"M": {name: api.read(then.get(name, self.one)) for name in every}}
        for name, text in api.texts_of(interfaces).items():
            (self.folder / name).write_text(text, encoding="utf-8")
        some = {name: api.read(now.get(name, self.one)) for name in (api.LINUX, "iOS", "macOS")}
        return list(api.changes(api.committed(self.folder, "M"), some))

    def test_whatever_differs_between_platforms_is_no_change(self):
        for count in range(len(api.APPLE) + 2):
            for names in itertools.combinations((api.LINUX, *api.APPLE), count):
                texts = dict.fromkeys(names, self.more)
                self.assertEqual(self.changes(texts, texts), [], names)

    def test_what_is_new_or_gone_is_told_with_its_platform(self):
        self.assertEqual(
            self.changes({}, {"iOS": self.more}),
            ["iOS: + public struct A: public func c()", "iOS: + public struct D",
             "iOS: + public struct D: public func e()"],
        )
        everywhere = dict.fromkeys((api.LINUX, *api.APPLE), self.more)
        self.assertEqual(
            self.changes(everywhere, everywhere | {"macOS": self.one})[0],
            "macOS: - public struct A: public func c()",
        )


if __name__ == "__main__":
    unittest.main()
