import Foundation
import PushHub

/// Decides when whom to ask; see ``PermissionPolicy``.
///
/// What is going to be asked is saved before it is asked: a process that ends at any moment has asked
/// no less than is known.
struct PermissionCore: FeatureCore {
  /// Names what was begun, so that what comes too late is told from what is waited for.
  struct Number: Hashable {
    fileprivate var value = 0
  }

  enum Event {
    case attached
    case loaded(PermissionLedger)
    case notLoaded
    case phase(isActive: Bool, at: Date)
    case moment(at: Date)
    case level(Number, PermissionLevel?)
    case answered(Number, PermissionAnswer, at: Date)
    case saved(Bool)
    case detached
    case deadline
  }

  enum Effect: Hashable {
    case load
    case save(PermissionLedger)
    case request(Number, PermissionRequest)
    case ask(Number)
    case cancel
    case show(PermissionState)
    case report(PermissionLogEntry)
  }

  /// What is under way; one thing at a time.
  enum Work: Hashable {
    case none
    case request(PermissionRequest)

    /// The ledger is being saved, as it was before in case it can't be.
    case savingBeforeQuestion(former: PermissionLedger)
    case question
    case waitingForForeground
    case savingBeforeSystem(former: PermissionLedger)
  }

  static var deadline: Event { .deadline }

  let configuration: PermissionPolicy.Configuration
  private(set) var nextDeadline: ContinuousClock.Instant?
  private(set) var state = PermissionState()
  private(set) var work = Work.none
  private(set) var ledger: PermissionLedger?
  private var level: PermissionLevel?
  private var isActive = false
  private var number = Number()

  /// A moment of value for which a level is being read.
  private var moment: Date?

  /// Whether the app came to the front while something was under way.
  private var isReadingDue = false

  /// Whether quiet notifications were requested since the app came to the front.
  private var hasRequestedProvisional = false

  private var effects: [Effect] = []
  private var isSaveDue = false

  init(_ configuration: PermissionPolicy.Configuration) {
    self.configuration = configuration
  }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    switch event {
    case .attached: effects.append(.load)
    case .loaded(let newLedger):
      ledger = newLedger
      readIfActive(at: now)
    case .notLoaded: readIfActive(at: now)
    case .phase(let isActive, let date): setPhase(isActive, date, at: now)
    case .moment(let date): noteMoment(date, at: now)
    case .level(let number, let level): accept(level, of: number, at: now)
    case .answered(let number, let answer, let date): accept(answer, of: number, date, at: now)
    case .saved(let isSaved): noteSaved(isSaved, at: now)
    case .detached: stop()
    case .deadline: giveUp(at: now)
    }
    return takeEffects()
  }

  private mutating func takeEffects() -> [Effect] {
    if isSaveDue, let ledger {
      effects.insert(.save(ledger), at: 0)
    }
    let newState = presentState
    if newState != state {
      state = newState
      effects.append(.show(newState))
    }
    defer {
      effects = []
      isSaveDue = false
    }
    return effects
  }
}

// MARK: - The app

extension PermissionCore {
  private mutating func setPhase(
    _ newPhase: Bool,
    _ date: Date,
    at now: ContinuousClock.Instant
  ) {
    let comes = newPhase && !isActive
    isActive = newPhase
    guard comes else { return }
    ledger?.noteDate(date)
    hasRequestedProvisional = false
    if ledger == nil {
      effects.append(.load)
    } else if work == .waitingForForeground {
      resume(date, at: now)
    } else {
      readIfActive(at: now)
    }
  }

  private mutating func readIfActive(at now: ContinuousClock.Instant) {
    guard isActive else { return }
    if work == .none {
      begin(.level, at: now)
    } else {
      isReadingDue = true
    }
  }

  private mutating func noteMoment(_ date: Date, at now: ContinuousClock.Instant) {
    guard isActive else { return passOver(.notActive) }
    guard ledger != nil else { return passOver(.storeUnknown) }
    ledger?.noteDate(date)
    switch work {
    case .none:
      // What is decided without the system is not worth asking it.
      if let reason = reasonInLedger(date) { return passOver(reason) }
      moment = date
      begin(.level, at: now)
    case .request(.level), .request(.provisional):
      moment = date
    case .request(.question), .question, .waitingForForeground, .savingBeforeQuestion,
      .savingBeforeSystem:
      passOver(.asking)
    }
  }

  private mutating func stop() {
    finish()
    effects.append(.cancel)
    (isActive, isReadingDue, moment, ledger, level) = (false, false, nil, nil, nil)
  }

  private mutating func passOver(_ reason: PermissionReason) {
    effects.append(.report(.passedOver(reason)))
  }
}

// MARK: - The system

extension PermissionCore {
  private mutating func begin(_ request: PermissionRequest, at now: ContinuousClock.Instant) {
    number.value += 1
    work = .request(request)
    let limit =
      request == .question ? configuration.questionTimeout : configuration.systemTimeout
    nextDeadline = now + limit
    effects.append(.request(number, request))
  }

  private mutating func finish() {
    work = .none
    nextDeadline = nil
    number.value += 1
  }

  private mutating func accept(
    _ newLevel: PermissionLevel?,
    of number: Number,
    at now: ContinuousClock.Instant
  ) {
    guard number == self.number, case .request(let request) = work else { return }
    finish()
    if let newLevel {
      note(newLevel, after: request)
    } else {
      effects.append(.report(.systemNotAnswered(request)))
    }
    proceed(after: request, newLevel, at: now)
  }

  private mutating func proceed(
    after request: PermissionRequest,
    _ newLevel: PermissionLevel?,
    at now: ContinuousClock.Instant
  ) {
    if request == .level, newLevel == .notDetermined, configuration.startsProvisional, isActive,
      ledger != nil, ledger?.systemAsked == nil, !hasRequestedProvisional
    {
      hasRequestedProvisional = true
      begin(.provisional, at: now)
    } else if let moment {
      self.moment = nil
      decide(moment, newLevel ?? (request == .provisional ? level : nil))
    }
    readIfDue(at: now)
  }

  private mutating func readIfDue(at now: ContinuousClock.Instant) {
    guard work == .none, isReadingDue else { return }
    isReadingDue = false
    readIfActive(at: now)
  }

  private mutating func note(_ newLevel: PermissionLevel, after request: PermissionRequest) {
    let former = level ?? ledger?.level
    level = newLevel
    switch request {
    case .question: effects.append(.report(.systemAnswered(newLevel)))
    case .provisional: break
    case .level:
      if let former, former != newLevel {
        effects.append(.report(.changed(from: former, to: newLevel)))
      }
    }
    guard var ledger else { return }
    ledger.level = newLevel
    switch newLevel {
    case .authorized, .denied:
      ledger.isAnswered = ledger.systemAsked != nil
    case .notDetermined where ledger.isAnswered:
      // The system never forgets an answer: this is another device, or another installation.
      (ledger.systemAsked, ledger.isAnswered, ledger.isAccepted) = (nil, false, false)
      effects.append(.report(.restored))
    case .notDetermined, .provisional, .ephemeral: break
    }
    if ledger != self.ledger {
      self.ledger = ledger
      isSaveDue = true
    }
  }
}

// MARK: - The question

extension PermissionCore {
  private mutating func decide(_ date: Date, _ level: PermissionLevel?) {
    guard isActive else { return passOver(.notActive) }
    guard let former = ledger else { return passOver(.storeUnknown) }
    switch level {
    case nil: return passOver(.levelUnknown)
    case .authorized, .ephemeral: return passOver(.allowed)
    case .denied: return passOver(.denied)
    case .notDetermined, .provisional: break
    }
    if let reason = reasonInLedger(date) { return passOver(reason) }
    guard !former.isAccepted else { return commit(date) }
    ledger?.questionCount += 1
    ledger?.refused = date
    work = .savingBeforeQuestion(former: former)
    isSaveDue = true
  }

  /// Why nobody is to be asked, from what was asked before; nil if nothing is against it.
  private func reasonInLedger(_ date: Date) -> PermissionReason? {
    guard let ledger else { return .storeUnknown }
    if ledger.systemAsked != nil { return level == .denied ? .denied : .systemAsked }
    if ledger.isAccepted { return nil }
    if ledger.isRefusedForGood { return .refusedForGood }
    if ledger.questionCount >= configuration.maximumQuestions { return .askedOften }
    let pause = configuration.pause / .seconds(1)
    let isLate = ledger.refused.map { date.timeIntervalSince($0) >= pause } ?? true
    return isLate ? nil : .refusedLately
  }

  private mutating func noteSaved(_ isSaved: Bool, at now: ContinuousClock.Instant) {
    switch work {
    case .savingBeforeQuestion(let former):
      guard isSaved else { return takeBack(former, at: now) }
      number.value += 1
      work = .question
      nextDeadline = now + configuration.questionTimeout
      effects += [.report(.asked(ledger?.questionCount ?? 0)), .ask(number)]
    case .savingBeforeSystem(let former):
      guard isSaved else { return takeBack(former, at: now) }
      effects.append(.report(.systemAsked))
      begin(.question, at: now)
    case .none, .request, .question, .waitingForForeground: break
    }
  }

  private mutating func takeBack(_ former: PermissionLedger, at now: ContinuousClock.Instant) {
    ledger = former
    finish()
    passOver(.storeUnknown)
    readIfDue(at: now)
  }

  private mutating func accept(
    _ answer: PermissionAnswer,
    of number: Number,
    _ date: Date,
    at now: ContinuousClock.Instant
  ) {
    guard number == self.number, work == .question else { return }
    finish()
    effects.append(.report(.answered(answer)))
    isSaveDue = true
    switch answer {
    case .accepted:
      ledger?.isAccepted = true
      ledger?.refused = nil
      guard isActive else {
        work = .waitingForForeground
        return
      }
      resume(date, at: now)
    case .later, .never:
      ledger?.refused = date
      ledger?.isRefusedForGood = answer == .never
      readIfDue(at: now)
    }
  }

  /// Asks the system, unless the user has been in Settings while the app was asking.
  private mutating func resume(_ date: Date, at now: ContinuousClock.Instant) {
    moment = date
    begin(.level, at: now)
  }

  /// Asks the system, once that is saved.
  private mutating func commit(_ date: Date) {
    guard let former = ledger else { return }
    ledger?.systemAsked = date
    work = .savingBeforeSystem(former: former)
    isSaveDue = true
  }

  private mutating func giveUp(at now: ContinuousClock.Instant) {
    effects.append(.cancel)
    switch work {
    case .request: accept(nil, of: number, at: now)
    case .question:
      finish()
      effects.append(.report(.notAnswered))
      readIfDue(at: now)
    case .none, .savingBeforeQuestion, .waitingForForeground, .savingBeforeSystem: break
    }
  }
}

// MARK: - State

extension PermissionCore {
  private var presentState: PermissionState {
    var state = PermissionState()
    state.level = level
    state.way = way
    switch work {
    case .question, .request(.question): state.isAsking = true
    default: break
    }
    return state
  }

  private var way: PermissionState.Way {
    switch level {
    case nil: return .unknown
    case .authorized, .ephemeral: return .nothing
    case .denied: return .settings
    case .notDetermined, .provisional: break
    }
    guard let ledger else { return .unknown }
    if ledger.systemAsked != nil { return .settings }
    let mayAsk =
      !ledger.isRefusedForGood && ledger.questionCount < configuration.maximumQuestions
    return mayAsk || ledger.isAccepted || work == .question ? .question : .settings
  }
}
