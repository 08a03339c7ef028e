import importlib.machinery
import importlib.util
import pathlib
import re
import tempfile
import unittest

import groups
import mutator

ROOT = pathlib.Path(__file__).resolve().parent.parent
loader = importlib.machinery.SourceFileLoader("run", str(ROOT / "Mutations" / "run"))
spec = importlib.util.spec_from_loader("run", loader)
run = importlib.util.module_from_spec(spec)
loader.exec_module(run)

SOURCE = """struct A {
  func f() -> Bool {
    b.c(d)
    return e == 1
  }

  func g() -> Bool { h < 2 }
}
"""


class Refused(unittest.TestCase):
    """Which mutants are dropped for what the compiler says."""

    def setUp(self):
        self.package = run.Package(run.groups.Group("a", (), ()), [])
        self.package.path = pathlib.Path(tempfile.mkdtemp())
        self.package.texts = {"A.swift": SOURCE}
        self.package.sites = {n: ("A.swift", site) for n, site in enumerate(mutator.sites(SOURCE))}
        _, places = mutator.write(SOURCE, {n: site for n, (_, site) in self.package.sites.items()})
        self.package.places = {("A.swift", *place): n for n, place in places.items()}

    def dropped(self, line, column):
        output = f"{self.package.path.resolve()}/A.swift:{line}:{column}: error: no\n"
        return {self.package.sites[n][1].original for n in self.package.refused(output)}

    def test_the_one_that_an_error_points_at(self):
        column = next(c for (_, line, c), n in self.package.places.items()
                      if line == 4 and self.package.sites[n][1].original == "==")
        self.assertEqual(self.dropped(4, column), {"=="})

    def test_else_all_of_the_line(self):
        self.assertEqual(self.dropped(4, 1), {"==", "1"})

    def test_else_the_dropped_statements_of_the_member(self):
        self.assertEqual(self.dropped(5, 3), {"b.c(d)"})

    def test_none_for_files_that_were_not_changed(self):
        self.assertEqual(run.Package.refused(self.package, "/elsewhere/B.swift:4:1: error: no\n"), set())


class Groups(unittest.TestCase):
    def test_no_core_is_in_two_groups(self):
        everything = [file for group in groups.GROUPS for file in groups.files(ROOT, group)]
        self.assertEqual(len(everything), len(set(everything)))

    def test_each_group_has_sources_and_its_tests_are_there(self):
        for group in groups.GROUPS:
            self.assertTrue(groups.files(ROOT, group), group.name)
            for folder in group.tests:
                self.assertTrue((ROOT / "Tests" / "PushHubTests" / folder).is_dir(), folder)

    def test_every_core_of_the_observers_is_in_a_group(self):
        chosen = {file for group in groups.GROUPS for file in groups.files(ROOT, group)}
        for path in (ROOT / "Sources" / "PushHubObservers").rglob("*Core*.swift"):
            self.assertIn(str(path.relative_to(ROOT)), chosen)

    def test_the_quickest_tests_come_first_and_then_all_of_the_folder(self):
        first, quick, then = groups.filters(ROOT, "Sources/PushHub/Manager/Mailbox.swift")
        self.assertTrue(re.search(quick[0], "PushHubTests.WitnessTests/`a sentence`()"))
        self.assertFalse(re.search(quick[0], "PushHubTests.ResponderModelTests/`a sentence`()"))
        self.assertTrue(re.search(first[0], "PushHubTests.MailboxTests/`a sentence`()"))
        self.assertFalse(re.search(first[0], "PushHubTests.WitnessTests/`a sentence`()"))
        self.assertTrue(re.search(then[0], "PushHubTests.WitnessTests/`a sentence`()"))

    def test_the_manifest_has_the_targets_of_the_group_alone(self):
        text = run.manifest(groups.GROUPS[0])
        self.assertIn('.target(name: "PushHub", dependencies: [], swiftSettings: settings)', text)
        self.assertNotIn("pushhub-demo", text)


if __name__ == "__main__":
    unittest.main()
