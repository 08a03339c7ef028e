public import Foundation
public import PushHub

/// The state of a ``QuietRules``.
public struct QuietState: Equatable, Sendable {
  /// The account whose rules these are; `nil` while none is shown.
  public internal(set) var account: AccountID?

  /// Whether quiet hours are on.
  public private(set) var isQuiet = false

  /// The date when that changes next; `nil` for never.
  public private(set) var nextChange: Date?

  /// The mutes that hold now, in the order of the settings.
  public private(set) var mutes: [QuietMute] = []

  package init() {}

  init(_ settings: QuietSettings, at date: Date, in zone: TimeZone) {
    let hours = QuietHours(settings.windows, in: zone)
    isQuiet = hours.isQuiet(at: date)
    nextChange = hours.nextChange(after: date)
    mutes = settings.mutes.filter { $0.isInForce(at: date) }
  }

  /// Returns the time until something in it ends, at most a year.
  ///
  /// It is never zero, since a date is less exact than an instant.
  func delay(from date: Date) -> Duration? {
    let ends = (mutes.map(\.until) + [nextChange]).compactMap { $0?.timeIntervalSince(date) }
    return ends.min().map { .milliseconds(Int((min($0, 366 * 86_400) * 1_000).rounded(.up))) }
  }
}

/// Decides what is quiet now; see ``QuietRules``.
public struct QuietCore: FeatureCore {
  /// An effect that the rules carry out themselves.
  public enum Effect: Sendable {
    /// Read the settings and the time zone.
    case read
  }

  /// The key in a transcript.
  public static let name = "quiet"

  /// Each account has its own rules.
  public static let scope = FeatureScope.each

  /// No events: a vote reads the settings by itself.
  public static let interests: Set<PushEvent.Kind> = []

  /// What is quiet now.
  public private(set) var state = QuietState()

  /// The time when a mute, or quiet or other hours, end.
  public private(set) var nextDeadline: ContinuousClock.Instant?
  private(set) var settings = QuietSettings()
  private(set) var zone = TimeZone.gmt

  /// `true`: the rules hold until they are changed.
  public static func isState(_ action: QuietChange) -> Bool { true }

  /// The beginning or the end of quiet hours.
  public func event(since old: QuietState) -> QuietEvent? {
    old.isQuiet == state.isQuiet ? nil : state.isQuiet ? .began : .ended
  }

  /// Follows the settings, the time zone and the time.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .action(let change): (settings, zone) = (change.settings, change.deviceZone ?? zone)
    case .begin, .lifecycle, .deadline: turn.perform(.read)
    default: return
    }
    state.account = turn.account
    state = state(at: turn.date)
    nextDeadline = state.delay(from: turn.date).map { turn.now + $0 }
  }

  func state(at date: Date) -> QuietState {
    var state = QuietState(settings, at: date, in: zone)
    state.account = self.state.account
    return state
  }
}
