public import AccountsShared
public import Foundation
public import Observation
public import PushHub
public import PushHubAlerts
public import PushHubBackend
public import PushHubObservers

/// The features of an app for messages, with several accounts.
@MainActor
@Observable
public final class Messages {
  /// Registers the device for each account.
  public let registration: DeviceRegistration

  /// The messages of the account that is shown, and the number of unread ones of each.
  public let inbox: PushInbox

  /// The unread messages of each account below "accounts", which has their sum for the icon.
  public let badges: BadgeTree

  /// The chat that a tap has opened.
  public private(set) var chat: String?

  /// Installs the features.
  ///
  /// - Parameters:
  ///   - host: The host of an `AppHub`, or of a test's app.
  ///   - session: The accounts.
  ///   - group: What the app shares with its service extension.
  ///   - folder: A folder of the app itself.
  ///   - endpoint: The server, such as an `AccountClient`.
  ///   - center: The system's list of notifications, which keeps none of an account that has signed out.
  public init(
    on host: PluginHost,
    session: Session,
    group: AppGroup,
    folder: URL,
    endpoint: any RegistrationEndpoint,
    center: (any DeliveredNotificationCenter)? = nil
  ) throws {
    registration = DeviceRegistration(
      endpoint: endpoint,
      store: FileStore(url: folder.appending(path: "registration.json"), isBackedUp: false),
      configuration: DeviceRegistration.Configuration(environment: .production)
    )
    inbox = PushInbox(folder: group.inbox, center: center)
    badges = BadgeTree(scheduler: host.context.scheduler)
    let router = TapRouter(showing: session.show) { [weak self] push, _ in
      guard let self, let chat = push.payload["chat"]?.stringValue else { return false }
      self.chat = chat
      return true
    }
    try host.install(registration, named: "registration")
    try host.install(inbox, named: "inbox")
    if let center {
      try host.install(DeliveredNotifications(center: center), named: "delivered")
    }
    try host.install(ServiceExtensionMonitor(folder: group.service), named: "extension")
    try host.install(router, named: "taps")
    badges.connect(accountsBelow: "accounts", because: "unread messages") { [weak inbox] in
      inbox?.unreadCounts?.mapValues { .number($0) }
    }
  }
}
