import Foundation
import PushHub

extension PermissionCore {
  mutating func decide(_ date: Date, _ level: PermissionLevel?) {
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
  }

  /// Why nobody is to be asked, from what was asked before; nil if nothing is against it.
  ///
  /// - Parameter date: When; nil for what does not depend on that.
  func reasonInLedger(_ date: Date?) -> PermissionReason? {
    guard let ledger else { return .storeUnknown }
    if ledger.systemAsked != nil { return level == .denied ? .denied : .systemAsked }
    if ledger.isAccepted { return nil }
    if ledger.isRefusedForGood { return .refusedForGood }
    if ledger.questionCount >= configuration.maximumQuestions { return .askedOften }
    guard let date, let refused = ledger.refused else { return nil }
    let pause = configuration.pause / .seconds(1)
    return date.timeIntervalSince(refused) >= pause ? nil : .refusedLately
  }

  mutating func noteSaved(_ isSaved: Bool, at now: ContinuousClock.Instant) {
    switch work {
    case .savingBeforeQuestion(let former):
      guard isSaved else { return takeBack(former, at: now) }
      work = .question
      timeout = now + configuration.questionTimeout
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

  mutating func accept(
    _ answer: PermissionAnswer,
    of number: Number,
    at now: ContinuousClock.Instant
  ) {
    guard number == self.number, work == .question else { return }
    finish()
    effects.append(.report(.answered(answer)))
    switch answer {
    case .accepted:
      ledger?.isAccepted = true
      ledger?.refused = nil
      guard isActive else {
        work = .waitingForForeground
        return
      }
      resume(at: now)
    case .later, .never:
      let date = date
      ledger?.refused = date
      ledger?.isRefusedForGood = answer == .never
      readIfDue(at: now)
    }
  }

  /// Asks the system, unless the user has been in Settings while the app was asking.
  ///
  /// The clock may show no time by now, but did when the app's question was begun.
  mutating func resume(at now: ContinuousClock.Instant) {
    moment = date
    begin(.level, at: now)
  }

  /// Asks the system, once that is saved.
  mutating func commit(_ date: Date) {
    guard let former = ledger else { return }
    ledger?.systemAsked = date
    work = .savingBeforeSystem(former: former)
  }

  mutating func giveUp(at now: ContinuousClock.Instant) {
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
