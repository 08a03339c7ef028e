"""That ThreadSanitizer knows what a contended lock orders, and still sees what none does."""

import os
import pathlib
import platform
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parents[1] / "mutex-annotations"
SOURCE = """
import Synchronization

final class Shared: @unchecked Sendable {
  let numbers = Mutex<[Int]>([])
  var count = 0
}

@main struct Contention {
  static func main() async {
    let shared = Shared()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for _ in 0..<100_000 {
            shared.numbers.withLock { numbers in
              if numbers.count > 50 { numbers.removeAll() }
              numbers.append(number)
              if CommandLine.arguments.contains("inside") { shared.count += 1 }
            }
            if CommandLine.arguments.contains("outside") { shared.count += 1 }
          }
        }
      }
    }
  }
}
"""


@unittest.skipUnless(platform.system() == "Linux", "elsewhere the lock is the system's, which it knows")
class MutexAnnotationsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        folder = pathlib.Path(cls.folder.name)
        (folder / "contention.swift").write_text(SOURCE)
        cls.program = folder / "contention"
        subprocess.run(
            ["swiftc", "-parse-as-library", "-O", "-sanitize=thread", "-module-cache-path", folder / "cache",
             "-o", cls.program, folder / "contention.swift"],
            check=True,
        )
        made = subprocess.run([SCRIPT, folder], check=True, capture_output=True, text=True)
        cls.environment = os.environ | {"LD_PRELOAD": made.stdout.strip()}

    def reports(self, where):
        ended = subprocess.run([self.program, where], env=self.environment, capture_output=True, text=True)
        return ended.stderr.count("WARNING: ThreadSanitizer")

    def test_what_is_done_under_a_lock_is_no_race(self):
        self.assertEqual(self.reports("inside"), 0)

    def test_what_is_done_beside_it_is_one(self):
        self.assertGreater(self.reports("outside"), 0)
