"""Seeds mistakes into a copy of the project, and expects the step to find each and name its
platform."""

import contextlib
import io
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "Tests/AppleStubs/Platforms"))

import check  # noqa: E402
import imports  # noqa: E402
from targets import TableError, read_table  # noqa: E402

LIBRARY = "Sources/PushHub/Apple"
STUBS = "Tests/AppleStubs/Sources"

UNAVAILABLE_CALL = """
#if canImport(UserNotifications)
import UserNotifications

func showMistakenly(_ number: Int, _ center: UNUserNotificationCenter) {
  center.setBadgeCount(number)
}
#endif
"""

FORGOTTEN_PLATFORM = """
#if os(iOS) || os(tvOS)
import UIKit

typealias MistakenScreen = UIViewController
#elseif os(macOS)
import AppKit

typealias MistakenScreen = NSResponder
#elseif os(watchOS)
typealias MistakenScreen = AnyObject
#endif

func show(_ screen: MistakenScreen) {}
"""

WRONG_ISOLATION = """
#if canImport(UIKit) && !os(watchOS)
import UIKit

nonisolated func stateMistakenly(of application: UIApplication) -> UIApplication.State {
  application.applicationState
}
#endif
"""

IMPORT_FROM_LINUX = """
import Foundation
import FoundationNetworking

func loadMistakenly(_ session: URLSession) {}
"""

TYPE_WITHOUT_ITS_MODULE = """
#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

@MainActor func growMistakenly(_ view: UIView) {
  view.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
}
#endif
"""

MEMBER_WITHOUT_ITS_MODULE = """
#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

@MainActor func edgeMistakenly(of view: UIView) -> Double {
  view.bounds.midX
}
#endif
"""

LAYER_WITHOUT_ITS_MODULE = """
#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

@MainActor func raiseMistakenly(_ view: UIView) {
  view.layer.zPosition = 1
}
#endif
"""

TOO_NEW_IN_THE_STANDARD_LIBRARY = """
import Synchronization

func countMistakenly(_ duration: Duration) -> String {
  "\\(duration.attoseconds)"
}

func wideMistakenly(_ value: Int64) -> String {
  "\\(Int128(value))"
}

func lockMistakenly() {
  let state = Mutex(0)
  state.withLock { $0 += 1 }
}

func preferMistakenly(_ executor: (any TaskExecutor)?) async {
  await withTaskExecutorPreference(executor) {}
}

func followMistakenly<Values: AsyncSequence>(
  _ values: Values
) async where Values.Failure == Never {
  for await _ in values {}
}

@MainActor
func stepMistakenly(_ values: AsyncStream<Int>) async -> Int? {
  var iterator = values.makeAsyncIterator()
  return await iterator.next(isolation: MainActor.shared)
}

@MainActor
func shareRightly(_ values: AsyncStream<Int>) async {
  for await _ in values {}
}

func hashRightly(_ value: UInt64) -> UInt64 {
  value &* 0x0000_0100_0000_01B3
}
"""

GATED = """
import Foundation

func countRightly(_ duration: Duration) -> String {
  guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else {
    return "{ \\(duration)"
  }
  return "\\(duration.attoseconds)"
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
func countWhereThere(_ duration: Duration) -> String {
  "\\(duration.attoseconds)"
}

func countInOneBranch(_ duration: Duration) -> String {
  if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
    "\\(duration.attoseconds)"
  } else {
    "\\(duration)"
  }
}

func countTooEarly(_ duration: Duration) -> String {
  if #available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *) {
    "\\(duration.attoseconds)"
  } else {
    "\\(Duration(attoseconds: 1))"
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
let hour = Duration(attoseconds: 3_600_000_000_000_000_000_000)
let minute = Int128(60)

let fields: [Calendar.Component] = [.dayOfYear]
"""

TOO_NEW_IN_A_FRAMEWORK = """
#if canImport(ActivityKit) && os(iOS) && !targetEnvironment(macCatalyst)
import ActivityKit
import Foundation

func startMistakenly<Attributes: ActivityAttributes>(_ type: Attributes.Type) -> Data? {
  Activity<Attributes>.pushToStartToken
}

func startRightly<Attributes: ActivityAttributes>(_ type: Attributes.Type) -> Data? {
  if #available(iOS 17.2, *) { Activity<Attributes>.pushToStartToken } else { nil }
}
#endif
"""

TOO_NEW = """
import Observation

@Observable @MainActor
final class MistakenModel {
  var count = 0
}

@MainActor func followMistakenly(_ model: MistakenModel) async {
  for await _ in Observations({ model.count }) {}
}
"""

UNKNOWN_SYMBOL = """
extension UIView {
  /// Looks like Apple's, and stands in no table.
  public func unheardOf() {}
}
"""

USE_OF_UNKNOWN_SYMBOL = """
#if canImport(UIKit) && !os(watchOS)
import UIKit

@MainActor func useMistakenly(_ view: UIView) {
  view.unheardOf()
}
#endif
"""


UNSAFE_TYPE = """
#if canImport(UIKit) && !os(watchOS)
import UIKit

@MainActor func announceMistakenly() {
  UIAccessibility.post(notification: .layoutChanged, argument: nil)
}
#endif
"""

SELECTOR_OF_LITERAL = """
#if canImport(ObjectiveC)
import ObjectiveC

func selectMistakenly() -> Selector {
  "mistaken:"
}

func selectText() -> Selector {
  Selector(("mistaken:"))
}

func selectRightly() -> Selector {
  NSSelectorFromString("right:")
}
#endif
"""

OPTIONAL_METHOD = """
#if canImport(UserNotifications) && !os(tvOS) && !os(watchOS)
@unsafe @preconcurrency import UserNotifications

func showMistakenly(
  _ delegate: any UNUserNotificationCenterDelegate,
  _ center: UNUserNotificationCenter
) {
  delegate.userNotificationCenter(center, openSettingsFor: nil)
}
#endif
"""

HANDLER_NOT_SENDABLE = """
#if canImport(BackgroundTasks) && canImport(UIKit) && !os(watchOS)
import BackgroundTasks

@MainActor
func listMistakenly(_ scheduler: BGTaskScheduler) {
  var count = 0
  scheduler.getPendingTaskRequests { count += $0.count }
}
#endif
"""

ACTION_WITHOUT_HANDLER = """
#if canImport(UIKit) && !os(watchOS)
import UIKit

@MainActor func actMistakenly() -> Any { UIAccessibilityCustomAction(name: "", actionHandler: nil) }
#endif
"""

DELEGATE_NO_OBJECT = """
#if canImport(UIKit) && !os(watchOS)
import UIKit

@MainActor final class MistakenTaps: UIGestureRecognizerDelegate {
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldReceive touch: UITouch
  ) -> Bool { true }
}
#endif
"""

DELEGATE_MADE = """
#if canImport(UIKit) && !os(watchOS)
import UIKit

@MainActor func makeMistakenly(_ type: any UIApplicationDelegate.Type) -> Any {
  type.init()
}
#endif
"""


class Copy:
    """What the step looks at, in a folder that may be spoilt."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        for name in ("Package.swift", check.TABLE):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        # What the compiler says of its own modules is the same everywhere.
        kept = check.VERSIONS if (ROOT / check.VERSIONS).is_dir() else None
        sources = ("PushHub", "PushHubObservers", "PushHubReplay", "PushHubScripts")
        for name in filter(None, (*(f"Sources/{name}" for name in sources), STUBS, kept)):
            shutil.copytree(
                ROOT / name,
                self.root / name,
                symlinks=True,
                ignore=lambda _, names: [name for name in names if name.startswith("_Testing")],
            )
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)

    def write(self, name, text):
        (self.root / name).write_text(text.lstrip("\n"))

    def change(self, name, before, after):
        path = self.root / name
        text = path.read_text()
        assert before in text, f"{name} has no {before!r}: the seed needs another place"
        path.write_text(text.replace(before, after, 1))

    def check(self, *platforms):
        """What the step says, and whether it is content."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = check.main([*platforms, "--root", str(self.root)])
        return said.getvalue(), status == 0

    def remove(self):
        shutil.rmtree(self.root)


class StepTests(unittest.TestCase):
    def setUp(self):
        self.copy = Copy()
        self.addCleanup(self.copy.remove)

    def expect(self, said, platform, *parts):
        """Expects one line that starts with the platform and has all parts."""
        found = [
            line
            for line in said.splitlines()
            if line.startswith(f"{platform}: ") and all(part in line for part in parts)
        ]
        self.assertTrue(found, f"{platform} does not say {parts}:\n{said}")

    def test_what_the_compiler_finds_has_its_platform_and_its_real_line(self):
        self.copy.write(f"{LIBRARY}/Call.swift", UNAVAILABLE_CALL)
        self.copy.write(f"{LIBRARY}/Forgotten.swift", FORGOTTEN_PLATFORM)
        self.copy.write(f"{LIBRARY}/Isolation.swift", WRONG_ISOLATION)
        self.copy.write(f"{LIBRARY}/Layer.swift", LAYER_WITHOUT_ITS_MODULE)
        said, is_content = self.copy.check("watchOS", "visionOS")
        self.assertFalse(is_content)
        self.expect(said, "watchOS", f"{LIBRARY}/Call.swift:5:10: error:", "setBadgeCount")
        self.expect(said, "visionOS", f"{LIBRARY}/Forgotten.swift:13:", "MistakenScreen")
        self.expect(said, "visionOS", f"{LIBRARY}/Isolation.swift:5:", "main actor-isolated")
        self.expect(said, "visionOS", f"{LIBRARY}/Layer.swift:6:", "'QuartzCore'")
        self.assertNotIn("visionOS: Sources/PushHub/Apple/Call.swift", said)
        self.assertNotIn("watchOS: Sources/PushHub/Apple/Forgotten.swift", said)
        self.assertIn("watchOS: fails", said)

    def test_what_no_compiler_here_finds_is_found_too(self):
        self.copy.write(f"{LIBRARY}/Type.swift", TYPE_WITHOUT_ITS_MODULE)
        self.copy.write(f"{LIBRARY}/Member.swift", MEMBER_WITHOUT_ITS_MODULE)
        self.copy.write(f"{LIBRARY}/Use.swift", USE_OF_UNKNOWN_SYMBOL)
        self.copy.write(f"{LIBRARY}/New.swift", TOO_NEW)
        self.copy.write(f"{STUBS}/UIKit/Unheard.swift", UNKNOWN_SYMBOL)
        name = "UIScene.didActivate"
        self.copy.change(check.TABLE, f"\t{name}Notification\t", f"\t{name}\t")
        said, is_content = self.copy.check("tvOS")
        self.assertFalse(is_content)
        self.assertIn(f"{LIBRARY}/Type.swift:6: error: CGRect needs 'import CoreGraphics'", said)
        self.expect(said, "tvOS", f"{LIBRARY}/Member.swift:6:", "CGRect.midX needs 'import Core")
        self.expect(said, "tvOS", f"{LIBRARY}/Use.swift:5:", "UIView.unheardOf() is not in")
        self.expect(said, "tvOS", f"{LIBRARY}/New.swift:9:", "is there since 26.0 alone")
        self.expect(said, "tvOS", "UIKit/Unheard.swift:3:", "UIView.unheardOf() is not in")
        self.expect(said, "tvOS", check.TABLE, "no stub declares UIKit UIScene.didActivate")
        self.expect(said, "tvOS", "UIScene.didActivateNotification is not in")

    def test_what_older_systems_lack_needs_a_gate(self):
        self.copy.write(f"{LIBRARY}/Newer.swift", TOO_NEW_IN_THE_STANDARD_LIBRARY)
        self.copy.write(f"{LIBRARY}/Gated.swift", GATED)
        self.copy.write(f"{LIBRARY}/Started.swift", TOO_NEW_IN_A_FRAMEWORK)
        said, is_content = self.copy.check("iOS")
        self.assertFalse(is_content)
        for line, name, since in (
            (4, "attoseconds", "18.0"),
            (8, "Int128", "18.0"),
            (12, "Mutex", "18.0"),
            (16, "TaskExecutor", "18.0"),
            (17, "withTaskExecutorPreference", "18.0"),
            (22, "Failure", "18.0"),
            (29, "next(isolation:)", "18.0"),
        ):
            self.expect(said, "iOS", f"Newer.swift:{line}: error: {name}", f"since {since} alone")
        # A loop takes the older method, and an operator the extension's.
        for line in (34, 38):
            self.assertNotIn(f"Newer.swift:{line}:", said)
        for line in (25, 27, 33):
            self.expect(said, "iOS", f"Gated.swift:{line}:", "is there since 18.0 alone")
        self.expect(said, "iOS", "Gated.swift:35: error: dayOfYear is there since 18.0 alone")
        for line in (7, 12, 17, 32):
            self.assertNotIn(f"Gated.swift:{line}:", said)
        self.expect(said, "iOS", "Started.swift:6: error: pushToStartToken is there since 17.2")
        self.assertNotIn("Started.swift:10:", said)

    def test_what_the_headers_refuse_is_refused(self):
        self.copy.write(f"{LIBRARY}/Announcement.swift", UNSAFE_TYPE)
        self.copy.write(f"{LIBRARY}/Selected.swift", SELECTOR_OF_LITERAL)
        self.copy.write(f"{LIBRARY}/Settings.swift", OPTIONAL_METHOD)
        self.copy.write(f"{LIBRARY}/Made.swift", DELEGATE_MADE)
        self.copy.write(f"{LIBRARY}/Pending.swift", HANDLER_NOT_SENDABLE)
        self.copy.write(f"{LIBRARY}/Action.swift", ACTION_WITHOUT_HANDLER)
        self.copy.write(f"{LIBRARY}/Gesture.swift", DELEGATE_NO_OBJECT)
        said, is_content = self.copy.check("iOS")
        self.assertFalse(is_content)
        self.expect(said, "iOS", f"{LIBRARY}/Announcement.swift:5:", "unsafe")
        self.expect(said, "iOS", f"{LIBRARY}/Selected.swift:5:", "use '#selector' instead of a")
        self.expect(said, "iOS", f"{LIBRARY}/Selected.swift:9:", "use '#selector' instead of t")
        self.assertNotIn(f"{LIBRARY}/Selected.swift:13:", said)
        self.expect(said, "iOS", f"{LIBRARY}/Pending.swift:7:", "concurrently-executing")
        self.expect(said, "iOS", f"{LIBRARY}/Action.swift:4:", "'nil'")
        self.expect(said, "iOS", f"{LIBRARY}/Gesture.swift:4:", "NSObjectProtocol")
        self.expect(said, "iOS", f"{LIBRARY}/Settings.swift:8:", "optional: call it with '?'")
        self.expect(said, "iOS", f"{LIBRARY}/Made.swift:5:", "init")

    def test_a_stub_is_as_the_table_says(self):
        self.copy.change(
            f"{STUBS}/UserNotifications/UNUserNotificationCenter.swift",
            "#if !os(watchOS)",
            "#if true",
        )
        self.copy.change(
            f"{STUBS}/UserNotifications/UNUserNotificationCenter.swift",
            "\nopen class UNUserNotificationCenter",
            "\n@MainActor\nopen class UNUserNotificationCenter",
        )
        self.copy.write(f"{LIBRARY}/Network.swift", IMPORT_FROM_LINUX)
        said, is_content = self.copy.check("watchOS")
        self.assertFalse(is_content)
        self.expect(said, "watchOS", "Center.setBadgeCount", "does not exist here")
        self.expect(said, "watchOS", "UNUserNotificationCenter is @MainActor, and nonisolated in")
        self.expect(said, "watchOS", f"{LIBRARY}/Network.swift:2:", "'FoundationNetworking'")


class RuleTests(unittest.TestCase):
    def setUp(self):
        self.copy = Copy()
        self.addCleanup(self.copy.remove)

    def test_examples_and_tests_name_no_geometry_without_its_module(self):
        head = "import Foundation\n"
        self.copy.write("Sources/Corner.swift", f"{head}// CGRect\nlet a = CGPoint.zero\n")
        self.copy.write("Sources/Word.swift", head + 'let a = "CGRect \\(CGSize.zero)"\n')
        self.copy.write("Sources/Good.swift", "import CoreGraphics\nlet a = CGPoint.zero\n")
        found = [problem for problem in imports.problems(self.copy.root) if "Sources/" in problem]
        self.assertIn("Sources/Corner.swift:3: error: CGPoint needs 'import CoreGraphics'", found)
        self.assertIn("Sources/Word.swift:2: error: CGSize needs 'import CoreGraphics'", found)
        self.assertFalse([problem for problem in found if "Good" in problem])

    def test_no_resources_are_listed_by_extension(self):
        call = 'bundle.urls(\n  forResourcesWithExtension: "json", subdirectory: nil)'
        self.copy.write("Sources/Files.swift", f"let a = {call}\n")
        found = "\n".join(imports.problems(self.copy.root))
        self.assertIn("Sources/Files.swift:1: error: urls(", found)

    def test_the_table_has_an_order_and_a_page_for_each_line(self):
        table = self.copy.root / check.TABLE
        lines = table.read_text().splitlines()
        without_page = lines[10].split("\t")
        without_page[4] = ""
        for number, line in (
            (10, "\t".join(without_page)),
            (10, lines[9]),
            (10, lines[11]),
            (10, lines[10].replace("iOS", "linux")),
            (0, lines[1]),
        ):
            table.write_text("\n".join([*lines[:number], line, *lines[number + 1 :]]))
            with self.assertRaises(TableError, msg=line):
                read_table(table)


if __name__ == "__main__":
    unittest.main()
