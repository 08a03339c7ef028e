"""That a report finds what its reader looks for, and leaves out what nobody wants to see."""

import unittest

from report import ReportTest, day, long_page, play

STRONG = """[...document.querySelectorAll('#canvas .mark:not(.faint)')].map((mark) => Number(mark.dataset.mark))"""


class SearchTests(ReportTest):
    def find(self, text):
        self.press("/")
        self.assertEqual(self.focus()["id"], "search")
        self.evaluate("document.getElementById('search').select()")
        self.press("Backspace")
        self.browser.type(text)
        # A search begins a moment after the last letter.
        self.evaluate("new Promise((done) => setTimeout(done, 300))")
        return self.text("#hits")

    def expected(self, text):
        return [
            index for index, mark in enumerate(self.model["marks"])
            if text.lower() in "\n".join([mark["words"], mark.get("why", ""), mark["kind"], *mark["json"]]).lower()
        ]

    def test_words_ids_and_reasons_are_found(self):
        self.open(day())
        for text in ["network connection", "0:1767252675", "us60412176725275800101", "The count is fresh", "Mira"]:
            wanted = self.expected(text)
            self.assertGreater(len(wanted), 0, text)
            said = self.find(text)
            self.assertEqual(said, f"{len(wanted)} match" + ("" if len(wanted) == 1 else "es"), text)
            self.assertEqual(self.evaluate("document.querySelectorAll('#canvas .faint').length") > 0, True)

    def test_enter_goes_through_what_was_found_and_typing_goes_on(self):
        self.open(day())
        wanted = self.expected("the request failed")
        self.find("the request failed")
        for index in wanted + wanted[:1]:
            self.press("Enter")
            self.assertIn(self.words(index), self.text("#details-title"))
            self.assertEqual(self.focus()["id"], "search")
        for index in reversed(wanted):
            self.press("Enter", shift=True)
            self.assertIn(self.words(index), self.text("#details-title"))
        self.evaluate("document.activeElement.blur()")
        for index in wanted[1:]:
            self.press(".")
            self.assertEqual(self.focus()["mark"], index)
        self.press(",")
        self.assertEqual(self.focus()["mark"], wanted[-2])
        self.assertEqual(self.text("#hits"), f"{len(wanted) - 1} of {len(wanted)}")

    def test_case_and_accents_do_not_matter(self):
        self.open(play([
            {"t": 0, "account": "Zoë Ångström"}, {"t": 1, "push": {"aps": {"alert": "Crème BRÛLÉE"}}},
            {"t": 5, "end": {}},
        ], "accents"))
        for text in ["zoe", "ANGSTROM", "creme brulee", "Crème"]:
            self.assertRegex(self.find(text), r"^[1-9]\d* match", text)

    def test_no_match_is_said(self):
        self.open(day())
        self.assertEqual(self.find("xyzzy"), "no match")
        self.press("Enter")
        self.assertEqual(self.focus()["id"], "search")
        self.press("Escape")
        self.assertEqual(self.text("#hits"), "")
        self.assertEqual(self.evaluate("document.getElementById('search').value"), "")
        self.assertEqual(self.evaluate("document.querySelectorAll('.faint').length"), 0)
        self.assertNotEqual(self.focus()["id"], "search")

    def test_no_key_is_taken_while_typing(self):
        self.open(day())
        title = self.text("#details-title")
        keys = "npudUD.,][mf+=-/?"
        self.press("/")
        self.browser.type(keys)
        self.assertEqual(self.evaluate("document.getElementById('search').value"), keys)
        self.assertEqual(self.text("#details-title"), title)
        self.assertFalse(self.evaluate("document.getElementById('help').open"))

    def test_ten_thousand_records_are_searched_while_typing(self):
        self.open(long_page())
        self.find("m9")
        before = self.evaluate("performance.now()")
        self.find("m9997")
        self.assertLess(self.evaluate("performance.now()") - before, 3_000)
        self.assertEqual(self.text("#hits"), f"{len(self.expected('m9997'))} matches")

    def switch(self, title, is_on):
        self.browser.click("#lane-menu summary")
        self.evaluate(f"""[...document.querySelectorAll('#lane-list label')]
          .find((label) => label.innerText.trim() === '{title}').setAttribute('data-test', 'it')""")
        self.browser.click("[data-test=it] input")
        self.assertEqual(self.evaluate("document.querySelector('[data-test=it] input').checked"), is_on)
        self.evaluate("document.querySelector('[data-test=it]').removeAttribute('data-test')")
        self.browser.click("#lane-menu summary")

    def test_a_lane_that_is_switched_off_stays_away_and_comes_back(self):
        self.open(day())
        wanted = self.expected("page")
        pages = next(i for i, lane in enumerate(self.model["lanes"]) if lane["title"] == "Pages")
        others = [index for index in wanted if self.model["marks"][index]["lane"] != pages]
        self.assertLess(len(others), len(wanted))
        self.switch("Pages", False)
        self.assertNotIn("Pages", self.seen(".lane .name span"))
        self.assertEqual(self.evaluate("document.querySelector('[data-lane=pages]').offsetHeight"), 0)
        self.find("page")
        self.press("Enter")
        self.assertEqual(self.text("#hits"), f"1 of {len(others)}")
        lanes = []
        self.evaluate("document.getElementById('overview').focus()")
        while self.focus()["id"] != "details-title" and len(lanes) < 30:
            self.press("Tab")
            lanes.append(self.focus()["lane"])
        self.assertIn("account", lanes)
        self.assertNotIn("pages", lanes)
        self.press("Escape")
        self.switch("Pages", True)
        self.assertIn("Pages", " ".join(self.seen(".lane .name span")))
        self.find("page")
        self.press("Enter")
        self.assertTrue(self.text("#hits").endswith(f" of {len(wanted)}"))

    def test_a_finding_in_a_lane_switched_off_brings_it_back(self):
        self.open(day())
        self.switch("Unread count", False)
        self.press("n", "n")
        self.assertEqual(self.focus()["lane"], "unread")


if __name__ == "__main__":
    unittest.main()
