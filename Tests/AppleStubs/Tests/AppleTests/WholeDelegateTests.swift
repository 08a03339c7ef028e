import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import PushHubTesting
import SwiftUI
import Testing
import UIKit
@preconcurrency import UserNotifications

/// The code of the article on a whole app delegate.
@MainActor
struct WholeDelegateTests {
  @Test func `the app installs its features, and the server gets both tokens`() async {
    let hub = AppHub(
      scheduler: ManualScheduler(),
      center: UNUserNotificationCenter(stub: ()),
      notificationCenter: NotificationCenter()
    )
    let delegate = ShopAppDelegate(hub: hub)
    delegate.session.account = "ann"
    _ = delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil)
    #expect(
      ["registration", "receipts", "permission", "inbox", "extension", "taps"]
        .allSatisfy { hub.host[$0] != nil }
    )
    hub.manager.didRegister(deviceToken: DeviceToken([7]))
    delegate.messaging(.messaging(), didReceiveRegistrationToken: "f1")
    let record = delegate.registration?.state.record
    #expect(record?.token == DeviceToken([7]))
    #expect(record?.additionalTokens == ["fcm": PushToken(text: "f1")])
    hub.manager.open(PushPayload(userInfo: ["link": "https://example.com/orders/7"]))
    #expect(await eventually { delegate.navigator.path.map(\.id) == ["7"] })
    delegate.signIn(as: "bob")
    #expect(hub.lifecycle.state.account == "bob")
    Messaging.messaging().delegate = nil
  }
}

/// What the app and its service extension share; this file belongs to both targets.
nonisolated enum Shared {
  static let identification = PushIdentification(messageIDKeys: ["message-id"]) { payload in
    payload["account"]?.stringValue.map(AccountID.init(rawValue:))
  }

  static func folder(_ name: String) -> URL {
    let group = "group.com.example.shop"
    let shared = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
    return (shared ?? .temporaryDirectory).appending(path: name)
  }
}

@MainActor
final class Session {
  /// The account of the stored session; `nil` if there is none.
  var account: AccountID?

  func accessToken(for account: AccountID) async -> String? {
    "the access token of \(account) from the keychain"
  }
}

final class ShopAppDelegate: PushHubAppDelegate {
  let navigator = Navigator()
  let session = Session()
  private(set) var registration: DeviceRegistration?
  private(set) var permission: PermissionPolicy?
  private(set) var inbox: PushInbox?

  required convenience init() {
    var configuration = NotificationManager.Configuration()
    configuration.identification = Shared.identification
    self.init(hub: AppHub(configuration: configuration))
  }

  override func willLaunch() {
    hub.log = PushHubLog.system(subsystem: "com.example.messages")
    do {
      try installBackend()
      try installAlerts()
    } catch {
      print("A feature is missing: \(error)")
    }
    FirebaseApp.configure()
    Messaging.messaging().delegate = self
    hub.lifecycle.setAccount(session.account)
  }

  func signIn(as account: AccountID) {
    session.account = account
    hub.lifecycle.setAccount(account)
  }

  func signOut() async {
    if let account = session.account {
      _ = await registration?.signOff(account, within: .seconds(5))
    }
    session.account = nil
    hub.lifecycle.setAccount(nil)
  }

  override func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    super.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    Messaging.messaging().apnsToken = deviceToken
  }
}

extension ShopAppDelegate {
  /// What the server knows: the device, and what happened to pushes.
  private func installBackend() throws {
    let registration = DeviceRegistration(
      endpoint: try client(for: "device"),
      store: FileStore(url: file("registration.json"), isBackedUp: false),
      configuration: DeviceRegistration.Configuration(environment: .production)
    )
    try hub.host.install(registration, named: "registration")
    self.registration = registration

    let receipts = PushReceipts(
      outbox: Outbox(directory: Shared.folder("receipts")),
      endpoint: try client(for: "receipts")
    )
    try hub.host.install(receipts, named: "receipts")
  }

  /// What the user sees: permission, the list of notifications, and the page of a tap.
  private func installAlerts() throws {
    let system = NotificationPermission(application: .shared, scheduler: hub.scheduler)
    registration?.follow(system)
    let permission = PermissionPolicy(
      system,
      store: FileStore<PermissionLedger>(url: file("permission.json"))
    )
    try hub.host.install(permission, named: "permission")
    self.permission = permission

    let inbox = PushInbox(
      folder: InboxFolder(Shared.folder("inbox")),
      center: SystemNotificationCenter(hub.center)
    )
    try hub.host.install(inbox, named: "inbox")
    self.inbox = inbox

    let monitor = ServiceExtensionMonitor(folder: Shared.folder("extension"))
    try hub.host.install(monitor, named: "extension")

    let router = TapRouter { [navigator] push, _ in
      navigator.open(push.link ?? push.payload["link"]?.stringValue)
    }
    try hub.host.install(router, named: "taps")
  }

  private func client(for part: String) throws -> AccountClient {
    try AccountClient(
      template: "https://api.example.com/accounts/{account}/\(part)",
      scheduler: hub.scheduler,
      token: { [session] account in await session.accessToken(for: account) }
    )
  }

  private func file(_ name: String) -> URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return folders[0].appending(path: name)
  }
}

extension ShopAppDelegate: @preconcurrency MessagingDelegate {
  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    registration?.setToken(fcmToken.map { PushToken(text: $0) }, named: "fcm")
  }
}

enum Shop {
  struct ShopApp: App {
    @UIApplicationDelegateAdaptor(ShopAppDelegate.self) private var delegate

    var body: some Scene {
      WindowGroup {
        RootView(navigator: delegate.navigator)
          .environment(\.appLifecycle, delegate.hub.lifecycle)
      }
    }
  }

  nonisolated final class NotificationService: UNNotificationServiceExtension {
    private let host = ServiceExtensionHost(
      [
        .picture { $0.payload["picture"]?.stringValue },
        .receipt(to: Outbox(directory: Shared.folder("receipts"))),
        .inbox(InboxFolder(Shared.folder("inbox"))),
      ],
      folder: Shared.folder("extension"),
      identification: Shared.identification
    )

    override func didReceive(
      _ request: UNNotificationRequest,
      withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
      host.didReceive(request, withContentHandler: contentHandler)
    }

    override func serviceExtensionTimeWillExpire() {
      host.serviceExtensionTimeWillExpire()
    }
  }

  struct RootView: View {
    let navigator: Navigator

    var body: some View { Text("Orders") }
  }
}
