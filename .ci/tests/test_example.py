"""That the files of Examples/Inbox, which only Xcode reads, agree with each other."""

import collections
import json
import pathlib
import plistlib
import re
import unittest

from openstep_parser import OpenStepDecoder

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLE = ROOT / "Examples/Inbox"
PROJECT = OpenStepDecoder.ParseFromString((EXAMPLE / "Inbox.xcodeproj/project.pbxproj").read_text())
OBJECTS = PROJECT["objects"]


def objects(identifiers):
    return [OBJECTS[identifier] for identifier in identifiers]


def target(name):
    [found] = [item for item in OBJECTS.values() if item["isa"] == "PBXNativeTarget" and item["name"] == name]
    return found


ROOT_OBJECT = OBJECTS[PROJECT["rootObject"]]
APP = target("Inbox")
EXTENSION = target("NotificationService")


def configurations(item):
    return objects(OBJECTS[item["buildConfigurationList"]]["buildConfigurations"])


def settings(item):
    return configurations(item)[0]["buildSettings"]


def plist(path):
    return plistlib.loads((EXAMPLE / path).read_bytes())


def products_of(item):
    return {product["productName"] for product in objects(item["packageProductDependencies"])}


def sources_of(item):
    groups = objects(item["fileSystemSynchronizedGroups"])
    return [file for group in groups for file in (EXAMPLE / "Sources" / group["path"]).rglob("*.swift")]


def imports_of(target):
    return set(re.findall(r"^import (\w+)", "".join(map(pathlib.Path.read_text, sources_of(target))), re.M))


class ProjectTests(unittest.TestCase):
    def test_every_object_that_is_referred_to_is_there_and_no_other(self):
        text = (EXAMPLE / "Inbox.xcodeproj/project.pbxproj").read_text()
        named = collections.Counter(re.findall(r"\b1A[0-9A-F]{22}\b", text))
        self.assertEqual(set(named), set(OBJECTS))
        self.assertEqual([name for name, count in named.items() if count < 2], [])

    def test_both_configurations_have_the_same_settings(self):
        for item in (APP, EXTENSION):
            debug, release = configurations(item)
            self.assertEqual(debug["buildSettings"], release["buildSettings"])

    def test_what_is_linked_is_what_the_target_depends_on(self):
        for item in (APP, EXTENSION):
            [phase] = [each for each in objects(item["buildPhases"]) if each["isa"] == "PBXFrameworksBuildPhase"]
            linked = [file["productRef"] for file in objects(phase["files"])]
            self.assertEqual(linked, item["packageProductDependencies"])

    def test_every_file_that_it_names_is_there(self):
        for item in (APP, EXTENSION):
            self.assertTrue(sources_of(item))
            for key, path in settings(item).items():
                if key == "INFOPLIST_FILE" or key.startswith("CODE_SIGN_ENTITLEMENTS"):
                    self.assertTrue((EXAMPLE / path).is_file(), path)

    def test_every_bundle_file_is_named(self):
        named = {path for item in (APP, EXTENSION) for path in map(str, settings(item).values())}
        for file in (EXAMPLE / "Bundles").iterdir():
            self.assertIn(f"Bundles/{file.name}", named)

    def test_the_package_is_this_one_and_has_the_products_that_are_imported(self):
        [package] = objects(ROOT_OBJECT["packageReferences"])
        self.assertEqual((EXAMPLE / package["relativePath"]).resolve(), ROOT)
        manifest = (ROOT / "Package.swift").read_text()
        libraries = set(re.findall(r'\.library\(name: "(\w+)"', manifest))
        for item in (APP, EXTENSION):
            self.assertEqual(products_of(item), libraries & imports_of(item))

    def test_it_runs_on_the_systems_that_the_package_promises(self):
        manifest = (ROOT / "Package.swift").read_text()
        for name, platform in {"IPHONEOS": "iOS", "MACOSX": "macOS"}.items():
            version = settings(ROOT_OBJECT)[f"{name}_DEPLOYMENT_TARGET"]
            self.assertIn(f".{platform}(.v{version.removesuffix('.0')})", manifest)

    def test_the_extension_is_in_the_app(self):
        [phase] = [each for each in objects(APP["buildPhases"]) if each["isa"] == "PBXCopyFilesBuildPhase"]
        self.assertEqual(phase["dstSubfolderSpec"], "13")
        [file] = objects(phase["files"])
        [dependency] = objects(APP["dependencies"])
        self.assertEqual(file["fileRef"], EXTENSION["productReference"])
        self.assertEqual(OBJECTS[dependency["target"]], EXTENSION)
        self.assertEqual((file["platformFilter"], dependency["platformFilter"]), ("ios", "ios"))
        identifier = settings(APP)["PRODUCT_BUNDLE_IDENTIFIER"]
        inner = settings(EXTENSION)["PRODUCT_BUNDLE_IDENTIFIER"]
        self.assertEqual(inner.rpartition(".")[0], identifier)


class PropertyListTests(unittest.TestCase):
    def test_identifier_and_version_are_those_of_the_project(self):
        for target in (APP, EXTENSION):
            keys = plist(settings(target)["INFOPLIST_FILE"])
            self.assertEqual(keys["CFBundleIdentifier"], "$(PRODUCT_BUNDLE_IDENTIFIER)")
            self.assertEqual(keys["CFBundleShortVersionString"], "$(MARKETING_VERSION)")
            self.assertEqual(keys["CFBundleVersion"], "$(CURRENT_PROJECT_VERSION)")
            self.assertEqual(keys["CFBundlePackageType"], "$(PRODUCT_BUNDLE_PACKAGE_TYPE)")
        for name in ("MARKETING_VERSION", "CURRENT_PROJECT_VERSION"):
            self.assertIn(name, settings(ROOT_OBJECT))

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
