"""That .ci/page finds the mistakes which it is there for, where they stand, and no others."""

import importlib.machinery
import importlib.util
import pathlib
import re
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parents[1] / "page"
LOADER = importlib.machinery.SourceFileLoader("page", str(SCRIPT))
page = importlib.util.module_from_spec(importlib.util.spec_from_loader("page", LOADER))
LOADER.exec_module(page)

GOOD = {
    "types.js": """/**
 * @typedef {object} Mark
 * @property {number} at
 * @property {number} [until]
 */
""",
    "report.js": """/** @type {Mark[]} */
const marks = JSON.parse(document.getElementById("report")?.textContent ?? "[]");

/** @param {Mark} mark */
const lasts = (mark) => (mark.until ?? mark.at) - mark.at;
""",
    "lanes.js": "document.title = String(marks.map(lasts).at(-1) ?? 0);\n",
}


# A mistake on each line, and where and how it is found.
WRONG_TYPES = [
    ("for (const mark of marks) lasts({ at: mark.att });", "44: TS2339: Property 'att'"),
    ('lasts({ at: "1" });', "9: TS2322"),
    ('document.getElementById("a").focus();', "1: TS2531"),
    ("const untyped = (mark) => mark;", "18: TS7006"),
    ("lasts({ at: later }, untyped(1)); const later = 1;", "13: TS2448"),
    ("/** @type {Mrak} */ const misspelt = marks[0]; lasts(misspelt);", "12: TS2304"),
    ("const ends = () => { return 1; lasts(marks[0]); }; ends();", "32: TS7027"),
    ("const twice = 1;", "7: TS2451"),
    ("const twice = 2; lasts({ at: twice });", "7: TS2451"),
]
WRONG_HABITS = [
    ("const forgotten = 1;", "7: eslint(no-unused-vars)"),
    ("lasts(unheardOf);", "7: eslint(no-undef)"),
    ("document.body.innerHTML = location.hash;", "15: eslint(no-restricted-properties)"),
    ('document.body.insertAdjacentHTML("x", location.hash);', "15: eslint(no-restricted-properties)"),
    ("if (marks.length == 1) lasts(marks[0]);", "18: eslint(eqeqeq)"),
    ("let same = marks[0]; lasts(same);", "5: eslint(prefer-const)"),
    ("console.log(marks);", "1: eslint(no-console)"),
    ("debugger;", "1: eslint(no-debugger)"),
    ("eval(location.hash);", "1: eslint(no-eval)"),
    ("for (const marks of [[1]]) lasts({ at: marks[0] });", "12: eslint(no-shadow)"),
]


class PageTestCase(unittest.TestCase):
    def script(self, files, listed=("report.js", "lanes.js")):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        folder = pathlib.Path(folder.name, "Page")
        folder.mkdir()
        names = ", ".join(f'"{name}"' for name in listed)
        (folder.parent / "ReportPage.swift").write_text(f"static let scripts = [\n{names},\n]\n")
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        return page.Script(folder)

    def findings_of(self, files, part=None):
        script = self.script(files)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "page.js").write_text(script.text, encoding="utf-8")
            found = part(script, folder) if part else script.findings()
            return [re.sub(r"^\S*/", "", finding) for finding in found]

    def assert_found(self, seeds, part):
        lines = "".join(line + "\n" for line, _ in seeds)
        for name, good in GOOD.items():
            if name == "types.js":
                continue
            found = self.findings_of({**GOOD, name: good + lines}, part)
            for number, (line, wanted) in enumerate(seeds, good.count("\n") + 1):
                start = f"{name}:{number}:{wanted}"
                self.assertTrue(any(one.startswith(start) for one in found), (line, start, found))
        self.assertEqual(self.findings_of(GOOD, part), [])


class OrderTests(PageTestCase):
    def test_the_scripts_come_in_the_order_of_the_page_after_their_types(self):
        script = self.script(dict.fromkeys(["a.js", "b.js", "types.js"], ""), ["b.js", "a.js"])
        self.assertEqual((script.names, script.odd), (["types.js", "b.js", "a.js"], []))

    def test_a_script_that_the_page_leaves_out_is_found(self):
        found = self.script({**GOOD, "more.js": ""}).odd
        self.assertEqual(found, ["more.js: ReportPage.swift does not name it"])

    def test_a_script_that_is_not_there_is_found(self):
        found = self.script(GOOD, ["report.js", "gone.js", "lanes.js"]).odd
        self.assertEqual(found, ["gone.js: ReportPage.swift names it, but it is not there"])

    def test_the_repositorys_own_scripts_are_all_named(self):
        script = page.Script(page.PAGE)
        self.assertGreater(len(script.names), 3)
        self.assertEqual(script.odd, [])


class FindingTests(PageTestCase):
    @unittest.skipUnless(page.tool("tsc"), "there is no tsc")
    def test_wrong_types_are_found_in_their_file_and_line_and_no_others(self):
        self.assert_found(WRONG_TYPES, page.Script.types)

    @unittest.skipUnless(page.tool("oxlint"), "there is no oxlint")
    def test_bad_habits_are_found_in_their_file_and_line_and_no_others(self):
        self.assert_found(WRONG_HABITS, page.Script.habits)

    @unittest.skipUnless(page.tool("oxlint"), "there is no oxlint")
    def test_what_can_not_be_read_is_found(self):
        found = self.findings_of({**GOOD, "lanes.js": "const = 1;\n"}, page.Script.habits)
        self.assertRegex(found[0], "^lanes.js:1:7: ")
