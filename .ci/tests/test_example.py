"""That the files of Examples/Inbox, which only Xcode reads, agree with each other."""

import json
import pathlib
import plistlib
import re
import unittest

from ruamel.yaml import YAML

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLE = ROOT / "Examples/Inbox"
SPECIFICATION = YAML(typ="safe").load(EXAMPLE / "project.yml")
APP = SPECIFICATION["targets"]["Inbox"]
EXTENSION = SPECIFICATION["targets"]["NotificationService"]


def settings(target):
    return target["settings"]["base"]


def plist(path):
    return plistlib.loads((EXAMPLE / path).read_bytes())


def products_of(target):
    return {
        product
        for dependency in target["dependencies"]
        if "package" in dependency
        for product in dependency.get("products", [dependency.get("product")])
    }


def sources_of(target):
    return [file for path in target["sources"] for file in (EXAMPLE / path).rglob("*.swift")]


def imports_of(target):
    return set(re.findall(r"^import (\w+)", "".join(map(pathlib.Path.read_text, sources_of(target))), re.M))


class SpecificationTests(unittest.TestCase):
    def test_every_file_that_it_names_is_there(self):
        for target in (APP, EXTENSION):
            self.assertTrue(sources_of(target))
            for key, path in settings(target).items():
                if key == "INFOPLIST_FILE" or key.startswith("CODE_SIGN_ENTITLEMENTS"):
                    self.assertTrue((EXAMPLE / path).is_file(), path)

    def test_every_bundle_file_is_named(self):
        named = {path for target in (APP, EXTENSION) for path in map(str, settings(target).values())}
        for file in (EXAMPLE / "Bundles").iterdir():
            self.assertIn(f"Bundles/{file.name}", named)

    def test_the_package_is_this_one_and_has_the_products_that_are_imported(self):
        package = (EXAMPLE / SPECIFICATION["packages"]["PushHub"]["path"]).resolve()
        self.assertEqual(package, ROOT)
        manifest = (ROOT / "Package.swift").read_text()
        libraries = set(re.findall(r'\.library\(name: "(\w+)"', manifest))
        for target in (APP, EXTENSION):
            self.assertEqual(products_of(target), libraries & imports_of(target))

    def test_it_runs_on_the_systems_that_the_package_promises(self):
        manifest = (ROOT / "Package.swift").read_text()
        for platform, version in SPECIFICATION["options"]["deploymentTarget"].items():
            self.assertIn(f".{platform}(.v{version.removesuffix('.0')})", manifest)

    def test_the_extension_is_in_the_app(self):
        self.assertIn("NotificationService", [item.get("target") for item in APP["dependencies"]])
        identifier = settings(APP)["PRODUCT_BUNDLE_IDENTIFIER"]
        inner = settings(EXTENSION)["PRODUCT_BUNDLE_IDENTIFIER"]
        self.assertEqual(inner.rpartition(".")[0], identifier)


class PropertyListTests(unittest.TestCase):
    def test_identifier_and_version_are_those_of_the_specification(self):
        for target in (APP, EXTENSION):
            keys = plist(settings(target)["INFOPLIST_FILE"])
            self.assertEqual(keys["CFBundleIdentifier"], "$(PRODUCT_BUNDLE_IDENTIFIER)")
            self.assertEqual(keys["CFBundleShortVersionString"], "$(MARKETING_VERSION)")
            self.assertEqual(keys["CFBundleVersion"], "$(CURRENT_PROJECT_VERSION)")
            self.assertEqual(keys["CFBundlePackageType"], "$(PRODUCT_BUNDLE_PACKAGE_TYPE)")
        for name in ("MARKETING_VERSION", "CURRENT_PROJECT_VERSION"):
            self.assertIn(name, settings(SPECIFICATION))

    def test_the_app_is_woken_by_silent_pushes_and_has_scenes(self):
        keys = plist(settings(APP)["INFOPLIST_FILE"])
        self.assertEqual(keys["UIBackgroundModes"], ["fetch", "remote-notification"])
        [identifier] = keys["BGTaskSchedulerPermittedIdentifiers"]
        features = (EXAMPLE / "Sources/Inbox/Features.swift").read_text()
        self.assertIn(f'hub.refresh(identifier: "{identifier}"', features)
        self.assertIn("UIApplicationSupportsMultipleScenes", keys["UIApplicationSceneManifest"])

    def test_the_app_may_get_pushes_on_both_systems(self):
        names = {"iphone": "aps-environment", "macosx": "com.apple.developer.aps-environment"}
        for sdk, name in names.items():
            path = settings(APP)[f"CODE_SIGN_ENTITLEMENTS[sdk={sdk}*]"]
            self.assertEqual(plist(path)[name], "development")

    def test_the_extension_begins_with_a_class_that_is_there(self):
        keys = plist(settings(EXTENSION)["INFOPLIST_FILE"])["NSExtension"]
        self.assertEqual(keys["NSExtensionPointIdentifier"], "com.apple.usernotifications.service")
        module, _, name = keys["NSExtensionPrincipalClass"].rpartition(".")
        self.assertEqual(module, "$(PRODUCT_MODULE_NAME)")
        code = "".join(file.read_text() for file in sources_of(EXTENSION))
        self.assertRegex(code, rf"class {name}: UNNotificationServiceExtension\b")


class PushTests(unittest.TestCase):
    push = json.loads((EXAMPLE / "push.apns").read_text())

    def test_it_is_for_the_app_and_passes_through_the_extension(self):
        identifier = settings(APP)["PRODUCT_BUNDLE_IDENTIFIER"]
        self.assertEqual(self.push["Simulator Target Bundle"], identifier)
        self.assertEqual(self.push["aps"]["mutable-content"], 1)

    def test_the_sources_read_the_keys_that_it_has(self):
        code = "".join(file.read_text() for target in (APP, EXTENSION) for file in sources_of(target))
        read = set(re.findall(r'payload\["(\w+)"\]', code))
        self.assertLessEqual(self.push.keys() - {"Simulator Target Bundle", "aps"}, read)


class ReadmeTests(unittest.TestCase):
    text = (EXAMPLE / "README.md").read_text()

    def test_five_steps_lead_to_a_push(self):
        steps = re.findall(r"^(\d)\. (.*)", self.text, re.M)
        self.assertEqual([number for number, _ in steps], list("12345"))
        self.assertIn("`xcrun simctl push booted push.apns`", steps[-1][1])

    def test_every_file_that_it_names_is_there(self):
        table = re.findall(r"^\| (`.*?) \|", self.text, re.M)
        paths = [path for cell in table for path in re.findall(r"`([^`]+)`", cell)]
        self.assertGreater(len(paths), 5)
        for path in paths:
            self.assertTrue((EXAMPLE / path).exists(), path)
