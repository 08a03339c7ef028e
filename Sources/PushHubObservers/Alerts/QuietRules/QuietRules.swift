public import Foundation
public import Observation
public import PushHub

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

  init(_ settings: QuietSettings, at date: Date, in deviceZone: TimeZone) {
    let hours = settings.hours(in: deviceZone)
    isQuiet = hours.isQuiet(at: date)
    nextChange = hours.nextChange(after: date)
    mutes = settings.mutes.filter { $0.isInForce(at: date) }
  }

  /// How long until something in it ends, or a year.
  ///
  /// Never none, since a date is not as exact as an instant.
  fileprivate func delay(from date: Date) -> Duration? {
    let ends = mutes.compactMap(\.until) + (nextChange.map { [$0] } ?? [])
    return ends.min().map { end in
      .milliseconds(Int((min(end.timeIntervalSince(date), 366 * 86_400) * 1_000).rounded(.up)))
    }
  }
}

/// What ``QuietRules`` did.
public enum QuietLogEntry: Hashable, Sendable {
  /// A push, by its `Push.id`, goes to the list and the badge only, for this reason.
  ///
  /// Told each time the rules are asked, which the system does once a push.
  case limited(id: String, reason: String)

  /// All pushes are quiet from now on, but for those that are exempt.
  case quietHoursBegan

  /// Only muted pushes are quiet from now on.
  case quietHoursEnded
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
/// that is turned and a device that travels leave nothing behind. ``state`` changes by itself at the next
/// beginning or end; where the clock was turned meanwhile or the zone is another, when the app comes or
/// goes, or with ``refresh()``.
@MainActor
@Observable
public final class QuietRules {
  /// What is quiet now; nothing while not attached.
  public private(set) var state = QuietState()

  /// What is to be quiet; to be stored by the app when it has changed it.
  public var settings: QuietSettings {
    didSet { refresh() }
  }

  /// Told of what the rules do, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((QuietLogEntry) -> Void)?

  @ObservationIgnored private let deviceZone: @MainActor () -> TimeZone
  @ObservationIgnored private var context: PluginContext?
  @ObservationIgnored private var recorded: QuietChange?
  @ObservationIgnored private let streams = ValueStreams<QuietState>()
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
  /// Makes pushes quiet, in place of an earlier mute of the same; mutes that have ended are forgotten.
  ///
  /// - Parameters:
  ///   - subject: Which pushes.
  ///   - date: From when on they are heard again; `nil` for never.
  public func mute(_ subject: QuietMute.Subject, until date: Date? = nil) {
    let now = context?.scheduler.date ?? .distantPast
    let others = settings.mutes.filter { $0.subject != subject && $0.isInForce(at: now) }
    settings.mutes = others + [QuietMute(subject, until: date)]
  }

  /// Lets pushes be heard again.
  public func unmute(_ subject: QuietMute.Subject) {
    settings.mutes.removeAll { $0.subject == subject }
  }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the rules are let go.
  public var states: AsyncStream<QuietState> { streams.stream(from: state) }

  /// Reads the clock again, for apps that hear when it is turned or the zone changes.
  public func refresh() {
    guard let context else { return }
    let change = QuietChange(settings, deviceZone: deviceZone().asOfNow)
    if change != recorded {
      recorded = change
      context.record(change)
    }
    let scheduler = context.scheduler
    let newState = QuietState(settings, at: scheduler.date, in: deviceZone())
    alarm.set(
      to: newState.delay(from: scheduler.date).map { scheduler.now + $0 },
      on: scheduler
    )
    show(newState)
  }

  private func show(_ newState: QuietState) {
    guard newState != state else { return }
    let wasQuiet = state.isQuiet
    state = newState
    streams.yield(newState)
    if context != nil, newState.isQuiet != wasQuiet {
      log?(wasQuiet ? .quietHoursEnded : .quietHoursBegan)
    }
  }
}

// MARK: - Plugin, voter and observer

extension QuietRules: PushPlugin, PresentationVoter, LifecycleObserver {
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
    show(QuietState())
  }

  /// Lets a quiet push go to the list and the badge only, and says why.
  public func presentation(of push: Push) -> PresentationVote {
    guard let context else { return .noOpinion }
    let zone = deviceZone().asOfNow
    if zone != recorded?.deviceZone { refresh() }
    guard let reason = settings.reason(toQuiet: push, at: context.scheduler.date, in: zone) else {
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
