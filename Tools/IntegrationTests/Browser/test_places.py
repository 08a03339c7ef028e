"""That a report serves on a phone, in the dark, in forced colours, on paper and without a script."""

import pathlib
import shutil
import tempfile
import unittest

import chromium
from report import ReportTest, day, long_page

try:
    from PIL import Image
except ImportError:
    Image = None

LUMINANCE = """((selector) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.fillStyle = getComputedStyle(document.querySelector(selector)).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).reduce((sum, part) => sum + part, 0) / 3;
})"""


class PlaceTests(ReportTest):
    def phone(self, page):
        self.browser.screen(360, 740, phone=True)
        self.open(page)

    def test_a_tap_on_a_phone_shows_the_details(self):
        self.phone(day())
        self.assertLess(self.evaluate("document.querySelector('#findings').getBoundingClientRect().top"), 200)
        place = self.browser.place('#canvas [data-kind="push"]')
        self.browser.touch(place)
        self.settle()
        box = self.evaluate("""(() => {
          const box = document.getElementById('details-title').getBoundingClientRect();
          return [box.top, box.bottom, innerHeight];
        })()""")
        self.assertGreaterEqual(box[0], 0)
        self.assertLess(box[1], box[2])
        self.assertNotEqual(self.text("#details-title"), "Details")
        mark = self.evaluate("document.querySelector('.mark.shown').getBoundingClientRect().bottom")
        sheet = self.evaluate("document.getElementById('details').getBoundingClientRect().top")
        self.assertLessEqual(mark, sheet + 1, "the mark is not behind its details")
        self.browser.touch(self.browser.place("#details-close"))
        self.settle()
        self.assertFalse(self.evaluate("document.body.classList.contains('has-chosen')"))
        self.assertEqual(self.evaluate("getComputedStyle(document.getElementById('details')).position"), "static")

    def test_swiping_over_the_lanes_scrolls(self):
        self.phone(day())
        self.evaluate("for (let i = 0; i < 4; i += 1) document.getElementById('wider').click()")
        self.evaluate("document.getElementById('scroller').scrollIntoView({ block: 'start' })")
        self.settle()
        left = self.evaluate("document.getElementById('scroller').scrollLeft")
        top = self.evaluate("document.scrollingElement.scrollTop")
        self.browser.touch((320, 300), (150, 300))
        self.browser.wait(f"document.getElementById('scroller').scrollLeft > {left} + 60", timeout=5)
        self.browser.touch((250, 500), (250, 350))
        self.browser.wait(f"document.scrollingElement.scrollTop !== {top}", timeout=5)

    def test_a_tap_between_marks_puts_the_cursor_there(self):
        self.phone(day())
        place = self.evaluate("""(() => {
          document.getElementById('scroller').scrollIntoView({ block: 'start' });
          for (let down = 60; down < 700; down += 5) {
            // A finger is thick: the browser takes a mark nearby for what was meant.
            const near = [-24, 0, 24].flatMap((x) => [-24, 0, 24]
              .map((y) => document.elementFromPoint(240 + x, down + y)));
            if (near.every((element) => element?.closest('#canvas') && !element.closest('button, .name, #axis'))) {
              return [240, down];
            }
          }
        })()""")
        self.browser.touch(tuple(place))
        self.browser.wait(
            "Math.abs(document.querySelector('.cursor').getBoundingClientRect().left + 1 - 240) < 2", timeout=5
        )

    def test_dark_is_dark(self):
        for scheme, is_dark in [("light", False), ("dark", True)]:
            self.browser.prefer(prefers_color_scheme=scheme)
            self.open(day())
            for selector in ["body", "#timeline", "#details", ".lane .name"]:
                self.assertEqual(self.evaluate(f"{LUMINANCE}({selector!r})") < 128, is_dark, selector)

    def test_forced_colours_keep_what_went_wrong_apart(self):
        self.browser.prefer(forced_colors="active")
        self.open(day())
        styles = """[...new Set([...document.querySelectorAll('#canvas %s i')]
          .map((mark) => getComputedStyle(mark).borderTopStyle))]"""
        alarm = self.evaluate(styles % ".mark.alarm:not(.long)")
        other = self.evaluate(styles % ".mark:not(.alarm, .long)")
        self.assertGreater(len(alarm), 0)
        self.assertEqual(set(alarm) & set(other), set())

    @unittest.skipUnless(shutil.which("pdftoppm") and Image, "there is no pdftoppm, or no Pillow")
    def test_on_paper_is_all_of_the_recording(self):
        self.open(day())
        self.press("n", "+", "+", "+")
        with tempfile.TemporaryDirectory() as folder:
            pdf = pathlib.Path(folder, "report.pdf")
            self.browser.pdf(pdf)
            pages = chromium.pages(pdf, folder)
            self.assertGreater(len(pages), 1)
            self.assertLess(len(pages), 30)
            with Image.open(pages[0]) as picture:
                grey = picture.convert("L")
                right = grey.crop((grey.width - 20, 0, grey.width, grey.height))
                self.assertGreater(right.getextrema()[0], 200, "nothing touches the edge of the paper")
                self.assertLess(grey.getextrema()[0], 60, "there is ink")
        self.settle()
        self.assertGreater(self.evaluate("document.querySelectorAll('#table tbody tr').length"), 100)

    def test_what_is_printed_is_fitted_and_complete(self):
        for page in [day(), long_page()]:
            self.open(page)
            self.press("n", "+", "+", "+")
            self.browser.prefer(media="print")
            self.evaluate("dispatchEvent(new Event('beforeprint'))")
            seen = self.evaluate("""(() => {
              const view = document.getElementById('scroller').getBoundingClientRect();
              const rights = [...document.querySelectorAll('#canvas .mark, #canvas .bar')]
                .map((mark) => mark.getBoundingClientRect()).filter((box) => box.width > 0);
              return [view.width, Math.max(...rights.map((box) => box.right)) - view.right,
                Math.min(...rights.map((box) => box.left)) - view.left, document.querySelectorAll('.finding').length,
                document.querySelector('.finding').offsetHeight];
            })()""")
            self.assertLess(seen[0], 700)
            self.assertLessEqual(seen[1], 0)
            self.assertGreaterEqual(seen[2], 0)
            self.assertGreater(seen[3], 0)
            self.assertGreater(seen[4], 0)
            self.evaluate("dispatchEvent(new Event('afterprint'))")
            self.browser.prefer()

    def test_without_a_script_what_went_wrong_is_told(self):
        self.open(day(), scripts=False)
        seen = self.text("body")
        self.assertIn("What went wrong", seen)
        self.assertIn("The network connection was lost", seen)
        self.assertEqual(
            self.evaluate("document.querySelectorAll('main.told li').length"), len(self.findings("problem"))
        )
        self.assertEqual(self.seen("#timeline, #figures, header"), [])


if __name__ == "__main__":
    unittest.main()
