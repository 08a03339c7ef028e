"""That .ci/in-time names what hangs, and leaves alone what does not."""

import pathlib
import subprocess
import unittest

SCRIPT = pathlib.Path(__file__).parents[1] / "in-time"
BEGUN = """\
\x1b[90m◇\x1b[0m Test run started.
◇ Test "it ends, with a comma" started.
\x1b[90m◇\x1b[0m Test "it hangs, for ever" started.
◇ Test plain() started.
◇ Test "two of one name" started.
◇ Test "two of one name" started.
✔ Test "two of one name" with 2 test cases passed after 0.004 seconds.
\x1b[92m✔\x1b[0m Test "it ends, with a comma" passed after 0.001 seconds.
✘ Test plain() failed after 0.001 seconds with 1 issue.
"""


def run(minutes, *command):
    return subprocess.run([SCRIPT, minutes, *command], input=BEGUN, capture_output=True, text=True)


class InTimeTests(unittest.TestCase):
    def test_what_has_not_ended_is_named(self):
        ended = run("0.005", "bash", "-c", "cat; exec tail -f /dev/null")
        self.assertEqual(ended.returncode, 124)
        self.assertEqual(
            ended.stdout[len(BEGUN):],
            'After 0.005 minutes these had not ended:\n  "it hangs, for ever"\n  "two of one name"\n',
        )

    def test_tests_that_end_keep_their_output_and_their_status(self):
        for status in (0, 1, 77):
            ended = run("1", "bash", "-c", f"cat; exit {status}")
            self.assertEqual((ended.stdout, ended.returncode), (BEGUN, status))

    def test_what_has_failed_is_told_once_more_at_the_end(self):
        issue = '✘ Test "it fails" recorded an issue at Its.swift:2:3: Expectation failed: no'
        ended = run("1", "bash", "-c", f"cat; echo '{issue}'; echo '✔ Test run ended.'; exit 1")
        self.assertEqual(ended.stdout[len(BEGUN):], f"{issue}\n✔ Test run ended.\nWhat has failed:\n{issue}\n")
        self.assertEqual(ended.returncode, 1)

    def test_one_that_can_not_be_ended_kindly_is_killed(self):
        ended = run("0.005", "bash", "-c", "trap '' TERM; cat; while :; do :; done")
        self.assertEqual(ended.returncode, 137)
        self.assertIn('  "it hangs, for ever"\n', ended.stdout)
