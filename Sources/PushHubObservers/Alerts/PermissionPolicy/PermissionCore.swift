import Foundation
package import PushHub

/// All that a ``PermissionPolicy`` must know after the process has ended, for its store.
public struct PermissionLedger: Equatable, Sendable, Codable {
  /// How often the app's own question was begun; more than any limit once the user wants to be asked no more.
  var questionCount = 0

  /// When the user last refused in the app's own words, or was asked and has not accepted.
  var refused: Date?

  /// Whether the user has accepted the app's question.
  var isAccepted = false

  /// What the user allowed when it was last known.
  var level: PermissionLevel?
}

/// What the system is asked for, one thing at a time.
package enum PermissionRequest: Sendable {
  /// What the user allows.
  case level

  /// To show notifications quietly.
  case provisional

  /// To ask the user.
  case question
}

/// What a ``PermissionPolicy`` shows of itself.
package struct PermissionState: Equatable, Sendable {
  package var level: PermissionLevel?
  package var canAsk: Bool?
  package var isAsking = false

  package init() {}
}

/// Decides when whom to ask; see ``PermissionPolicy``.
///
/// That the user is going to be asked is saved before: a process that ends at any moment has asked no more
/// than is known.
struct PermissionCore: DrivenCore {
  enum Event {
    case loaded(PermissionLedger)

    /// What holds if the user is asked in the app's own words could be saved.
    case asked(PermissionLedger)
    case notSaved
    case phase(isActive: Bool)
    case record(PermissionRecord, at: Date)
    case detached
    case deadline
  }

  enum Effect {
    case load
    case save(PermissionLedger)

    /// Ask the user in the app's own words, if this can be saved.
    case ask(PermissionLedger)
    case request(PermissionRequest)
    case cancel
    case show(PermissionState)
    case log(PermissionEvent)
  }

  static var deadline: Event { .deadline }

  /// How long the system may take to say what the user allows.
  static let systemTimeout = Duration.seconds(5)

  /// How long the user may take to answer.
  static let questionTimeout = Duration.seconds(600)

  let configuration: PermissionPolicy.Configuration

  /// When what is under way counts as unanswered.
  private var deadline: Duration?
  private(set) var state = PermissionState()

  /// What the system has not answered yet.
  private var request: PermissionRequest?
  private var ledger: PermissionLedger?

  /// What the store holds, as far as is known; what differs is saved after every event.
  private var stored: PermissionLedger?
  private var isActive = false

  /// A moment of value that waits for the level.
  private var moment: Date?
  private var isReadingDue = false

  /// Of the event that is being handled: when it came, and what is to be done.
  private var now = Duration.zero
  private var effects: [Effect] = []

  init(_ configuration: PermissionPolicy.Configuration) {
    self.configuration = configuration
  }

  mutating func handle(_ event: Event, at instant: ContinuousClock.Instant) -> [Effect] {
    let former = state
    now = instant.referenceTime
    effects = []
    switch event {
    case .loaded(let ledger): (self.ledger, stored) = (ledger, ledger)
    case .asked(let ledger):
      (self.ledger, stored, state.isAsking) = (ledger, ledger, true)
      deadline = now + Self.questionTimeout
      effects.append(.log(.asked(ledger.questionCount)))
    case .notSaved:
      // It is tried again after another event, not at once and for ever.
      stored = nil
      return []
    case .phase(let isActive):
      isReadingDue = isReadingDue || isActive && !self.isActive
      self.isActive = isActive
      if isReadingDue, ledger == nil { effects.append(.load) }
    case .record(.moment, let date): handleMoment(date)
    case .record(.system(let level), _): handleLevel(level)
    case .record(.answer(let answer), let date): handleAnswer(answer, date)
    case .detached:
      let kept = (ledger, stored)
      self = Self(configuration)
      (ledger, stored) = kept
      effects = [.cancel]
    case .deadline: meetDeadline()
    }
    if isReadingDue, isActive, !isBusy { begin(.level) }
    if let ledger, ledger != stored {
      stored = ledger
      effects.insert(.save(ledger), at: 0)
    }
    state.canAsk = canAsk
    if state != former { effects.append(.show(state)) }
    return effects
  }

  var nextDeadline: ContinuousClock.Instant? { .init(referenceTime: deadline) }

  private var isBusy: Bool { request != nil || state.isAsking }

  private var canAsk: Bool? {
    switch state.level {
    case nil: nil
    case .authorized, .ephemeral, .denied: false
    case .notDetermined, .provisional:
      ledger.map { $0.isAccepted || state.isAsking || mayAsk($0) }
    }
  }

  /// Whether the app's own question may be asked once more, be it after a pause.
  private func mayAsk(_ ledger: PermissionLedger) -> Bool {
    ledger.questionCount < configuration.maximumQuestions
  }
}

// MARK: - What is under way

extension PermissionCore {
  private mutating func begin(_ request: PermissionRequest) {
    if request == .level { isReadingDue = false }
    self.request = request
    deadline = now + (request == .question ? Self.questionTimeout : Self.systemTimeout)
    effects.append(.request(request))
  }

  private mutating func finish() {
    (request, state.isAsking, deadline) = (nil, false, nil)
  }

  private mutating func meetDeadline() {
    if state.isAsking {
      finish()
      effects.append(.log(.answered(nil)))
    } else {
      effects.append(.cancel)
      handleLevel(nil)
    }
  }
}

// MARK: - Whether to ask

extension PermissionCore {
  private mutating func handleMoment(_ date: Date) {
    // What is decided without the system is not worth asking it.
    if let reason = reason(against: date) { return pass(reason) }
    moment = date
    isReadingDue = !isBusy
  }

  private mutating func pass(_ reason: PermissionReason) {
    effects.append(.log(.passedOver(reason)))
  }

  /// Why nobody is to be asked, whatever the system says; nil if nothing is against it.
  private func reason(against date: Date) -> PermissionReason? {
    guard isActive else { return .notActive }
    guard let ledger else { return .storeUnknown }
    if state.isAsking || request == .question { return .asking }
    if ledger.isAccepted { return nil }
    if !mayAsk(ledger) { return .askedOften }
    // A refusal from the future is of a clock that was set back: it holds as long, no longer.
    guard let refused = ledger.refused else { return nil }
    let distance = abs(date.timeIntervalSince(refused))
    return distance < configuration.pause / .seconds(1) ? .refusedLately : nil
  }

  private mutating func decide(_ date: Date) {
    switch state.level {
    case nil: return pass(.levelUnknown)
    case .authorized, .ephemeral: return pass(.allowed)
    case .denied: return pass(.denied)
    case .notDetermined, .provisional: break
    }
    if let reason = reason(against: date) { return pass(reason) }
    guard var ledger, !ledger.isAccepted else {
      effects.append(.log(.systemAsked))
      return begin(.question)
    }
    ledger.questionCount += 1
    ledger.refused = date
    effects.append(.ask(ledger))
  }

  private mutating func handleAnswer(_ answer: PermissionAnswer, _ date: Date) {
    guard state.isAsking else { return }
    finish()
    effects.append(.log(.answered(answer)))
    ledger?.isAccepted = answer == .accepted
    if answer == .never { ledger?.questionCount = .max }
    ledger?.refused = answer == .accepted ? nil : date
    // The system asks, unless the user has been in Settings meanwhile.
    if answer == .accepted { (moment, isReadingDue) = (date, true) }
  }
}

// MARK: - What the system says

extension PermissionCore {
  private mutating func handleLevel(_ level: PermissionLevel?) {
    guard let request else { return }
    finish()
    if let level {
      set(level, after: request)
    } else {
      effects.append(.log(.systemAnswered(nil)))
    }
    if request == .level, level == .notDetermined, configuration.startsProvisional, isActive,
      ledger != nil
    {
      begin(.provisional)
    } else if let moment {
      self.moment = nil
      decide(moment)
    }
  }

  private mutating func set(_ level: PermissionLevel, after request: PermissionRequest) {
    let former = ledger?.level ?? state.level ?? level
    state.level = level
    ledger?.level = level
    if request == .question {
      effects.append(.log(.systemAnswered(level)))
    } else if request == .level, former != level {
      effects.append(.log(.changed(from: former, to: level)))
    }
  }
}
