import Foundation
import PushHub
import PushHubBackend
import PushHubObservers
import PushHubTesting
import Testing
import UIKit
import UserNotifications

/// The code of the article on other push SDKs, with as much of each SDK as it needs.
@MainActor
struct OtherSDKTests {
  private static let everything = [
    "token", "remote", "presented", "opened", "hub: token 07…", "hub: received m1",
    "hub: opened m1 default",
  ]

  @Test func `an SDK and the hub receive the same callbacks`() async {
    let delegates: [(SDKLog, (AppHub) -> PushHubAppDelegate)] = [
      (.firebase, FirebaseAppDelegate.init), (.oneSignal, OneSignalAppDelegate.init),
      (.airship, AirshipAppDelegate.init), (.braze, BrazeAppDelegate.init),
    ]
    for (number, (log, makeDelegate)) in delegates.enumerated() {
      #expect(await callbacks(to: log, of: makeDelegate) == Self.everything, "\(number)")
    }
    #expect(Messaging.messaging().apnsToken == Data([7]))
  }

  @Test func `the registration receives the token of Firebase`() throws {
    let hub = AppleWorld().hub
    let registration = DeviceRegistration(
      endpoint: AnyServer(),
      store: MemoryStore(),
      configuration: DeviceRegistration.Configuration(environment: .sandbox)
    )
    try hub.host.install(registration, named: "registration")
    hub.lifecycle.setAccount("ann")
    hub.manager.didRegister(deviceToken: DeviceToken([7]))
    let token = FirebaseToken(for: registration)
    Messaging.messaging().delegate = token
    Messaging.messaging().register("fcm-1")
    #expect(registration.state.record?.additionalTokens == ["fcm": PushToken(text: "fcm-1")])
  }

  @Test func `Customer io and the hub receive the token and the response`() async {
    let calls = await callbacks(to: .customerIO) { CustomerIOAppDelegate(hub: $0) }
    #expect(calls == Self.everything.filter { !["remote", "presented"].contains($0) })
  }

  @Test func `a router leaves the links of an SDK to that SDK`() async {
    let clock = ManualScheduler()
    let navigation = Navigation()
    let router = TapRouter { push, _ in
      push.sender.name == "braze" ? false : navigation.open(push.link)
    }
    let manager = NotificationManager(scheduler: clock)
    manager.add(router)
    for json in [
      #"{"aps":{"alert":"A"},"ab":{"c":"1"},"ab_uri":"app://braze"}"#,
      #"{"aps":{"alert":"B"},"custom":{"i":"m1","u":"app://onesignal"}}"#,
    ] {
      manager.open(PushPayload(userInfo: userInfo(json)))
    }
    await clock.settle()
    #expect(navigation.links == ["app://onesignal"])
  }

  /// What an SDK receives of one push that is shown and tapped, and what an observer does.
  private func callbacks(
    to log: SDKLog,
    of makeDelegate: (AppHub) -> PushHubAppDelegate
  ) async -> [String] {
    let world = AppleWorld()
    let (application, center) = (UIApplication(), world.center)
    let delegate = makeDelegate(world.hub)
    _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
    delegate.application(
      application,
      didRegisterForRemoteNotificationsWithDeviceToken: Data([7])
    )
    #expect(await delegate.receive(userInfo(), in: application) == .noData)
    let options = await center.stubPresent(notification())
    #expect(options == [.banner, .list, .sound, .badge])
    await center.stubRespond(response())
    #expect(center.delegate === delegate.hub)
    let recorder = PushRecorder()
    delegate.hub.manager.add(recorder)
    return log.calls + recorder.lines.map { "hub: \($0)" }
  }
}

/// Passes notifications and responses on to a library.
@MainActor
final class LibraryDelegate: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
  typealias Show = @Sendable (UNNotificationPresentationOptions) -> Void
  typealias Done = @Sendable () -> Void
  typealias Present =
    @MainActor (UNUserNotificationCenter, UNNotification, @escaping Show) -> Void
  typealias Respond =
    @MainActor (UNUserNotificationCenter, UNNotificationResponse, @escaping Done) -> Void

  private let present: Present
  private let respond: Respond

  init(present: @escaping Present, respond: @escaping Respond) {
    self.present = present
    self.respond = respond
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping Show
  ) {
    present(center, notification, completionHandler)
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping Done
  ) {
    respond(center, response, completionHandler)
  }
}

/// The calls of one SDK, of which one test alone makes use.
@MainActor
final class SDKLog {
  static let firebase = SDKLog()
  static let oneSignal = SDKLog()
  static let airship = SDKLog()
  static let customerIO = SDKLog()
  static let braze = SDKLog()

  private(set) var calls: [String] = []

  func record(_ call: String) {
    calls.append(call)
  }
}

/// Where links lead in the app.
@MainActor
private final class Navigation {
  private(set) var links: [String?] = []

  func open(_ link: String?) -> Bool {
    links.append(link)
    return true
  }
}

private struct AnyServer: RegistrationEndpoint {
  func send(_ request: RegistrationRequest) async throws {}
}
