"""What .ci/paste makes of an article."""
import importlib.machinery
import importlib.util
import pathlib
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "paste"
LOADER = importlib.machinery.SourceFileLoader("paste", str(SCRIPT))
paste = importlib.util.module_from_spec(importlib.util.spec_from_loader("paste", LOADER))
LOADER.exec_module(paste)


def article(*blocks):
    return "# Title\n\n" + "\n\n".join(f"```swift\n{block}\n```" for block in blocks) + "\n"


class PasteTests(unittest.TestCase):
    def test_declarations_are_at_the_top_and_statements_see_those_before(self):
        text = paste.pasted(article("import PushHub\n\nstruct A {}", "let a = 1", "print(a)"))
        self.assertTrue(text.startswith("import PushHub\n\nstruct A {}\n"))
        self.assertIn("do {\nlet a = 1\ndo {\nprint(a)\n}}\n}\n", text)

    def test_an_import_stands_once_with_its_attribute(self):
        text = paste.pasted(article("import UIKit\nlet a = 1", "@preconcurrency import UIKit\nlet b = 2"))
        self.assertEqual(text.count("import UIKit"), 1)
        self.assertTrue(text.startswith("@preconcurrency import UIKit\nimport Foundation\n"))

    def test_a_second_declaration_of_a_name_is_an_alternative(self):
        text = paste.pasted(article("final class AppDelegate {}", "final class AppDelegate: B {}"))
        self.assertIn("enum Alternative1 {\nfinal class AppDelegate: B {}\n}", text)

    def test_a_fragment_is_left_out_and_a_method_of_a_delegate_is_in_one(self):
        text = paste.pasted(article("nonisolated struct Core: FeatureCore {", "override func willLaunch() {}"))
        self.assertNotIn("Core", text)
        self.assertIn("final class Pasted0: PushHubAppDelegate {\noverride func willLaunch() {}\n}", text)

    def test_a_function_that_a_declaration_calls_is_at_the_top(self):
        text = paste.pasted(article("func make() -> Int { 1 }", "struct A { let a = make() }", "func other() {}"))
        self.assertIn("\nfunc make() -> Int { 1 }\n\nstruct A", text)
        self.assertIn("do {\nfunc other() {}\n}", text)


if __name__ == "__main__":
    unittest.main()
