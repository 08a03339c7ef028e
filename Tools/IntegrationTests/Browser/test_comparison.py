"""That two recordings stand side by side, with what is different."""

import json
import unittest

from report import DAY, ReportTest, report, write

BOXES = """Object.fromEntries([...document.querySelectorAll(".lane")].map((lane) =>
  [lane.dataset.recording + lane.dataset.lane, lane.getBoundingClientRect().top]))"""


class ComparisonTests(ReportTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with open(DAY, encoding="utf-8") as file:
            records = [json.loads(line) for line in file if line.startswith("{")][1:]
        # Without the outage's failures and the push at noon.
        other = [r for r in records if not ("push" in r and r["t"] == 75) and "error" not in str(r.get("unread"))]
        cls.missing = len(records) - len(other)
        cls.page = report(DAY, write(other, "other.jsonl"), name="comparison.html")
        cls.same = report(DAY, DAY, name="same.html")

    def marks(self):
        """All marks of the page: those of the first recording, then those of the second."""
        return [mark for recording in self.report["recordings"] for mark in recording["marks"]]

    def differences(self):
        offset = [0, len(self.report["recordings"][0]["marks"])]
        found = [[i + offset[d["recording"]] for i in d["marks"]] for d in self.report["differences"]]
        return sorted(found, key=lambda marks: self.marks()[marks[0]]["at"])

    def test_each_lane_stands_above_the_same_of_the_other(self):
        self.open(self.page)
        self.assertGreater(self.missing, 0)
        tops = self.evaluate(BOXES)
        order = sorted(tops, key=tops.get)
        ids = [lane["id"] for lane in self.model["lanes"]]
        self.assertEqual(order, [letter + name for name in ids for letter in "AB"])
        self.assertIn("A: day.jsonl", self.text("#name"))
        self.assertIn("B: other.jsonl", self.text("#name"))

    def test_what_happens_at_one_time_stands_at_one_place(self):
        self.open(self.page)
        self.press("+", "+", "+")
        places = self.evaluate("""[...document.querySelectorAll('[data-lane=phase] .mark')]
          .map((mark) => [mark.closest('.lane').dataset.recording, mark.getBoundingClientRect().left])""")
        first = [left for letter, left in places if letter == "A"]
        second = [left for letter, left in places if letter == "B"]
        self.assertGreater(len(first), 0)
        self.assertEqual(first, second)

    def test_differences_are_listed_first_and_marked(self):
        self.open(self.page)
        titles = self.texts(".findings h3")
        self.assertEqual(titles[0], f"What is different {len(self.differences())}")
        self.assertGreater(len(self.differences()), 2)
        rows = self.evaluate("[...document.querySelectorAll('.finding.difference')].map((row) => Number(row.dataset.go))")
        self.assertEqual(rows, [marks[0] for marks in self.differences()])
        marked = self.evaluate("""[...document.querySelectorAll('#canvas .mark.differs:not(.many)')]
          .map((mark) => Number(mark.dataset.mark))""")
        self.assertGreater(len(marked), 0)
        self.assertTrue(all(self.marks()[index].get("differs") for index in marked))

    def test_a_key_walks_them_round_and_round(self):
        self.open(self.page)
        firsts = [marks[0] for marks in self.differences()]
        for index in firsts + firsts[:1]:
            self.press("d")
            self.assertEqual(self.focus()["mark"], index)
            self.assertIn("has no such event", self.text("#details-body"))
        for index in reversed(firsts):
            self.press("D")
            self.assertEqual(self.focus()["mark"], index)

    def test_links_name_the_second_recording(self):
        self.open(self.page)
        second = [m[0] for m in self.differences() if m[0] >= len(self.model["marks"])]
        self.browser.click(f'.finding[data-go="{second[0]}"]')
        address = self.address()
        self.assertRegex(address, r"^#b-(line|mark)-\d+$")
        title = self.text("#details-title")
        self.open(self.page, address[1:])
        self.assertEqual(self.text("#details-title"), title)

    def test_what_is_true_is_told_of_both(self):
        self.open(self.page, "t=200")
        self.assertEqual(len(self.texts("#moment-body h3")), 2)
        self.assertEqual(len(self.texts(".subject")), 2 * len(self.model["facts"]))
        commands = self.texts(".command code")
        self.assertIn("day.jsonl", commands[0])
        self.assertIn("other.jsonl", commands[1])

    def test_a_file_and_itself_are_the_same(self):
        self.open(self.same)
        self.assertEqual(self.report["differences"], [])
        self.assertIn("nothing: the features did the same", self.text("#findings"))
        self.assertEqual(self.evaluate("document.querySelectorAll('.differs').length"), 0)
        self.press("d")
        self.assertIn("none", self.text("#said"))

    def test_one_recording_has_no_differences(self):
        self.open(report(DAY, name="one.html"))
        self.assertNotIn("different", self.text("#findings"))


if __name__ == "__main__":
    unittest.main()
