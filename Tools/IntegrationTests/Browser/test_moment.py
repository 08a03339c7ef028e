"""That a report tells of any instant what the command line tells of it, and leads there and back."""

import json
import os
import random
import re
import shlex
import subprocess
import unittest

import report
from report import DAY, DEMO, ORDERS, ORDERS_DAY, ReportTest, day, needs_orders, orders_day

SUBJECTS = """[...document.querySelectorAll(".subject")].map((section) => {
  const texts = (selector) => [...section.querySelectorAll(selector)].map((e) => e.textContent);
  const lists = [...section.querySelectorAll(".led")].map((title) => [title.textContent,
    [...title.nextElementSibling.children].map((line) => line.textContent)]);
  return { of: section.dataset.of, claims: texts(".claims > li"), lists: Object.fromEntries(lists),
    silence: section.querySelector(":scope > .hint")?.textContent ?? null,
    why: section.querySelector(".why")?.textContent ?? null };
})"""


def clocks(text):
    """A text with its times as the page has them: without the noughts behind."""
    return re.sub(r"(\d:\d\d:\d\d)\.(\d*?)0*(?!\d)", lambda m: m[1] + ("." + m[2] if m[2] else ""), text)


class MomentTests(ReportTest):
    def explained(self, tool, file, time):
        answer = subprocess.run(
            [tool, "explain", "--json", "--at", plain(time), file], check=True, capture_output=True, text=True
        )
        return [json.loads(line) for line in answer.stdout.splitlines()]

    def told(self, tool, file, time):
        """What the command says in words, by subject: its facts, and the other lines."""
        answer = subprocess.run(
            [tool, "explain", "--at", plain(time), file], check=True, capture_output=True, text=True
        )
        return answer.stdout

    def assert_alike(self, tool, file, time):
        facts = self.explained(tool, file, time)
        # Without the names of the subjects before their first facts.
        words = re.sub(r"(?m)^\S* +", "", clocks(self.told(tool, file, time)))
        self.evaluate(f"location.hash = 't={plain(time)}'")
        title = f"What is true at {report_clock(time)}"
        self.browser.wait(f"document.getElementById('moment-title').textContent === '{title}'", timeout=5)
        self.settle()
        shown = {subject["of"]: subject for subject in self.evaluate(SUBJECTS)}
        self.assertEqual(list(shown), list(dict.fromkeys(fact["from"] for fact in facts)))
        for name, subject in shown.items():
            own = [fact for fact in facts if fact["from"] == name]
            # The page has the failures in a list of their own.
            claims = [fact for fact in own if "words" in fact and fact["fact"] != "failure"]
            lines = [clocks(line) for line in subject["claims"]]
            # That there is no page is a line of the text, and no fact.
            facts_told = [line for line in lines if line != "no page visible"]
            self.assertEqual(len(facts_told), len(claims), f"{name} at {time}")
            self.assertIn("\n".join(lines), words, f"{name} at {time}")
            if name == "app":
                continue
            chain = subject["lists"].get("Causes", [])
            causes = [cause for fact in claims for cause in fact.get("causes", [])]
            if chain:
                told = [(round(c["t"], 3), c.get("line"), c["words"]) for c in causes]
                hidden = re.match(r"([\d,]+) more before", chain[0])
                rows = chain[1:] if hidden else chain
                unique = dict.fromkeys(told)
                steps = len(rows) + (int(hidden[1].replace(",", "")) if hidden else 0)
                self.assertEqual(steps, len(unique), f"{name} at {time}: {chain} {told}")
                steps = [
                    f"{report_clock(t)}{'' if line is None else f' · line {line}'} {said}"
                    for t, line, said in unique
                ]
                for row in rows:
                    # A mark of several ticks has the texts of the first and the last one.
                    self.assertTrue(
                        any(row == step or row.startswith(f"{step} … ") for step in steps),
                        f"{name} at {time}: {row} is not among {told}",
                    )
            else:
                self.assertEqual(causes, [], f"{name} at {time}")
                self.assertIn(subject["silence"], words)
            if subject["why"] is not None:
                unheeded = [fact for fact in own if fact["fact"] == "unheeded"]
                self.assertEqual([fact["why"] for fact in unheeded], [subject["why"]], f"{name} at {time}")
                said = unheeded[0]["causes"][0]
                self.assertIn(said["words"], subject["lists"]["Nothing came of"][0])

    def instants(self, count, seed):
        """Some at which something happens, some a moment before, and some between."""
        numbers = random.Random(seed)
        print(f"\ninstants from seed {seed}")
        at = [mark["at"] for mark in self.model["marks"]]
        picked = []
        while len(picked) < count:
            time = numbers.choice(at) + numbers.choice([0, 0, 0.001, 0.5, 17, 400])
            picked.append(round(min(time, self.model["end"]), 3))
        return picked

    def test_forty_instants_of_the_day_are_as_the_command_line_explains_them(self):
        self.open(day())
        for time in self.instants(40, seed=random.randrange(10**6)):
            with self.subTest(time=time):
                self.assert_alike(DEMO, DAY, time)

    @needs_orders
    def test_forty_instants_with_a_feature_of_somebody_else_are_too(self):
        self.open(orders_day())
        for time in self.instants(40, seed=random.randrange(10**6)):
            with self.subTest(time=time):
                self.assert_alike(ORDERS, ORDERS_DAY, time)

    def test_links_open_there(self):
        line = next(m["line"] for m in report_marks(day()) if m["kind"] == "screenshot")
        self.open(day(), f"line-{line}")
        self.assertIn(f"Line {line}", self.text("#details-body"))
        self.assertEqual(self.seen(".mark.shown")[:1], self.texts(".mark.shown")[:1])
        self.open(day(), "mark-44")
        self.assertIn(self.words(43), self.text("#details-title"))
        self.open(day(), "t=76.5")
        self.assertEqual(self.text("#moment-title"), "What is true at 0:01:16.5")
        for nonsense in ["line-99999", "mark-0", "mark-99999", "t=", "t=1.2.3", "x", "line-"]:
            self.open(day(), nonsense)
            self.assertEqual(self.text("#moment-title"), "What is true at 24:00:00", nonsense)
        self.open(day(), "t=999999")
        self.assertEqual(self.text("#moment-title"), "What is true at 24:00:00")

    def test_choosing_writes_the_link(self):
        self.open(day())
        self.press("n", "n", "n")
        address = self.address()
        self.assertEqual(address, f"#mark-{self.findings('problem')[2][0] + 1}")
        title = self.text("#details-title")
        self.open(day(), address[1:])
        self.assertEqual(self.text("#details-title"), title)
        self.assertEqual(self.text("#moment-title"), "What is true at 2:30:00")
        push = next(m for m in self.model["marks"] if m["kind"] == "push")
        self.browser.click(f'[data-mark="{self.model["marks"].index(push)}"]')
        self.assertEqual(self.address(), f"#line-{push['line']}")
        self.press("]")
        self.assertRegex(self.address(), r"^#t=[0-9.]+$")

    def test_going_from_instant_to_instant_is_not_too_much_for_the_browser(self):
        self.open(day())
        times = sorted({t for m in self.model["marks"] for t in (m["at"], m.get("until", m["at"]))})
        for _ in times + times[:9]:
            self.press("[")
        self.assertEqual(self.address(), f"#t={plain(times[0])}")
        self.press("]", "]")
        self.assertEqual(self.address(), f"#t={plain(times[2])}")
        seen = self.evaluate("""(() => {
          const label = document.querySelector('.cursor span').getBoundingClientRect();
          const view = document.getElementById('scroller').getBoundingClientRect();
          return label.left >= view.left && label.right <= view.right;
        })()""")
        self.assertTrue(seen)

    def test_the_label_of_the_cursor_is_never_cut(self):
        self.open(day())
        for keys in [[], ["+", "+", "+"], ["f"]]:
            self.press(*keys)
            for across in range(0, 1000, 97):
                place = self.evaluate(f"""(() => {{
                  const name = document.getElementById('axis-name').getBoundingClientRect();
                  const view = document.getElementById('scroller').getBoundingClientRect();
                  return [Math.min(name.right + {across}, view.right - 2), name.bottom - 2];
                }})()""")
                self.browser.drag(tuple(place))
                self.settle()
                cut = self.evaluate("""(() => {
                  const label = document.querySelector('.cursor span').getBoundingClientRect();
                  const view = document.getElementById('scroller').getBoundingClientRect();
                  return Math.max(0, view.left - label.left, label.right - view.right);
                })()""")
                self.assertLessEqual(cut, 0.5, f"{keys} at {across}")

    def run_command(self, file, tool, name, time):
        """Copies the command of an instant and runs it in a shell, where the tool has its name."""
        page = report.report(file, name=name, tool=tool)
        self.open(page, f"t={time}")
        self.browser.permit("clipboardReadWrite", "clipboardSanitizedWrite")
        self.browser.click("[data-copy]")
        self.browser.wait("document.querySelector('[data-copy]').textContent === 'Copied'")
        command = self.browser.clipboard()
        self.assertEqual(command, self.text(".command code"))
        environment = {**os.environ, "PATH": os.path.dirname(os.path.abspath(tool)) + ":" + os.environ["PATH"]}
        ran = subprocess.run(
            ["bash", "-c", command], cwd="/", env=environment, capture_output=True, text=True, check=True
        )
        self.assertEqual(ran.stdout, self.told(tool, file, time))

    def test_the_command_to_copy_explains_that_instant(self):
        self.run_command(DAY, DEMO, "copied.html", 163.25)

    def test_the_command_works_for_a_file_with_a_strange_name(self):
        path = report.write([{"t": 0, "account": "alice"}, {"t": 9, "end": {}}], "it's $HOME & a \"day\".jsonl")
        self.run_command(path, DEMO, "strange.html", 4.5)

    @needs_orders
    def test_the_command_is_that_of_the_tool_that_made_the_report(self):
        self.run_command(ORDERS_DAY, ORDERS, "copied-orders.html", 1540.2)
        self.assertEqual(shlex.split(self.text(".command code"))[0], os.path.basename(ORDERS))


def plain(seconds):
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def report_clock(seconds):
    milliseconds = round(seconds * 1000)
    whole, rest = divmod(milliseconds, 1000)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return text if rest == 0 else text + f".{rest:03}".rstrip("0")


def report_marks(page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    start = text.index('id="report">') + len('id="report">')
    data = json.loads(text[start:text.index("</script>", start)])
    return data["recordings"][0]["marks"]


if __name__ == "__main__":
    unittest.main()
