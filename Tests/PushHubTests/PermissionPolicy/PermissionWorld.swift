import Foundation
import PushHub
import PushHubReplay

@testable import PushHubAlerts

/// A permission core with a user, a system and a store, beside what the user would expect.
struct PermissionWorld: CheckedWorld {
  enum Operation: Hashable, Sendable {
    /// The app says that notifications would be of use.
    case moment

    /// The user answers the app's question.
    case answer(PermissionAnswer)

    /// The user answers the system's.
    case decide(Bool)

    /// Nobody answers what is open for as long as is waited.
    case hang

    /// The user changes it in Settings.
    case settings(Bool)

    /// The user goes away, or comes back.
    case leaveOrReturn

    case days(Int)

    /// The process ends, and the user starts the app.
    case die
  }

  private enum Question: Hashable {
    case none
    case own(asked: Date)
    case system
  }

  static let configuration = PermissionPolicy.Configuration(maximumQuestions: 2)

  private var core = PermissionCore(Self.configuration)
  private var now = ContinuousClock.now
  private var date = Date(timeIntervalSince1970: 1_767_225_600)
  private var stored = PermissionLedger()

  /// What the system would say.
  private var truth = PermissionLevel.notDetermined
  private var isActive = false

  // What the user knows.
  private var question = Question.none
  private var questionCount = 0
  private var refused: Date?
  private var isRefusedForGood = false
  private var isAccepted = false

  /// Whether the user has accepted and gone away.
  private var isWaiting = false
  private var found: String?

  /// Whether the app's or the system's question is expected in this step.
  private var expectsOwn = false
  private var expectsSystem = false

  init() {
    start()
  }
}

extension PermissionWorld {
  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .moment, .leaveOrReturn, .days, .die: true
    case .answer: if case .own = question { true } else { false }
    case .decide: question == .system
    case .hang: question != .none
    case .settings: !isActive && question != .system && truth != .notDetermined
    }
  }

  mutating func perform(_ operation: Operation) {
    (expectsOwn, expectsSystem) = (false, false)
    switch operation {
    case .moment: come()
    case .answer(let answer): take(answer)
    case .decide(let isAllowed):
      truth = isAllowed ? .authorized : .denied
      question = .none
      tell(.record(.system(truth), at: date))
    case .hang:
      if case .own(let asked) = question { refused = asked }
      question = .none
      now += .seconds(600)
      date += 600
      tell(.deadline)
    case .settings(let isOn): truth = isOn ? .authorized : .denied
    case .leaveOrReturn:
      isActive.toggle()
      expectsSystem = isActive && isWaiting && isOpen
      isWaiting = isWaiting && !isActive
      tell(.phase(isActive: isActive))
    case .days(let count):
      if question != .none { perform(.hang) }
      now += .seconds(count * 86_400)
      date += Double(count) * 86_400
    case .die:
      if case .own(let asked) = question { refused = asked }
      (question, isWaiting) = (.none, false)
      core = PermissionCore(Self.configuration)
      start()
    }
    expect(!expectsOwn && !expectsSystem, "Nobody was asked.")
  }

  private mutating func start() {
    isActive = true
    tell(.phase(isActive: true))
  }

  /// Whether the user has decided nothing.
  private var isOpen: Bool { truth == .notDetermined || truth == .provisional }

  private mutating func come() {
    if isActive, isOpen, question == .none {
      let isLate = refused.map { date.timeIntervalSince($0) >= 30 * 86_400 } ?? true
      expectsSystem = isAccepted
      expectsOwn = !isAccepted && !isRefusedForGood && questionCount < 2 && isLate
    }
    tell(.record(.moment, at: date))
  }

  private mutating func take(_ answer: PermissionAnswer) {
    question = .none
    switch answer {
    case .accepted:
      (isAccepted, refused) = (true, nil)
      expectsSystem = isActive && isOpen
      isWaiting = !isActive
    case .later: refused = date
    case .never: (isRefusedForGood, refused) = (true, date)
    }
    tell(.record(.answer(answer), at: date))
  }

  private mutating func tell(_ event: PermissionCore.Event) {
    for effect in core.handle(event, at: now) {
      switch effect {
      case .load: tell(.loaded(stored))
      case .save(let ledger):
        stored = ledger
      case .request(.level): tell(.record(.system(truth), at: date))
      case .request(.provisional):
        expect(truth == .notDetermined, "What is known was requested.")
        truth = .provisional
        tell(.record(.system(truth), at: date))
      case .request(.question):
        expect(expectsSystem, "The system was asked.")
        expect(isActive, "The system was asked in the background.")
        expectsSystem = false
        question = .system
      case .ask(let ledger):
        expect(expectsOwn, "The user was asked.")
        questionCount += 1
        stored = ledger
        tell(.asked(ledger))
        expectsOwn = false
        question = .own(asked: date)
      case .cancel, .show, .log: break
      }
    }
  }

  private mutating func expect(_ isTrue: Bool, _ mistake: String) {
    if !isTrue, found == nil {
      found = mistake
    }
  }

  var mistake: String? {
    if let found { return found }
    if question != .none, core.nextDeadline == nil { return "A question may wait for ever." }
    if question == .none, core.nextDeadline != nil { return "Nobody is waited for." }
    let state = core.state
    let asksItself = if case .own = question { true } else { false }
    if state.isAsking != asksItself { return "The state is \(state)." }
    guard isActive, question == .none else { return nil }
    if state.level != truth { return "The level is \(truth), not \(state)." }
    let isOver = !isOpen || (isRefusedForGood || questionCount >= 2) && !isAccepted
    return state.canAsk == !isOver ? nil : "The state is \(state)."
  }
}
