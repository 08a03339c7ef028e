import Foundation
import PushHub

// MARK: - Beginning and end

extension RegistrationCore {
  mutating func attach(at moment: Moment, token: DeviceToken?) -> [Effect] {
    note(moment)
    if let token {
      backlog.append(.token(token))
    }
    guard ledger == nil else {
      resumeHolds(at: moment.instant)
      return replayBacklog(at: moment.instant)
    }
    return load()
  }

  mutating func load() -> [Effect] {
    nextLoad = nil
    loadCount += 1
    return [.load]
  }

  mutating func begin(
    with loaded: RegistrationLedger?,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard ledger == nil else { return [] }
    var ledger =
      loaded
      ?? RegistrationLedger(environment: configuration.environment, generator: &generator)
    ledger.adopt(configuration.environment)
    if let moment {
      ledger.noteDate(moment.date)
    }
    self.ledger = ledger
    resumeHolds(at: now)
    return replayBacklog(at: now)
  }

  /// What can be read of data that can't be understood.
  func salvage(from data: Data) -> RegistrationLedger? {
    var generator = generator
    return RegistrationLedger.salvaged(
      from: data,
      environment: configuration.environment,
      generator: &generator
    )
  }

  private mutating func replayBacklog(at now: ContinuousClock.Instant) -> [Effect] {
    let events = backlog
    backlog = []
    return events.flatMap { take($0, at: now) }
  }

  /// Plans the next try, unless this one came besides those that are planned.
  mutating func putOffLoading(
    _ message: String,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    if let nextLoad {
      return [.report(.storeNotLoaded(message, retryIn: max(nextLoad - now, .zero)))]
    }
    guard loadCount < Self.maximumLoadCount else {
      return [.setAside, .report(.storeNotLoaded(message, retryIn: nil))]
        + begin(with: nil, at: now)
    }
    loads.noteFailure(at: now)
    let delay = loads.delay(using: &generator)
    nextLoad = now + delay
    return [.report(.storeNotLoaded(message, retryIn: delay))]
  }

  /// Knows nothing any more but what is in the ledger, for another clock may count from here on.
  mutating func detach() -> [Effect] {
    let effects = abandon()
    _ = line.forget()
    line.forgetWishes()
    loads.forget()
    loadCount = 0
    nextLoad = nil
    backlog = backlog.filter(\.isWish)
    moment = nil
    account = nil
    isAccountKnown = false
    isTokenTold = false
    signOnDue = nil
    isRefreshWanted = false
    settled = nil
    waits = [:]
    holds = [:]
    hasFailed = false
    return effects
  }

  mutating func note(_ moment: Moment) {
    self.moment = moment
    ledger?.noteDate(moment.date)
  }
}

// MARK: - Accounts

extension RegistrationCore {
  /// Whoever else was signed on signs off: in this process, or in one before.
  mutating func change(to newAccount: AccountID?) {
    account = newAccount
    hasFailed = false
    for entry in ledger?.entries ?? [] where entry.account != newAccount && !entry.isLeaving {
      ledger?.leave(entry.account)
      forgetFailures(of: entry.account)
    }
    if let newAccount {
      ledger?.stay(newAccount)
      forgetFailures(of: newAccount)
      for (topic, isWanted) in ledger?.waitingTopics ?? [:] {
        ledger?.setTopic(topic, of: newAccount, isWanted: isWanted)
      }
    }
    ledger?.waitingTopics = [:]
  }

  mutating func setTopic(_ topic: String, of owner: AccountID?, isWanted: Bool) -> [Effect] {
    if let owner {
      ledger?.setTopic(topic, of: owner, isWanted: isWanted)
    } else if isAccountKnown {
      return [.report(.topicIgnored)]
    } else {
      ledger?.waitingTopics[topic] = isWanted
    }
    return []
  }

  mutating func forget(_ forgotten: AccountID) {
    ledger?.leave(forgotten)
    ledger?.forgetTopics(of: forgotten)
    waits[forgotten] = nil
    if forgotten == account {
      account = nil
    }
  }

  mutating func noteChange(isOfAccount: Bool, at now: ContinuousClock.Instant) {
    guard let account, desired != nil else {
      settled = nil
      return
    }
    let wasSettled = isOfAccount ? nil : settled
    settled = wasSettled ?? now + configuration.settling
    if waits[account]?.isRefusal == true {
      waits[account] = nil
    }
  }
}

extension RegistrationCore.Event {
  var isRefresh: Bool {
    if case .wish(.refresh) = self { true } else { false }
  }

  fileprivate var isWish: Bool {
    if case .wish = self { true } else { false }
  }
}
