import Foundation
import PushHub
import PushHubNetworking

// MARK: - Requests

extension RegistrationCore {
  /// What is said next: of those who leave, those first that were tried least recently; then of who is
  /// signed in, and of those that have held up others for too long.
  var turns: [Turn] {
    guard let moment, let ledger else { return [] }
    let leaving = ledger.entries.filter(\.isLeaving).map { entry in
      Turn(
        account: entry.account,
        record: nil,
        due: waits[entry.account]?.until ?? moment.instant
      )
    }
    let untried = leaving.filter { waits[$0.account] == nil }
    let tried = leaving.filter { waits[$0.account] != nil }.sorted { one, other in
      guard let first = waits[one.account], let second = waits[other.account] else { return false }
      return first.latest < second.latest
    }
    let holding = (untried + tried).filter { !hasYielded($0.account) }
    let yielding = (untried + tried).filter { hasYielded($0.account) }
    return holding + (holding.isEmpty ? [turnOfPresent].compactMap { $0 } : []) + yielding
  }

  private func hasYielded(_ account: AccountID) -> Bool { holds[account]?.isOver == true }

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
    for (account, hold) in holds where hold.end <= now {
      holds[account]?.isOver = true
    }
    let turn = turns.first { $0.due <= now }
    if turn?.record == nil {
      signOnDue = nil
    }
    guard let turn else { return effects }
    return effects + say(lastCall(before: turn, at: now) ?? turn, at: now)
  }

  /// Who has signed out and held up others for too long is tried once more right before somebody is
  /// signed on: where nothing could be reached for an hour, the order is kept.
  private mutating func lastCall(before turn: Turn, at now: ContinuousClock.Instant) -> Turn? {
    guard turn.record != nil else { return nil }
    let due = signOnDue ?? now
    let former = turns.first { other in
      guard other.record == nil, let wait = waits[other.account] else { return other.record == nil }
      return wait.latest < due && wait.quietUntil.map { $0 <= now } ?? true
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
      revision: entry.revision,
      formerToken: turn.record == nil && entry.formerToken != entry.token ? entry.formerToken : nil
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
    refresh.noteNews()
    line.succeed()
    forgetFailures(of: request.account)
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
    refresh.noteFailure()
    let delay = line.fail(failure, at: now)
    line.setRetry(at: nil)
    let account = request.account
    if let delay {
      let until = now + delay
      waits[account] = Wait(
        latest: now,
        until: until,
        quietUntil: failure.retryAfter == nil ? waits[account]?.quietUntil : until
      )
      if request.record == nil {
        hold(at: now)
      }
    } else if request.record == nil {
      ledger?.remove(account)
      forgetFailures(of: account)
    } else if request.record == desired {
      waits[account] = Wait(latest: now, until: now + Self.refusalRest, isRefusal: true)
    } else {
      // What was refused is not what is desired now.
      waits[account] = nil
    }
    return [.report(.failed(request.purpose, failure.message, retryIn: delay))]
  }
}

// MARK: - Failures

extension RegistrationCore {
  /// Counts from a failure to take somebody off, for all who leave: however many they are, they hold
  /// up the next one no longer than one does.
  private mutating func hold(at now: ContinuousClock.Instant) {
    guard let ledger, let date = date(at: now) else { return }
    for entry in ledger.entries where entry.isLeaving && holds[entry.account] == nil {
      self.ledger?.noteFailure(of: entry.account, at: date)
      holds[entry.account] = Hold(end: now + configuration.longestHold)
    }
  }

  /// Goes on with the holds that began in another process, or before a pause.
  mutating func resumeHolds(at now: ContinuousClock.Instant) {
    guard let ledger, let date = date(at: now) else { return }
    for entry in ledger.entries where entry.isLeaving {
      guard let failed = entry.failed else { continue }
      let longest = configuration.longestHold / .seconds(1)
      let age = min(max(date.timeIntervalSince(failed), 0), longest)
      holds[entry.account] = Hold(end: now + .seconds(longest - age))
    }
  }

  mutating func forgetFailures(of account: AccountID) {
    waits[account] = nil
    holds[account] = nil
  }

  /// Makes everything that has failed due; what holds up others has not begun to anew.
  mutating func endWaits(at now: ContinuousClock.Instant) {
    for account in waits.keys {
      waits[account]?.until = now
      waits[account]?.quietUntil = nil
    }
  }

  private func date(at now: ContinuousClock.Instant) -> Date? {
    moment.map { $0.date + (now - $0.instant) / .seconds(1) }
  }
}
