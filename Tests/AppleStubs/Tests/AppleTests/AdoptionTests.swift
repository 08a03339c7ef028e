import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import StubSystem
import Testing
import UIKit
import UserNotifications

/// An app's own delegate is replaced step by step, and its users see no difference after any step.
@MainActor
struct AdoptionTests {
  @Test(arguments: AdoptingApp.Step.allCases)
  fileprivate func `after each step the user sees what there was to see before`(
    step: AdoptingApp.Step
  ) async throws {
    let app = AdoptingApp(at: step)
    #expect(
      try await app.day() == [
        "reminders: cart, tea", "notice m1", "m1 is presented with 0", "page inbox://7",
        "tea is presented with 0", "page inbox://reminders/tea", "fetched 0", "reminders: cart",
        "reminders: cart", "reminders: ",
      ]
    )
    #expect(app.problems == [])
  }
}

/// What an app did before it had a hub: a presentation that waits for the server, pages for taps, reminders and
/// a fetch in the background.
@MainActor
final class OldNotificationDelegate: NSObject {
  private let inbox: MessageInbox

  init(inbox: MessageInbox = MessageInbox()) {
    self.inbox = inbox
  }

  func fetch() async -> FetchResult {
    (try? await inbox.sync()) == true ? .newData : .noData
  }

  func upload(_ token: Data) {}
}

extension OldNotificationDelegate: @preconcurrency UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    let isRemote = notification.request.trigger is UNPushNotificationTrigger
    guard isRemote else { return completionHandler([]) }
    inbox.scheduler.perform { [inbox] in
      _ = try? await inbox.sync()
      inbox.seen.append("notice m1")
      completionHandler([])
    }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    let request = response.notification.request
    if request.identifier.hasPrefix("reminder-") {
      _ = inbox.open("inbox://reminders/\(request.identifier.dropFirst(9))")
    } else {
      _ = inbox.open((request.content.userInfo["custom"] as? [String: String])?["u"])
    }
    completionHandler()
  }
}

/// The app's pages, and what its user sees.
@MainActor
final class MessageInbox {
  let scheduler = ManualScheduler()
  var seen: [String] = []
  private(set) var syncCount = 0

  func open(_ link: String?) -> Bool {
    guard let link else { return false }
    seen.append("page \(link)")
    return true
  }

  /// Returns after five seconds, as the server does.
  func sync() async throws -> Bool {
    syncCount += 1
    try await scheduler.sleep(for: .seconds(5))
    return true
  }

  func showNotice(of push: Push) { seen.append("notice \(push.id)") }
}

@MainActor
private final class AdoptingApp {
  enum Step: Int, CaseIterable {
    case before, hub, router, reminders, fetch, presentation
  }

  private(set) var problems: [String] = []

  private let center = UNUserNotificationCenter(stub: ())
  private let inbox = MessageInbox()
  private let step: Step
  private let hub: AppHub?
  private let oldDelegate: OldNotificationDelegate
  private var reminders: LocalNotifications?

  private var scheduler: ManualScheduler { inbox.scheduler }

  init(at step: Step) {
    self.step = step
    oldDelegate = OldNotificationDelegate(inbox: inbox)
    guard step != .before else {
      hub = nil
      return
    }
    var configuration = NotificationManager.Configuration()
    configuration.presentationBudget = .seconds(20)
    hub = AppHub(
      scheduler: inbox.scheduler,
      configuration: step < .presentation ? .init() : configuration,
      center: center,
      notificationCenter: NotificationCenter()
    )
    hub?.log = { [weak self] name, event in
      if event.level == .error { self?.problems.append("\(name): \(event.message)") }
    }
  }
}

extension AdoptingApp.Step: Comparable {
  fileprivate static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

// MARK: - The app

extension AdoptingApp {
  private func launch() throws {
    guard let hub else {
      center.delegate = oldDelegate
      return
    }
    if step < .presentation { center.delegate = oldDelegate }
    let steps = MigrationSteps(hub: hub, oldDelegate: oldDelegate, inbox: inbox)
    if step >= .reminders { try installReminders(in: hub) }
    if step >= .presentation {
      try hub.host.install(TapRouter { [inbox] push, _ in inbox.open(push.link) }, named: "taps")
    } else if step >= .router {
      try steps.routeTaps()
    }
    if step >= .fetch { try steps.moveFetch() }
    if step >= .presentation { try steps.movePresentation() }
    hub.start(with: UIApplication())
    hub.manager.didRegister(deviceToken: DeviceToken(Data([1])))
    hub.lifecycle.setAccount("ann")
    hub.lifecycle.setPhase(.active)
  }

  private func installReminders(in hub: AppHub) throws {
    let reminders = LocalNotifications(
      system: SystemNotificationCenter(center),
      store: MemoryStore<LocalNotificationLedger>(),
      adopting: { $0.hasPrefix("reminder-") ? String($0.dropFirst(9)) : nil }
    )
    hub.includesLocalNotifications = true
    hub.localNotificationPresentation = []
    try hub.host.install(reminders, named: "reminders")
    try hub.host.install(
      ReminderResponder(reminders: reminders, inbox: inbox),
      named: "reminder taps"
    )
    self.reminders = reminders
  }

  private func fetch(_ userInfo: [AnyHashable: Any]) async -> FetchResult {
    guard let hub else { return await oldDelegate.fetch() }
    guard step < .fetch else { return await hub.receive(userInfo) }
    return await hub.receive(userInfo) { [oldDelegate] in await oldDelegate.fetch() }
  }

  private func signOut() {
    if step < .reminders {
      center.removePendingNotificationRequests(withIdentifiers: ["reminder-cart", "reminder-tea"])
    }
    hub?.lifecycle.setAccount(nil)
  }
}

// MARK: - A day of its user

extension AdoptingApp {
  func day() async throws -> [String] {
    center.stubPending = ["reminder-cart", "reminder-tea"].map { localNotification($0).request }
    try launch()
    seeReminders()
    let push = notification(#"{"aps":{"alert":"Hi"},"custom":{"i":"m1","u":"inbox://7"}}"#)
    await present(push, as: "m1")
    await center.stubRespond(UNNotificationResponse(stub: push), from: .main)
    center.stubPending.removeAll { $0.identifier == "reminder-tea" }
    await present(localNotification("reminder-tea"), as: "tea")
    await center.stubRespond(
      UNNotificationResponse(stub: localNotification("reminder-tea")),
      from: .main
    )
    await fetchInBackground(
      userInfo(#"{"aps":{"content-available":1},"custom":{"i":"m2"}}"#)
    )
    // A feature that is installed late opens no page a second time.
    scheduler.advance(by: .seconds(240))
    if step == .router { try hub?.host.install(LateTaps(inbox: inbox), named: "late taps") }
    await settle()
    seeReminders()
    scheduleAgain("cart")
    let prefix = reminders == nil ? "reminder-" : "pushhub.local."
    _ = await eventually { center.stubPending.map(\.identifier) == ["\(prefix)cart"] }
    await settle()
    seeReminders()
    signOut()
    _ = await eventually { center.stubPending.isEmpty }
    seeReminders()
    return inbox.seen
  }

  /// The app schedules a reminder that its earlier version has scheduled.
  private func scheduleAgain(_ id: String) {
    if let reminders {
      reminders.schedule(LocalNotification(id: id, body: "", trigger: .after(.seconds(3_600))))
    } else {
      center.stubPending.removeAll { $0.identifier == "reminder-\(id)" }
      center.stubPending.append(localNotification("reminder-\(id)").request)
    }
  }

  private func seeReminders() {
    let ids = center.stubPending.map { request in
      request.identifier.replacing(#/^(reminder-|pushhub\.local\.)/#, with: "")
    }
    inbox.seen.append("reminders: \(ids.sorted().joined(separator: ", "))")
  }

  private func present(_ notification: UNNotification, as name: String) async {
    let count = inbox.syncCount
    let isRemote = notification.request.trigger is UNPushNotificationTrigger
    let presentation = Task { await center.stubPresent(notification, from: .main) }
    if isRemote {
      _ = await eventually { inbox.syncCount > count }
      scheduler.advance(by: .seconds(5))
    }
    inbox.seen.append("\(name) is presented with \(await presentation.value.rawValue)")
  }

  private func fetchInBackground(_ userInfo: [AnyHashable: Any]) async {
    let count = inbox.syncCount
    let result = Holder<FetchResult?>(nil)
    scheduler.perform { result.value = await self.fetch(userInfo) }
    _ = await eventually { inbox.syncCount > count }
    scheduler.advance(by: .seconds(5))
    _ = await eventually { result.value != nil }
    inbox.seen.append("fetched \(result.value?.rawValue ?? 9)")
  }

  private func settle() async {
    await scheduler.settle()
    await turns()
  }
}

/// A feature that is installed minutes after a tap.
private final class LateTaps: PushPlugin, PushResponder {
  private let inbox: MessageInbox

  init(inbox: MessageInbox) {
    self.inbox = inbox
  }

  func respond(to response: PushResponse, of push: Push) -> Bool {
    inbox.open("\(push.id) again")
  }
}
