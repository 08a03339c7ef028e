import PushHub
import PushHubNetworking

/// Decides when receipts are sent, and what an answer means.
///
/// One batch at a time is read from the outbox, sent, and removed. Of what waits only the number counts.
struct PushReceiptsCore: DrivenCore {
  enum Event {
    /// What the app is now, and how many receipts wait.
    case state(LifecycleState, waiting: Int)
    case appended(waiting: Int)

    /// What came of a request; with the number of its receipts if the server will never take them.
    case answered(RequestLine.Request.Number, SourceFailure?, rejected: Int?)

    /// What was sent is removed, or nothing was found to be sent.
    case removed(rejection: SourceFailure?, waiting: Int)

    /// The outbox could not be read, or what was sent not be removed.
    case outboxFailed(SourceFailure)
    case backgroundRefresh(waiting: Int)
    case deadline
  }

  enum Effect: Equatable {
    case send(RequestLine.Request, limit: Int)
    case cancel

    /// Removes what was sent, or was rejected.
    case remove(rejection: SourceFailure?)
    case log(ReceiptsEvent)
    case release(FetchResult)
  }

  private static let requestTimeout = Duration.seconds(60)

  /// How long a server that refuses an account is not asked again.
  private static let refusalTime = Duration.seconds(86_400)

  static var deadline: Event { .deadline }

  private let configuration: PushReceipts.Configuration
  private var line: RequestLine
  private var generator: any RandomNumberGenerator
  private var account: AccountID?
  private var isForeground = false

  /// How many receipts wait for the account, as far as this process knows.
  private(set) var waitingCount = 0

  /// When the oldest has waited long enough.
  private var sendAt: Duration?

  /// Whether all that waits is to be sent, however little it is.
  private var isDraining = false

  /// How many may be sent at once, after rejections.
  private var limit: Int
  private var refusedUntil: Duration?

  /// What came of it since the system gave the app time in the background.
  private var refresh = RefreshWork()

  /// When the event came that is being handled.
  private var now = Duration.zero

  init(configuration: PushReceipts.Configuration, generator: any RandomNumberGenerator) {
    self.configuration = configuration
    self.generator = generator
    limit = configuration.batchSize
    line = RequestLine(
      timeout: Self.requestTimeout,
      backoff: Backoff(first: .seconds(1), longest: .seconds(60)),
      generator: generator
    )
  }
}

// MARK: - Events

extension PushReceiptsCore {
  /// Handles an event, and says what is to be done.
  mutating func handle(_ event: Event, at time: ContinuousClock.Instant) -> [Effect] {
    now = time.referenceTime
    var effects: [Effect] = []
    switch event {
    case .state(let state, let waiting):
      effects = follow(state)
      count(waiting, after: .zero)
    case .appended(let waiting): count(waiting, after: configuration.longestWait)
    case .answered(let number, let failure, let rejected):
      guard line.isUnderWay(number) else { break }
      effects = accept(failure, rejected: rejected)
    case .removed(nil, let waiting):
      line.succeed()
      count(waiting, after: .zero)
    case .removed(let rejection?, let waiting):
      refresh.recordFailure()
      // A server that rejects everything must not be asked without end.
      _ = line.fail(rejection, at: now)
      count(waiting, after: .zero)
    case .outboxFailed(let failure): effects = fail(failure)
    case .backgroundRefresh(let waiting):
      refresh.await()
      isDraining = true
      count(waiting, after: .zero)
    case .deadline:
      guard let deadline = line.deadline, deadline <= now else { break }
      let message = "no answer within \(Self.requestTimeout)"
      effects = [.cancel] + fail(SourceFailure(message: message))
    }
    effects += proceed()
    if case .appended = event, effects.isEmpty {
      effects = [.log(.waiting(isSignedIn: account != nil))]
    }
    // Nothing is under way, and so nothing to be sent now.
    if line.request == nil, let result = refresh.end() {
      effects.append(.release(result))
    }
    return effects
  }

  /// When the core wants to hear ``Event/deadline``, if nothing happens before.
  var nextDeadline: ContinuousClock.Instant? {
    let sending = isUrgent ? blockedUntil : sendAt.map { max($0, blockedUntil ?? $0) }
    return .init(referenceTime: line.request == nil ? sending : line.deadline)
  }

  /// Whether the answer to a request is waited for.
  func isSending(_ request: RequestLine.Request) -> Bool { line.isUnderWay(request.number) }

  private mutating func follow(_ state: LifecycleState) -> [Effect] {
    let isSame = account == state.account
    isDraining = isDraining && isSame || state.isForeground != (isSame && isForeground)
    isForeground = state.isForeground
    guard !isSame else { return [] }
    account = state.account
    refusedUntil = nil
    limit = configuration.batchSize
    return line.forget() == nil ? [] : [.cancel]
  }

  /// Counts what waits, from now on for some time and this device's part of the spread, so that a push
  /// to everybody that wakes everybody's app does not bring all batches at once.
  private mutating func count(
    _ waiting: Int,
    after delay: Duration
  ) {
    waitingCount = account == nil ? 0 : waiting
    guard waitingCount > 0 else {
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
  /// Until when nothing is sent, whatever waits.
  private var blockedUntil: Duration? {
    [
      line.retry, line.quietUntil(for: account), refusedUntil,
    ].compactMap { $0 }.max()
  }

  /// Whether what waits is sent without waiting for its time.
  private var isUrgent: Bool {
    isDraining || waitingCount >= configuration.batchSize
  }

  private mutating func proceed() -> [Effect] {
    let isDue = sendAt.map { $0 <= now } ?? false
    guard line.request == nil, let account, isUrgent || isDue, (blockedUntil ?? now) <= now
    else { return [] }
    return [.send(line.begin(for: account, at: now), limit: limit)]
  }
}

// MARK: - Answers

extension PushReceiptsCore {
  private mutating func accept(
    _ failure: SourceFailure?,
    rejected: Int?
  ) -> [Effect] {
    guard let failure else {
      refresh.recordNews()
      limit = min(limit * 2, configuration.batchSize)
      return [.remove(rejection: nil)]
    }
    guard let rejected else { return fail(failure) }
    guard rejected == 1 else {
      limit = rejected / 2
      isDraining = true
      if failure.retryAfter == nil {
        _ = line.abandon()
      } else {
        _ = line.fail(failure, at: now)
      }
      return [.log(.halved(rejected))]
    }
    limit = min(2, configuration.batchSize)
    return [.remove(rejection: failure)]
  }

  private mutating func fail(
    _ failure: SourceFailure
  ) -> [Effect] {
    refresh.recordFailure()
    let delay = line.fail(failure, at: now)
    if failure.isFinal {
      refusedUntil = now + Self.refusalTime
    }
    return [.log(.failed(failure.message, retryIn: delay))]
  }
}
