"""That a report tells first what went wrong, and leads to it, and to what its figures count."""

import re
import unittest

from report import DEMO, ReportTest, day, long_page, needs_orders, orders_day, play, report, write

ROWS = """[...document.querySelectorAll('.findings[data-sort="%s"] .finding')].map((row) => ({
  text: row.innerText.replace(/\\s+/g, " "), go: Number(row.dataset.go),
  count: row.querySelector(".count")?.innerText ?? null,
}))"""


class FindingTests(ReportTest):
    def rows(self, sort):
        return self.evaluate(ROWS % sort)

    def details(self):
        return self.text("#details-title")

    def assert_walk(self, sort, forward, back):
        """One key goes through all findings round and round, the other the same way back."""
        findings = self.findings(sort)
        self.assertGreater(len(findings), 1)
        firsts = [marks[0] for marks in findings]
        for number in firsts + firsts[:1]:
            self.press(forward)
            self.assertEqual(self.focus()["mark"], number)
            self.assertIn(self.words(number)[:80], self.details())
            self.assertEqual(self.evaluate("document.querySelectorAll('.mark.shown').length"), 1)
            box = self.evaluate("""(() => {
              const box = document.activeElement.getBoundingClientRect();
              return [box.left, box.right, box.top, box.bottom,
                document.getElementById('axis-name').getBoundingClientRect().right, innerWidth, innerHeight];
            })()""")
            self.assertGreaterEqual(box[0], box[4] - 1)
            self.assertLessEqual(box[1], box[5])
            self.assertGreaterEqual(box[2], 0)
            self.assertLessEqual(box[3], box[6])
        for number in [*reversed(firsts), firsts[-1]]:
            self.press(back)
            self.assertEqual(self.focus()["mark"], number)
            self.assertIn(self.words(number)[:80], self.details())

    def test_two_keys_lead_to_all_that_went_wrong(self):
        self.open(day())
        self.assert_walk("problem", "n", "p")

    def test_two_keys_lead_to_all_that_nothing_came_of(self):
        self.open(day())
        self.assert_walk("nothing", "u", "U")

    def test_the_keys_work_from_a_larger_view_too(self):
        self.open(day())
        self.press("+", "+", "+", "+")
        self.assert_walk("problem", "n", "p")

    def test_the_last_comes_first_when_going_back(self):
        self.open(day())
        self.press("p")
        self.assertEqual(self.focus()["mark"], self.findings("problem")[-1][0])

    def test_an_outage_is_one_line_from_its_first_failure_to_its_last(self):
        self.open(day())
        rows = self.rows("problem")
        outage = [row for row in rows if "Unread count" in row["text"]]
        self.assertEqual(len(outage), 1)
        self.assertEqual(outage[0]["count"], "10×")
        self.assertTrue(outage[0]["text"].startswith("0:02:30 to 0:03:47.199 Unread count"))
        marks = next(m for m in self.findings("problem") if m[0] == outage[0]["go"])
        self.assertEqual(len(marks), 10)
        self.press("n", "n")
        self.assertIn("One of 10", self.text("#details-body"))

    def test_what_was_told_of_a_failure_is_not_counted_once_more(self):
        self.open(day())
        token = [row for row in self.rows("problem") if "no device token" in row["text"]]
        self.assertEqual([row["count"] for row in token], [None])
        self.assertTrue(token[0]["text"].startswith("0:00:01.1 Pushes and taps"))

    def test_malformed_pushes_are_problems_and_refused_screenshots_are_not(self):
        self.open(day())
        texts = " ".join(row["text"] for row in self.rows("nothing"))
        self.assertIn("the screenshot has no preview", texts)
        texts = " ".join(row["text"] for row in self.rows("problem"))
        self.assertNotIn("screenshot", texts)
        self.assertIn("aps.badge should be a number and is a string", texts)
        self.assertIn("the system gives no device token", texts)

    def test_a_line_leads_to_its_mark(self):
        self.open(day())
        for row in self.rows("problem") + self.rows("nothing"):
            self.browser.click(f'.finding[data-go="{row["go"]}"]')
            self.assertEqual(self.focus()["mark"], row["go"])
            self.assertIn(self.words(row["go"])[:80], self.details())

    def test_what_nothing_came_of_says_why(self):
        self.open(day())
        rows = self.rows("nothing")
        self.assertEqual(len(rows), len(self.findings("nothing")))
        for row in rows:
            self.assertIn(self.model["marks"][row["go"]]["why"], row["text"])

    def test_a_day_on_which_all_went_well_says_so(self):
        self.open(play([{"t": 0, "account": "alice"}, {"t": 1, "end": {}}], "well"))
        self.assertIn("What went wrong nothing", self.text("#findings").replace("\n", " "))
        self.press("n")
        self.assertIn("none", self.text("#said"))
        self.assertEqual(self.focus()["mark"], None)

    def assert_figures(self, most):
        """Every figure with a count leads to just the marks that it counts, one after the other."""
        figures = self.model["figures"]
        walked = 0
        for figure in figures:
            entries = [(figure["title"], figure["marks"])]
            entries += [(f"{figure['title']}: {name}", marks) for name, _, marks in figure["entries"]]
            for name, counted in entries:
                marks = sorted(set(counted))
                selector = f"[data-wanted={quoted(name)}]"
                if not marks:
                    self.assertEqual(self.evaluate(f"document.querySelectorAll({quoted(selector)}).length"), 0)
                    continue
                self.evaluate(f"document.querySelector({quoted(selector)}).closest('details')?.setAttribute('open', '')")
                self.browser.click(selector)
                self.assertEqual(self.focus()["mark"], marks[0], name)
                seen = [self.focus()["mark"]]
                for _ in marks[1:most]:
                    self.press(".")
                    seen.append(self.focus()["mark"])
                self.assertEqual(seen, marks[:most], name)
                of = f"of {len(marks):,}"
                self.assertTrue(self.text("#hits").endswith(of), f"{self.text('#hits')} is not {of}")
                if len(marks) <= most:
                    self.press(".")
                    self.assertEqual(self.focus()["mark"], marks[0], "round and round")
                walked += len(seen)
        return walked

    def test_every_figure_leads_to_what_it_counts(self):
        self.open(day())
        self.assertGreater(self.assert_figures(100), 75)
        self.press("Escape")
        self.assertEqual(self.text("#hits"), "")

    def test_every_figure_of_ten_thousand_records_leads_there_too(self):
        self.open(long_page())
        self.assertGreater(self.assert_figures(4), 25)

    @needs_orders
    def test_every_figure_of_a_feature_of_somebody_else_leads_there_too(self):
        self.open(orders_day())
        self.assertGreater(self.assert_figures(100), 25)

    def test_figures_count_what_is_there(self):
        self.open(day())
        received = sum(1 for mark in self.model["marks"] if mark["kind"] == "received")
        self.assertIn(f"Pushes received\n{received}\n", re.sub("\n+", "\n", self.text("#figures")))

    def test_many_findings_leave_room_for_the_timeline(self):
        records = [{"t": 0, "account": "alice"}]
        for number in range(300):
            time = 10 + 100 * number
            records.append({"t": time, "latest": [{"id": f"n{number}", "order": number}]})
            records.append({"t": time + 1, "push": {"aps": {"badge": "x", "sound": number}}})
            records.append({"t": time + 50, "screenshot": {}})
            records.append({"t": time + 55, "app": ["active", "background"][number % 2]})
        page = play(records, "many")
        for pages in [page, report(*[write(records, "many.jsonl")] * 2, name="twice.html")]:
            self.open(pages)
            top = self.evaluate("document.querySelector('.lane').getBoundingClientRect().top")
            self.assertLess(top, 600)
            self.assertLess(self.evaluate("document.scrollingElement.scrollHeight"), 6_000)

    def test_a_play_from_standard_input_has_no_command(self):
        import os
        import subprocess

        import report as helper
        page = os.path.join(helper.folder(), "stdin.html")
        with open(write([{"t": 0, "account": "alice"}], "in.jsonl"), encoding="utf-8") as file:
            subprocess.run(
                [DEMO, "play", "-", "--html", page], stdin=file, check=True, stdout=subprocess.DEVNULL
            )
        self.open(page)
        self.assertEqual(self.evaluate("document.querySelectorAll('.command').length"), 0)
        self.open(day())
        self.assertEqual(self.evaluate("document.querySelectorAll('.command').length"), 1)


def quoted(text):
    import json
    return json.dumps(text)


if __name__ == "__main__":
    unittest.main()
