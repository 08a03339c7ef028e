import Foundation
import PushHub

// MARK: - Requests

extension RegistrationCore {
  /// What is said next: of the first that waits for its turn, and of those that have held up others for
  /// too long.
  var turns: [Turn] {
    guard let moment, let ledger else { return [] }
    let leaving = ledger.entries.filter(\.isLeaving).map { entry in
      Turn(
        account: entry.account,
        record: nil,
        due: waits[entry.account]?.until ?? moment.instant
      )
    }
    let first = leaving.first { waits[$0.account]?.hasYielded != true }
    return [first ?? turnOfPresent].compactMap { $0 }
      + leaving.filter { waits[$0.account]?.hasYielded == true }
  }

  private var turnOfPresent: Turn? {
    guard let account, let desired, let due = dueOfPresent else { return nil }
    let end = waits[account]?.until ?? due
    return Turn(account: account, record: desired, due: max(due, end))
  }

  private var dueOfPresent: ContinuousClock.Instant? {
    guard let moment else { return nil }
    guard let acknowledgement else { return settled ?? moment.instant }
    guard isTokenTold else { return nil }
    let renewal = configuration.renewal
    let longest = renewal + renewal / 7 * (ledger?.spread ?? 0)
    let age = Duration.seconds(
      min(max(moment.date.timeIntervalSince(acknowledgement), 0), longest / .seconds(1))
    )
    return moment.instant + (longest - age)
  }

  /// When the server said that it knows what it should; nil if something is to be said.
  private var acknowledgement: Date? {
    guard !isRefreshWanted, let account, let entry = ledger?.entry(of: account),
      entry.record == desired
    else { return nil }
    return entry.acknowledged
  }

  /// Cancels what is true no longer, and says what is due.
  mutating func proceed(at now: ContinuousClock.Instant) -> [Effect] {
    guard ledger != nil else { return [] }
    let effects = isUnwanted(saying) ? abandon() : []
    guard saying == nil else { return effects }
    if settled != nil, acknowledgement != nil {
      settled = nil
    }
    for (account, wait) in waits where wait.since + configuration.longestHold <= now {
      waits[account]?.hasYielded = true
    }
    guard let turn = turns.first(where: { $0.due <= now }) else { return effects }
    return effects + say(lastCall(before: turn, at: now) ?? turn, at: now)
  }

  /// Who has signed out and held up others for too long is tried once more right before somebody is
  /// signed on: where nothing could be reached for an hour, the order is kept.
  private mutating func lastCall(before turn: Turn, at now: ContinuousClock.Instant) -> Turn? {
    guard turn.record != nil else { return nil }
    let due = signOnDue ?? now
    let former = turns.first { other in
      other.record == nil && !line.isQuiet(for: other.account, at: now)
        && waits[other.account].map { $0.latest < due } ?? false
    }
    signOnDue = former == nil ? nil : due
    return former
  }

  private func isUnwanted(_ request: RegistrationRequest?) -> Bool {
    guard let request else { return false }
    guard request.record == nil else { return request.account != account }
    return ledger?.entry(of: request.account)?.isLeaving != true
  }

  mutating func abandon() -> [Effect] {
    guard let former = line.abandon(), let request = saying else { return [] }
    saying = nil
    return [
      .cancel(former.number), .report(.cancelled(request.purpose, revision: request.revision)),
    ]
  }

  private mutating func say(_ turn: Turn, at now: ContinuousClock.Instant) -> [Effect] {
    let milliseconds = milliseconds(at: now)
    guard let entry = ledger?.say(turn.record, of: turn.account, at: milliseconds), let ledger
    else { return [] }
    if turn.record != nil {
      settled = nil
      isRefreshWanted = false
    }
    let request = RegistrationRequest(
      installation: ledger.installation,
      account: turn.account,
      record: turn.record,
      deviceToken: entry.token,
      revision: entry.revision
    )
    saying = request
    let number = line.begin(for: turn.account, at: now).number
    return [
      .report(.began(request.purpose, revision: request.revision)), .start(number, request),
    ]
  }

  /// The wall clock's time, in a range that leaves room for revisions to grow.
  private func milliseconds(at now: ContinuousClock.Instant) -> Int {
    guard let moment else { return 0 }
    let seconds = moment.date.timeIntervalSince1970 + (now - moment.instant) / .seconds(1)
    return Int(min(max(seconds * 1_000, 0), Double(RegistrationLedger.maximumRevision / 2)))
  }
}

// MARK: - Answers

extension RegistrationCore {
  mutating func giveUpIfOverdue(at now: ContinuousClock.Instant) -> [Effect] {
    guard let number = line.request?.number, let deadline = line.deadline, deadline <= now else {
      return []
    }
    let failure = SourceFailure(message: "no answer within \(configuration.requestTimeout)")
    return [.cancel(number)] + accept(failure, of: number, at: now)
  }

  /// Whether an answer to this request is waited for.
  func isUnderWay(_ number: Number) -> Bool { line.isUnderWay(number) }

  mutating func accept(
    _ failure: SourceFailure?,
    of number: Number,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard isUnderWay(number), let request = saying else { return [] }
    saying = nil
    hasFailed = failure != nil
    if let failure { return fail(request, with: failure, at: now) }
    line.succeed()
    waits[request.account] = nil
    if let moment {
      ledger?.acknowledge(request.account, at: moment.date)
    }
    return [.report(.acknowledged(request.purpose, revision: request.revision))]
  }

  private mutating func fail(
    _ request: RegistrationRequest,
    with failure: SourceFailure,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let delay = line.fail(failure, at: now)
    line.setRetry(at: nil)
    if delay == nil, request.record == nil {
      ledger?.remove(request.account)
      waits[request.account] = nil
    } else {
      let former = waits[request.account]
      waits[request.account] = Wait(
        since: former?.since ?? now,
        latest: now,
        until: now + (delay ?? Self.refusalRest),
        isRefusal: delay == nil,
        hasYielded: former?.hasYielded ?? false
      )
    }
    return [.report(.failed(request.purpose, failure.message, retryIn: delay))]
  }
}
