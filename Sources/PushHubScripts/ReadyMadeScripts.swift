public import PushHub
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
/// Stores are in memory and start empty. The answers of servers, systems and users are in the transcript.
@MainActor
public struct ReadyMadeScripts {
  /// The kinds of record that the ready-made features and the hub add to transcripts.
  public nonisolated static let records: [any FeatureRecord.Type] = [
    UnreadAnswer.self, UnreadRefresh.self, CountdownChange.self, LatestNotifications.self,
    ReadNotifications.self,
    ScreenshotTouch.self,
    KernelRecord<RegistrationCore>.self, StandingAnswer<RegistrationCore>.self,
    LiveActivityReport.self,
    KernelRecord<PushReceiptsCore>.self, StandingAnswer<PushReceiptsCore>.self,
    KernelRecord<QuietCore>.self, ForegroundBannerTouch.self, KernelRecord<PermissionCore>.self,
    KernelRecord<DeliveredNotificationsCore>.self, KernelRecord<LocalNotificationCore>.self,
    KernelRecord<PushInboxCore>.self, Checkup.self, ExtensionRun.self,
  ]

  let countdown = CountdownScript()
  let unread = UnreadScript()
  let badge: BadgeScript
  let screenshot = ScreenshotScript()

  /// Features that take part if a transcript has records of theirs, in the order of their output.
  public let ifRecorded: [any FeatureScript]

  private let quiet = Self.quiet
  private let banner = Self.banner

  /// Creates scripts that have not been played.
  ///
  /// Delays after failures are drawn again. So an answer that comes while no request is under way is for the
  /// next one.
  ///
  /// - Parameters:
  ///   - registration: The configuration of the app's device registration.
  ///   - permission: The configuration of its permission policy.
  ///   - delivered: The configuration of its delivered notifications.
  public init(
    registration: DeviceRegistration.Configuration = .init(environment: .production),
    permission: PermissionPolicy.Configuration = .init(),
    delivered: DeliveredNotifications.Configuration = .init()
  ) {
    badge = BadgeScript(after: unread)
    let registration = Self.registration(registration)
    ifRecorded = [
      registration, Self.liveActivities(after: registration), Self.receipts, quiet, banner,
      Self.permission(permission), Self.delivered(delivered), Self.localNotifications,
      Self.inbox, CheckupScript(), ExtensionScript(),
    ]
  }

  /// Features that take part in every replay, in the order of their output.
  public var always: [any FeatureScript] { [unread, countdown, badge, screenshot] }

  /// All scripts, in the order of their output.
  public var all: [any FeatureScript] { always + ifRecorded }
}

// MARK: - Live app

extension ReadyMadeScripts {
  /// The features of the live demo.
  package var live: [any FeatureScript] { always + [quiet, banner] }

  /// The countdowns.
  package var countdowns: CountdownHandler? { countdown.handler }

  /// The banner that is shown.
  package var shownBanner: ForegroundBanner? { banner.feature?.shown }

  /// Whether a screenshot's preview is shown.
  package var isPreviewShown: Bool { screenshot.feature?.state == .shown }

  /// The badges on the tabs of the app's pages, and their sum at the root.
  package func badges(in replay: Replay) -> BadgeTree { badge.badges(in: replay) }
}

// MARK: - What scripts share

extension TimelineMark {
  /// Something that went wrong.
  static func problem(from causes: [String] = []) -> TimelineMark {
    TimelineMark("✕", isProblem: true, from: causes)
  }
}

extension Replay {
  /// An instant for people.
  func clock(_ instant: ContinuousClock.Instant) -> String {
    LogText(clock: time(of: instant)).description
  }
}

/// The facts that have a value.
func stringFacts(_ texts: KeyValuePairs<String, String?>) -> [(name: String, value: JSONValue)] {
  texts.compactMap { name, text in text.map { (name, .string($0)) } }
}
