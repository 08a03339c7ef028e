"""Looks at the player's report in a real browser, and uses it with the keyboard."""

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

import chromium

DEMO = os.environ["PUSHHUB_DEMO"]
TRANSCRIPTS = os.environ["TRANSCRIPTS"]
LANES = [
    "App phase", "Pages", "Account", "Pushes and taps", "Unread count", "Countdowns", "Dots",
    "Screenshot previews",
]
FOCUS = """(() => {
  const element = document.activeElement;
  return {
    mark: element.dataset.mark === undefined ? null : Number(element.dataset.mark),
    lane: element.closest(".lane")?.dataset.lane ?? null,
    fold: element.dataset.fold ?? null,
    id: element.id,
  };
})()"""
TITLE = "document.getElementById('details-title').textContent"
CONTRAST = """((selector, ground, pseudo) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return [...document.querySelectorAll(selector)].slice(0, 200).map((element) => {
    const behind = ground ? element.closest(ground) : element;
    const back = light(getComputedStyle(behind, pseudo).backgroundColor);
    const text = light(getComputedStyle(element).color);
    return (Math.max(back, text) + 0.05) / (Math.min(back, text) + 0.05);
  }).reduce((least, ratio) => Math.min(least, ratio), 21);
})"""


def play(records, folder):
    """The report of some records below a header."""
    name = os.path.join(folder, "play.jsonl")
    with open(name, "w", encoding="utf-8") as file:
        for record in [{"transcript": 1}, *records]:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return report(name, os.path.join(folder, "play.html"))


def report(transcript, page):
    subprocess.run([DEMO, "play", transcript, "--html", page], check=True, stdout=subprocess.DEVNULL)
    return page


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


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.browser = chromium.Browser(chromium.find())
        cls.addClassCleanup(cls.browser.__exit__)
        cls.day = report(
            os.path.join(TRANSCRIPTS, "day.jsonl"), os.path.join(cls.folder, "day.html")
        )

    def setUp(self):
        self.browser.prefer()
        self.browser.open(self.day)
        self.model = json.loads(
            self.browser.evaluate("document.getElementById('report').textContent")
        )

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual([url for url in self.browser.requests() if ".html" not in url], [])

    def focus(self):
        return self.browser.evaluate(FOCUS)

    def tab_to(self, wanted):
        for _ in range(40):
            self.browser.press("Tab")
            if wanted(self.focus()):
                return self.focus()
        self.fail("the focus never gets there")

    def test_the_lanes_and_all_marks_are_there(self):
        names = self.browser.evaluate(
            "[...document.querySelectorAll('.lane h3')].map((name) => name.firstChild.data)"
        )
        self.assertEqual(names, LANES)
        marks = self.browser.evaluate("document.querySelectorAll('button.mark').length")
        self.assertEqual(marks, len(self.model["marks"]))
        self.assertGreater(marks, 80)

    def test_only_the_page_itself_is_asked_for(self):
        self.assertEqual(self.browser.requests(), ["file://" + self.day])

    def test_a_request_is_as_wide_as_it_took_long(self):
        widths = self.browser.evaluate("""[...document.querySelectorAll('[data-kind="sync"]')]
          .map((mark) => parseFloat(mark.style.getPropertyValue('--true')))""")
        lasted = [
            mark["until"] - mark["at"] for mark in self.model["marks"] if mark["kind"] == "sync"
        ]
        longest = lasted.index(max(lasted))
        for width, time in zip(widths, lasted):
            if width > 3:
                self.assertAlmostEqual(width / time, widths[longest] / lasted[longest], places=3)

    def test_a_mark_that_caused_nothing_says_why(self):
        caused = {mark.get("cause") for mark in self.model["marks"]}
        for number, mark in enumerate(self.model["marks"]):
            if number in caused:
                self.assertNotIn("why", mark, mark["words"])
            else:
                self.assertGreater(len(mark.get("why", "")), 10, mark["words"])

    def test_every_button_has_a_name_in_words(self):
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        names = [
            node["name"]["value"] for node in nodes
            if node.get("role", {}).get("value") == "button" and not node["ignored"]
        ]
        self.assertGreater(len(names), len(self.model["marks"]))
        self.assertTrue(all(names))
        self.assertTrue(any(
            "asks the server: a push came, for 0.4 s. Led to 2 things." in name for name in names
        ))

    def test_arrows_move_within_a_lane_and_tab_to_the_next(self):
        first = self.tab_to(lambda focus: focus["lane"] == "phase")
        phase = [n for n, mark in enumerate(self.model["marks"]) if mark["lane"] == "phase"]
        self.assertEqual(first["mark"], phase[0])
        self.browser.press("ArrowRight")
        self.assertEqual(self.focus()["mark"], phase[1])
        self.assertEqual(self.browser.evaluate(TITLE), self.model["marks"][phase[1]]["words"])
        self.browser.press("End")
        self.assertEqual(self.focus()["mark"], phase[-1])
        self.browser.press("Tab")
        self.assertEqual(self.focus()["lane"], "pages")
        self.browser.press("Tab", shift=True)
        self.assertEqual(self.focus()["mark"], phase[-1], "a lane remembers where one was")
        self.browser.press("Home")
        self.browser.press("ArrowDown")
        self.assertEqual(self.focus()["lane"], "pages")
        for lane in ["account", "pushes", "unread"]:
            self.browser.press("ArrowDown")
            self.assertEqual(self.focus()["lane"], lane)

    def test_what_has_the_focus_is_in_view(self):
        self.tab_to(lambda focus: focus["lane"] == "unread")
        for key in ["End", "Home", "ArrowRight", "ArrowRight"]:
            self.browser.press(key)
            left, right, lane, edge = self.browser.evaluate("""(async () => {
              await new Promise((done) => setTimeout(done, 1000));
              const box = document.activeElement.getBoundingClientRect();
              return [box.left, box.right, document.querySelector('.name').getBoundingClientRect()
                .right, document.getElementById('scroller').getBoundingClientRect().right];
            })()""")
            self.assertGreaterEqual(left, lane)
            self.assertLessEqual(right, edge)

    def test_enter_leads_to_the_details_escape_back_and_a_chain_along(self):
        self.tab_to(lambda focus: focus["lane"] == "unread")
        sync = next(n for n, mark in enumerate(self.model["marks"]) if mark["kind"] == "sync")
        while self.focus()["mark"] != sync:
            self.browser.press("ArrowRight")
        self.browser.press("Enter")
        self.assertEqual(self.focus()["id"], "details-title")
        self.browser.press("Escape")
        self.assertEqual(self.focus()["mark"], sync)
        self.browser.press("Enter")
        self.browser.press("Tab")
        self.browser.press("Enter")
        self.assertEqual(self.focus()["mark"], self.model["marks"][sync]["cause"])

    def test_pointing_at_a_mark_shows_its_record_and_what_it_caused(self):
        push = next(n for n, mark in enumerate(self.model["marks"]) if mark["kind"] == "push")
        self.browser.point(f'[data-mark="{push}"]')
        self.assertEqual(self.browser.evaluate(TITLE), self.model["marks"][push]["words"])
        shown = self.browser.evaluate("document.getElementById('details-body').textContent")
        self.assertIn(self.model["marks"][push]["json"][0], shown)
        caused = {push}
        for number, mark in enumerate(self.model["marks"]):
            if mark.get("cause") in caused:
                caused.add(number)
        self.assertGreater(len(caused), 3)
        for number in caused:
            self.assertIn(self.model["marks"][number]["words"], shown + self.browser.evaluate(TITLE))

    def test_a_folded_gap_opens_and_closes(self):
        width = "document.getElementById('canvas').offsetWidth"
        expanded = "document.querySelector('[data-fold]').getAttribute('aria-expanded')"
        folded = self.browser.evaluate(width)
        fold = self.tab_to(lambda focus: focus["fold"] is not None)["fold"]
        self.assertEqual(self.browser.evaluate(expanded), "false")
        self.browser.press("Enter")
        self.assertEqual(self.browser.evaluate(expanded), "true")
        self.assertGreater(self.browser.evaluate(width), folded)
        self.assertEqual(self.focus()["fold"], fold)
        self.browser.press("Enter")
        self.assertEqual(self.browser.evaluate(width), folded)
        self.browser.click("#unfold")
        opened = self.browser.evaluate(width)
        self.browser.click("#wider")
        self.assertGreater(self.browser.evaluate(width), opened)

    def test_light_and_dark_can_be_read(self):
        grounds = set()
        for scheme in ["light", "dark"]:
            self.browser.prefer(prefers_color_scheme=scheme)
            grounds.add(self.browser.evaluate("getComputedStyle(document.body).backgroundColor"))
            for selector, ground, pseudo in [
                ("body", "", ""), (".card li span", ".card", ""), (".name small", ".name", ""),
                (".mark.record:not(.long) i", "", ""), (".mark:not(.record, .long) i", "", ""),
                (".mark.narrow:not(.short) i", ".mark", "::before"),
                (".mark.long:not(.narrow) span", ".mark", "::before"), (".fold", "", ""),
                (".tick", ".axis", ""), ("#keys", "#timeline", ""), (".hint", "#details", ""),
            ]:
                ratio = self.browser.evaluate(
                    f"{CONTRAST}({selector!r}, {ground!r}, {pseudo!r})"
                )
                self.assertLess(ratio, 21, f"there is no {selector}")
                self.assertGreaterEqual(ratio, 4.5, f"{selector} in {scheme}")
        self.assertEqual(len(grounds), 2)

    def test_nothing_moves_for_those_who_asked_for_that(self):
        behaviour = "getComputedStyle(document.getElementById('scroller')).scrollBehavior"
        self.assertEqual(self.browser.evaluate(behaviour), "smooth")
        self.browser.prefer(prefers_reduced_motion="reduce")
        self.assertEqual(self.browser.evaluate(behaviour), "auto")

    def test_printing_makes_a_table_of_everything(self):
        rows = "document.querySelectorAll('#table tbody tr').length"
        self.assertEqual(self.browser.evaluate(rows), 0)
        self.browser.call("Page.printToPDF")
        self.assertEqual(self.browser.evaluate(rows), len(self.model["marks"]))

    def test_texts_are_shown_as_text(self):
        title = "<script>alert(1)</script>\u202etfel\u2066{{script}}<!--\u2028</title>"
        page = play([
            {"t": 0, "account": title}, {"t": 0, "app": "active"},
            {"t": 0, "page": title, "visible": True},
            {"t": 1, "push": {"aps": {"alert": {"title": title}}, "gcm.message_id": title}},
            {"t": 2, "unread": {"error": title}}, {"t": 3, "tokenError": title},
            {"t": 4, "countdown": {"add": [{"id": title, "seconds": 5}], "show": [title]}},
            {"t": 4, "latest": [{"id": title, "order": 1}]},
            {"t": 5, "open": {"aps": {"alert": title}}, "action": title, "reply": title},
            {"t": 70, "end": {}},
        ], self.folder)
        self.browser.open(page)
        self.browser.evaluate("dispatchEvent(new Event('beforeprint'))")
        seen = ""
        for number in range(self.browser.evaluate("document.querySelectorAll('.mark').length")):
            seen += self.browser.evaluate(
                f"document.querySelector('[data-mark=\"{number}\"]').focus(), "
                "document.getElementById('details').textContent"
            )
        everything = self.browser.evaluate("document.documentElement.outerHTML")
        self.assertIn("<script>alert(1)</script>\\u{202e}tfel\\u{2066}{{script}}<!--", seen)
        self.assertIn("<script>alert(1)</script>\\u202etfel", seen)
        for character in "\u202e\u2066\u2028":
            self.assertNotIn(character, everything)
        self.assertEqual(self.browser.evaluate("document.scripts.length"), 2)

    def test_ten_thousand_records_open_in_under_two_seconds(self):
        page = play(long_day(10_000), self.folder)
        self.browser.open(page)
        marks = self.browser.evaluate(
            "JSON.parse(document.getElementById('report').textContent).marks.length"
        )
        ready = int(self.browser.evaluate("document.documentElement.dataset.ready"))
        size = os.path.getsize(page) / 1e6
        print(f"\n10 000 records, {marks} marks, {size:.1f} MB: open after {ready} ms", file=sys.stderr)
        self.assertGreater(marks, 10_000)
        self.assertLess(ready, 2_000)
        self.tab_to(lambda focus: focus["lane"] == "pushes")
        first = self.focus()["mark"]
        self.browser.press("End")
        last = self.focus()["mark"]
        self.assertGreater(last, marks - 20)
        for _ in range(50):
            self.browser.press("ArrowLeft")
        self.assertLess(self.focus()["mark"], last)
        self.assertGreater(self.focus()["mark"], last - 400)
        self.browser.press("Home")
        self.assertEqual(self.focus()["mark"], first)
        self.browser.evaluate("document.getElementById('scroller').scrollLeft = 90000")
        self.browser.evaluate("new Promise((done) => setTimeout(done, 1500))")
        inside = self.browser.evaluate("""(() => {
          const view = document.getElementById('scroller').getBoundingClientRect();
          return [...document.querySelectorAll('.mark')].filter((mark) => {
            const box = mark.getBoundingClientRect();
            return box.right > view.left && box.left < view.right;
          }).length;
        })()""")
        self.assertGreater(inside, 10, "what is scrolled to is drawn")


if __name__ == "__main__":
    unittest.main()
