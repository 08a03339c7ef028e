import Foundation
import PushHub

/// All that a ``PermissionPolicy`` must know after the process has ended, for its store.
public struct PermissionLedger: Equatable, Sendable, Codable {
  /// The number of times that the app's own question was begun.
  var questionCount = 0

  /// The latest answer to it, if the user has answered.
  var answer: PermissionAnswer?

  /// The date when the user last declined in the app's own words, or was asked and has not accepted.
  var refused: Date?

  /// The permission level when it was last known.
  var level: PermissionLevel?
}

/// A request to the system, of which one at a time is under way.
package enum PermissionRequest: Sendable {
  /// The permission level.
  case level

  /// The permission to show notifications quietly.
  case provisional

  /// The system's question to the user.
  case question
}

/// Decides when to ask the user or the system; see ``PermissionPolicy``.
///
/// A question is saved before the user is asked: a process that ends at any time has asked no more often
/// than is known.
struct PermissionCore: ManualFeatureCore {
  typealias Event = PermissionEvent
  typealias Input = PermissionRecord
  typealias Effect = PermissionRequest
  typealias Stored = PermissionLedger

  struct State: Equatable {
    var level: PermissionLevel?
    var canAsk: Bool?
    var isAsking: Bool
  }

  /// The work that the policy waits for.
  private enum Work {
    /// The store must save the question; if it can't, the former ledger holds.
    case saving(former: PermissionLedger)

    /// The user's answer to the app.
    case asking(until: ContinuousClock.Instant)

    /// The system's answer.
    case request(PermissionRequest, until: ContinuousClock.Instant)
  }

  /// The time limit for the system to report the permission level.
  static let systemTimeout = Duration.seconds(5)

  /// The time limit for the user's answer.
  static let questionTimeout = Duration.seconds(600)

  let configuration: PermissionPolicy.Configuration
  private var work: Work?
  private var level: PermissionLevel?
  private var ledger: PermissionLedger?
  private var isActive = false

  /// Whether an opportunity waits for the level.
  private var hasMoment = false
  private var isReadingDue = false

  init(_ configuration: PermissionPolicy.Configuration) {
    self.configuration = configuration
  }

  static func storeFailed(_ message: String) -> PermissionEvent? { .store(error: message) }

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    let former = ledger
    switch input {
    case .lifecycle(let lifecycle, _): follow(lifecycle, in: &turn)
    case .loaded(let ledger): self.ledger = ledger ?? PermissionLedger()
    case .saved(let isSaved): handleSaving(isSaved, in: &turn)
    case .deadline: meetDeadline(in: &turn)
    case .detached:
      self = Self(configuration)
      ledger = former
    case .own(let record):
      turn.record(record)
      switch record {
      case .moment: handleMoment(in: &turn)
      case .answer(let answer): handleAnswer(answer, in: &turn)
      case .system(let level): handleLevel(level, in: &turn)
      }
    case .push, .work: break
    }
    if let ledger, former != nil, ledger != former { turn.save(ledger) }
    if isReadingDue, isActive, work == nil { begin(.level, in: &turn) }
  }

  var nextDeadline: ContinuousClock.Instant? {
    switch work {
    case .asking(let end), .request(_, let end): end
    case .saving, nil: nil
    }
  }
}

// MARK: - What the app shows

extension PermissionCore {
  var state: State { State(level: level, canAsk: canAsk, isAsking: isAsking) }

  private var isAsking: Bool { if case .asking = work { true } else { false } }

  private var canAsk: Bool? {
    switch (level, work) {
    case (nil, _): nil
    case (.authorized, _), (.ephemeral, _), (.denied, _): false
    case (_, .saving), (_, .asking): true
    default: ledger.map { $0.answer == .accepted || mayAsk($0) }
    }
  }

  /// Whether the app's own question may be asked once more, at once or after a pause.
  private func mayAsk(_ ledger: PermissionLedger) -> Bool {
    ledger.answer != .never && ledger.questionCount < configuration.maximumQuestions
  }
}

// MARK: - What is under way

extension PermissionCore {
  private mutating func follow(
    _ lifecycle: LifecycleState,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    let wasActive = isActive
    isActive = lifecycle.phase == .active
    guard isActive, !wasActive else { return }
    isReadingDue = true
    if ledger == nil { turn.load() }
  }

  private mutating func begin(_ request: PermissionRequest, in turn: inout ManualFeatureTurn<Self>)
  {
    if request == .level { isReadingDue = false }
    let timeout = request == .question ? Self.questionTimeout : Self.systemTimeout
    work = .request(request, until: turn.now + timeout)
    turn.perform(request)
  }

  private mutating func handleSaving(_ isSaved: Bool, in turn: inout ManualFeatureTurn<Self>) {
    guard case .saving(let former) = work else { return }
    if isSaved {
      work = .asking(until: turn.now + Self.questionTimeout)
      turn.log(.asked(count: former.questionCount + 1))
    } else {
      work = nil
      ledger = former
      turn.log(.passedOver(reason: .storeUnknown))
    }
  }

  private mutating func meetDeadline(in turn: inout ManualFeatureTurn<Self>) {
    if isAsking {
      work = nil
      turn.log(.answered(answer: nil))
    } else {
      turn.cancel()
      handleLevel(nil, in: &turn)
    }
  }
}

// MARK: - Whether to ask

extension PermissionCore {
  private mutating func handleMoment(in turn: inout ManualFeatureTurn<Self>) {
    // A decision without the system needs no request.
    if let reason = reason(at: turn.date) { return turn.log(.passedOver(reason: reason)) }
    hasMoment = true
    isReadingDue = isReadingDue || work == nil
  }

  /// Returns the reason why the user is not asked, whatever the system reports; `nil` if the user may be.
  private func reason(at date: Date) -> PermissionReason? {
    guard isActive else { return .notActive }
    guard let ledger else { return .storeUnknown }
    switch work {
    case .asking, .request(.question, _): return .asking
    default: break
    }
    if ledger.answer == .accepted { return nil }
    if !mayAsk(ledger) { return .askedOften }
    // A refusal from the future is of a clock that was set back: its pause is as long, and no longer.
    guard let refused = ledger.refused else { return nil }
    let distance = abs(date.timeIntervalSince(refused))
    return distance < configuration.pause / .seconds(1) ? .refusedLately : nil
  }

  private mutating func decide(in turn: inout ManualFeatureTurn<Self>) {
    switch level {
    case nil: return turn.log(.passedOver(reason: .levelUnknown))
    case .authorized, .ephemeral: return turn.log(.passedOver(reason: .allowed))
    case .denied: return turn.log(.passedOver(reason: .denied))
    case .notDetermined, .provisional: break
    }
    if let reason = reason(at: turn.date) { return turn.log(.passedOver(reason: reason)) }
    guard let former = ledger, former.answer != .accepted else {
      turn.log(.systemAsked)
      return begin(.question, in: &turn)
    }
    work = .saving(former: former)
    ledger?.questionCount += 1
    ledger?.refused = turn.date
  }

  private mutating func handleAnswer(
    _ answer: PermissionAnswer,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    guard isAsking else { return }
    work = nil
    turn.log(.answered(answer: answer))
    ledger?.answer = answer
    ledger?.refused = answer == .accepted ? nil : turn.date
    // The system asks, unless the user has been in Settings meanwhile.
    if answer == .accepted { (hasMoment, isReadingDue) = (true, true) }
  }
}

// MARK: - What the system says

extension PermissionCore {
  private mutating func handleLevel(
    _ level: PermissionLevel?,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    guard case .request(let request, _) = work else { return }
    work = nil
    if let level {
      set(level, after: request, in: &turn)
    } else {
      turn.log(.systemAnswered(level: nil))
    }
    if request == .level, level == .notDetermined, configuration.startsProvisional, isActive,
      ledger != nil
    {
      begin(.provisional, in: &turn)
    } else if hasMoment {
      hasMoment = false
      decide(in: &turn)
    }
  }

  private mutating func set(
    _ level: PermissionLevel,
    after request: PermissionRequest,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    let former = ledger?.level ?? self.level ?? level
    self.level = level
    ledger?.level = level
    if request == .question {
      turn.log(.systemAnswered(level: level))
    } else if request == .level, former != level {
      turn.log(.changed(from: former, level: level))
    }
  }
}
