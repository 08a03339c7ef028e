package import Foundation
import PushHub

/// The state of the quiet hours.
package struct QuietState: Equatable, Sendable {
  package var isQuiet = false
  package var nextChange: Date?

  /// The mutes that hold now, in the order of the settings.
  package var mutes: [QuietMute] = []

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

/// Decides what is quiet now.
///
/// A vote does not depend on it: it reads the settings and the clock itself, and answers at once.
struct QuietCore: ManualFeatureCore {
  typealias Event = QuietEvent

  /// The settings and the time zone, as they are now.
  typealias Input = QuietChange
  enum Effect { case read }

  private(set) var state = QuietState()
  private(set) var nextDeadline: ContinuousClock.Instant?
  private var recorded: QuietChange?

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    switch input {
    case .lifecycle, .deadline: turn.perform(.read)
    case .own(let change): read(change, in: &turn)
    case .detached: self = Self()
    case .push, .work, .loaded, .saved: break
    }
  }

  private mutating func read(_ change: QuietChange, in turn: inout ManualFeatureTurn<Self>) {
    if change != recorded { turn.record(change) }
    recorded = change
    let former = state
    state = QuietState(change.settings, at: turn.date, in: change.deviceZone ?? .gmt)
    nextDeadline = state.delay(from: turn.date).map { turn.now + $0 }
    if state.isQuiet != former.isQuiet { turn.log(state.isQuiet ? .began : .ended) }
  }
}
