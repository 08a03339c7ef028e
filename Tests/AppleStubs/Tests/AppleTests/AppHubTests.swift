import AppKit
import Foundation
import Intents
import Network
import PushHub
import PushHubTesting
import StubSystem
import Synchronization
import Testing
import UIKit
import UserNotifications
import os

final class AppHubTests: AppleWorld {
  @Test func `the system's log redacts what isn't public, and shows control characters`() {
    let log = PushHubLog.system(subsystem: "test")
    log("orders", Shipment(message: "sent\nto Ann"))
    log("orders", Shipment(message: "sent\u{1B}[2J", isPublic: true, level: .error))
    log("orders", Shipment(message: "nothing", isSkip: true, level: .debug))
    let entries = Logger.stubEntries(of: "test")
    #expect(entries.map(\.category) == ["orders", "orders", "orders"])
    #expect(entries.map(\.level) == [.info, .error, .debug])
    #expect(
      entries.map(\.text) == [#"shipped: sent\u{a}to Ann"#, #"sent\u{1b}[2J"#, "shipped: nothing"]
    )
    #expect(
      entries.map(\.redacted) == ["shipped: <private>", #"sent\u{1b}[2J"#, "shipped: <private>"]
    )
  }

  private struct Shipment: FeatureEvent {
    let message: String
    var isPublic = false
    var isSkip = false
    var level = LogLevel.info

    var name: String { "shipped" }
  }

  @Test func `one log has the features, the manager, the lifecycle and the hub, by name`() throws {
    var lines: [String] = []
    hub.log = { lines.append("\($0) \($1.name)") }
    let badge = BadgeNumber(lifecycle: hub.lifecycle, scheduler: hub.scheduler)
    try hub.host.install(badge, named: "badge number")
    badge.set(1)
    hub.manager.receive(PushPayload(userInfo: ["aps": ["alert": "Hi"]]), via: .remote)
    hub.lifecycle.setAccount("")
    launch()
    let other = OtherDelegate()
    center.delegate = other
    hub.lifecycle.setPhase(.active)
    #expect(
      lines == [
        "badge number problem", "manager held", "lifecycle problem", "hub problem",
        "badge number problem",
      ]
    )
  }

  private final class AppDelegate: UIResponder, UIApplicationDelegate {
    let hub = AppHub()

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      hub.start(with: application, launchOptions: launchOptions)
      return true
    }
  }

  private let lateness = Holder(0)

  private func makeHub(defaults: UserDefaults = .standard) -> AppHub {
    AppHub(
      scheduler: scheduler,
      center: center,
      notificationCenter: notifications,
      defaults: defaults
    )
  }

  /// Has an action fall due while the device sleeps.
  private func oversleep() {
    scheduler.schedule(after: .seconds(5)) { [lateness] in lateness.value += 1 }
    scheduler.sleepThrough(.seconds(60))
  }

  private func post(_ name: Notification.Name) {
    notifications.post(name: name, object: application)
  }

  @Test func `a delegate with a hub has all that an app needs`() {
    let delegate = AppDelegate()
    application.stubState = .active
    #expect(delegate.application(application, didFinishLaunchingWithOptions: nil))
    #expect(delegate.hub.scheduler is LiveScheduler)
    #expect(delegate.hub.lifecycle.state.phase == .active)
    #expect(delegate.hub.host.names.isEmpty)
  }

  @Test func `an available network is reported, but not the first path`() async {
    let probe = LifecycleProbe()
    hub.lifecycle.add(probe)
    hub.start(with: application)
    let count = { probe.events.filter { $0 == .networkAvailable }.count }
    for _ in 0..<100_000 where count() == 0 {
      NWPathMonitor.stubYield(.satisfied)
      NWPathMonitor.stubYield(.unsatisfied)
      await Task.yield()
    }
    #expect(count() > 0)
  }

  @Test func `donations of an account that signs out are deleted`() {
    let id = AccountID(rawValue: "\(UUID())")
    hub.lifecycle.setAccounts([id, "bob"], shown: id)
    hub.lifecycle.setAccounts([id, "bob"], shown: "bob")
    let isDeleted = { INInteraction.stubDeletions.withLock { $0.contains(id.rawValue) } }
    #expect(!isDeleted())
    hub.lifecycle.setAccounts(["bob"], shown: "bob")
    #expect(isDeleted())
  }

  @Test func `donations of a former process's account go once it can't be set any more`() {
    let id = AccountID(rawValue: "\(UUID())")
    let defaults = UserDefaults(suiteName: id.rawValue) ?? .standard
    defer { defaults.removePersistentDomain(forName: id.rawValue) }
    let former = makeHub(defaults: defaults)
    former.lifecycle.setAccounts([id, "bob"], shown: id)
    let isDeleted = { INInteraction.stubDeletions.withLock { $0.contains(id.rawValue) } }
    let inStages = makeHub(defaults: defaults)
    inStages.lifecycle.setPhase(.active)
    inStages.lifecycle.setAccounts(["bob"], shown: "bob")
    inStages.lifecycle.setAccounts([id, "bob"], shown: id)
    pass(10)
    inStages.lifecycle.setPhase(.background)
    #expect(!isDeleted())
    // Before the first unlock, `UserDefaults` is empty.
    let kept = defaults.data(forKey: "PushHub.signIns")
    defaults.removeObject(forKey: "PushHub.signIns")
    let hub = makeHub(defaults: defaults)
    defaults.set(kept, forKey: "PushHub.signIns")
    hub.lifecycle.setPhase(.active)
    hub.lifecycle.setAccounts(["bob"], shown: "bob")
    #expect(!isDeleted())
    pass(10)
    hub.lifecycle.setPhase(.background)
    #expect(isDeleted())
  }

  @Test func `a hub reports nothing before it is started`() {
    post(UIApplication.didBecomeActiveNotification)
    #expect(hub.lifecycle.state.phase == .background)
    hub.start(with: application)
    post(UIApplication.didBecomeActiveNotification)
    #expect(hub.lifecycle.state.phase == .active)
  }

  @Test func `on iOS what fell due in a sleep runs on return to the foreground`() {
    hub.start(with: application)
    post(UIApplication.didEnterBackgroundNotification)
    oversleep()
    #expect(lateness.value == 0)
    post(UIApplication.willEnterForegroundNotification)
    #expect(lateness.value == 1)
  }

  @Test func `a hub that is started again follows once`() {
    let probe = LifecycleProbe()
    hub.lifecycle.add(probe)
    hub.start(with: application)
    hub.start(with: application)
    post(UIApplication.userDidTakeScreenshotNotification)
    #expect(probe.events.filter { $0 == .screenshotTaken }.count == 1)
  }

  @Test func `a second start leaves the center's delegate alone`() {
    hub.start(with: application)
    let successor = OtherDelegate()
    center.delegate = successor
    hub.start(with: application)
    #expect(center.delegate === successor)
  }

  @Test(arguments: StubThread.allCases)
  func `on macOS what fell due in a sleep runs when the Mac wakes`(thread: StubThread) async {
    let workspace = NSWorkspace()
    let macApplication = NSApplication()
    macApplication.stubIsActive = true
    hub.start(with: macApplication, workspace: workspace)
    oversleep()
    let wakes = workspace.notificationCenter
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .zero) { continuation.resume() }
      thread.run { wakes.post(name: NSWorkspace.didWakeNotification, object: nil) }
    }
    #expect(lateness.value == 1)
    #expect(hub.lifecycle.state.phase == .active)
  }

  @Test func `everything ends with the hub`() {
    var hub: AppHub? = makeHub()
    hub?.start(with: application)
    let lifecycle = WeakBox(hub?.lifecycle)
    let manager = WeakBox(hub?.manager)
    hub = nil
    #expect(!lifecycle.isAlive)
    #expect(!manager.isAlive)
    post(UIApplication.didBecomeActiveNotification)
  }
}
