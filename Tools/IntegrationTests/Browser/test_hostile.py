"""That a page stays a page whatever the recording holds, and however wide the window is."""

import unittest

from report import ReportTest, day, long_page, play

EMOJI = "🦊" * 10_000
LONG = "error " * 830
TURNED = "\u202etfel\u2066\u2028"
MARKUP = "<script>alert(1)</script></noscript></title><!--{{script}}<img src=x onerror=alert(2)>"
WIDTHS = [(360, 740), (800, 900), (1600, 1000)]
WIDE = """[...document.querySelectorAll('body *')].filter((element) => {
  const style = getComputedStyle(element);
  if (element.closest('svg, #scroller, #overview, .spoken, details:not([open]) > :not(summary) *, details:not([open]) > :not(summary), [hidden], script, style, noscript, dialog:not([open])')) return false;
  const box = element.getBoundingClientRect();
  if (box.width === 0) return false;
  const inside = style.overflowX === 'visible' && style.display !== 'inline'
    && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
  return box.right > document.documentElement.clientWidth + 0.5 || inside;
}).map((element) => element.tagName + '.' + element.className + '#' + element.id)"""


def hostile():
    bad = MARKUP + TURNED
    return [
        {"t": 0, "account": bad}, {"t": 0, "app": "active"}, {"t": 0, "page": EMOJI, "visible": True},
        {"t": 1, "push": {"aps": {"alert": {"title": EMOJI}}, "gcm.message_id": bad}},
        {"t": 2, "unread": {"error": LONG}}, {"t": 2.5, "tokenError": bad}, {"t": 3, "tokenError": LONG},
        {"t": 4, "countdown": {"add": [{"id": bad, "seconds": 5}, {"id": "x" * 5_000, "seconds": 9}], "show": [bad]}},
        {"t": 4, "latest": [{"id": EMOJI, "order": 1}]}, {"t": 4.5, "latest": [{"id": "y" * 4_000, "order": 2}]},
        {"t": 5, "open": {"aps": {"alert": bad}}, "action": bad, "reply": LONG},
        {"t": 6, "push": {"aps": {"alert": "big"}, "data": "z" * 100_000}},
        {"t": 7, "screenshot": {}}, {"t": 70, "end": {}},
    ]


class HostileTests(ReportTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = play(hostile(), "hostile")

    def assert_in_its_box(self, what):
        wide = self.evaluate(
            "[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]"
        )
        self.assertLessEqual(wide[0], wide[1], what)
        self.assertEqual(self.evaluate(WIDE), [], what)

    def test_nothing_sticks_out_at_any_width(self):
        pages = {"hostile": self.page, "day": day(), "long": long_page()}
        for width, height in WIDTHS:
            self.browser.screen(width, height)
            for name, page in pages.items():
                self.open(page)
                self.assert_in_its_box(f"{name} at {width}")
                height = self.evaluate("document.scrollingElement.scrollHeight")
                self.assertLess(height, 6_000 if width > 400 or name != "long" else 9_000, f"{name} at {width}")
                for key in "nnnu":
                    self.press(key)
                    self.assert_in_its_box(f"{name} at {width} after {key}")

    def test_nothing_runs_and_nothing_becomes_an_element(self):
        self.open(self.page)
        scripts = self.evaluate("document.scripts.length")
        seen = ""
        for number in range(len(self.model["marks"])):
            self.evaluate(f"location.hash = 'mark-{number + 1}'")
            self.browser.wait(f"document.querySelector('.mark.shown')?.dataset.mark === '{number}'", timeout=5)
            seen += self.text("#details")
        self.evaluate("document.querySelector('#everything').open = true")
        self.press("?")
        self.settle()
        everything = self.evaluate("document.documentElement.outerHTML")
        self.assertIn("<script>alert(1)</script></noscript></title><!--{{script}}<img", seen)
        for character in TURNED.replace("tfel", ""):
            self.assertNotIn(character, everything)
        self.assertIn("\\u{202e}tfel", seen)
        self.assertEqual(self.evaluate("document.images.length"), 0)
        self.assertEqual(self.evaluate("document.scripts.length"), scripts)
        self.assertEqual(scripts, 2)

    def test_without_a_script_nothing_runs_either(self):
        self.open(self.page, scripts=False)
        self.assertEqual(self.evaluate("document.images.length"), 0)
        self.assertIn("<script>alert(1)</script>", self.text("main.told"))
        for width, height in WIDTHS:
            self.browser.screen(width, height)
            wide = self.evaluate(
                "[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]"
            )
            self.assertLessEqual(wide[0], wide[1], width)

    def test_the_table_holds_it_too(self):
        self.open(self.page)
        self.evaluate("document.querySelector('#everything').open = true")
        self.settle()
        rows = self.evaluate("document.querySelectorAll('#table tbody tr').length")
        self.assertEqual(rows, len(self.model["marks"]))
        for width, height in WIDTHS:
            self.browser.screen(width, height)
            self.settle()
            self.assert_in_its_box(f"the table at {width}")


if __name__ == "__main__":
    unittest.main()
