public import Foundation
public import Observation
public import PushHub

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

  /// Told of what the rules do, at the moment when it happens; for logs and tests.
  @ObservationIgnored public var log: ((QuietLogEntry) -> Void)?

  private var given: QuietSettings
  @ObservationIgnored private let deviceZone: @MainActor () -> TimeZone
  @ObservationIgnored private let driver = CoreDriver(QuietCore())
  @ObservationIgnored private var clock: (any Scheduler)?
  @ObservationIgnored private var records: FeatureRecords?
  @ObservationIgnored private var noted: QuietChange?
  @ObservationIgnored private var zone: TimeZone?
  @ObservationIgnored private let streams = ValueStreams<QuietState>()

  /// Makes rules that are not attached yet.
  ///
  /// - Parameters:
  ///   - settings: What the user wants, as it was stored.
  ///   - deviceZone: Gives the zone in which the device is now. It is asked at each vote.
  public init(
    settings: QuietSettings = QuietSettings(),
    deviceZone: @escaping @MainActor () -> TimeZone = { .autoupdatingCurrent }
  ) {
    given = settings
    self.deviceZone = deviceZone
  }
}

// MARK: - What the user wants

extension QuietRules {
  /// What is to be quiet; to be stored by the app when it has changed it.
  ///
  /// Mutes that hold no longer are not in it, as far as the clock shows now.
  public var settings: QuietSettings {
    get {
      // What is observed here changes when a mute ends.
      _ = state
      return clock.map { given.withoutExpiredMutes(at: $0.date) } ?? given
    }
    set {
      let issues = given.issues
      given = newValue
      begin(knowing: issues)
    }
  }

  /// Makes pushes quiet, in place of an earlier mute of the same.
  ///
  /// - Parameters:
  ///   - subject: Which pushes.
  ///   - date: From when on they are heard again; `nil` for never.
  public func mute(_ subject: QuietMute.Subject, until date: Date? = nil) {
    change { $0 = $0.filter { $0.subject != subject } + [QuietMute(subject, until: date)] }
  }

  /// Lets pushes be heard again.
  public func unmute(_ subject: QuietMute.Subject) {
    change { $0.removeAll { $0.subject == subject } }
  }

  /// Changes what was given, so that no mute is lost while the clock goes ahead.
  private func change(_ change: (inout [QuietMute]) -> Void) {
    var settings = given
    change(&settings.mutes)
    self.settings = settings
  }

  /// Looks at the clock again, for apps that hear when it is turned or the zone changes.
  public func refresh() {
    driver.handle(.phaseChanged)
  }

  /// The state now and whenever it changes; a slow consumer gets the latest.
  ///
  /// Ends when the rules are let go.
  public var states: AsyncStream<QuietState> { streams.stream(from: state) }
}

// MARK: - Plugin, voter and observer

extension QuietRules: PushPlugin, PresentationVoter, LifecycleObserver {
  /// Looks at the clock.
  public func attach(to context: PluginContext) {
    detach()
    clock = context.scheduler
    records = context.records
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
    begin()
  }

  /// Has no opinion any more, and leaves nothing scheduled.
  public func detach() {
    clock = nil
    driver.handle(.detached)
    driver.stop()
    records = nil
    noted = nil
    zone = nil
  }

  /// Lets a quiet push go to the list and the badge only, and says why.
  public func presentation(of push: Push) -> PresentationVote {
    guard let clock else { return .noOpinion }
    let here = deviceZone().asOfNow
    if here != zone {
      refresh()
    }
    guard let reason = given.reason(toQuiet: push, at: clock.date, in: here) else {
      return .noOpinion
    }
    log?(.limited(id: push.id, reason: reason))
    return .limit(to: [.list, .badge], reason: reason)
  }

  /// Looks at the clock when the app comes or goes.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    if case .phaseChanged = event {
      refresh()
    }
  }

  private func begin(knowing issues: [QuietSettings.Issue] = []) {
    guard driver.isStarted else { return }
    if given.issues != issues {
      for issue in given.issues {
        log?(.notUnderstood(issue))
      }
    }
    driver.handle(.settings(given))
  }
}

// MARK: - Effects

extension QuietRules {
  private func perform(_ effect: QuietCore.Effect) {
    switch effect {
    case .look:
      guard let clock else { return }
      let zone = deviceZone().asOfNow
      self.zone = zone
      note(QuietChange(given, deviceZone: zone))
      driver.answer(.looked(QuietCore.Moment(date: clock.date, zone: zone)))
    case .show(let newState):
      let former = state
      state = newState
      streams.yield(newState)
      if clock != nil, former.isQuiet != newState.isQuiet {
        log?(newState.isQuiet ? .quietHoursBegan : .quietHoursEnded)
      }
    }
  }

  private func note(_ change: QuietChange) {
    guard change != noted else { return }
    noted = change
    records?.send(change)
  }
}

/// What ``QuietRules`` did, or found.
public enum QuietLogEntry: Hashable, Sendable {
  /// A part of the stored settings was not understood, and is not in force.
  case notUnderstood(QuietSettings.Issue)

  /// A push, by its `Push.id`, goes to the list and the badge only, for this reason.
  ///
  /// Told each time the rules are asked, which the system does once a push.
  case limited(id: String, reason: String)

  /// All pushes are quiet from now on, but for those that are exempt.
  case quietHoursBegan

  /// Only muted pushes are quiet from now on.
  case quietHoursEnded
}
