import PushHub
import PushHubNetworking

/// Decides when receipts are read from the outbox and sent, and what an answer means.
///
/// One thing at a time is done with the outbox or the server, in cycles: a batch is read, sent, and
/// noted as sent. Receipts to be removed come first.
struct PushReceiptsCore: FeatureCore {
  /// Counts what was begun, from 1, so that what ends too late is told from what is waited for.
  typealias Cycle = Int

  /// The files of a time.
  typealias Scope = Set<OutboxDirectory.Name>?

  /// What is under way.
  private enum Step: Equatable {
    case idle
    case removing(Cycle)
    case reading(Cycle)
    case sending(Cycle, count: Int)
    case noting(Cycle, count: Int)
  }

  /// How long a server that refuses an account is not asked again.
  static let refusalTime = Duration.seconds(86_400)

  /// How long files that could not be read are left alone.
  static let outboxRetry = Duration.seconds(60)

  static var deadline: Event { .deadline }

  private let configuration: PushReceipts.Configuration
  private var line: RequestLine
  private var step = Step.idle
  private var cycle: Cycle = 0

  /// Whether what is under way with the outbox is of another account.
  private var isStale = false
  private var removals: [Removal] = []

  private(set) var account: AccountID?
  private var isForeground = false

  /// How many receipts wait for the account, as far as this process knows.
  private(set) var waitingCount = 0

  /// How many were appended while the outbox was read, and may or may not be among what is found.
  private var appendedCount = 0

  /// When the oldest has waited long enough.
  private var sendAt: ContinuousClock.Instant?

  /// Whether all that waits is to be sent, however little it is.
  private var isDraining = false

  /// Whether there may be receipts of which this process does not know.
  private var wantsReading = false

  /// How many may be sent at once, after rejections.
  private var limit: Int
  private var refusedUntil: ContinuousClock.Instant?

  /// What came of it since the system gave the app time in the background.
  private var refresh = RefreshWork()

  /// Whether the latest reading has left files that could not be read.
  private var isIncomplete = false

  /// Until when files that could not be read are left alone.
  private var unreadUntil: ContinuousClock.Instant?

  init(configuration: PushReceipts.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    limit = configuration.batchSize
    line = RequestLine(
      timeout: configuration.requestTimeout,
      backoff: Backoff(
        first: configuration.longestFirstRetry,
        longest: configuration.longestRetry
      ),
      generator: generator
    )
  }
}

// MARK: - Events

extension PushReceiptsCore {
  /// Takes an event, and says what is to be done.
  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    let effects =
      switch event {
      case .began(let state, let scope): begin(with: state, scope)
      case .detached: detach()
      case .phase(let phase): change(to: phase)
      case .account(let account, let scope): change(to: account, scope)
      case .appended(let id, let droppedCount): noteAppended(id, droppedCount, at: now)
      case .read(let cycle, let found): accept(found, of: cycle, at: now)
      case .answered(let cycle, let answer): accept(answer, of: cycle, at: now)
      case .noted(let cycle): noteEnd(of: cycle, at: now)
      case .removed(let cycle): noteRemoval(cycle)
      case .backgroundRefresh: beginRefresh()
      case .deadline: meetDeadline(at: now)
      }
    return effects + proceed(at: now) + releaseRefresh()
  }

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? {
    switch step {
    case .removing, .reading, .noting: nil
    case .sending: line.deadline
    case .idle: account == nil ? nil : nextBeginning
    }
  }

  /// Whether what this cycle reads is waited for.
  func isReading(_ cycle: Cycle) -> Bool { step == .reading(cycle) }

  /// Whether the answer to what this cycle sends is waited for.
  func isSending(_ cycle: Cycle) -> Bool {
    if case .sending(cycle, _) = step { true } else { false }
  }

  private mutating func begin(with state: LifecycleState, _ scope: Scope) -> [Effect] {
    isForeground = state.isForeground
    return change(to: state.account, scope)
  }

  /// Sends all that waits, as when the app comes or goes.
  private mutating func beginRefresh() -> [Effect] {
    refresh.await()
    guard account != nil else { return [] }
    wantsReading = true
    isDraining = true
    return []
  }

  /// Lets a refresh go when nothing is under way, and so nothing to be sent now.
  private mutating func releaseRefresh() -> [Effect] {
    guard step == .idle, let result = refresh.end() else { return [] }
    return [.release(result)]
  }

  private mutating func change(to phase: AppPhase) -> [Effect] {
    guard phase.isForeground != isForeground else { return [] }
    isForeground = phase.isForeground
    wantsReading = true
    isDraining = true
    return []
  }

  private mutating func change(to newAccount: AccountID?, _ scope: Scope) -> [Effect] {
    guard newAccount != account else { return [] }
    if let whose = newAccount.map({ .allBut($0) }) ?? account.map({ Removal.Whose.of($0) }) {
      removals.append(Removal(whose: whose, includesUnowned: account != nil, scope: scope))
    }
    let effects = giveUp()
    account = newAccount
    waitingCount = 0
    sendAt = nil
    limit = configuration.batchSize
    wantsReading = newAccount != nil
    isDraining = wantsReading && isForeground
    return effects
  }

  /// Gives up what is asked of the server; what is done with the outbox goes on, and means nothing.
  private mutating func giveUp() -> [Effect] {
    refusedUntil = nil
    unreadUntil = nil
    isIncomplete = false
    let isSending = line.forget() != nil
    if isSending {
      step = .idle
    }
    isStale = step != .idle
    return isSending ? [.cancel] : []
  }

  /// Knows nothing any more, for another clock may count from here on.
  private mutating func detach() -> [Effect] {
    let effects = giveUp()
    line.forgetWishes()
    step = .idle
    isStale = false
    removals = []
    account = nil
    isForeground = false
    waitingCount = 0
    sendAt = nil
    wantsReading = false
    isDraining = false
    return effects
  }

  private mutating func noteAppended(
    _ id: String,
    _ droppedCount: Int,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard account != nil else { return [] }
    // Whose they were that had to go is known when the outbox is read.
    waitingCount = max(0, waitingCount - droppedCount) + 1
    appendedCount += 1
    sendAt = sendAt ?? now + configuration.longestWait + spread(of: id)
    return []
  }

  private func spread(of id: String) -> Duration {
    configuration.spread * ReceiptHash.place(of: id)
  }

  private mutating func noteRemoval(_ cycle: Cycle) -> [Effect] {
    guard step == .removing(cycle) else { return [] }
    step = .idle
    isStale = false
    return []
  }

  private mutating func meetDeadline(at now: ContinuousClock.Instant) -> [Effect] {
    guard case .sending = step, let deadline = line.deadline, deadline <= now else { return [] }
    let failure = SourceFailure(message: "no answer within \(configuration.requestTimeout)")
    return [.cancel] + fail(failure, at: now)
  }
}

// MARK: - When to send

extension PushReceiptsCore {
  /// Until when nothing is sent, whatever waits.
  private var blockedUntil: ContinuousClock.Instant? {
    later(
      later(line.retry, line.quietUntil(for: account)),
      later(refusedUntil, unreadUntil)
    )
  }

  private func later(
    _ one: ContinuousClock.Instant?,
    _ other: ContinuousClock.Instant?
  ) -> ContinuousClock.Instant? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }

  /// Whether what waits is sent without waiting for its time.
  private var isUrgent: Bool {
    waitingCount > 0 && (isDraining || waitingCount >= configuration.batchSize)
  }

  /// When the outbox is read to send from it, if nothing happens before.
  private var nextBeginning: ContinuousClock.Instant? {
    if isUrgent { return blockedUntil }
    return sendAt.map { max($0, blockedUntil ?? $0) }
  }

  private func maySend(at now: ContinuousClock.Instant) -> Bool {
    (isUrgent || sendAt.map { $0 <= now } ?? false) && (blockedUntil.map { $0 <= now } ?? true)
  }

  /// Begins what is to be done next, unless something is under way.
  private mutating func proceed(at now: ContinuousClock.Instant) -> [Effect] {
    guard step == .idle else { return [] }
    if !removals.isEmpty {
      cycle += 1
      step = .removing(cycle)
      return [.remove(cycle, removals.removeFirst())]
    }
    guard let account, wantsReading || maySend(at: now) else { return [] }
    wantsReading = false
    appendedCount = 0
    cycle += 1
    step = .reading(cycle)
    return [.read(cycle, account, limit: limit)]
  }

  private mutating func accept(
    _ found: Found,
    of cycle: Cycle,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard step == .reading(cycle) else { return [] }
    step = .idle
    guard !isStale else {
      isStale = false
      return []
    }
    let count = found.waitingCount + appendedCount
    note(waiting: found.isComplete ? count : max(count, waitingCount))
    unreadUntil = nil
    isIncomplete = !found.isComplete
    guard let account, let first = found.firstID, found.count > 0 else {
      isDraining = false
      lookAgainIfIncomplete(at: now)
      return []
    }
    // Found, and not appended here: by the service extension, or before this process was there. A
    // push to everybody that wakes everybody's app must not bring all batches at once.
    sendAt = sendAt ?? now + spread(of: first)
    guard maySend(at: now) else { return [] }
    isDraining = isDraining || sendAt.map { $0 <= now } ?? false
    _ = line.begin(for: account, at: now)
    step = .sending(cycle, count: found.count)
    return [.send(cycle)]
  }

  /// What could not be read may hold receipts, however many are known of.
  private mutating func lookAgainIfIncomplete(at now: ContinuousClock.Instant) {
    guard isIncomplete else { return }
    unreadUntil = now + Self.outboxRetry
    sendAt = sendAt ?? now
  }

  private mutating func note(waiting count: Int) {
    waitingCount = max(0, count)
    if waitingCount == 0 {
      isDraining = false
      sendAt = nil
    }
  }
}

// MARK: - Answers

extension PushReceiptsCore {
  private mutating func accept(
    _ answer: Answer,
    of cycle: Cycle,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard case .sending(cycle, let count) = step else { return [] }
    switch answer {
    case .accepted:
      refresh.noteNews()
      line.succeed()
      refusedUntil = nil
      limit = min(limit * 2, configuration.batchSize)
      step = .noting(cycle, count: count)
      return [.acknowledge(cycle)]
    case .rejected(let rejection): return accept(rejection, of: cycle, count, at: now)
    case .failed(let failure): return fail(failure, at: now)
    }
  }

  private mutating func accept(
    _ rejection: ReceiptRejection,
    of cycle: Cycle,
    _ count: Int,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    let failure = SourceFailure(message: rejection.reason, retryAfter: rejection.retryAfter)
    guard count == 1 else {
      limit = count / 2
      step = .idle
      isDraining = true
      if failure.retryAfter == nil {
        _ = line.abandon()
      } else {
        _ = line.fail(failure, at: now)
      }
      return [.reportHalving(count)]
    }
    refresh.noteFailure()
    // A server that rejects everything must not be asked without end.
    _ = line.fail(failure, at: now)
    limit = min(2, configuration.batchSize)
    step = .noting(cycle, count: 1)
    return [.discard(cycle, rejection)]
  }

  private mutating func fail(
    _ failure: SourceFailure,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    step = .idle
    refresh.noteFailure()
    let delay = line.fail(failure, at: now)
    if failure.isFinal {
      refusedUntil = now + Self.refusalTime
    }
    return [.report(failure, retryIn: delay)]
  }

  private mutating func noteEnd(
    of cycle: Cycle,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    guard case .noting(cycle, let count) = step else { return [] }
    step = .idle
    if !isStale {
      note(waiting: waitingCount - count)
      if waitingCount == 0 {
        lookAgainIfIncomplete(at: now)
      }
    }
    isStale = false
    return []
  }
}
