import PushHub

extension PermissionCore {
  mutating func begin(_ request: PermissionRequest, at now: ContinuousClock.Instant) {
    work = .request(request)
    let limit =
      request == .question ? configuration.questionTimeout : configuration.systemTimeout
    timeout = now + limit
    effects.append(.request(number, request))
  }

  mutating func finish() {
    work = .none
    timeout = nil
    number.value += 1
  }

  mutating func accept(
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

  mutating func readIfDue(at now: ContinuousClock.Instant) {
    guard work == .none, isReadingDue else { return }
    isReadingDue = false
    readIfActive(at: now)
  }

  private mutating func note(_ newLevel: PermissionLevel, after request: PermissionRequest) {
    let former = level ?? ledger?.level
    let isRestored = newLevel == .notDetermined && request == .level && ledger?.isOfAnother == true
    level = newLevel
    switch request {
    case .question: effects.append(.report(.systemAnswered(newLevel)))
    case .provisional: break
    case .level where isRestored:
      ledger?.beginAnew()
      effects.append(.report(.restored))
    case .level:
      if let former, former != newLevel {
        effects.append(.report(.changed(from: former, to: newLevel)))
      }
    }
    guard var ledger else { return }
    ledger.level = newLevel
    switch newLevel {
    case .authorized, .denied: ledger.isAnswered = ledger.systemAsked != nil
    // Who has answered the system's question is told of otherwise ever after.
    case .notDetermined, .provisional:
      if let date { ledger.forgetLostQuestion(at: date, after: configuration.pause) }
    case .ephemeral: break
    }
    self.ledger = ledger
  }
}
