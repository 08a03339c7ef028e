"""Reports of recordings, opened in a browser and used as a person would."""

import atexit
import functools
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import chromium

ROOT = pathlib.Path(__file__).parents[3]
DEMO = os.environ["PUSHHUB_DEMO"]
ORDERS = os.environ.get("ORDERS_REPLAY")
DAY = os.path.join(os.environ["TRANSCRIPTS"], "day.jsonl")
ORDERS_DAY = str(ROOT / "Examples/Orders/Tests/OrdersTests/Day.jsonl")
FOCUS = """(() => {
  const element = document.activeElement;
  return {
    mark: element.dataset.mark === undefined ? null : Number(element.dataset.mark),
    lane: element.closest(".lane")?.dataset.lane ?? null,
    fold: element.dataset.fold ?? null,
    id: element.id,
  };
})()"""
# What of some elements can be seen, and is not merely there.
SEEN = """((selector) => [...document.querySelectorAll(selector)].filter((element) => {
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return false;
  const across = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
  const down = Math.min(box.top + Math.min(box.height / 2, 12), innerHeight - 1);
  if (down < 0 || box.top > innerHeight - 8) return false;
  const top = document.elementFromPoint(across, down);
  return top !== null && (element.contains(top) || top.contains(element));
}))"""


@functools.cache
def folder():
    """One for all tests, which goes when they have ended."""
    made = tempfile.TemporaryDirectory()
    atexit.register(made.cleanup)
    return made.name


def report(*transcripts, name="report.html", tool=DEMO):
    """The page of one recording, or of two side by side."""
    page = os.path.join(folder(), name)
    subprocess.run(
        [tool, "play", "--html", page, *transcripts], check=True, stdout=subprocess.DEVNULL
    )
    return page


def write(records, name="play.jsonl"):
    """A transcript of some records."""
    path = os.path.join(folder(), name)
    with open(path, "w", encoding="utf-8") as file:
        for record in [{"transcript": 1}, *records]:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return path


def play(records, name="play", tool=DEMO):
    return report(write(records, name + ".jsonl"), name=name + ".html", tool=tool)


@functools.cache
def day():
    return report(DAY, name="day.html")


@functools.cache
def orders_day():
    return report(ORDERS_DAY, name="orders.html", tool=ORDERS)


@functools.cache
def long_page():
    return play(long_day(10_000), "long")


def long_day(count):
    """Many records of an app whose parts have much to do with each other."""
    numbers = random.Random(1)
    time = 0.0
    records = [{"t": 0, "account": "alice"}, {"t": 0, "app": "active"}]
    while len(records) < count:
        time = round(time + numbers.choice([0.1, 2, 20, 61]), 3)
        page = numbers.choice(["home", "me", "reader", "notifications"])
        push = {"aps": {"alert": f"Text {len(records)}"}, "gcm.message_id": f"m{len(records)}"}
        records.append({"t": time, **numbers.choice([
            {"push": push}, {"push": push}, {"open": push},
            {"page": page, "visible": numbers.random() < 0.6},
            {"app": numbers.choice(["active", "inactive", "background"])},
            {"unread": numbers.randrange(20), "latency": numbers.choice([0, 0.4, 5])},
            {"latest": [{"id": f"n{len(records)}", "order": len(records)}]},
            {"screenshot": {}},
        ])})
    return records


needs_orders = unittest.skipUnless(ORDERS, "ORDERS_REPLAY does not name the player of Orders")


class ReportTest(unittest.TestCase):
    """One browser for all tests of a class, and the page of the day unless a test opens another."""

    width, height = 1600, 1000

    @classmethod
    def setUpClass(cls):
        cls.browser = chromium.Browser(chromium.find(), cls.width, cls.height)
        cls.addClassCleanup(cls.browser.__exit__)

    def setUp(self):
        self.browser.screen(self.width, self.height)
        self.browser.prefer()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual([url for url in self.browser.requests() if ".html" not in url], [])

    def open(self, page, fragment="", scripts=True):
        self.browser.open(page, fragment, scripts)
        data = self.evaluate("document.getElementById('report').textContent")
        self.report = json.loads(data)
        self.model = self.report["recordings"][0]

    def evaluate(self, expression):
        return self.browser.evaluate(expression)

    def settle(self):
        """Waits until what was scrolled is drawn, and what is true is in the address."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, *keys, **modifiers):
        for key in keys:
            self.browser.press(key, **modifiers)

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def texts(self, selector):
        return self.evaluate(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.innerText)"
        )

    def seen(self, selector):
        """The texts of those elements of which something is on the screen."""
        return self.evaluate(f"{SEEN}({json.dumps(selector)}).map((e) => e.innerText)")

    def focus(self):
        return self.evaluate(FOCUS)

    def address(self):
        self.evaluate("new Promise((done) => setTimeout(done, 150))")
        return self.evaluate("location.hash")

    def tab_to(self, wanted, most=60):
        for _ in range(most):
            self.press("Tab")
            if wanted(self.focus()):
                return self.focus()
        self.fail("the focus never gets there")

    def findings(self, sort):
        """The marks of the findings of a sort, in the order of time."""
        found = [f["marks"] for f in self.model["findings"] if f["sort"] == sort]
        return sorted(found, key=lambda marks: self.model["marks"][marks[0]]["at"])

    def words(self, index):
        return self.model["marks"][index]["words"]
