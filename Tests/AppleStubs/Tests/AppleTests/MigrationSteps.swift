import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import UIKit
import UserNotifications

// The steps of the article on app delegates. AdoptionTests plays them; the delegate, the store of the reminders and
// the hub of the last step are its own.

private enum FirstStep {
  final class AppDelegate: UIResponder, UIApplicationDelegate {
    let hub = AppHub()
    let oldDelegate = OldNotificationDelegate()

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      hub.center?.delegate = oldDelegate
      hub.start(with: application, launchOptions: launchOptions)
      return true
    }

    func application(
      _ application: UIApplication,
      didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
      UIBackgroundFetchResult(
        await hub.receive(userInfo) { [oldDelegate] in await oldDelegate.fetch() }
      )
    }

    func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      hub.manager.didRegister(deviceToken: DeviceToken(deviceToken))
      oldDelegate.upload(deviceToken)
    }

    func application(
      _ application: UIApplication,
      didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      hub.manager.didFailToRegister(RegistrationFailure(error))
    }
  }
}

@MainActor
struct MigrationSteps {
  let hub: AppHub
  let oldDelegate: OldNotificationDelegate
  let inbox: MessageInbox

  func routeTaps() throws {
    hub.forward(to: oldDelegate, responses: .onlyUnhandled)
    try hub.host.install(TapRouter { push, _ in inbox.open(push.link) }, named: "taps")
  }

  func moveReminders(to folder: URL) throws {
    let reminders = LocalNotifications(
      system: SystemNotificationCenter(),
      store: FileStore<LocalNotificationLedger>(url: folder.appending(path: "reminders.json")),
      adopting: { $0.hasPrefix("reminder-") ? String($0.dropFirst(9)) : nil }
    )
    hub.includesLocalNotifications = true
    hub.localNotificationPresentation = []  // silent in the foreground, as before
    try hub.host.install(reminders, named: "reminders")
    try hub.host.install(
      ReminderResponder(reminders: reminders, inbox: inbox),
      named: "reminder taps"
    )
  }

  func moveFetch() throws {
    try hub.host.install(InboxFetch(inbox: inbox), named: "fetch")
  }

  func movePresentation() throws {
    try hub.host.install(InboxNotices(inbox: inbox), named: "notices")
  }

  func hubWithMoreTime() -> AppHub {
    var configuration = NotificationManager.Configuration()
    configuration.presentationBudget = .seconds(20)
    let hub = AppHub(configuration: configuration)
    return hub
  }
}

final class ReminderResponder: PushPlugin, PushResponder {
  private let reminders: LocalNotifications
  private let inbox: MessageInbox

  init(reminders: LocalNotifications, inbox: MessageInbox) {
    self.reminders = reminders
    self.inbox = inbox
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard response.action != .dismiss,
      let id = push.requestIdentifier.flatMap(reminders.id(inRequest:))
    else { return false }
    return inbox.open("inbox://reminders/\(id)")
  }
}

final class InboxFetch: PushPlugin, BackgroundWorker {
  private let inbox: MessageInbox

  init(inbox: MessageInbox) {
    self.inbox = inbox
  }

  func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    try await inbox.sync() ? .newData : .noData
  }
}

final class InboxNotices: PushPlugin, PresentationVoter {
  private let inbox: MessageInbox

  init(inbox: MessageInbox) {
    self.inbox = inbox
  }

  func presentation(of push: Push) async throws -> PresentationVote {
    guard push.link != nil, try await inbox.sync() else { return .noOpinion }
    inbox.showNotice(of: push)
    return .suppress(reason: "the app has a notice of its own")
  }
}
