public import Foundation
import PushHub
import PushHubNetworking

/// What is quiet now, for a screen of settings.
public struct QuietState: Hashable, Sendable {
  /// Whether quiet hours make all pushes quiet, but for those that are exempt.
  public var isQuiet = false

  /// When that changes next; `nil` for never.
  public var nextChange: Date?

  /// The mutes that hold now, in the order of the settings.
  public var mutes: [QuietMute] = []

  /// Nothing is quiet.
  public init() {}

  init(_ settings: QuietSettings, at moment: QuietCore.Moment) {
    let zone = settings.timeZone ?? moment.zone
    let hours = QuietHours(settings.windows, at: moment.date, in: zone)
    isQuiet = hours.isQuiet
    nextChange = hours.nextChange.map { Date(timeIntervalSince1970: Double($0)) }
    mutes = settings.mutes.filter { $0.isInForce(at: moment.date) }
  }
}

/// Says what is quiet now, and when to look again.
///
/// Votes don't come from here: each is made from settings and time alone.
struct QuietCore: FeatureCore {
  /// What the clock on the wall shows, and the zone in which the device is.
  struct Moment: Hashable {
    let date: Date
    let zone: TimeZone
  }

  enum Event {
    case settings(QuietSettings)
    case phaseChanged
    case looked(Moment)
    case detached
    case deadline
  }

  enum Effect: Hashable {
    /// Says what time it is, at once.
    case look

    case show(QuietState)
  }

  static var deadline: Event { .deadline }

  private(set) var nextDeadline: ContinuousClock.Instant?
  private(set) var state = QuietState()
  private var settings = QuietSettings()

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    switch event {
    case .settings(let newSettings):
      settings = newSettings
      return [.look]
    case .phaseChanged:
      return [.look]
    case .deadline:
      nextDeadline = nil
      return [.look]
    case .detached:
      nextDeadline = nil
      return show(QuietState())
    case .looked(let moment):
      let state = QuietState(settings, at: moment)
      nextDeadline = delay(in: state, from: moment.date).map { now + $0 }
      return show(state)
    }
  }

  private mutating func show(_ newState: QuietState) -> [Effect] {
    guard newState != state else { return [] }
    state = newState
    return [.show(newState)]
  }

  /// How long until something in the state ends.
  private func delay(in state: QuietState, from date: Date) -> Duration? {
    guard date.isTime else { return settings.dependOnTime ? Date.pauseWithoutTime : nil }
    let ends = state.mutes.compactMap(\.until) + (state.nextChange.map { [$0] } ?? [])
    return ends.min().map { end in
      let milliseconds = (end.timeIntervalSince(date) * 1_000).rounded(.up)
      return .milliseconds(Int(milliseconds.clamped(to: Self.delays)))
    }
  }

  /// Never none, since a date is not as exact as an instant; and not more than a year.
  private static let delays: ClosedRange<Double> = 1...(366 * 86_400_000)
}
