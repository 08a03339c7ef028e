import Foundation
import PushHub
import PushHubNetworking

/// Decides when whom to ask; see ``PermissionPolicy``.
///
/// What is going to be asked is saved before it is asked: a process that ends at any moment has asked
/// no less than is known.
struct PermissionCore: FeatureCore {
  /// Names what was begun, so that what comes too late is told from what is waited for.
  struct Number: Hashable {
    var value = 0
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

    /// Says what time it is, at once, for a moment of value that has come.
    case look
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

  /// Until when an answer is waited for; `nil` if none is.
  var timeout: ContinuousClock.Instant?

  /// When to look at the clock again, which showed no time when a moment of value came.
  private var look: ContinuousClock.Instant?
  private(set) var state = PermissionState()
  var work = Work.none
  var ledger: PermissionLedger?
  var level: PermissionLevel?
  var isActive = false

  /// That of what is under way; of what comes next once that is over.
  var number = Number()

  /// A moment of value for which a level is being read.
  var moment: Date?

  /// Whether the app came to the front while something was under way.
  var isReadingDue = false

  /// Whether quiet notifications were requested since the app came to the front.
  var hasRequestedProvisional = false

  /// What time it was at the last event by a clock that showed one.
  private(set) var date: Date?

  var effects: [Effect] = []

  /// What the store holds, as far as is known; what differs is saved after every event.
  private var stored: PermissionLedger?

  /// What the store was told to hold, and has not answered.
  private var saving: PermissionLedger?

  init(_ configuration: PermissionPolicy.Configuration) {
    self.configuration = configuration
  }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    switch event {
    case .attached: effects.append(.load)
    case .loaded(let newLedger):
      (ledger, stored) = (newLedger, newLedger)
      date.map { ledger?.noteDate($0) }
      readIfActive(at: now)
    case .notLoaded: readIfActive(at: now)
    case .phase(let isActive, let date): setPhase(isActive, date, at: now)
    case .moment(let date): noteMoment(date, at: now)
    case .level(let number, let level): accept(level, of: number, at: now)
    case .answered(let number, let answer, let date):
      note(date)
      accept(answer, of: number, at: now)
    case .saved(let isSaved):
      stored = isSaved ? saving : stored
      noteSaved(isSaved, at: now)
      // What failed is tried again after another event, not at once and for ever.
      return takeEffects(saves: isSaved)
    case .detached: stop()
    case .deadline: meetDeadline(at: now)
    }
    return takeEffects(saves: true)
  }

  var nextDeadline: ContinuousClock.Instant? { [timeout, look].compactMap(\.self).min() }

  private mutating func meetDeadline(at now: ContinuousClock.Instant) {
    if let look, look <= now {
      self.look = nil
      effects.append(.look)
    }
    if let timeout, timeout <= now {
      giveUp(at: now)
    }
  }

  private mutating func takeEffects(saves: Bool) -> [Effect] {
    if saves, let ledger, ledger != stored {
      saving = ledger
      effects.insert(.save(ledger), at: 0)
    }
    let newState = presentState
    if newState != state {
      state = newState
      effects.append(.show(newState))
    }
    defer { effects = [] }
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
    note(date)
    guard comes else { return }
    ledger?.noteDate(date)
    hasRequestedProvisional = false
    if ledger == nil {
      effects.append(.load)
    } else if work == .waitingForForeground {
      resume(at: now)
    } else {
      readIfActive(at: now)
    }
  }

  mutating func readIfActive(at now: ContinuousClock.Instant) {
    guard isActive else { return }
    if work == .none {
      begin(.level, at: now)
    } else {
      isReadingDue = true
    }
  }

  private mutating func noteMoment(_ date: Date, at now: ContinuousClock.Instant) {
    look = nil
    note(date)
    guard isActive else { return passOver(.notActive) }
    guard ledger != nil else { return passOver(.storeUnknown) }
    ledger?.noteDate(date)
    let time = date.isTime ? date : nil
    switch work {
    case .none:
      // What is decided without the system is not worth asking it.
      if let reason = reasonInLedger(time) { return passOver(reason) }
      guard let time else { return waitForTime(at: now) }
      moment = time
      begin(.level, at: now)
    case .request(.level), .request(.provisional):
      guard let time else { return waitForTime(at: now) }
      moment = time
    case .request(.question), .question, .waitingForForeground, .savingBeforeQuestion,
      .savingBeforeSystem:
      passOver(.asking)
    }
  }

  /// A moment of value is not lost to a clock that shows no time.
  private mutating func waitForTime(at now: ContinuousClock.Instant) {
    look = now + Date.pauseWithoutTime
  }

  /// Notes what time it is, if that is one; otherwise it is as late as it was.
  private mutating func note(_ date: Date) {
    guard date.isTime else { return }
    self.date = date
  }

  private mutating func stop() {
    if let ledger, ledger != stored {
      effects.append(.save(ledger))
    }
    effects.append(.cancel)
    finish()
    look = nil
    (isActive, isReadingDue, moment, ledger, level) = (false, false, nil, nil, nil)
  }

  mutating func passOver(_ reason: PermissionReason) {
    effects.append(.report(.passedOver(reason)))
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
