"""That a report's view goes where its reader sends it."""

import random

from report import ReportTest, day, long_page, orders_day, ORDERS

# A place of the lanes, at some distance from their left edge, where no mark is in the way.
FREE = """((across) => {
  const view = document.getElementById("scroller").getBoundingClientRect();
  const left = document.getElementById("axis-name").getBoundingClientRect().right;
  for (let down = view.bottom - 4; down > view.top; down -= 3) {
    const element = document.elementFromPoint(left + across, down);
    if (element && element.closest("#canvas") && !element.closest("button, .name, #axis")) {
      return [Math.round(left + across), down];
    }
  }
  return null;
})"""
CURSOR = "document.querySelector('.cursor').getBoundingClientRect().left + 1"
VIEW = """(() => {
  const scroller = document.getElementById("scroller");
  const label = document.getElementById("axis-name").offsetWidth;
  const range = document.getElementById("overview").getAttribute("aria-valuetext");
  return {
    left: scroller.scrollLeft, rest: scroller.scrollWidth - scroller.clientWidth,
    room: scroller.clientWidth - label, label, range,
    edge: scroller.getBoundingClientRect().left + label,
  };
})()"""
WINDOW = """(() => {
  const box = document.getElementById("overview-window").getBoundingClientRect();
  return { left: box.left, right: box.right, middle: box.top + box.height / 2 };
})()"""


def seconds(text):
    hours, minutes, rest = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


class ZoomTests(ReportTest):
    height = 1300

    def view(self):
        view = self.evaluate(VIEW)
        start, rest = view["range"].split(" to ")
        view["from"], view["to"] = seconds(start), seconds(rest.split(" of ")[0])
        return view

    def free(self, across):
        place = self.evaluate(f"{FREE}({across})")
        self.assertIsNotNone(place, f"there is no free place at {across}")
        return place

    def put_cursor(self, across):
        """Puts the cursor there with a click, and returns the place."""
        place = self.free(across)
        self.browser.drag(place)
        self.assertAlmostEqual(self.evaluate(CURSOR), place[0], delta=1)
        return place

    def assert_kept(self, place, what):
        """The cursor is where it was, unless the recording's start or end is in the way."""
        view = self.view()
        at = self.evaluate(CURSOR)
        if view["left"] > 1 and view["left"] < view["rest"] - 1:
            self.assertAlmostEqual(at, place[0], delta=1.01, msg=what)
            return True
        toward = at >= place[0] - 1 if view["left"] <= 1 else at <= place[0] + 1
        self.assertTrue(toward or view["rest"] <= 0, f"{what}: it went away from the edge")
        return False

    def test_the_wheel_keeps_the_time_under_the_pointer(self):
        numbers = random.Random(7)
        pages = [day(), long_page()] + ([orders_day()] if ORDERS else [])
        kept = 0
        for page in pages:
            self.open(page)
            for number in range(5):
                self.press("f")
                across = numbers.randrange(60, self.view()["room"] - 60)
                place = self.put_cursor(across)
                for step in range(9):
                    self.browser.wheel(place, down=-numbers.choice([60, 120, 200]), ctrl=True)
                    kept += self.assert_kept(place, f"{page} at {across}, larger, step {step}")
                for step in range(5):
                    self.browser.wheel(place, down=150, ctrl=True)
                    kept += self.assert_kept(place, f"{page} at {across}, smaller, step {step}")
        self.assertGreater(kept, 100)

    def test_the_wheel_keeps_a_time_in_a_folded_stretch(self):
        self.open(day())
        folds = self.evaluate("""[...document.querySelectorAll('.gap')].map((gap) => {
          const box = gap.getBoundingClientRect();
          const edge = document.getElementById('axis-name').getBoundingClientRect().right;
          return (box.left + box.right) / 2 - edge;
        })""")
        self.assertGreater(len(folds), 5)
        kept = 0
        for across in folds[::3]:
            self.press("f")
            place = self.put_cursor(across)
            for step in range(7):
                self.browser.wheel(place, down=-180, ctrl=True)
                kept += self.assert_kept(place, f"fold at {across}, step {step}")
        self.assertGreater(kept, 10)

    def test_at_the_ends_there_is_nothing_beyond(self):
        self.open(day())
        view = self.view()
        for across in [1, view["room"] - 2]:
            place = [view["edge"] + across, self.free(60)[1]]
            for _ in range(6):
                self.browser.wheel(place, down=-200, ctrl=True)
                at = self.view()
                self.assertGreaterEqual(at["left"], 0)
                self.assertLessEqual(at["left"], at["rest"] + 1)
            self.press("f")
            self.assertLessEqual(self.view()["rest"], 0)

    def test_the_keys_keep_the_chosen_mark_in_its_place(self):
        self.open(day())
        self.press("n", "n", "+", "+")
        self.settle()
        place = "document.querySelector('.mark.shown').getBoundingClientRect().left"
        for key in ["+", "+", "-", "-"]:
            self.settle()
            cursor = self.evaluate(CURSOR)
            self.press(key)
            view = self.view()
            if 1 < view["left"] < view["rest"] - 1:
                self.assertAlmostEqual(self.evaluate(CURSOR), cursor, delta=1.01, msg=key)
            self.assertGreater(self.evaluate(place), view["label"])

    def test_the_keys_keep_the_middle_otherwise(self):
        self.open(day())
        view = self.view()
        place = self.put_cursor(view["room"] // 2)
        for key in "++++--":
            self.press(key)
            self.assert_kept(place, key)
        self.assertGreater(self.view()["rest"], 0)

    def test_dragging_over_the_lanes_fits_a_stretch(self):
        self.open(day())
        start = self.put_cursor(400)
        first = self.address()
        end = self.put_cursor(620)
        last = self.address()
        self.browser.drag(start, (end[0], start[1]))
        view = self.view()
        self.assertGreater(view["rest"], 100)
        from_, to = float(first.split("=")[1]), float(last.split("=")[1])
        self.assertLessEqual(view["from"], from_)
        self.assertGreaterEqual(view["to"], to)
        self.assertAlmostEqual(self.evaluate(CURSOR), view["edge"] + view["room"] - 40, delta=3)
        self.press("f")
        self.assertLessEqual(self.view()["rest"], 0)
        self.assertEqual(self.view()["from"], 0)

    def test_a_click_that_trembles_is_not_a_stretch(self):
        self.open(day())
        place = self.free(500)
        self.browser.drag(place, (place[0] + 3, place[1] + 1))
        self.assertLessEqual(self.view()["rest"], 0)
        self.assertAlmostEqual(self.evaluate(CURSOR), place[0], delta=1)

    def test_the_window_of_the_overview_pans_and_resizes(self):
        self.open(day())
        self.put_cursor(500)
        for _ in range(4):
            self.press("+")
        self.settle()
        before, window = self.view(), self.evaluate(WINDOW)
        middle = ((window["left"] + window["right"]) / 2, window["middle"])
        self.browser.drag(middle, (middle[0] + 150, middle[1]))
        self.settle()
        after, moved = self.view(), self.evaluate(WINDOW)
        self.assertGreater(after["from"], before["from"])
        self.assertAlmostEqual(
            (moved["left"] + moved["right"]) / 2, middle[0] + 150, delta=12
        )
        grip = (moved["right"] - 1, moved["middle"])
        self.browser.drag(grip, (grip[0] + 60, grip[1]))
        self.settle()
        resized, edges = self.view(), self.evaluate(WINDOW)
        self.assertGreater(resized["to"], after["to"])
        self.assertAlmostEqual(edges["left"], moved["left"], delta=3)
        self.assertAlmostEqual(edges["right"], grip[0] + 60, delta=6)
        grip = (edges["left"] + 1, edges["middle"])
        self.browser.drag(grip, (grip[0] - 80, grip[1]))
        self.settle()
        last = self.evaluate(WINDOW)
        self.assertAlmostEqual(last["left"], grip[0] - 80, delta=6)
        self.assertAlmostEqual(last["right"], edges["right"], delta=6)

    def test_a_click_into_the_overview_goes_there(self):
        self.open(day())
        self.press("+", "+", "+")
        box = self.browser.place("#overview", 0.9)
        self.browser.drag(box)
        self.settle()
        window = self.evaluate(WINDOW)
        self.assertLess(window["left"], box[0])
        self.assertGreater(window["right"], box[0])

    def test_the_overview_has_keys(self):
        self.open(day())
        self.press("+", "+", "+")
        self.evaluate("document.getElementById('overview').focus()")
        self.press("Home")
        start = self.view()["from"]
        self.assertEqual(start, 0)
        seen = [start]
        for key in ["ArrowRight", "PageDown", "End"]:
            self.press(key)
            seen.append(self.view()["from"])
        self.assertEqual(seen, sorted(set(seen)))
        self.assertEqual(self.view()["to"], self.model["end"])
        for key in ["ArrowLeft", "PageUp", "Home"]:
            self.press(key)
            seen.append(self.view()["from"])
        self.assertEqual(seen[3:], sorted(set(seen[3:]), reverse=True))
        self.assertEqual(self.evaluate("document.activeElement.id"), "overview")

    def test_a_quiet_stretch_opens_and_closes(self):
        self.open(day())
        self.press("+", "+", "+")
        width = "document.getElementById('canvas').offsetWidth"
        expanded = "document.activeElement.getAttribute('aria-expanded')"
        folded = self.evaluate(width)
        fold = self.tab_to(lambda focus: focus["fold"] is not None)["fold"]
        self.assertEqual(self.evaluate(expanded), "false")
        self.press("Enter")
        self.assertEqual(self.evaluate(expanded), "true")
        self.assertGreater(self.evaluate(width), folded)
        self.assertEqual(self.focus()["fold"], fold)
        self.press("Enter")
        self.assertEqual(self.evaluate(width), folded)
        self.press("ArrowRight")
        self.assertNotIn(self.focus()["fold"], [None, fold])
        self.browser.click("#unfold")
        self.assertLessEqual(self.view()["rest"], 0)
        self.assertEqual(self.evaluate("document.querySelectorAll('.gap').length"), 0)

    def test_the_view_keeps_its_time_when_the_window_changes(self):
        self.open(day())
        self.press("n", "+", "+", "+")
        before = self.view()["from"]
        self.browser.screen(1200, 900)
        self.settle()
        self.assertAlmostEqual(self.view()["from"], before, delta=0.05 * before + 1)
        self.press("f")
        self.browser.screen(1500, 900)
        self.settle()
        self.assertLessEqual(self.view()["rest"], 0)
