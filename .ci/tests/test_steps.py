"""That a step which fails is told last, with the command that runs it alone."""

import pathlib
import subprocess
import tempfile
import textwrap
import unittest

STEPS = pathlib.Path(__file__).parents[1] / "steps"


class StepTests(unittest.TestCase):
    def run_script(self, *arguments, first="true", second="true", third="true", goes_on=""):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        script = textwrap.dedent(f"""\
            set -euo pipefail
            goes_on={goes_on}
            source {STEPS}
            step_first() {{
              {first}
            }}
            step_second() {{
              {second}
            }}
            step_the_third() {{
              {third}
            }}
            run_steps "first second the-third" "$@"
            """)
        return subprocess.run(
            ["bash", "-c", script, "it", *arguments], cwd=folder.name, capture_output=True, text=True
        )

    def test_all_steps_run_in_their_order_and_each_has_its_duration(self):
        done = self.run_script(first="echo one", second="echo two", third="echo three")
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        self.assertLess(lines.index("one"), lines.index("two"))
        self.assertLess(lines.index("two"), lines.index("three"))
        for name in ("first", "second", "the-third"):
            self.assertRegex(done.stdout, rf"(?m)^ +\d+ s  {name}$")
        self.assertEqual(lines[-1], "All that ran is good.")

    def test_a_failure_in_each_step_is_told_last_with_its_command(self):
        names = {"first": "first", "second": "second", "third": "the-third"}
        for step, name in names.items():
            done = self.run_script(**{step: "echo reason; false; echo not reached"})
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stdout.splitlines()[-2:], [
                "  reason", f"FAILED: {name}; alone: .ci/it {name}",
            ])

    def test_a_failure_ends_the_run_unless_it_goes_on(self):
        self.assertNotIn("two", self.run_script(first="false", second="echo two").stdout)
        done = self.run_script(first="false", second="echo two", third="exit 3", goes_on="yes")
        self.assertIn("\ntwo\n", done.stdout)
        self.assertIn("FAILED: first; alone: .ci/it first\n", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "FAILED: the-third; alone: .ci/it the-third")

    def test_steps_can_be_named(self):
        done = self.run_script("the-third", first="echo one", third="echo three")
        self.assertIn("three", done.stdout)
        self.assertNotIn("one", done.stdout)
        wrong = self.run_script("fourth")
        self.assertEqual(wrong.returncode, 64)
        self.assertIn("first second the-third", wrong.stderr)

    def test_what_is_skipped_is_listed_and_a_failure_only_where_that_is_wished(self):
        skips = {"second": "echo SKIPPED: no browser"}
        done = self.run_script(**skips)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout.splitlines()[-2], "SKIPPED: no browser")
        self.assertEqual(self.run_script("--nothing-skipped", **skips).returncode, 1)


if __name__ == "__main__":
    unittest.main()
