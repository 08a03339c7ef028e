import Foundation
import PushHub

/// All that a ``PermissionPolicy`` must know after the process has ended, for its store.
public struct PermissionLedger: Equatable, Sendable, Codable {
  /// How often the app's own question was begun.
  var questionCount = 0

  /// When the user last refused in the app's own words, or was asked and has not accepted.
  var refused: Date?

  /// Whether the user wants to be asked no more.
  var isRefusedForGood = false

  /// Whether the user has accepted the app's question.
  var isAccepted = false

  /// What the user allowed when it was last known.
  var level: PermissionLevel?
}

/// What is asked for, one thing at a time.
package enum PermissionRequest: Sendable {
  /// What the user allows.
  case level

  /// To show notifications quietly.
  case provisional

  /// To ask the user in the app's own words.
  case appQuestion

  /// To ask the user as the system does.
  case question
}

/// Decides when whom to ask; see ``PermissionPolicy``.
///
/// That the user is going to be asked is saved before: a process that ends at any moment has asked no more
/// than is known.
struct PermissionCore: FeatureCore {
  enum Event {
    case attached
    case loaded(PermissionLedger)
    case saved(Bool)
    case phase(isActive: Bool)
    case record(PermissionRecord, at: Date)
    case detached
    case deadline
  }

  enum Effect {
    case load
    case save(PermissionLedger)
    case request(PermissionRequest)
    case cancel
    case show(PermissionState)
    case log(PermissionEvent)
  }

  enum Work: Equatable {
    case none

    /// What will hold once the user is asked is being saved.
    case saving(PermissionLedger)
    case request(PermissionRequest)
  }

  static var deadline: Event { .deadline }

  /// How long the system may take to say what the user allows.
  static let systemTimeout = Duration.seconds(5)

  /// How long the user may take to answer.
  static let questionTimeout = Duration.seconds(600)

  let configuration: PermissionPolicy.Configuration
  private(set) var nextDeadline: ContinuousClock.Instant?
  private(set) var state = PermissionState()
  private var work = Work.none
  private var ledger: PermissionLedger?

  /// What the store holds, as far as is known; what differs is saved after every event.
  private var stored: PermissionLedger?
  private var level: PermissionLevel?
  private var isActive = false

  /// A moment of value that waits for the level.
  private var moment: Date?
  private var isReadingDue = false
  private var effects: [Effect] = []

  init(_ configuration: PermissionPolicy.Configuration) {
    self.configuration = configuration
  }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    effects = []
    var saves = true
    switch event {
    case .attached: effects.append(.load)
    case .loaded(let newLedger): (ledger, stored) = (newLedger, newLedger)
    case .saved(let isSaved):
      // What failed is tried again after another event, not at once and for ever.
      saves = isSaved
      if !isSaved { stored = nil }
      askIfSaved(isSaved, at: now)
    case .phase(let isActive): setPhase(isActive)
    case .record(.moment, let date): handleMoment(date)
    case .record(.system(let level), _): handleLevel(level, at: now)
    case .record(.answer(let answer), let date): handleAnswer(answer, date)
    case .detached:
      let shown = state
      self = Self(configuration)
      (state, effects) = (shown, [.cancel])
    case .deadline: meetDeadline(at: now)
    }
    if isReadingDue, isActive, work == .none { begin(.level, at: now) }
    if saves, let ledger, ledger != stored, !isSaving {
      stored = ledger
      effects.insert(.save(ledger), at: 0)
    }
    let newState = presentState
    if newState != state {
      state = newState
      effects.append(.show(newState))
    }
    return effects
  }

  private var isAsking: Bool { work == .request(.appQuestion) || work == .request(.question) }

  private var isSaving: Bool { if case .saving = work { true } else { false } }

  private var presentState: PermissionState {
    var state = PermissionState()
    state.level = level
    state.isAsking = isAsking
    state.way =
      switch level {
      case nil: .unknown
      case .authorized, .ephemeral: .nothing
      case .denied: .settings
      case .notDetermined, .provisional: ledger.map(way) ?? .unknown
      }
    return state
  }

  private func way(with ledger: PermissionLedger) -> PermissionState.Way {
    let mayAsk =
      !ledger.isRefusedForGood && ledger.questionCount < configuration.maximumQuestions
    return mayAsk || ledger.isAccepted || isAsking ? .question : .settings
  }
}

// MARK: - What is under way

extension PermissionCore {
  private mutating func setPhase(_ isActive: Bool) {
    let comes = isActive && !self.isActive
    self.isActive = isActive
    guard comes else { return }
    isReadingDue = true
    if ledger == nil { effects.append(.load) }
  }

  private mutating func begin(_ request: PermissionRequest, at now: ContinuousClock.Instant) {
    if request == .level { isReadingDue = false }
    work = .request(request)
    nextDeadline = now + (isAsking ? Self.questionTimeout : Self.systemTimeout)
    effects.append(.request(request))
  }

  private mutating func finish() {
    work = .none
    nextDeadline = nil
  }

  private mutating func meetDeadline(at now: ContinuousClock.Instant) {
    guard let nextDeadline, nextDeadline <= now else { return }
    effects.append(.cancel)
    if work == .request(.appQuestion) {
      finish()
      effects.append(.log(.answered(nil)))
    } else {
      handleLevel(nil, at: now)
    }
  }
}

// MARK: - Whether to ask

extension PermissionCore {
  private mutating func handleMoment(_ date: Date) {
    // What is decided without the system is not worth asking it.
    if let reason = reason(against: date) { return pass(reason) }
    moment = date
    isReadingDue = work == .none
  }

  private mutating func pass(_ reason: PermissionReason) {
    effects.append(.log(.passedOver(reason)))
  }

  /// Why nobody is to be asked, whatever the system says; nil if nothing is against it.
  private func reason(against date: Date) -> PermissionReason? {
    guard isActive else { return .notActive }
    guard let ledger else { return .storeUnknown }
    if isSaving || isAsking { return .asking }
    if ledger.isAccepted { return nil }
    if ledger.isRefusedForGood { return .refusedForGood }
    if ledger.questionCount >= configuration.maximumQuestions { return .askedOften }
    // A refusal from the future is of a clock that was set back: it holds as long, no longer.
    guard let refused = ledger.refused else { return nil }
    let distance = abs(date.timeIntervalSince(refused))
    return distance < configuration.pause / .seconds(1) ? .refusedLately : nil
  }

  private mutating func decide(_ date: Date, at now: ContinuousClock.Instant) {
    switch level {
    case nil: return pass(.levelUnknown)
    case .authorized, .ephemeral: return pass(.allowed)
    case .denied: return pass(.denied)
    case .notDetermined, .provisional: break
    }
    if let reason = reason(against: date) { return pass(reason) }
    guard var ledger, !ledger.isAccepted else {
      effects.append(.log(.systemAsked))
      return begin(.question, at: now)
    }
    ledger.questionCount += 1
    ledger.refused = date
    work = .saving(ledger)
    stored = ledger
    effects.append(.save(ledger))
  }

  private mutating func askIfSaved(_ isSaved: Bool, at now: ContinuousClock.Instant) {
    guard case .saving(let ledger) = work else { return }
    finish()
    guard isSaved else { return pass(.storeUnknown) }
    self.ledger = ledger
    effects.append(.log(.asked(ledger.questionCount)))
    begin(.appQuestion, at: now)
  }

  private mutating func handleAnswer(_ answer: PermissionAnswer, _ date: Date) {
    guard work == .request(.appQuestion) else { return }
    finish()
    effects.append(.log(.answered(answer)))
    ledger?.isAccepted = answer == .accepted
    ledger?.isRefusedForGood = answer == .never
    ledger?.refused = answer == .accepted ? nil : date
    // The system asks, unless the user has been in Settings meanwhile.
    if answer == .accepted { (moment, isReadingDue) = (date, true) }
  }
}

// MARK: - What the system says

extension PermissionCore {
  private mutating func handleLevel(
    _ newLevel: PermissionLevel?,
    at now: ContinuousClock.Instant
  ) {
    guard case .request(let request) = work, request != .appQuestion else { return }
    finish()
    if let newLevel {
      set(newLevel, after: request)
    } else {
      effects.append(.log(.systemAnswered(nil)))
    }
    if request == .level, newLevel == .notDetermined, configuration.startsProvisional, isActive,
      ledger != nil
    {
      begin(.provisional, at: now)
    } else if let moment {
      self.moment = nil
      decide(moment, at: now)
    }
  }

  private mutating func set(_ newLevel: PermissionLevel, after request: PermissionRequest) {
    let former = level ?? ledger?.level ?? newLevel
    level = newLevel
    if request == .question {
      effects.append(.log(.systemAnswered(newLevel)))
    } else if request == .level, former != newLevel {
      effects.append(.log(.changed(from: former, to: newLevel)))
    }
    ledger?.level = newLevel
  }
}
