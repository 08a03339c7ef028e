import Foundation
import PushHub
import PushHubTesting

@testable import PushHubAlerts

/// A permission core with a user, a system and a store, beside what the user expects.
struct PermissionWorld: CheckedWorld {
  enum Operation: Hashable, Sendable {
    /// The app says that notifications would be of use.
    case moment

    /// The user answers the app's question.
    case answer(PermissionAnswer)

    /// The user answers the system's.
    case decide(Bool)

    /// The user leaves a question open until it times out.
    case hang

    /// The user changes it in Settings.
    case settings(Bool)

    /// The user goes away, or comes back.
    case leaveOrReturn

    case days(Int)

    /// The process ends, and the user starts the app.
    case die
  }

  private enum Question { case none, own, system }

  static let configuration = PermissionPolicy.Configuration(maximumQuestions: 2)

  private var simulation = FeatureSimulation(PermissionCore(Self.configuration), store: [:])

  /// What the system reports.
  private var truth = PermissionLevel.notDetermined

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
    case .answer: question == .own
    case .decide: question == .system
    case .hang: question != .none
    case .settings: !isActive && question != .system && truth != .notDetermined
    }
  }

  mutating func perform(_ operation: Operation) {
    (expectsOwn, expectsSystem) = (false, false)
    switch operation {
    case .moment:
      if isActive, isOpen, question == .none {
        let isLate = refused.map { date.timeIntervalSince($0) >= 30 * 86_400 } ?? true
        expectsSystem = isAccepted
        expectsOwn = !isAccepted && !isRefusedForGood && questionCount < 2 && isLate
      }
      play { $0.send(.opportunity) }
    case .answer(let answer): take(answer)
    case .decide(let isAllowed):
      truth = isAllowed ? .authorized : .denied
      question = .none
      reportLevel()
    case .hang:
      question = .none
      play { $0.advance(by: .seconds(600)) }
    case .settings(let isOn): truth = isOn ? .authorized : .denied
    case .leaveOrReturn:
      expectsSystem = !isActive && isWaiting && isOpen
      isWaiting = isWaiting && isActive
      let phase = isActive ? AppPhase.inactive : .active
      play { $0.changeLifecycle { $0.phase = phase } }
    case .days(let count):
      if question != .none { perform(.hang) }
      play { $0.advance(by: .seconds(count * 86_400)) }
    case .die:
      (question, isWaiting) = (.none, false)
      simulation.relaunch(PermissionCore(Self.configuration))
      start()
    }
    expect(!expectsOwn && !expectsSystem, "No question was asked.")
  }

  private var date: Date { simulation.date }
  private var isActive: Bool { simulation.lifecycle.phase == .active }

  /// Whether the user has decided nothing.
  private var isOpen: Bool { truth == .notDetermined || truth == .provisional }

  private mutating func start() {
    play { $0.changeLifecycle { $0.phase = .active } }
  }

  private mutating func reportLevel() {
    let level = truth
    play { $0.answer(.success(level)) }
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
    play { $0.send(.respond(with: answer)) }
  }

  private mutating func play(_ step: (inout FeatureSimulation<PermissionCore>) -> Void) {
    step(&simulation)
    for effect in simulation.takeEffects() {
      switch effect {
      case .ask(.level, _, _): reportLevel()
      case .ask(.provisional, _, _):
        expect(truth == .notDetermined, "What is known was requested.")
        truth = .provisional
        reportLevel()
      case .ask(.question, _, _):
        expect(expectsSystem, "The system was asked.")
        expect(isActive, "The system was asked in the background.")
        expectsSystem = false
        question = .system
      case .log(.asked(let count)):
        questionCount += 1
        expect(expectsOwn && count == questionCount, "The user was asked.")
        let isSaved = simulation.store[""]?.questionCount == count
        expect(isSaved, "A question was not saved.")
        expectsOwn = false
        (question, refused) = (.own, date)
      case .ask(.ownQuestion, _, _): play { $0.answer(.success(nil)) }
      default: break
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
    let deadline = simulation.kernel.nextDeadline
    if question != .none, deadline == nil { return "A question has no deadline." }
    if question == .none, deadline != nil { return "There is a deadline for nothing." }
    let state = simulation.state
    if state.isAsking != (question == .own) { return "The state is \(state)." }
    guard isActive, question == .none else { return nil }
    if state.level != truth { return "The level is \(truth), not \(state)." }
    let isOver = !isOpen || (isRefusedForGood || questionCount >= 2) && !isAccepted
    return state.canAsk == !isOver ? nil : "The state is \(state)."
  }
}
