import Foundation
import PushHub
import PushHubBackend
import PushHubObservers
import Testing
import UIKit
import UserNotifications

/// The code of the article on other push SDKs, with as much of each SDK as it needs.
@MainActor
struct OtherSDKTests {
  private static let json = #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#
  private static let everything = [
    "token", "remote", "presented", "opened", "hub: token 07…", "hub: received m1",
    "hub: opened m1 default",
  ]

  @Test func `Firebase and the hub receive the same callbacks`() async throws {
    let calls = try await callbacks(to: .firebase) { FirebaseAppDelegate(hub: $0) }
    #expect(calls == Self.everything)
    #expect(Messaging.messaging().apnsToken == Data([7]))
  }

  @Test func `the registration receives the token of Firebase`() throws {
    let hub = AppHub(scheduler: ManualScheduler(), notificationCenter: NotificationCenter())
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

  @Test func `OneSignal and the hub receive the same callbacks`() async throws {
    let calls = try await callbacks(to: .oneSignal) { OneSignalAppDelegate(hub: $0) }
    #expect(calls == Self.everything)
  }

  @Test func `Airship and the hub receive the same callbacks`() async throws {
    let calls = try await callbacks(to: .airship) { AirshipAppDelegate(hub: $0) }
    #expect(calls == Self.everything)
  }

  @Test func `Customer io and the hub receive the token and the response`() async throws {
    let calls = try await callbacks(to: .customerIO) { CustomerIOAppDelegate(hub: $0) }
    #expect(calls == Self.everything.filter { !["remote", "presented"].contains($0) })
  }

  @Test func `Braze and the hub receive the same callbacks`() async throws {
    let calls = try await callbacks(to: .braze) { BrazeAppDelegate(hub: $0) }
    #expect(calls == Self.everything)
  }

  @Test func `a router leaves the links of an SDK to that SDK`() async throws {
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
      manager.open(PushPayload(userInfo: try userInfo(json)))
    }
    await clock.settle()
    #expect(navigation.links == ["app://onesignal"])
  }

  /// What an SDK receives of one push that is shown and tapped, and what an observer does.
  private func callbacks(
    to log: SDKLog,
    of makeDelegate: (AppHub) -> PushHubAppDelegate
  ) async throws -> [String] {
    let center = UNUserNotificationCenter(stub: ())
    let delegate = makeDelegate(
      AppHub(
        scheduler: ManualScheduler(),
        center: center,
        notificationCenter: NotificationCenter()
      )
    )
    let application = UIApplication()
    let sent = try userInfo(Self.json)
    _ = delegate.application(application, didFinishLaunchingWithOptions: nil)
    delegate.application(
      application,
      didRegisterForRemoteNotificationsWithDeviceToken: Data([7])
    )
    let result = await withCheckedContinuation { continuation in
      delegate.application(application, didReceiveRemoteNotification: sent) {
        continuation.resume(returning: $0)
      }
    }
    #expect(result == .noData)
    let options = await center.stubPresent(try notification(Self.json))
    #expect(options == [.banner, .list, .sound, .badge])
    await center.stubRespond(UNNotificationResponse(stub: try notification(Self.json)))
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

// MARK: - Firebase

private final class FirebaseAppDelegate: PushHubAppDelegate {
  private let library = LibraryDelegate { _, notification, show in
    Messaging.messaging().appDidReceiveMessage(notification.request.content.userInfo)
    show([.banner, .list, .sound, .badge])
  } respond: { _, response, done in
    Messaging.messaging().appDidReceiveMessage(response.notification.request.content.userInfo)
    done()
  }

  override func willLaunch() {
    FirebaseApp.configure()
    hub.center?.delegate = library
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    Messaging.messaging().apnsToken = deviceToken
  }

  override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    Messaging.messaging().appDidReceiveMessage(userInfo)
    super.application(
      application,
      didReceiveRemoteNotification: userInfo,
      fetchCompletionHandler: completionHandler
    )
  }
}

/// Sends Firebase's token to the app's server, beside the device token.
@MainActor
final class FirebaseToken: NSObject, @preconcurrency MessagingDelegate {
  private let registration: DeviceRegistration

  init(for registration: DeviceRegistration) {
    self.registration = registration
  }

  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    registration.setToken(fcmToken.map { PushToken(text: $0) }, named: "fcm")
  }
}

private struct AnyServer: RegistrationEndpoint {
  func send(_ request: RegistrationRequest) async throws {}
}

private enum FirebaseApp {
  static func configure() {}
}

protocol MessagingDelegate: NSObjectProtocol {
  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?)
}

@MainActor
final class Messaging {
  private static let shared = Messaging()

  static func messaging() -> Messaging { shared }

  /// What calls it, in this order for one push.
  private let callers = ["remote", "presented", "opened"]
  private var messageCount = 0

  weak var delegate: (any MessagingDelegate)?

  /// Calls the delegate, as Firebase does on the main queue.
  func register(_ token: String) {
    delegate?.messaging(self, didReceiveRegistrationToken: token)
  }

  var apnsToken: Data? {
    didSet { SDKLog.firebase.record("token") }
  }

  func appDidReceiveMessage(_ message: [AnyHashable: Any]) {
    SDKLog.firebase.record(callers[messageCount % callers.count])
    messageCount += 1
  }
}

// MARK: - OneSignal

private final class OneSignalAppDelegate: PushHubAppDelegate {
  private let library = LibraryDelegate { _, notification, show in
    let payload = notification.request.content.userInfo
    OneSignal.Notifications.willPresentNotification(payload: payload) {
      show($0 == nil ? [] : [.banner, .list, .sound, .badge])
    }
  } respond: { _, response, done in
    OneSignal.Notifications.didReceiveNotificationResponse(response)
    done()
  }

  override func willLaunch() {
    hub.center?.delegate = library
    OneSignal.initialize("app-id", withLaunchOptions: nil)
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    OneSignal.Notifications.didRegisterForRemoteNotifications(deviceToken: deviceToken)
  }

  override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { answer in
      let isWorking = OneSignal.Notifications.didReceiveRemoteNotification(userInfo: userInfo) {
        answer(FetchResult($0))
      }
      if !isWorking { answer(.noData) }
    } completion: {
      completionHandler(UIBackgroundFetchResult($0))
    }
  }
}

@MainActor
private enum OneSignal {
  struct OSNotification {}

  static func initialize(_ id: String, withLaunchOptions options: [AnyHashable: Any]?) {}

  @MainActor
  enum Notifications {
    static func didRegisterForRemoteNotifications(deviceToken: Data) {
      SDKLog.oneSignal.record("token")
    }

    static func didReceiveRemoteNotification(
      userInfo: [AnyHashable: Any],
      completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) -> Bool {
      SDKLog.oneSignal.record("remote")
      return false
    }

    static func willPresentNotification(
      payload: [AnyHashable: Any],
      completion: @escaping (OSNotification?) -> Void
    ) {
      SDKLog.oneSignal.record("presented")
      completion(OSNotification())
    }

    static func didReceiveNotificationResponse(_ response: UNNotificationResponse) {
      SDKLog.oneSignal.record("opened")
    }
  }
}

// MARK: - Airship

private final class AirshipAppDelegate: PushHubAppDelegate {
  private let library = LibraryDelegate { center, notification, show in
    Task {
      show(await AppIntegration.userNotificationCenter(center, willPresent: notification))
    }
  } respond: { center, response, done in
    AppIntegration.userNotificationCenter(
      center,
      didReceive: response,
      withCompletionHandler: done
    )
  }

  override func willLaunch() {
    hub.center?.delegate = library
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    AppIntegration.application(
      application,
      didRegisterForRemoteNotificationsWithDeviceToken: deviceToken
    )
  }

  override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { answer in
      Task {
        let result = await AppIntegration.application(
          application,
          didReceiveRemoteNotification: userInfo
        )
        answer(FetchResult(result))
      }
    } completion: {
      completionHandler(UIBackgroundFetchResult($0))
    }
  }
}

@MainActor
private enum AppIntegration {
  static func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    SDKLog.airship.record("token")
  }

  static func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult {
    SDKLog.airship.record("remote")
    return .noData
  }

  static func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions {
    SDKLog.airship.record("presented")
    return [.banner, .list, .sound, .badge]
  }

  static func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    SDKLog.airship.record("opened")
    completionHandler()
  }
}

// MARK: - Customer.io

private final class CustomerIOAppDelegate: PushHubAppDelegate {
  private let library = LibraryDelegate { _, _, show in
    show([.banner, .list, .sound, .badge])
  } respond: { center, response, done in
    let isHandled = MessagingPush.shared.userNotificationCenter(
      center,
      didReceive: response,
      withCompletionHandler: done
    )
    if !isHandled { done() }
  }

  override func willLaunch() {
    hub.center?.delegate = library
    MessagingPushAPN.initialize(
      withConfig: MessagingPushConfigBuilder()
        .autoFetchDeviceToken(false)
        .autoTrackPushEvents(false)
        .build()
    )
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    MessagingPush.shared.registerDeviceToken(apnDeviceToken: deviceToken)
  }
}

private struct MessagingPushConfigBuilder {
  func autoFetchDeviceToken(_ value: Bool) -> Self { self }

  func autoTrackPushEvents(_ value: Bool) -> Self { self }

  func build() -> Self { self }
}

private enum MessagingPushAPN {
  static func initialize(withConfig configuration: MessagingPushConfigBuilder) {}
}

@MainActor
private final class MessagingPush {
  static let shared = MessagingPush()

  func registerDeviceToken(apnDeviceToken: Data) {
    SDKLog.customerIO.record("token")
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) -> Bool {
    SDKLog.customerIO.record("opened")
    return false
  }
}

// MARK: - Braze

private final class BrazeAppDelegate: PushHubAppDelegate {
  private let braze = Braze()

  private lazy var library = LibraryDelegate { [braze] _, notification, show in
    braze.notifications.handleForegroundNotification(notification: notification)
    show([.banner, .list, .sound, .badge])
  } respond: { [braze] _, response, done in
    let isHandled = braze.notifications.handleUserNotification(
      response: response,
      withCompletionHandler: done
    )
    if !isHandled { done() }
  }

  override func willLaunch() {
    hub.center?.delegate = library
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    braze.notifications.register(deviceToken: deviceToken)
  }

  override func application(
    _ application: UIApplication,
    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    hub.receive(userInfo) { [braze] answer in
      let isHandled = braze.notifications.handleBackgroundNotification(userInfo: userInfo) {
        answer(FetchResult($0))
      }
      if !isHandled { answer(.noData) }
    } completion: {
      completionHandler(UIBackgroundFetchResult($0))
    }
  }
}

@MainActor
private final class Braze {
  let notifications = Notifications()

  @MainActor
  final class Notifications {
    func register(deviceToken: Data) {
      SDKLog.braze.record("token")
    }

    func handleBackgroundNotification(
      userInfo: [AnyHashable: Any],
      fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) -> Bool {
      SDKLog.braze.record("remote")
      return false
    }

    func handleForegroundNotification(notification: UNNotification) {
      SDKLog.braze.record("presented")
    }

    func handleUserNotification(
      response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) -> Bool {
      SDKLog.braze.record("opened")
      return false
    }
  }
}

// MARK: - What the SDKs receive

/// The calls of one SDK, of which one test alone makes use.
@MainActor
private final class SDKLog {
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
