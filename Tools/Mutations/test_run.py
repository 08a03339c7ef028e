import importlib.machinery
import importlib.util
import json
import pathlib
import re
import tempfile
import unittest

import groups
import mutator

ROOT = pathlib.Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("run", str(ROOT / "Tools" / "Mutations" / "run"))
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


    def test_what_another_group_of_the_place_was_refused_is_kept(self):
        earlier = ["B.swift", "0", "addition", 7]
        (self.package.path / "refused.json").write_text(json.dumps([earlier, ["A.swift", "0", "addition", 9]]))
        self.package.uncompilable = {0: None}
        self.package.keep_refused()
        kept = json.loads((self.package.path / "refused.json").read_text())
        self.assertEqual(kept, [list(self.package.identity(0)), earlier])
        again = run.Package(run.groups.Group("a", (), ()), [])
        again.path, again.texts, again.sites = self.package.path, self.package.texts, self.package.sites
        again.remember()
        self.assertEqual(list(again.uncompilable), [0])


class Equivalents(unittest.TestCase):
    entry = {"file": "A.swift", "line": "b = nil", "operator": "statement", "reason": "r"}

    def names(self, **more):
        """What of two lines with one text an entry names."""
        source = "func f() {\n  a = 1\n  b = nil\n  c = 1\n  b = nil\n}\n"
        equivalents = run.read_equivalents(json.dumps([self.entry | more]))
        sites = [site for site in mutator.sites(source) if site.text == "b = nil"]
        return [run.key("A.swift", site, equivalents) in equivalents for site in sites]

    def test_an_entry_names_all_lines_of_its_text(self):
        self.assertEqual(self.names(), [True, True])

    def test_an_entry_with_the_line_before_names_that_one_alone(self):
        self.assertEqual(self.names(after="c = 1"), [False, True])

    def test_each_entry_has_a_line_that_is_there(self):
        for entry in json.loads((ROOT / "Tools" / "Mutations" / "equivalents.json").read_text()):
            sites = mutator.sites((ROOT / entry["file"]).read_text())
            fitting = [
                site for site in sites
                if (site.text, site.operator) == (entry["line"], entry["operator"])
                and entry.get("after", site.before) == site.before
            ]
            self.assertTrue(fitting, entry)


class Links(unittest.TestCase):
    """What two groups leave of each other in one place."""

    first = "Sources/PushHubAlerts/QuietRules/QuietCore.swift"
    second = "Sources/PushHubObservers/Badges/BadgeTree.swift"
    helper = "Sources/PushHubAlerts/PushHubMutants.swift"

    def setUp(self):
        self.path = pathlib.Path(tempfile.mkdtemp())

    def group(self, name):
        return next(group for group in groups.GROUPS if group.name == name)

    def change(self, name, file):
        run.link_tree(self.path, self.group(name), {file})
        run.put(self.path / file, "changed")
        run.put(self.path / self.helper, "helpers")

    def test_a_file_that_was_changed_becomes_a_link_again(self):
        self.change("QuietRules", self.first)
        self.assertFalse((self.path / self.first).is_symlink())
        self.change("BadgeDot", self.second)
        self.assertEqual((self.path / self.first).readlink(), ROOT / self.first)
        self.assertEqual((self.path / self.second).read_text(), "changed")
        self.assertNotEqual((ROOT / self.second).read_text(), "changed")

    def test_what_is_changed_still_is_not_linked_in_between(self):
        self.change("QuietRules", self.first)
        run.link_tree(self.path, self.group("QuietRules"), {self.first})
        self.assertEqual((self.path / self.first).read_text(), "changed")
        self.assertTrue((self.path / self.helper).exists())

    def test_the_switches_go_with_the_last_change_of_their_module(self):
        self.change("QuietRules", self.first)
        run.link_tree(self.path, self.group("QuietRules"))
        self.assertFalse((self.path / self.helper).exists())

    def test_tests_of_another_group_go_and_worlds_of_this_one_come(self):
        self.change("QuietRules", self.first)
        tests = self.path / "Tests"
        self.assertTrue((tests / "PushHubAlertsTests/QuietRules/QuietRulesTests.swift").exists())
        self.assertFalse((tests / "PushHubBackendTests/DeviceRegistration/RegistrationDriver.swift").exists())
        run.link_tree(self.path, self.group("LiveActivities"))
        self.assertFalse((tests / "PushHubAlertsTests/QuietRules/QuietRulesTests.swift").exists())
        self.assertTrue((tests / "PushHubBackendTests/DeviceRegistration/RegistrationDriver.swift").exists())


class Groups(unittest.TestCase):
    def test_no_core_is_in_two_groups(self):
        everything = [file for group in groups.GROUPS for file in groups.files(ROOT, group)]
        self.assertEqual(len(everything), len(set(everything)))

    def test_each_group_has_sources_and_its_tests_are_there(self):
        for group in groups.GROUPS:
            self.assertTrue(groups.files(ROOT, group), group.name)
            for folder in group.tests:
                self.assertTrue((groups.TESTS / folder).is_dir(), folder)
            for world in group.worlds:
                self.assertTrue((groups.TESTS / world).is_file(), world)

    def test_no_two_groups_have_one_name_and_one_place_has_one_set_of_modules(self):
        self.assertEqual(len(groups.GROUPS), len({group.name for group in groups.GROUPS}))
        modules = {}
        for group in groups.GROUPS:
            self.assertEqual(modules.setdefault(group.folder, group.modules), group.modules)

    def test_a_group_has_the_folders_of_all_suites_that_are_run_for_its_files(self):
        for group in groups.GROUPS:
            for file in groups.files(ROOT, group):
                for folder in groups.folders(file):
                    self.assertIn(folder, group.tests, file)

    def filters(self, file):
        group = next(group for group in groups.GROUPS if file in groups.files(ROOT, group))
        return groups.filters(ROOT, group, file)

    def test_each_file_has_suites_and_all_are_built_with_its_group(self):
        for group in groups.GROUPS:
            path = pathlib.Path(tempfile.mkdtemp())
            run.link_tree(path, group)
            built = {
                suite for test in path.glob("Tests/**/*.swift") for suite in groups.SUITE.findall(test.read_text())
            }
            for file in groups.files(ROOT, group):
                stages = groups.filters(ROOT, group, file)
                self.assertTrue(stages, file)
                for stage in stages:
                    suites = re.search(r"\((.*)\)", stage[0])[1].split("|")
                    self.assertLessEqual(set(suites), built, file)

    def test_all_suites_of_a_file_are_run(self):
        for stage in self.filters("Sources/PushHubAlerts/QuietRules/QuietCore.swift"):
            self.assertTrue(re.search(stage[0], "PushHubAlertsTests.QuietRulesTests/`a sentence`()"))

    def test_suites_of_other_folders_that_read_a_core_are_run_too(self):
        stages = self.filters("Sources/PushHub/Manager/NotificationManager+Responses.swift")
        self.assertTrue(re.search(stages[-1][0], "PushHubTests.PluginHostTests/`a sentence`()"))

    def test_every_core_of_the_observers_is_in_a_group(self):
        chosen = {file for group in groups.GROUPS for file in groups.files(ROOT, group)}
        for path in (path for module in groups.FEATURES for path in (ROOT / "Sources" / module).rglob("*Core*.swift")):
            self.assertIn(str(path.relative_to(ROOT)), chosen)

    def test_the_quickest_tests_come_first_and_then_all_of_the_folder(self):
        first, quick, then = self.filters("Sources/PushHub/Manager/Journal.swift")
        self.assertTrue(re.search(quick[0], "PushHubTests.DiagnosticsTests/`a sentence`()"))
        self.assertFalse(re.search(quick[0], "PushHubTests.ResponderModelTests/`a sentence`()"))
        self.assertTrue(re.search(first[0], "PushHubTests.JournalTests/`a sentence`()"))
        self.assertFalse(re.search(first[0], "PushHubTests.DiagnosticsTests/`a sentence`()"))
        self.assertTrue(re.search(then[0], "PushHubTests.DiagnosticsTests/`a sentence`()"))

    def test_the_manifest_has_the_targets_of_the_group_alone(self):
        text = run.manifest(groups.GROUPS[0])
        self.assertIn('.target(name: "PushHub", dependencies: [], swiftSettings', text)
        self.assertNotIn("pushhub-demo", text)


if __name__ == "__main__":
    unittest.main()
