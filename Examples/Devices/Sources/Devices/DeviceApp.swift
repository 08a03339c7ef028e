public import Foundation
public import PushHub
public import PushHubBackend

/// What of an app concerns its server: which device to reach for whom, and what became of its pushes.
@MainActor
public final class DeviceApp {
  /// Where the app forwards the system's callbacks on pushes.
  public let manager: NotificationManager

  /// Where the app reports its phase, pages and account.
  public let lifecycle = AppLifecycle()

  /// Sends the server the device to reach.
  public let registration: DeviceRegistration

  /// Sends the server the outcome of its pushes.
  public let receipts: PushReceipts

  /// Keeps the tokens of Live Activities; `nil` where there is no ActivityKit.
  public let liveActivities: LiveActivities?

  private let host: PluginHost

  /// Makes an app that has just been launched.
  ///
  /// - Parameters:
  ///   - server: The server's address, such as `http://127.0.0.1:8080`.
  ///   - folder: Where the app keeps what must outlive the process.
  ///   - scheduler: The app's clock.
  ///   - activityKit: The source of Live Activities.
  public init(
    server: String,
    folder: URL,
    scheduler: any Scheduler,
    activityKit: (any LiveActivitySource)? = nil
  ) throws {
    let session = Session()
    manager = NotificationManager(scheduler: scheduler)
    lifecycle.add(manager, priority: .first)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )

    registration = DeviceRegistration(
      endpoint: try AccountClient(
        template: "\(server)/accounts/{account}/device",
        scheduler: scheduler,
        token: { account in await session.accessToken(for: account) }
      ),
      store: FileStore(url: folder.appending(path: "registration.json"), isBackedUp: false),
      configuration: DeviceRegistration.Configuration(environment: .production)
    )
    try host.install(registration, named: "registration")

    liveActivities = activityKit.map { source in
      LiveActivities(
        source: source,
        store: FileStore(url: folder.appending(path: "activities.json"), isBackedUp: false)
      )
    }
    if let liveActivities {
      registration.follow(liveActivities)
      try host.install(liveActivities, named: "liveActivities")
    }

    receipts = PushReceipts(
      outbox: Outbox(directory: folder.appending(path: "receipts")),
      endpoint: try AccountClient(
        template: "\(server)/accounts/{account}/receipts",
        scheduler: scheduler,
        token: { account in await session.accessToken(for: account) }
      )
    )
    try host.install(receipts, named: "receipts")
  }
}

/// Who is signed in where; the server of this example gives everybody a token by their name.
@MainActor
struct Session {
  func accessToken(for account: AccountID) -> String { "token-of-\(account)" }
}
