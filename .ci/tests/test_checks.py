"""That the files which let others build the package name what there is."""

import pathlib
import re
import unittest

from ruamel.yaml import YAML

ROOT = pathlib.Path(__file__).parents[2]
MANIFEST = (ROOT / "Package.swift").read_text()


def load(path):
    return YAML(typ="safe").load(ROOT / path)


def swift_files(*folders):
    """The texts of all Swift files in some folders, by path: files of two folders may share a name."""
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.swift"))
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths}


ROOT_TESTS = swift_files("Tests/TestSupport", *(str(path.relative_to(ROOT)) for path in ROOT.glob("Tests/*Tests")))
NESTED_TESTS = swift_files(
    "Examples/Accounts/Tests", "Examples/Delivery/Tests", "Examples/Devices/Tests", "Examples/Orders/Tests",
    "Tools/Fuzz/Tests", "Tools/IntegrationTests/Tests",
    "Tests/AppleStubs/Tests", "Tests/Interleavings/Tests",
)


class Sources:
    """Swift files, of which none may have what a pattern finds."""

    def assert_none_has(self, pattern):
        self.assertGreater(len(self.sources), 100)
        self.assertEqual([name for name, text in self.sources.items() if re.search(pattern, text)], [])


class LinkTests(unittest.TestCase):
    def test_interleavings_build_every_folder_of_the_hub(self):
        apart = {"Apple", "PrivacyInfo.xcprivacy", "PushHub.docc"}
        wanted = {path.name for path in (ROOT / "Sources/PushHub").iterdir()} - apart
        found = ROOT / "Tests/Interleavings/Sources/PushHub"
        self.assertEqual({path.name for path in found.iterdir() if path.is_symlink()}, wanted)


class RootTests(Sources, unittest.TestCase):
    sources = ROOT_TESTS

    def test_no_suite_has_an_attribute_that_all_others_are_compiled_slower_for(self):
        self.assert_none_has(r"(?m)^@Suite\b")

    def test_none_touches_memory_that_the_compiler_is_not_asked_to_watch(self):
        self.assert_none_has(r"\b(with)?Unsafe[A-Z]\w*|\bunsafe[A-Z]\w*|\bnonisolated\(unsafe\)|\bUnmanaged\b")


class WaitingTests(Sources, unittest.TestCase):
    """Who waits for a thread says so with `eventually`, which neither counts turns nor waits for ever."""

    sources = {
        path: text for path, text in (ROOT_TESTS | NESTED_TESTS).items() if not path.endswith("/Eventually.swift")
    }

    def test_none_gives_up_after_a_number_of_turns(self):
        self.assert_none_has(r"for _ in [^{]* where [^{]*\{\s*await Task\.yield\(\)")

    def test_none_waits_for_ever(self):
        self.assert_none_has(r"while [^{\n]*\{\s*await [\w.]*(yield|turns?)\(\)\s*\}")


class WorkflowTests(unittest.TestCase):
    jobs = load(".github/workflows/ci.yml")["jobs"]
    script = (ROOT / ".ci/mac").read_text()

    def test_every_part_of_the_mac_script_is_run_and_no_other(self):
        labels = re.findall(r"^    ([\w |\"]+)\)", self.script, re.M)
        parts = {part.strip(' "') for label in labels for part in label.split("|")}
        self.assertEqual(set(self.jobs["mac"]["strategy"]["matrix"]["part"]), parts)

    def test_all_parts_are_run_where_none_is_named(self):
        everything = re.search(r"set -- (.*)", self.script).group(1)
        parts = [quoted or plain for quoted, plain in re.findall(r'"([^"]+)"|(\S+)', everything)]
        self.assertEqual(parts, self.jobs["mac"]["strategy"]["matrix"]["part"])

    def test_every_script_that_it_runs_can_be_run(self):
        commands = [step.get("run", "") for job in self.jobs.values() for step in job["steps"]]
        scripts = re.findall(r"^\.ci/\w+", "\n".join(commands), re.M)
        self.assertEqual(set(scripts), {".ci/run", ".ci/search", ".ci/mac"})
        for script in scripts:
            self.assertTrue((ROOT / script).stat().st_mode & 0o111, script)


class PackageIndexTests(unittest.TestCase):
    """The keys and platforms are those of github.com/SwiftPackageIndex/SPIManifest."""

    configurations = load(".spi.yml")["builder"]["configs"]
    keys = {"platform", "scheme", "documentation_targets"}
    platforms = {
        "ios", "linux", "macos-spm", "macos-xcodebuild", "tvos", "visionos", "watchos",
    }

    def test_it_says_nothing_that_the_index_does_not_know(self):
        self.assertEqual(load(".spi.yml")["version"], 1)
        self.assertLessEqual((ROOT / ".spi.yml").stat().st_size, 1500)
        for configuration in self.configurations:
            self.assertLessEqual(configuration.keys(), self.keys)

    def test_every_platform_is_named_once(self):
        named = [configuration["platform"] for configuration in self.configurations]
        self.assertEqual(sorted(named), sorted(self.platforms))

    def test_schemes_and_documentation_are_those_of_libraries(self):
        libraries = re.findall(r'\.library\(name: "(\w+)"', MANIFEST)
        documented = [name for item in self.configurations for name in item.get("documentation_targets", [])]
        # What serves tests and desks is documented by .ci/run docs: the index builds one scheme.
        desks = ["PushHubTesting", "PushHubReplay", "PushHubScripts"]
        self.assertEqual(documented + desks, libraries)
        for configuration in self.configurations:
            self.assertIn(configuration.get("scheme", libraries[0]), libraries)
