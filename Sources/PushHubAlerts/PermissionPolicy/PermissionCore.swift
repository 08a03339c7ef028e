import Foundation
public import PushHub

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

/// A request of a ``PermissionPolicy``, of which one at a time is under way.
public enum PermissionRequest: Equatable, Sendable {
  /// The permission level.
  case level

  /// The permission to show notifications quietly.
  case provisional

  /// The system's question to the user.
  case question

  /// The app's own question, which begins when the store has it.
  case ownQuestion
}

/// Decides when to ask the user or the system; see ``PermissionPolicy``.
///
/// A question is saved before the user is asked: a process that ends at any time has asked no more often
/// than is known.
public struct PermissionCore: FeatureCore {
  /// The permission level; `nil` for the app's own question, whose answer is an action.
  public typealias Answer = PermissionLevel?

  /// An action of the app or its user.
  public enum Action: Codable, Equatable, Sendable {
    /// The app reports an opportunity.
    case opportunity

    /// The user answers the app's own question.
    case respond(with: PermissionAnswer)
  }

  /// What the app shows.
  public struct State: Equatable, Sendable {
    /// The permission level; `nil` until the system has reported it.
    public internal(set) var level: PermissionLevel?

    /// Whether an opportunity may still lead to a question; `nil` while too little is known.
    public internal(set) var canAsk: Bool?

    /// Whether the app shows its own question.
    public internal(set) var isAsking: Bool
  }

  /// The time limit for the store to save a question, after which its opportunity has passed.
  static let storeTimeout = Duration.seconds(1)

  /// The time limit for the system to report the permission level.
  static let systemTimeout = Duration.seconds(5)

  /// The time limit for the user's answer.
  static let questionTimeout = Duration.seconds(600)

  /// The key in a transcript.
  public static let name = "permission"

  /// The app: the system knows no accounts.
  public static let scope = FeatureScope.app

  /// No events.
  public static let interests: Set<PushEvent.Kind> = []

  /// The limits on how often the user is asked.
  public static var configuration: (any RecordedConfiguration.Type)? {
    PermissionPolicy.Configuration.self
  }

  /// What the system or the user is asked now.
  public private(set) var request: PermissionRequest?

  let configuration: PermissionPolicy.Configuration

  /// The app's own question: until the store has saved it, with the ledger that holds if that fails.
  private var question: (former: PermissionLedger?, end: ContinuousClock.Instant)?
  private var level: PermissionLevel?
  private var ledger = PermissionLedger()

  /// Whether what was asked before is known.
  private(set) var hasBegun = false

  /// Whether an opportunity waits for the level.
  private var hasOpportunity = false
  private var isReadingDue = false

  init(_ configuration: PermissionPolicy.Configuration) {
    self.configuration = configuration
  }

  /// The event for a store that can't be read or written.
  public static func event(for event: KernelEvent) -> PermissionEvent? {
    if case .storeFailed(let error) = event { .store(error: error) } else { nil }
  }

  /// Follows the app, the system and the user.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .begin(let stored):
      (ledger, hasBegun) = (stored ?? PermissionLedger(), true)
      follow(in: &turn)
    case .lifecycle: follow(in: &turn)
    case .action(.opportunity):
      // A decision without the system needs no request.
      if let reason = reason(in: turn) {
        turn.log(.passedOver(reason: reason))
      } else {
        hasOpportunity = true
        isReadingDue = isReadingDue || isIdle
      }
    case .action(.respond(let answer)): handleAnswer(answer, in: &turn)
    case .asked(.ownQuestion):
      question = (nil, turn.now + Self.questionTimeout)
      turn.log(.asked(count: ledger.questionCount))
    case .asked(.question): turn.log(.systemAsked)
    case .answered(let request, let result):
      self.request = nil
      if case .failure = result { turn.retryNow() }
      if request == .ownQuestion { break }
      handleLevel((try? result.get()) ?? nil, after: request, in: &turn)
    case .deadline:
      withdraw(in: &turn)
      if isAsking {
        question = nil
        turn.log(.answered(answer: nil))
      }
    default: break
    }
    if isReadingDue, turn.isActive, isIdle { (request, isReadingDue) = (.level, false) }
  }
}

// MARK: - What ought to be true

extension PermissionCore {
  /// What the app shows.
  public var state: State { State(level: level, canAsk: canAsk, isAsking: isAsking) }

  /// All that a later process must know, if there is anything.
  public var stored: PermissionLedger? { ledger == PermissionLedger() ? nil : ledger }

  /// The time limit of the request; a question waits for the store.
  public var requestPolicy: RequestPolicy {
    RequestPolicy(
      timeout: request == .question ? Self.questionTimeout : Self.systemTimeout,
      waitsForStore: request == .ownQuestion
    )
  }

  /// The end of the app's own question.
  public var nextDeadline: ContinuousClock.Instant? { question?.end }

  private var isAsking: Bool { question != nil && question?.former == nil }
  private var isIdle: Bool { request == nil && question == nil }

  private var canAsk: Bool? {
    level.map { _ in
      levelReason == nil && (question != nil || ledger.answer == .accepted || mayAsk)
    }
  }

  /// The reason of the permission level for asking nothing.
  private var levelReason: PermissionReason? {
    switch level {
    case nil: .levelUnknown
    case .authorized, .ephemeral: .allowed
    case .denied: .denied
    case .notDetermined, .provisional: nil
    }
  }

  /// Whether the app's own question may be asked once more, at once or after a pause.
  private var mayAsk: Bool {
    ledger.answer != .never && ledger.questionCount < configuration.maximumQuestions
  }
}

// MARK: - Whether to ask

extension PermissionCore {
  private mutating func follow(in turn: inout FeatureTurn<Self>) {
    if !turn.isActive {
      withdraw(in: &turn)
    } else if turn.formerLifecycle?.phase != .active {
      isReadingDue = true
    }
  }

  /// Returns the reason why the user is not asked, whatever the system reports; `nil` if the user may be.
  private func reason(in turn: FeatureTurn<Self>) -> PermissionReason? {
    if !turn.isActive { return .notActive }
    if question != nil || request == .question { return .asking }
    if ledger.answer == .accepted { return nil }
    if !mayAsk { return .askedOften }
    // A refusal from the future is of a clock that was set back: its pause is as long, and no longer.
    guard let refused = ledger.refused else { return nil }
    let distance = abs(turn.date.timeIntervalSince(refused))
    return distance < configuration.pause / .seconds(1) ? .refusedLately : nil
  }

  private mutating func decide(in turn: inout FeatureTurn<Self>) {
    if let reason = levelReason ?? reason(in: turn) {
      return turn.log(.passedOver(reason: reason))
    }
    if ledger.answer == .accepted {
      request = .question
    } else {
      request = .ownQuestion
      question = (ledger, turn.now + Self.storeTimeout)
      ledger.questionCount += 1
      ledger.refused = turn.date
    }
  }

  private mutating func handleAnswer(
    _ answer: PermissionAnswer,
    in turn: inout FeatureTurn<Self>
  ) {
    guard isAsking else { return }
    question = nil
    turn.log(.answered(answer: answer))
    ledger.answer = answer
    ledger.refused = answer == .accepted ? nil : turn.date
    // The system asks, unless the user has been in Settings meanwhile.
    if answer == .accepted { (hasOpportunity, isReadingDue) = (true, true) }
  }

  /// Asks nothing that could not be saved.
  private mutating func withdraw(in turn: inout FeatureTurn<Self>) {
    guard let former = question?.former else { return }
    (ledger, question, request) = (former, nil, nil)
    turn.log(.passedOver(reason: .storeUnknown))
  }
}

// MARK: - What the system says

extension PermissionCore {
  private mutating func handleLevel(
    _ level: PermissionLevel?,
    after request: PermissionRequest,
    in turn: inout FeatureTurn<Self>
  ) {
    let former = ledger.level
    if let level { (self.level, ledger.level) = (level, level) }
    if level == nil || request == .question {
      turn.log(.systemAnswered(level: level))
    } else if request == .level, let former, let level, former != level {
      turn.log(.changed(from: former, level: level))
    }
    if request == .level, level == .notDetermined, configuration.startsProvisional, turn.isActive {
      self.request = .provisional
    } else if hasOpportunity {
      hasOpportunity = false
      decide(in: &turn)
    }
  }
}

extension FeatureTurn {
  fileprivate var isActive: Bool { lifecycle.phase == .active }
}
