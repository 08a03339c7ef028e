"""That a stranger finds in a report why it is so, within three keys from opening it."""

import unittest

from report import ORDERS, ReportTest, needs_orders, orders_day, play

ANYTHING = "body *"


class QuestionTests(ReportTest):
    def assert_answered(self, page, keys, *answers, at=""):
        """After at most three keys, or at an address, all words of the answer are on the screen, in one place."""
        self.assertLessEqual(len(keys), 3)
        self.open(page)
        self.evaluate(f"location.hash = '{at}'")
        for key in keys:
            self.press(key)
            self.evaluate("new Promise((done) => setTimeout(done, 250))")
        # What can be seen of the panels, line by line.
        seen = "\n".join(self.seen(
            ".finding, .claims li, .go, .step, .why, #details-title, .subject > .of, .subject > .hint, .when"
        ))
        for answer in answers:
            self.assertIn(answer, seen)

    @needs_orders
    def test_why_the_icon_shows_what_it_shows(self):
        self.assert_answered(
            orders_day(), ["m", "PageDown"],
            "badge of all pages: 1", "dot: hidden", "page notifications appears",
        )

    @needs_orders
    def test_why_there_is_a_number_at_all(self):
        self.assert_answered(orders_day(), [], "count: 1 (since 0:00:02.8", "requests the count: a page that shows the count appears for the first time")

    @needs_orders
    def test_why_nothing_was_asked(self):
        self.assert_answered(orders_day(), ["m"], "No page that shows the count was visible.", at="line-41")

    def test_why_a_page_asked_for_nothing(self):
        page = play([
            {"t": 0, "account": "ann"}, {"t": 0, "app": "active"}, {"t": 0, "unread": 3, "latency": 0.2},
            {"t": 1, "page": "home", "visible": True}, {"t": 20, "page": "home", "visible": False},
            {"t": 21, "page": "home", "visible": True}, {"t": 30, "end": {}},
        ], "quiet", tool=ORDERS or None) if ORDERS else None
        if page is None:
            self.skipTest("ORDERS_REPLAY does not name the player of Orders")
        self.assert_answered(page, ["m"], "The count is fresh: it was asked for 20 s ago.", at="line-7")

    @needs_orders
    def test_why_a_tap_led_nowhere(self):
        push = {"aps": {"alert": "Hello", "category": "NEWS"}, "gcm.message_id": "n1"}
        page = play([
            {"t": 0, "app": "active"}, {"t": 1, "account": "ann"}, {"t": 5, "push": push},
            {"t": 9, "open": push, "action": "READ"}, {"t": 30, "end": {}},
        ], "tap", tool=ORDERS)
        taps = [m for f in self.opened_findings(page) for m in f if m["kind"] in ("open", "opened")]
        self.assertEqual(len(taps), 1, "the tap is among what nothing came of")
        self.assert_answered(page, [], taps[0]["words"], taps[0]["why"])
        for count in (1, 2, 3):
            self.open(page)
            self.press(*"u" * count)
            if self.text("#details-title") == taps[0]["words"]:
                break
        self.assertEqual(self.text("#details-title"), taps[0]["words"])
        self.assertIn(taps[0]["why"], self.text("#details"))

    def opened_findings(self, page):
        self.open(page)
        return [[self.model["marks"][i] for i in marks] for marks in self.findings("nothing") + self.findings("problem")]


if __name__ == "__main__":
    unittest.main()
