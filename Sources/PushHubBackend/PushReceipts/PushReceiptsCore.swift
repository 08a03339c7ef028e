import Foundation
import PushHub
import PushHubNetworking

/// Decides when receipts are written and sent, and what an answer means.
///
/// One batch at a time is read from the outbox, sent, and removed. Of the receipts in the outbox only the
/// number counts.
struct PushReceiptsCore: ManualFeatureCore {
  typealias Event = ReceiptsEvent

  enum Input {
    /// The number of receipts in the outbox, and whether one of them was just written.
    case counted(Int, isWritten: Bool)

    /// The outcome of a batch of so many receipts.
    case answered(SourceFailure?, count: Int, isRejection: Bool)

    /// A batch was removed, or nothing was found to send; so many receipts are left.
    case removed(rejection: SourceFailure?, waiting: Int)

    /// The outbox could not be read, or a batch not be removed.
    case outboxFailed(SourceFailure)
  }

  enum Effect: Equatable {
    case write(
      PushReceipt.Kind,
      pushID: String,
      messageID: String?,
      account: AccountID?,
      date: Date
    )
    /// Counts the receipts, but for those of some accounts.
    case count(Set<AccountID>)
    case removeAll(but: Set<AccountID>)
    case send(AccountID, others: Set<AccountID>, limit: Int)

    /// Removes the batch that was sent or rejected, and counts the rest.
    case remove(rejection: SourceFailure?, others: Set<AccountID>)
  }

  /// The time in which the server of a refused account is not asked again.
  private static let refusalTime = Duration.seconds(86_400)

  let configuration: PushReceipts.Configuration
  private var queue: RequestQueue
  private var generator: any RandomNumberGenerator
  private var account: AccountID?
  private var accounts: Set<AccountID> = []
  private var isForeground = false

  /// The number of receipts that wait for the account, as far as this process knows.
  private(set) var state = 0

  /// The time when the oldest has waited long enough.
  private var sendAt: ContinuousClock.Instant?

  /// Whether all receipts are sent, however few they are.
  private var isDraining = false

  /// The largest batch, after rejections.
  private var limit: Int
  private var refusedUntil: ContinuousClock.Instant?

  /// The result so far of work in the background that waits.
  private var work: FetchResult?

  init(configuration: PushReceipts.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    self.generator = generator
    limit = configuration.batchSize
    queue = RequestQueue(generator: generator)
  }
}

// MARK: - Inputs

extension PushReceiptsCore {
  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    switch input {
    case .lifecycle(let state, after: .accountsChanged?),
      .lifecycle(let state, after: .accountChanged?),
      .lifecycle(let state, after: .phaseChanged?),
      .lifecycle(let state, after: nil):
      return follow(state, in: &turn)
    case .push(.received(let push)):
      return write(.received, of: push, at: push.receivedAt, in: &turn)
    case .push(.opened(let push, let response)):
      return write(.opened(response.action), of: push, in: &turn)
    case .push(.presented(let push, let decision)):
      return write(.presented(decision.options), of: push, in: &turn)
    case .push(.discarded(let push, let reason)):
      return write(.dropped(reason), of: push, in: &turn)
    case .work:
      work = work ?? .noData
      isDraining = true
      return turn.perform(.count(others))
    case .own(.counted(let waiting, let isWritten)):
      count(waiting, after: isWritten ? configuration.longestWait : .zero, at: turn.now)
    case .own(.answered(let failure, let count, let isRejection)):
      handle(failure, of: count, isRejection: isRejection, in: &turn)
    case .own(.removed(let rejection, let waiting)):
      if let rejection {
        recordFailure()
        // A server that rejects everything must not be asked without end.
        queue.fail(rejection, at: turn.now)
      } else {
        queue.succeed()
      }
      count(waiting, after: .zero, at: turn.now)
    case .own(.outboxFailed(let failure)): fail(failure, in: &turn)
    case .deadline where queue.hasTimedOut(at: turn.now):
      turn.cancel()
      fail(queue.timeoutFailure, in: &turn)
    case .detached:
      change(to: nil, in: &turn)
      count(0, after: .zero, at: turn.now)
    case .lifecycle, .push, .deadline, .loaded, .saved: break
    }
    send(in: &turn)
    if case .own(.counted(_, isWritten: true)) = input, turn.effects.isEmpty {
      turn.log(.waiting(signedIn: account != nil))
    }
    if !queue.isBusy, let work {
      self.work = nil
      turn.finishWork(work)
    }
  }

  private mutating func follow(_ state: LifecycleState, in turn: inout ManualFeatureTurn<Self>) {
    let isSame = account == state.account
    isDraining = isDraining && isSame || state.isForeground != (isSame && isForeground)
    isForeground = state.isForeground
    let former = accounts
    accounts = state.accounts ?? []
    if !former.isSubset(of: accounts) { turn.perform(.removeAll(but: accounts)) }
    if !isSame { change(to: state.account, in: &turn) }
    turn.perform(.count(others))
  }

  /// The accounts that are signed in and not shown, whose receipts wait.
  private var others: Set<AccountID> { account.map { accounts.subtracting([$0]) } ?? accounts }

  private mutating func change(to account: AccountID?, in turn: inout ManualFeatureTurn<Self>) {
    self.account = account
    refusedUntil = nil
    limit = configuration.batchSize
    if queue.reset() { turn.cancel() }
  }

  private func write(
    _ kind: PushReceipt.Kind,
    of push: Push,
    at date: Date? = nil,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    turn.perform(
      .write(
        kind,
        pushID: push.id,
        messageID: push.messageID,
        account: push.account ?? account,
        date: date ?? turn.date
      )
    )
  }

  /// Records what waits, from now on for some time and this device's part of the spread.
  ///
  /// A push to all users wakes the app on all devices. The spread keeps their batches apart.
  private mutating func count(
    _ waiting: Int,
    after delay: Duration,
    at now: ContinuousClock.Instant
  ) {
    state = account == nil ? 0 : waiting
    guard state > 0 else {
      isDraining = false
      sendAt = nil
      return
    }
    let place = Double.random(in: 0...1, using: &generator)
    sendAt = sendAt ?? now + delay + configuration.spread * place
  }
}

// MARK: - When to send

extension PushReceiptsCore {
  /// The time when a request times out, or the next one begins.
  var nextDeadline: ContinuousClock.Instant? {
    if queue.isBusy { return queue.deadline }
    return isUrgent ? blockedUntil : sendAt.map { max($0, blockedUntil ?? $0) }
  }

  /// The time until which nothing is sent, whatever waits.
  private var blockedUntil: ContinuousClock.Instant? {
    [queue.nextAttempt(for: account), refusedUntil].compactMap { $0 }.max()
  }

  /// Whether receipts are sent before they have waited long enough.
  private var isUrgent: Bool { isDraining || state >= configuration.batchSize }

  private mutating func send(in turn: inout ManualFeatureTurn<Self>) {
    let isDue = sendAt.map { $0 <= turn.now } ?? false
    guard !queue.isBusy, let account, isUrgent || isDue, (blockedUntil ?? turn.now) <= turn.now
    else { return }
    queue.begin(for: account, at: turn.now)
    turn.perform(.send(account, others: others, limit: limit))
  }
}

// MARK: - Answers

extension PushReceiptsCore {
  private mutating func handle(
    _ failure: SourceFailure?,
    of count: Int,
    isRejection: Bool,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    var error = failure
    if isRejection { error?.isRejected = true }
    turn.record(ReceiptsAnswer(ServerAnswer(error)))
    guard let failure else {
      if work != nil { work = .newData }
      limit = min(limit * 2, configuration.batchSize)
      turn.log(.sent(count: count))
      return turn.perform(.remove(rejection: nil, others: others))
    }
    guard isRejection else { return fail(failure, in: &turn) }
    guard count == 1 else {
      limit = count / 2
      isDraining = true
      if failure.retryAfter == nil { queue.cancel() } else { queue.fail(failure, at: turn.now) }
      return turn.log(.halved(count: count))
    }
    limit = min(2, configuration.batchSize)
    turn.log(.rejected(error: failure.message))
    turn.perform(.remove(rejection: failure, others: others))
  }

  private mutating func fail(_ failure: SourceFailure, in turn: inout ManualFeatureTurn<Self>) {
    recordFailure()
    if failure.isFinal { refusedUntil = turn.now + Self.refusalTime }
    turn.log(.failed(error: failure.message, retryIn: queue.fail(failure, at: turn.now)))
  }

  /// New data is the result even if something has failed as well.
  private mutating func recordFailure() {
    if work == .noData { work = .failed }
  }
}
