"""That nobody is kept out of a report: with a keyboard, a screen reader, large fingers or other colours."""

import unittest

import axe
from report import DAY, ReportTest, day, play, report

TARGETS = """[...document.querySelectorAll('button, input, summary, [role=scrollbar]')].filter((element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('.spoken')).map((element) => {
    const target = element.matches('input') ? element.closest('label') ?? element : element;
    const box = target.getBoundingClientRect();
    return [element.outerHTML.slice(0, 120), box.width, box.height];
  }).filter(([, width, height]) => width > 0 && (width < 23.5 || height < 23.5))"""


class AccessTests(ReportTest):
    def assert_good(self, what):
        self.assertEqual(self.evaluate(TARGETS), [], f"too small to hit: {what}")
        if axe.find():
            self.assertEqual(axe.findings(self.browser), [], what)

    def test_on_opening_with_a_mark_chosen_and_with_all_open(self):
        self.open(day())
        self.assert_good("on opening")
        self.press("n", "n")
        self.settle()
        self.assert_good("a mark chosen")
        self.browser.click("#lane-menu summary")
        self.assert_good("the menu of lanes open")
        self.browser.click("#lane-menu summary")
        self.press("/")
        self.browser.type("push")
        self.press("Enter")
        self.settle()
        self.assert_good("searching")
        self.press("Escape")
        self.evaluate("document.querySelector('#everything').open = true")
        self.settle()
        self.assert_good("the table open")
        self.press("?")
        self.assert_good("help open")

    def test_zoomed_in(self):
        self.open(day())
        self.press("n", "+", "+", "+", "+")
        self.settle()
        self.assert_good("zoomed in")
        self.browser.click("#unfold")
        self.settle()
        self.assert_good("all open")

    def test_two_recordings(self):
        other = report(DAY, DAY.replace("day.jsonl", "unread-push.jsonl"), name="access.html")
        self.open(other)
        self.assert_good("a comparison")
        self.press("d")
        self.settle()
        self.assert_good("a difference chosen")

    def test_dark(self):
        self.browser.prefer(prefers_color_scheme="dark")
        self.open(day())
        self.assert_good("dark")
        self.press("n", "n")
        self.settle()
        self.assert_good("dark, a mark chosen")
        self.press("?")
        self.assert_good("dark, help open")

    def test_on_a_phone(self):
        self.browser.screen(360, 740, phone=True)
        self.open(day())
        self.assert_good("a phone")
        self.browser.touch(self.browser.place("#canvas .mark"))
        self.settle()
        self.assert_good("a phone, the sheet open")

    def test_without_a_script(self):
        self.open(day(), scripts=False)
        # What stands in a noscript element axe takes for hidden.
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)
        self.evaluate("""document.querySelectorAll('noscript')
          .forEach((element) => element.replaceWith(...element.childNodes))""")
        if axe.find():
            self.assertEqual(axe.findings(self.browser), [])

    def test_with_nothing_to_show(self):
        self.open(play([{"t": 0, "account": "alice"}, {"t": 1, "end": {}}], "little"))
        self.assert_good("one record")

    def test_every_button_has_a_name_in_words(self):
        self.open(day())
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        names = [
            node["name"]["value"] for node in nodes
            if node.get("role", {}).get("value") == "button" and not node["ignored"]
        ]
        self.assertGreater(len(names), 60)
        self.assertTrue(all(names))
        self.assertTrue(any("requests the count" in name and "Led to" in name for name in names))


if __name__ == "__main__":
    unittest.main()
