"""That a report opens at once, with what matters in view, and is quick to scroll."""

import math
import os
import statistics
import sys

from report import ReportTest, day, long_page

# The machine may be busy with something else: one round in time proves it.
ROUNDS = 5
SMOOTH = 33.4
# Six frames of a 60 Hz clock: what a browser without a graphics card may lose to its neighbours.
STUTTER = 101
PLACES = """(() => {
  const scroller = document.getElementById("scroller");
  const view = scroller.getBoundingClientRect();
  const last = [...document.querySelectorAll(".mark, .bar")]
    .map((mark) => mark.getBoundingClientRect().right).sort((a, b) => a - b).at(-1);
  return { last, right: view.right, rest: scroller.scrollWidth - scroller.clientWidth };
})()"""
DRAWN = "document.querySelectorAll('#canvas .mark').length"
SCROLL = """(async () => {
  const scroller = document.getElementById("scroller");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const times = [];
  let before = await frame();
  for (let step = 0; step < 90; step += 1) {
    scroller.scrollLeft += %d;
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  return times;
})()"""


class OpeningTests(ReportTest):
    def assert_quick(self, name, page):
        for _ in range(ROUNDS):
            listed, ready = [], []
            for _ in range(3):
                self.open(page)
                listed.append(int(self.evaluate("document.documentElement.dataset.listed")))
                ready.append(int(self.evaluate("document.documentElement.dataset.ready")))
            median = statistics.median(listed)
            print(
                f"\n{name}, {len(self.model['marks'])} marks, {os.path.getsize(page) / 1e6:.1f} MB:"
                f" problems listed after {median:.0f} ms, all there after"
                f" {statistics.median(ready):.0f} ms", file=sys.stderr,
            )
            if median < 1_000:
                return
        self.fail(f"problems are listed after {listed} ms only")

    def test_the_problems_of_the_day_are_listed_within_a_second(self):
        self.assert_quick("the day", day())
        self.assertEqual(len(self.seen(".finding.problem")), len(self.findings("problem")))

    def test_the_problems_of_ten_thousand_records_are_listed_within_a_second(self):
        self.assert_quick("10,000 records", long_page())
        self.assertGreater(len(self.model["marks"]), 10_000)
        self.assertGreater(len(self.seen(".finding.nothing")), 0)

    def test_it_opens_with_all_of_the_recording_in_view(self):
        for page in [day(), long_page()]:
            for width, height in [(1600, 1000), (1000, 700), (700, 900)]:
                with self.subTest(page=os.path.basename(page), width=width):
                    self.browser.screen(width, height)
                    self.open(page)
                    places = self.evaluate(PLACES)
                    self.assertLessEqual(places["rest"], 0, "there is nothing to scroll")
                    self.assertLessEqual(places["last"], places["right"])
                    self.assertGreater(places["last"], places["right"] - 80)

    def test_the_timeline_begins_on_the_first_screen(self):
        for page in [day(), long_page()]:
            self.open(page)
            top = self.evaluate("document.querySelector('.lane').getBoundingClientRect().top")
            self.assertLess(top, 600)

    def test_scrolling_ten_thousand_records_is_smooth(self):
        self.open(long_page())
        for scale, clicks in [("a little", 3), ("much", 9)]:
            self.evaluate(f"for (let i = 0; i < {clicks}; i += 1) document.getElementById('wider').click()")
            rounds = []
            while not rounds or len(rounds) < ROUNDS and min(rounds)[0] > SMOOTH:
                self.evaluate("document.getElementById('scroller').scrollLeft = 0")
                times = sorted(self.evaluate(SCROLL % 70))
                rounds.append((times[int(len(times) * 0.95)], statistics.median(times)))
            late, median = min(rounds)
            self.evaluate("document.getElementById('scroller').scrollLeft = 0")
            before = self.work()
            self.evaluate(SCROLL % 70)
            own = (self.work() - before) / 90 * 1_000
            print(
                f"\n10,000 records, {scale} larger: frames of {median:.1f} ms in the median, p95"
                f" {late:.1f} ms, {own:.1f} ms of work in each", file=sys.stderr,
            )
            # What the page itself costs, told by the time of its thread, is the same on a busy machine.
            self.assertLess(own, SMOOTH)
            if os.getloadavg()[0] < os.cpu_count():
                self.assertLess(late, STUTTER)

    def work(self):
        """The seconds that the page's thread has worked."""
        self.browser.call("Performance.enable", timeDomain="threadTicks")
        metrics = self.browser.call("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    def test_turning_the_wheel_over_ten_thousand_records_is_smooth(self):
        self.open(long_page())
        self.press("+", "+", "+", "+", "+")
        place = self.browser.place(".lane .track")
        best = math.inf
        for _ in range(ROUNDS):
            times = sorted(self.browser.frames(lambda: [
                self.browser.wheel((place[0] % 900 + 300, 600), across=200) for _ in range(40)
            ]))
            late = times[int(len(times) * 0.95)]
            best = min(late, best)
            if best < SMOOTH:
                break
        print(f"\n10,000 records by the wheel: p95 of frames {best:.1f} ms", file=sys.stderr)
        self.assertLess(best, STUTTER)

    def test_only_what_is_in_view_is_there(self):
        self.open(long_page())
        self.assertLess(self.evaluate(DRAWN), 700)
        most = 0
        for _ in range(14):
            self.press("+")
            self.settle()
            most = max(most, self.evaluate(DRAWN))
        self.assertLess(most, 1_500)
        self.evaluate("document.getElementById('scroller').scrollLeft = 90000")
        self.settle()
        inside = self.evaluate("""(() => {
          const view = document.getElementById('scroller').getBoundingClientRect();
          return [...document.querySelectorAll('#canvas .mark')].filter((mark) => {
            const box = mark.getBoundingClientRect();
            return box.right > view.left && box.left < view.right;
          }).length;
        })()""")
        self.assertGreater(inside, 2, "what is scrolled to is drawn")
        self.assertLess(self.evaluate(DRAWN), 1_500)

    def test_names_of_lanes_are_whole_and_marks_in_them_do_not_cover_each_other(self):
        for page in [day(), long_page()]:
            self.open(page)
            for scale in range(5):
                cut = self.evaluate("""[...document.querySelectorAll('.lane .name')]
                  .filter((name) => name.scrollHeight > name.clientHeight + 1).map((name) => name.innerText)""")
                self.assertEqual(cut, [])
                over = self.evaluate("""[...document.querySelectorAll('.lane')].flatMap((lane) => {
                  const floor = lane.getBoundingClientRect().bottom;
                  const boxes = [...lane.querySelectorAll('.mark')].map((mark) => ({
                    label: mark.getAttribute('aria-label'), box: mark.getBoundingClientRect() }))
                    .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left);
                  return boxes.filter(({ box }, place) => box.bottom > floor + 1 || (place > 0
                    && Math.abs(boxes[place - 1].box.top - box.top) < 1
                    && boxes[place - 1].box.right > box.left + 0.5)).map(({ label }) => label);
                })""")
                self.assertEqual(over, [], f"at scale {scale}")
                self.press("+")
                self.settle()

    def test_only_the_page_itself_is_asked_for(self):
        self.open(day())
        self.assertEqual(self.browser.requests(), ["file://" + day()])
