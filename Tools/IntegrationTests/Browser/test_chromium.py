"""That the driver does in a page what a person would, and sees what one would."""

import pathlib
import shutil
import tempfile
import unittest

import axe
import chromium

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body { margin: 0; font: 16px system-ui, serif; background: Canvas; color: CanvasText; }
  main { width: 300px; height: 3000px; }
  #pad { width: 200px; height: 100px; background: #ddd; touch-action: none; }
  @media print { h1 { break-before: page; } }
</style>
<main><h1>Words to copy</h1><div id="pad"></div><p><label>Text <input id="text"></label></p>
<noscript><p id="plain">No script</p></noscript></main>
<script>
  const heard = [];
  for (const kind of ["pointerdown", "pointermove", "pointerup", "click", "wheel", "keydown"]) {
    addEventListener(kind, (event) => {
      heard.push([kind, event.pointerType ?? "", event.key ?? "", Math.round(event.clientX ?? 0),
        event.deltaX ?? 0, event.deltaY ?? 0, event.ctrlKey, event.shiftKey]);
      if (kind === "wheel" && event.ctrlKey) event.preventDefault();
    }, { passive: false });
  }
  document.documentElement.dataset.ready = "1";
</script></html>
"""


class BrowserTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.page = cls.folder / "page.html"
        cls.page.write_text(PAGE, encoding="utf-8")
        cls.browser = chromium.Browser(chromium.find(), width=800, height=600)
        cls.addClassCleanup(cls.browser.__exit__)

    def setUp(self):
        self.browser.screen(800, 600)
        self.browser.prefer()
        self.browser.open(self.page)

    def heard(self, *kinds):
        heard = self.browser.evaluate("heard")
        return [dict(zip(
            ["kind", "pointer", "key", "x", "across", "down", "ctrl", "shift"], event
        )) for event in heard if event[0] in kinds]

    def test_keys_have_names_and_write(self):
        self.browser.click("#text")
        self.browser.type('n/?"(_ N7:ä')
        self.assertEqual(self.browser.evaluate("document.getElementById('text').value"), 'n/?"(_ N7:ä')
        self.assertEqual([event["key"] for event in self.heard("keydown")], list('n/?"(_ N7:ä'))
        shifted = [event["key"] for event in self.heard("keydown") if event["shift"]]
        self.assertEqual(shifted, list('?"(_N:'))

    def test_what_is_copied_can_be_read(self):
        self.browser.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))")
        self.browser.press("c", ctrl=True)
        self.assertEqual(self.browser.clipboard(), "Words to copy")
        self.browser.evaluate("navigator.clipboard.writeText('other words')")
        self.assertEqual(self.browser.clipboard(), "other words")

    def test_the_wheel_scrolls_and_with_control_says_so(self):
        self.browser.wheel((50, 50), down=200)
        self.browser.wait("scrollY === 200")
        self.browser.wheel((50, 50), down=-120, ctrl=True)
        self.browser.wait("heard.filter(([kind]) => kind === 'wheel').length === 2")
        turned = [(event["down"], event["ctrl"]) for event in self.heard("wheel")]
        self.assertEqual(turned, [(200, False), (-120, True)])

    def test_a_drag_goes_from_place_to_place(self):
        start = self.browser.place("#pad", 0.1, 0.5)
        self.browser.drag(start, self.browser.place("#pad", 0.9, 0.5))
        moved = [event["x"] for event in self.heard("pointerdown", "pointermove", "pointerup")]
        self.assertEqual((moved[0], moved[-1]), (20, 180))
        self.assertEqual(moved, sorted(moved))
        self.assertGreater(len(moved), 8)

    def test_a_phone_is_narrow_and_touched(self):
        self.browser.screen(390, 844, phone=True)
        self.browser.open(self.page)
        self.assertEqual(self.browser.evaluate("[innerWidth, devicePixelRatio]"), [390, 2])
        self.assertTrue(self.browser.evaluate("matchMedia('(pointer: coarse)').matches"))
        self.browser.touch(self.browser.place("#pad"))
        self.browser.wait("heard.some(([kind]) => kind === 'click')")
        self.browser.touch(self.browser.place("#pad", 0.1), self.browser.place("#pad", 0.9))
        self.assertEqual({event["pointer"] for event in self.heard("pointerdown")}, {"touch"})
        self.assertEqual([event["x"] for event in self.heard("pointerup")], [100, 180])

    def test_preferences_are_seen(self):
        self.browser.prefer(forced_colors="active", prefers_reduced_motion="reduce")
        for query in ["forced-colors: active", "prefers-reduced-motion: reduce"]:
            self.assertTrue(self.browser.evaluate(f"matchMedia('({query})').matches"), query)
        self.browser.prefer(media="print", prefers_color_scheme="dark")
        self.assertTrue(self.browser.evaluate("matchMedia('print').matches"))
        self.assertFalse(self.browser.evaluate("matchMedia('(forced-colors: active)').matches"))

    def test_a_page_can_be_opened_without_its_script_and_at_a_fragment(self):
        self.browser.open(self.page, scripts=False)
        self.assertEqual(self.browser.evaluate("typeof heard"), "undefined")
        self.assertGreater(self.browser.place("#plain")[1], 0)
        self.browser.open(self.page, fragment="text")
        self.assertEqual(self.browser.evaluate("location.hash + typeof heard"), "#textobject")
        self.browser.open(self.page)
        self.assertEqual(self.browser.evaluate("location.hash"), "")

    def test_pictures_and_prints_are_written(self):
        for name, arguments, wanted in [
            ("all.png", {}, (800, 3000)), ("top.png", {"height": 90}, (800, 90)),
            ("pad.png", {"selector": "#pad"}, (200, 100)),
        ]:
            self.browser.picture(self.folder / name, **arguments)
            data = (self.folder / name).read_bytes()
            found = tuple(int.from_bytes(data[at:at + 4], "big") for at in (16, 20))
            self.assertEqual(found[0], wanted[0])
            self.assertAlmostEqual(found[1], wanted[1], delta=30)

    @unittest.skipUnless(shutil.which("pdftoppm"), "there is no pdftoppm")
    def test_the_pages_of_a_print_are_written(self):
        self.browser.pdf(self.folder / "page.pdf")
        self.assertEqual(len(chromium.pages(self.folder / "page.pdf", self.folder)), 4)

    def test_the_system_font_is_the_same_everywhere(self):
        self.browser.call("DOM.enable")
        self.browser.call("CSS.enable")
        root = self.browser.call("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.call("DOM.querySelector", nodeId=root, selector="h1")["nodeId"]
        fonts = self.browser.call("CSS.getPlatformFontsForNode", nodeId=node)["fonts"]
        self.assertEqual([font["familyName"] for font in fonts], ["Liberation Sans"])

    def test_slow_frames_are_noticed(self):
        quick = self.browser.frames(lambda: self.browser.wheel((50, 50), down=300))
        slow = self.browser.frames(lambda: self.browser.evaluate(
            "(() => { const end = performance.now() + 200; while (performance.now() < end); })()"
        ))
        self.assertGreater(min(quick), 0)
        self.assertGreater(max(slow), 150)

    @unittest.skipUnless(axe.find(), "there is no axe-core")
    def test_what_is_hard_for_somebody_is_found(self):
        self.assertEqual(axe.findings(self.browser), [])
        self.browser.evaluate("""document.querySelector("main").insertAdjacentHTML("beforeend", `
          <p style="color: #999; background: #fff">Pale</p><img src="data:,"><button></button>
          <a href="#a" style="display: inline-block; width: 9px; height: 9px"> x</a>
          <a href="#b" style="display: inline-block; width: 9px; height: 9px"> y</a><h4>Deep</h4>`)""")
        found = {finding.split(",")[0] for finding in axe.findings(self.browser)}
        self.assertLessEqual(
            {"color-contrast", "image-alt", "button-name", "target-size", "heading-order"}, found
        )
        self.assertEqual(axe.findings(self.browser, "h1"), [])
        self.browser.open(self.page, scripts=False)
        self.assertEqual(axe.findings(self.browser), [])


if __name__ == "__main__":
    unittest.main()
