"""That a report is used with the keyboard alone."""

import unittest

from report import ReportTest, day


class KeyTests(ReportTest):
    def setUp(self):
        super().setUp()
        self.open(day())

    def of_lane(self, name):
        lane = next(i for i, lane in enumerate(self.model["lanes"]) if lane["id"] == name)
        return [i for i, mark in enumerate(self.model["marks"]) if mark["lane"] == lane]

    def test_arrows_move_within_a_lane_and_tab_to_the_next(self):
        phase = self.of_lane("phase")
        self.assertEqual(self.tab_to(lambda focus: focus["lane"] == "phase")["mark"], phase[0])
        for index in phase[1:]:
            self.press("ArrowRight")
            self.assertEqual(self.focus()["mark"], index)
            self.assertIn(self.words(index), self.text("#details-title"))
        for index in reversed(phase[:-1]):
            self.press("ArrowLeft")
            self.assertEqual(self.focus()["mark"], index)
        self.press("End")
        self.assertEqual(self.focus()["mark"], phase[-1])
        self.press("Tab")
        self.assertEqual(self.focus()["lane"], "pages")
        self.press("Tab", shift=True)
        self.assertEqual(self.focus()["mark"], phase[-1], "a lane remembers where one was")
        self.press("Home")
        for lane in ["pages", "account", "pushes", "unread"]:
            self.press("ArrowDown")
            self.assertEqual(self.focus()["lane"], lane)
        self.press("ArrowUp")
        self.assertEqual(self.focus()["lane"], "pushes")

    def test_all_marks_of_a_crowded_lane_are_reached(self):
        unread = self.of_lane("unread")
        self.tab_to(lambda focus: focus["lane"] == "unread")
        for index in unread[1:]:
            self.press("ArrowRight")
            self.assertEqual(self.focus()["mark"], index)

    def test_what_has_the_focus_can_be_seen(self):
        for keys in ["", "++++"]:
            self.press(*keys)
            for _ in range(45):
                self.press("Tab")
                self.check_focus()
            # From a mark, since from a button these scroll the page, as everywhere.
            self.tab_to(lambda focus: focus["mark"] is not None)
            for key in ["End", "Home"]:
                self.press(key)
                self.check_focus()

    def check_focus(self):
        self.settle()
        seen = self.evaluate("""(() => {
          const element = document.activeElement;
          if (element === document.body) return null;
          const box = element.getBoundingClientRect();
          const canvas = element.closest('#canvas');
          const left = canvas ? document.getElementById('axis-name').getBoundingClientRect().right - 1 : 0;
          const right = canvas ? document.getElementById('scroller').getBoundingClientRect().right : innerWidth;
          const style = getComputedStyle(element);
          return [element.outerHTML.slice(0, 100), box.right > left, box.left < right, box.bottom > 0,
            box.top < innerHeight, style.outlineStyle !== 'none' || style.textDecorationLine !== 'none'];
        })()""")
        if seen:
            self.assertEqual(seen[1:], [True] * 5, seen[0])

    def test_enter_leads_to_the_details_escape_back_and_a_chain_along(self):
        self.press("n", "n", "n")
        number = self.focus()["mark"]
        self.press("Enter")
        self.assertEqual(self.focus()["id"], "details-title")
        self.press("Escape")
        self.assertEqual(self.focus()["mark"], number)
        self.press("Enter", "Tab", "Enter")
        cause = self.model["marks"][number]["cause"]
        chain = [cause]
        while "cause" in self.model["marks"][chain[0]]:
            chain.insert(0, self.model["marks"][chain[0]]["cause"])
        self.assertEqual(self.focus()["mark"], chain[0])

    def test_keys_without_a_modifier_can_be_switched_off(self):
        # Without the mouse, which would rest on a mark, whose details the page shows.
        toggle = "document.getElementById('single-keys').click()"
        self.press("?")
        self.assertTrue(self.evaluate("document.getElementById('help').open"))
        self.press("n")
        self.assertEqual(self.text("#details-title"), "Details", "help keeps its keys")
        self.evaluate(toggle)
        self.press("Escape")
        self.assertFalse(self.evaluate("document.getElementById('help').open"))
        self.press(*"npuU.,][m+-f")
        self.assertEqual(self.text("#details-title"), "Details")
        self.press("?")
        self.evaluate(toggle)
        self.press("Escape", "n")
        self.assertNotEqual(self.text("#details-title"), "Details")

    def test_keys_with_a_modifier_are_the_browsers(self):
        self.press("n", ctrl=True)
        self.press("p", alt=True)
        self.press("f", meta=True)
        self.assertEqual(self.text("#details-title"), "Details")

    def test_pointing_at_a_mark_shows_its_record_and_what_it_caused(self):
        push = next(n for n, mark in enumerate(self.model["marks"]) if mark["kind"] == "push" and mark["at"] > 100)
        self.browser.point(f'[data-mark="{push}"]')
        self.assertEqual(self.text("#details-title"), self.words(push))
        shown = self.text("#details-body")
        self.assertIn(self.model["marks"][push]["json"][0], self.evaluate("document.getElementById('details-body').textContent"))
        self.assertIn("Led to", shown)

    def test_a_mark_that_caused_nothing_says_why(self):
        caused = {mark.get("cause") for mark in self.model["marks"]}
        for number, mark in enumerate(self.model["marks"]):
            if number in caused:
                self.assertNotIn("why", mark, mark["words"])
            else:
                self.assertGreater(len(mark.get("why", "")), 10, mark["words"])

    def test_everything_is_in_the_table(self):
        self.assertEqual(self.evaluate("document.querySelectorAll('#table tr').length"), 0)
        self.evaluate("document.querySelector('#everything').open = true")
        self.settle()
        rows = self.texts("#table tbody tr")
        self.assertEqual(len(rows), len(self.model["marks"]))
        self.assertIn("The network connection was lost", "\n".join(rows))


if __name__ == "__main__":
    unittest.main()
