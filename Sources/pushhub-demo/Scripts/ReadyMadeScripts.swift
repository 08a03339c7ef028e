package import PushHub
public import PushHubAlerts
public import PushHubBackend
package import PushHubObservers
public import PushHubReplay

/// The scripts of all ready-made features.
///
/// ```swift
/// await ReplayTool(named: "orders-replay") { ReadyMadeScripts().all + [OrdersScript()] }.main()
/// ```
///
/// Stores are in memory and start empty; servers, systems and screens do what the transcript says.
@MainActor
public struct ReadyMadeScripts {
  let unread: UnreadScript
  let countdown = CountdownScript()
  let badge: BadgeScript
  let screenshot = ScreenshotScript()

  /// Features that take part if a transcript has records of theirs, in the order in which they speak.
  public let ifRecorded: [any FeatureScript]

  private let badges = TabBadges()
  private let quiet = QuietScript()
  private let banner = BannerScript()

  /// Makes scripts that have not been played.
  ///
  /// Delays after failures of a registration are drawn anew. So an answer that comes while nobody waits for
  /// one is for the next request: each has the answer that it had in the app, though perhaps at another
  /// time.
  ///
  /// - Parameters:
  ///   - registration: How the app's device registration is configured.
  ///   - permission: How its permission policy is.
  ///   - delivered: How its delivered notifications are.
  public init(
    registration: DeviceRegistration.Configuration = .init(environment: .production),
    permission: PermissionPolicy.Configuration = .init(),
    delivered: DeliveredNotifications.Configuration = .init()
  ) {
    unread = UnreadScript(badges: badges)
    badge = BadgeScript(badges: badges)
    let registration = RegistrationScript(registration)
    ifRecorded = [
      registration, LiveActivitiesScript(after: registration), ReceiptsScript(), quiet, banner,
      PermissionScript(permission), TidyUpScript(delivered), LocalNotificationsScript(),
      RefreshScript(), CheckupScript(),
    ]
  }

  /// Those that take part in every play, in the order in which they speak.
  public var always: [any FeatureScript] { [unread, countdown, badge, screenshot] }

  /// All of them, in the order in which they speak.
  public var all: [any FeatureScript] { always + ifRecorded }
}

// MARK: - For an app that is played by hand

extension ReadyMadeScripts {
  /// Those of what happens in an app that runs by itself.
  package var live: [any FeatureScript] { always + [quiet, banner] }

  /// Calls back when somebody has begun to listen to the list of notifications.
  package func whenListened(_ action: @escaping () -> Void) {
    badge.listener.didSubscribe = action
  }

  /// The countdowns, once they are played.
  package var countdowns: CountdownHandler? { countdown.handler }

  /// The banner that is up.
  package var shownBanner: ForegroundBanner? { banner.banners.shown }

  /// Whether a screenshot's preview is up.
  package var isPreviewShown: Bool { screenshot.preview?.state == .shown }

  /// What the features show on the tabs of the app's pages, and at the root all together.
  package func badges(on scheduler: any Scheduler) -> BadgeTree { badges.tree(on: scheduler) }
}
