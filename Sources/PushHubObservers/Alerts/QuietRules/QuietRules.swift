public import Foundation
public import Observation
public import PushHub

/// What is quiet now.
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

  /// How long until something in it ends, or a year.
  ///
  /// Never none, since a date is not as exact as an instant.
  fileprivate func delay(from date: Date) -> Duration? {
    let ends = (mutes.map(\.until) + [nextChange]).compactMap { $0?.timeIntervalSince(date) }
    return ends.min().map { .milliseconds(Int((min($0, 366 * 86_400) * 1_000).rounded(.up))) }
  }
}

/// What ``QuietRules`` did.
public enum QuietEvent: FeatureEvent {
  /// A push, by its `Push.id`, goes to the list and the badge only, for this reason.
  ///
  /// Told each time the rules are asked, which the system does once a push.
  case limited(id: String, reason: String)

  /// Nothing makes a push quiet, by its `Push.id`, that arrives in the foreground.
  case unlimited(id: String)

  /// All pushes are quiet from now on, but for those that are exempt.
  case began

  /// Only muted pushes are quiet from now on.
  case ended

  /// The name.
  public var name: String {
    switch self {
    case .limited: "limited"
    case .unlimited: "unlimited"
    case .began: "quiet"
    case .ended: "heard"
    }
  }

  /// The push and the reason, if there are.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .limited(let id, let reason): ["id": .string(id), "reason": .string(reason)]
    case .unlimited(let id): ["id": .string(id)]
    case .began, .ended: [:]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .limited(let id, let reason): "push \(id) shows no banner and is not heard: \(reason)"
    case .unlimited(let id): "nothing makes push \(id) quiet"
    case .began: "quiet hours begin"
    case .ended: "quiet hours end"
    }
  }

  /// Whether it says why a push is heard.
  public var isReasonForNothing: Bool {
    if case .unlimited = self { true } else { false }
  }
}

/// Keeps pushes quiet that the user wants quiet: by mutes, and in quiet hours.
///
/// A quiet push that arrives in the foreground goes to the list and the badge, without banner and
/// sound. What is shown while the app is in the background is up to the system and the server.
///
/// ```swift
/// let rules = QuietRules(settings: stored)
/// try host.install(rules, named: "quiet")
/// rules.mute(.thread("orders"), until: tomorrow)
/// store(rules.settings)
/// ```
///
/// A vote follows from the settings and what the clock on the wall shows at that moment, so that a clock
/// that is turned and a device that travels leave nothing behind. ``isQuiet`` changes by itself at the next
/// beginning or end; where the clock was turned meanwhile or the zone is another, when the app comes or
/// goes, or with ``refresh()``.
@MainActor
@Observable
public final class QuietRules {
  package private(set) var state = QuietState()

  /// What is to be quiet; to be stored by the app when it has changed it.
  public var settings: QuietSettings {
    didSet { refresh() }
  }

  /// Told of what the rules do, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((QuietEvent) -> Void)?

  @ObservationIgnored private let deviceZone: @MainActor () -> TimeZone
  @ObservationIgnored private var context: PluginContext?
  @ObservationIgnored private var recorded: QuietChange?
  @ObservationIgnored private lazy var alarm = DeadlineAlarm { [weak self] in self?.refresh() }

  /// Makes rules that are not attached yet.
  ///
  /// - Parameters:
  ///   - settings: What the user wants, as it was stored.
  ///   - deviceZone: Gives the zone in which the device is now. It is asked at each vote.
  public init(
    settings: QuietSettings = QuietSettings(),
    deviceZone: @escaping @MainActor () -> TimeZone = { .autoupdatingCurrent }
  ) {
    self.settings = settings
    self.deviceZone = deviceZone
  }
}

extension QuietRules {
  /// Whether quiet hours make all pushes quiet, but for those that are exempt; never while not attached.
  public var isQuiet: Bool { state.isQuiet }

  /// When that changes next; `nil` for never.
  public var nextChange: Date? { state.nextChange }

  /// Makes pushes quiet, in place of an earlier mute of the same; mutes that have ended are forgotten.
  ///
  /// - Parameters:
  ///   - subject: Which pushes.
  ///   - date: From when on they are heard again; `nil` for never.
  public func mute(_ subject: NotificationSubject, until date: Date? = nil) {
    let now = context?.scheduler.date ?? .distantPast
    let others = settings.mutes.filter { $0.subject != subject && $0.isInForce(at: now) }
    settings.mutes = others + [QuietMute(subject, until: date)]
  }

  /// Lets pushes be heard again.
  public func unmute(_ subject: NotificationSubject) {
    settings.mutes.removeAll { $0.subject == subject }
  }

  /// Reads the clock again, for apps that hear when it is turned or the zone changes.
  public func refresh() {
    guard let context else { return }
    let (scheduler, zone) = (context.scheduler, deviceZone().asOfNow)
    let change = QuietChange(settings, deviceZone: zone)
    if change != recorded {
      recorded = change
      context.record(change)
    }
    let newState = QuietState(settings, at: scheduler.date, in: zone)
    let delay = newState.delay(from: scheduler.date)
    alarm.set(to: delay.map { scheduler.now + $0 }, on: scheduler)
    guard newState != state else { return }
    let hasTurned = newState.isQuiet != state.isQuiet
    state = newState
    if hasTurned { log?(newState.isQuiet ? .began : .ended) }
  }
}

// MARK: - Plugin, voter and observer

extension QuietRules: LoggingPlugin, PresentationVoter, LifecycleObserver {
  /// Reads the clock.
  public func attach(to context: PluginContext) {
    detach()
    self.context = context
    refresh()
  }

  /// Has no opinion any more, and leaves nothing scheduled.
  public func detach() {
    context = nil
    recorded = nil
    alarm.clear()
    state = QuietState()
  }

  /// Lets a quiet push go to the list and the badge only, and says why.
  public func presentation(of push: Push) -> PresentationVote {
    guard let context else { return .noOpinion }
    refresh()
    let date = context.scheduler.date
    guard let reason = settings.reason(toQuiet: push, at: date, in: deviceZone()) else {
      log?(.unlimited(id: push.id))
      return .noOpinion
    }
    log?(.limited(id: push.id, reason: reason))
    return .limit(to: [.list, .badge], reason: reason)
  }

  /// Reads the clock when the app comes or goes.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if case .phaseChanged = event { refresh() }
  }
}

extension TimeZone {
  /// The zone as it is now: one that follows the device is always equal to itself, so that no journey
  /// would show.
  fileprivate var asOfNow: TimeZone { TimeZone(identifier: identifier) ?? self }
}
