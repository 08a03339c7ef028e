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
        "tea is presented with 0", "reminder tea", "fetched 0", "reminders: cart", "reminders: ",
      ]
    )
    #expect(app.problems == [])
  }
}

/// What an app did before it had a hub: a presentation that waits for the server, pages for taps, reminders and
/// a fetch in the background.
@MainActor
private final class OldDelegate: NSObject {
  unowned let app: AdoptingApp

  init(of app: AdoptingApp) {
    self.app = app
  }

  func fetch() async -> FetchResult {
    await app.sync()
    return .newData
  }
}

extension OldDelegate: @preconcurrency UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    let isRemote = notification.request.trigger is UNPushNotificationTrigger
    guard isRemote else { return completionHandler([]) }
    app.scheduler.perform { [app] in
      await app.sync()
      app.seen.append("notice m1")
      completionHandler([])
    }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    let request = response.notification.request
    if request.identifier.hasPrefix("old.") {
      app.seen.append("reminder \(request.identifier.dropFirst(4))")
    } else {
      app.seen.append("page \(request.content.userInfo["link"] ?? "")")
    }
    completionHandler()
  }
}

@MainActor
private final class AdoptingApp {
  enum Step: Int, CaseIterable {
    case before, hub, router, reminders, fetch, presentation
  }

  let scheduler = ManualScheduler()
  let center = UNUserNotificationCenter(stub: ())
  var seen: [String] = []
  private(set) var problems: [String] = []
  private(set) var syncCount = 0

  private let step: Step
  private let hub: AppHub?
  private lazy var oldDelegate = OldDelegate(of: self)
  private var reminders: LocalNotifications?

  init(at step: Step) {
    self.step = step
    guard step != .before else {
      hub = nil
      return
    }
    var configuration = NotificationManager.Configuration()
    configuration.presentationBudget = .seconds(20)
    hub = AppHub(
      scheduler: scheduler,
      configuration: step < .presentation ? .init() : configuration,
      center: center,
      notificationCenter: NotificationCenter()
    )
    hub?.log = { [weak self] name, event in
      if event.level == .error { self?.problems.append("\(name): \(event.message)") }
    }
  }

  /// Returns after five seconds, as the server does.
  func sync() async {
    syncCount += 1
    try? await scheduler.sleep(for: .seconds(5))
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
    if step >= .router, step < .presentation {
      hub.forward(to: oldDelegate, responses: .onlyUnhandled)
    }
    if step >= .reminders { try installReminders(in: hub) }
    if step >= .router { try installRouter(in: hub) }
    if step >= .fetch { try hub.host.install(MessageFetch(app: self), named: "fetch") }
    if step >= .presentation { try hub.host.install(NoticeVote(app: self), named: "notices") }
    hub.start(with: UIApplication())
    hub.manager.didRegister(deviceToken: DeviceToken(Data([1])))
    hub.lifecycle.setAccount("ann")
    hub.lifecycle.setPhase(.active)
  }

  private func installRouter(in hub: AppHub) throws {
    let navigation = Navigation(app: self)
    try hub.host.install(
      TapRouter { push, _ in navigation.open(push.payload["link"]?.stringValue) },
      named: "taps"
    )
  }

  private func installReminders(in hub: AppHub) throws {
    let reminders = LocalNotifications(
      system: SystemNotificationCenter(center),
      store: MemoryStore<LocalNotificationLedger>(),
      adopting: { $0.hasPrefix("old.") ? String($0.dropFirst(4)) : nil }
    )
    hub.includesLocalNotifications = true
    hub.localNotificationPresentation = []
    try hub.host.install(reminders, named: "reminders")
    try hub.host.install(ReminderTaps(reminders, app: self), named: "reminder taps")
    self.reminders = reminders
  }

  private func fetch(_ userInfo: [AnyHashable: Any]) async -> FetchResult {
    guard let hub else { return await oldDelegate.fetch() }
    guard step < .fetch else { return await hub.receive(userInfo) }
    return await hub.receive(userInfo) { [oldDelegate] in await oldDelegate.fetch() }
  }

  private func signOut() {
    if step < .reminders {
      center.removePendingNotificationRequests(withIdentifiers: ["old.cart", "old.tea"])
    }
    hub?.lifecycle.setAccount(nil)
  }
}

// MARK: - A day of its user

extension AdoptingApp {
  func day() async throws -> [String] {
    center.stubPending = ["old.cart", "old.tea"].map { reminder($0).request }
    try launch()
    seeReminders()
    let push = try notification(#"{"aps":{"alert":"Hi"},"gcm.message_id":"m1","link":"inbox://7"}"#)
    await present(push, as: "m1")
    await center.stubRespond(UNNotificationResponse(stub: push), from: .main)
    center.stubPending.removeAll { $0.identifier == "old.tea" }
    await present(reminder("old.tea"), as: "tea")
    await center.stubRespond(UNNotificationResponse(stub: reminder("old.tea")), from: .main)
    await fetchInBackground(
      try userInfo(#"{"aps":{"content-available":1},"gcm.message_id":"m2"}"#)
    )
    // A feature that is installed late opens no page a second time.
    scheduler.advance(by: .seconds(240))
    if step == .router { try hub?.host.install(LateTaps(app: self), named: "late taps") }
    await settle()
    seeReminders()
    signOut()
    _ = await eventually { center.stubPending.isEmpty }
    seeReminders()
    return seen
  }

  private func reminder(_ identifier: String) -> UNNotification {
    UNNotification(
      stub: UNNotificationRequest(
        identifier: identifier,
        content: UNMutableNotificationContent(),
        trigger: nil
      )
    )
  }

  private func seeReminders() {
    let ids = center.stubPending.map { $0.identifier.replacing("old.", with: "") }
    seen.append("reminders: \(ids.sorted().joined(separator: ", "))")
  }

  private func present(_ notification: UNNotification, as name: String) async {
    let count = syncCount
    let isRemote = notification.request.trigger is UNPushNotificationTrigger
    let presentation = Task { await center.stubPresent(notification, from: .main) }
    if isRemote {
      _ = await eventually { syncCount > count }
      scheduler.advance(by: .seconds(5))
    }
    seen.append("\(name) is presented with \(await presentation.value.rawValue)")
  }

  private func fetchInBackground(_ userInfo: [AnyHashable: Any]) async {
    let count = syncCount
    let result = Holder<FetchResult?>(nil)
    scheduler.perform { result.value = await self.fetch(userInfo) }
    _ = await eventually { syncCount > count }
    scheduler.advance(by: .seconds(5))
    _ = await eventually { result.value != nil }
    seen.append("fetched \(result.value?.rawValue ?? 9)")
  }

  private func settle() async {
    await scheduler.settle()
    await turns()
  }
}

// MARK: - What takes the place of the old code

@MainActor
private struct Navigation {
  let app: AdoptingApp

  func open(_ link: String?) -> Bool {
    guard let link else { return false }
    app.seen.append("page \(link)")
    return true
  }
}

private final class LateTaps: PushPlugin, PushResponder {
  private let app: AdoptingApp

  init(app: AdoptingApp) {
    self.app = app
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    app.seen.append("page \(push.id) again")
    return true
  }
}

private final class ReminderTaps: PushPlugin, PushResponder {
  private let reminders: LocalNotifications
  private let app: AdoptingApp

  init(_ reminders: LocalNotifications, app: AdoptingApp) {
    (self.reminders, self.app) = (reminders, app)
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard let id = push.requestIdentifier.flatMap(reminders.id(inRequest:)) else { return false }
    app.seen.append("reminder \(id)")
    return true
  }
}

private final class MessageFetch: PushPlugin, BackgroundWorker {
  private let app: AdoptingApp

  init(app: AdoptingApp) {
    self.app = app
  }

  func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    guard push?.aps.contentAvailable == true else { return .noData }
    await app.sync()
    return .newData
  }
}

private final class NoticeVote: PushPlugin, PresentationVoter {
  private let app: AdoptingApp

  init(app: AdoptingApp) {
    self.app = app
  }

  func presentation(of push: Push) async throws -> PresentationVote {
    guard push.payload["link"] != nil else { return .noOpinion }
    await app.sync()
    app.seen.append("notice \(push.id)")
    return .suppress(reason: "the app has a notice of its own")
  }
}
