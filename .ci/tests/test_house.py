"""That .ci/house finds the mistakes which it is there for, and no others."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parents[1] / "house"
LOADER = importlib.machinery.SourceFileLoader("house", str(SCRIPT))
house = importlib.util.module_from_spec(importlib.util.spec_from_loader("house", LOADER))
LOADER.exec_module(house)


class HouseTestCase(unittest.TestCase):
    def findings_of(self, files):
        with tempfile.TemporaryDirectory() as root:
            for name, text in files.items():
                path = pathlib.Path(root, "Sources", name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(house.House(root).findings())

    def assert_one(self, files, *parts):
        findings = self.findings_of(files)
        self.assertEqual(len(findings), 1, findings)
        for part in parts:
            self.assertIn(part, findings[0])

    def assert_none(self, files):
        self.assertEqual(self.findings_of(files), [])


class FeatureNameTests(HouseTestCase):
    def test_an_identifier_with_a_features_word_is_found_in_its_line(self):
        self.assert_one(
            {"PushHub/Manager/A.swift": "struct A {\n  var lastUnreadCount = 0\n}\n"},
            "PushHub/Manager/A.swift:2: lastUnreadCount",
        )

    def test_a_string_counts(self):
        self.assert_one({"PushHub/Manager/A.swift": 'let a = "countdowns"\n'}, ":1: countdowns")

    def test_interpolated_code_counts(self):
        self.assert_one({"PushHub/Manager/A.swift": 'let a = "\\(badgeDot)"\n'}, "badgeDot")

    def test_the_name_of_a_file_counts(self):
        self.assert_one({"PushHub/Manager/UnreadA.swift": ""}, "UnreadA.swift: the file's name")

    def test_the_player_of_transcripts_knows_none_either(self):
        self.assert_one({"PushHubReplay/A/A.swift": "let countdown = 1\n"}, "countdown")

    def test_comments_do_not_count(self):
        self.assert_none(
            {
                "PushHub/Manager/A.swift": """
                /// As an unread count.
                let a = 1 // badgeDot
                /* countdown /* screenshot */ unread */
                """
            }
        )

    def test_what_looks_like_a_comment_in_a_string_is_none(self):
        self.assert_one({"PushHub/Manager/A.swift": 'let a = "https://x", unread = 1\n'}, "unread")

    def test_a_quotation_mark_that_is_escaped_ends_no_string(self):
        self.assert_none({"PushHub/Manager/A.swift": 'let a = "\\"//" // unread\n'})

    def test_a_word_within_another_word_is_none(self):
        self.assert_none({"PushHub/Manager/A.swift": "let badger = 1, isUnreadable = true\n"})

    def test_what_the_system_calls_so_may_be_called_so(self):
        self.assert_none(
            {
                "PushHub/Push/APS.swift": 'let badge = node["badge"]\n',
                "PushHub/Apple/BadgeNumber.swift": "class BadgeNumber { let x = setBadgeCount }\n",
                "PushHub/Lifecycle/A.swift": "func screenshotTaken() {}\n",
                "PushHubReplay/A/A.swift": "let a = screenshotTaken\n",
            }
        )

    def test_only_where_the_system_is_spoken_to(self):
        self.assert_one({"PushHub/Manager/A.swift": "let badge = 1\n"}, "badge")

    def test_features_and_the_demo_may_say_what_they_like(self):
        self.assert_none(
            {
                "PushHubObservers/UnreadSync/UnreadSync.swift": "let unread = 1\n",
                "pushhub-demo/Play/A.swift": "let countdown = 1\n",
            }
        )


class NeighbourTests(HouseTestCase):
    FEATURE = {"PushHubObservers/One/One.swift": "public final class One {}\n"}

    def test_a_feature_that_names_anothers_type_is_found(self):
        self.assert_one(
            self.FEATURE | {"PushHubObservers/Two/Two.swift": "struct Two {\n  let a: One\n}\n"},
            "Two/Two.swift:2: Two is a feature, but names One of One",
        )

    def test_so_is_one_that_names_it_with_its_module(self):
        self.assert_one(
            self.FEATURE | {"PushHubObservers/Two/Two.swift": "let a: PushHubObservers.One? = nil\n"},
            "One of One",
        )

    def test_what_features_share_names_none_of_them(self):
        self.assert_one(
            self.FEATURE | {"PushHubObservers/Badges/A.swift": "extension One {}\n"},
            "Badges is shared, but names One",
        )

    def test_a_feature_may_name_what_is_shared_and_adapters_may_name_features(self):
        self.assert_none(
            self.FEATURE
            | {
                "PushHubObservers/Badges/A.swift": "struct Address {}\n",
                "PushHubObservers/Two/Two.swift": "let a: Address? = nil\n",
                "PushHubObservers/Apple/OneView.swift": "extension One {}\n",
            }
        )

    def test_members_strings_and_comments_name_no_type(self):
        self.assert_none(
            self.FEATURE
            | {"PushHubObservers/Two/Two.swift": 'let a = x.One + "One" /* One */ // One\n'}
        )

    def test_a_name_that_two_declare_tells_nothing(self):
        self.assert_none(
            self.FEATURE
            | {
                "PushHubObservers/Two/One.swift": "private struct One {}\n",
                "PushHubObservers/Three/A.swift": "let a: One? = nil\n",
            }
        )


class CircleTests(HouseTestCase):
    def test_two_folders_that_know_each_other_are_found(self):
        self.assert_one(
            {
                "PushHub/A/A.swift": "struct A { let b: B }\n",
                "PushHub/B/B.swift": "struct B {}\nfunc f(_ a: A) {}\n",
            },
            "Sources/PushHub: a circle of A, B",
            "A knows B, as in Sources/PushHub/A/A.swift:1: B",
            "B knows A, as in Sources/PushHub/B/B.swift:2: A",
        )

    def test_so_is_a_longer_way_round(self):
        self.assert_one(
            {
                "pushhub-demo/A/A.swift": "struct A { let b: B }\n",
                "pushhub-demo/B/B.swift": "struct B { let c: C }\n",
                "pushhub-demo/C/C.swift": "struct C { let a: [A] }\n",
                "pushhub-demo/D/D.swift": "struct D { let a: A }\n",
            },
            "a circle of A, B, C",
        )

    def test_one_way_is_none_and_neither_is_the_same_folder(self):
        self.assert_none(
            {
                "PushHub/A/A.swift": "struct A { let b: B; let other: Other }\n",
                "PushHub/A/Other.swift": "struct Other { let a: [A] }\n",
                "PushHub/B/Deep/B.swift": "struct B {}\n",
            }
        )


class ExplanationTests(HouseTestCase):
    TYPE = {"PushHub/Manager/A.swift": "/// Of which nothing is said.\npublic final class Parcel {}\n"}

    def test_a_public_type_that_nothing_names_is_found_in_its_line(self):
        self.assert_one(self.TYPE, "PushHub/Manager/A.swift:2: no article or example names Parcel")

    def test_so_is_a_nested_one(self):
        self.assert_one(
            {"PushHub/A/A.swift": "extension Int {\n  public enum Letter {}\n}\n"}, ":2: ", "Letter"
        )

    def test_readme_an_article_or_an_example_names_it(self):
        for name in ("README.md", "Sources/PushHub/PushHub.docc/a.md", "Examples/E/Sources/E/E.swift"):
            self.assert_none({**self.TYPE, f"../{name}": "A ``Parcel`` comes.\n"})

    def test_a_longer_word_does_not(self):
        self.assert_one({**self.TYPE, "../README.md": "Many Parcels come.\n"}, "Parcel")

    def test_neither_does_a_list_of_topics(self):
        topics = {"PushHub/PushHub.docc/PushHub.md": "# PushHub\n\n- ``Parcel``\n"}
        self.assert_one({**self.TYPE, **topics}, "Parcel")

    def test_what_is_not_public_and_other_modules_need_not_be_named(self):
        self.assert_none(
            {
                "PushHub/A/A.swift": "package struct Parcel {}\nstruct Letter {}\n",
                "PushHubObservers/A/A.swift": "public struct Parcel {}\n",
            }
        )


class WordTests(HouseTestCase):
    TYPE = {"PushHub/A/A.swift": "struct Parcel {}\n"}

    def test_an_article_has_no_word_that_is_avoided(self):
        text = "# A\n\nA parcel that\nnobody has.\n"
        self.assert_one({**self.TYPE, "../README.md": text}, "README.md:4: nobody: nobody has.")

    def test_code_may_have_it(self):
        text = "# A\n\n`told` is\n\n```swift\nlet told = 1\n```\n\n    tell\n\nfine.\n"
        self.assert_none({**self.TYPE, "../README.md": text})

    def test_a_documentation_comment_counts_beyond_the_budget(self):
        budget = house.WORD_BUDGETS.get("PushHub", 0)
        text = "/// It is told.\n" * (budget + 1) + "let a = 1\n"
        self.assert_one({"PushHub/A/A.swift": text}, "PushHub/A/A.swift:1: told: /// It is told.")

    def test_other_comments_do_not_count(self):
        self.assert_none({"PushHub/A/A.swift": "// It is told.\nlet told = 1\n" * 1_000})

    def test_a_comment_of_a_test_or_a_tool_counts(self):
        for folder in ("Tests", "Tools/Fuzz/Sources", "Examples/Orders/Tests"):
            text = "let told = 1\nlet a = 1  // It is told.\n"
            name = f"{folder}/A.swift"
            self.assert_one({**self.TYPE, f"../{name}": text}, f"{name}:2: told: // It is told.")

    def test_the_name_of_a_test_counts(self):
        text = "@Test func `an event is heard`() {}\n"
        self.assert_one({**self.TYPE, "../Tests/A.swift": text}, "A.swift:1: heard: an event is heard")

    def test_strings_code_and_builds_of_tests_do_not_count(self):
        text = 'let told = "nobody // heard"\n/// As `told`.\nfunc `default`() {}\n'
        build = {"../Tests/.build/A.swift": "// It is told.\n"}
        self.assert_none({**self.TYPE, "../Tests/A.swift": text, **build})

    def test_a_linked_file_or_folder_of_tests_does_not_count(self):
        with tempfile.TemporaryDirectory() as root:
            other = pathlib.Path(root, "other")
            tests = pathlib.Path(root, "Tests")
            for folder in (other, tests):
                folder.mkdir()
            (other / "A.swift").write_text("// It is told.\n", encoding="utf-8")
            (tests / "folder").symlink_to(other)
            (tests / "A.swift").symlink_to(other / "A.swift")
            self.assertEqual(list(house.House(root).worded()), [])


class RepositoryTests(unittest.TestCase):
    def test_every_shared_folder_is_there(self):
        sources = SCRIPT.parents[1] / "Sources"
        modules = [sources / name for name in (*house.FEATURE_MODULES, "PushHubNetworking")]
        for name in house.SHARED | house.ADAPTERS:
            self.assertTrue(any((module / name).exists() for module in modules), name)


if __name__ == "__main__":
    unittest.main()
