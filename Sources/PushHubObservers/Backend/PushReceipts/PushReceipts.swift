import Foundation
public import PushHub
import PushHubNetworking

/// Tells the server what became of its pushes on this device.
///
/// It writes a ``PushReceipt`` for each push that is received, answered, presented in the foreground,
/// or let go, into an ``Outbox`` on disk, and sends them in batches. The app's service extension writes
/// into the same directory, see ``Outbox/append(_:of:requestIdentifier:account:date:senders:)``; the app
/// sends those too.
///
/// ```swift
/// let receipts = PushReceipts(
///   outbox: Outbox(directory: group.appending(path: "receipts")),
///   endpoint: endpoint
/// )
/// try host.install(receipts, named: "receipts")
/// ```
///
/// - Order and doubles: Each receipt arrives at least once, with an id by which the server can drop
///   doubles, in the order in which they were written.
/// - Time: A batch is sent when 50 receipts wait, or when the oldest has waited for a minute and a
///   random part of another, see ``Configuration``. Everything is sent at once when the app goes
///   to the background or comes to the foreground, when the system gives it time in the background, and
///   when an account is known in the foreground.
/// - Accounts: What is sent for an account are its receipts, and those from before it was known. Without
///   an account nothing is sent. When an account signs out all receipts are removed; once one is known,
///   those of others are removed when their turn comes, since these signed out while the app was not
///   running.
/// - Failures: One request is under way at a time. A failure is tried again with growing delays;
///   `Retry-After` holds. An account that the server refuses for good waits until it has signed in
///   anew, the app was started anew, or a day has passed.
/// - Rejections: A batch that the server will never take is sent in halves until the receipt at fault is
///   alone, which is given up.
/// - Cost: For a push some calls of the system and no waiting for the disk. A receipt that can't be
///   written is told to the log, and keeps no push from anybody. An outbox that can't be read, or not be
///   emptied, is a failure like one of the server's.
///
/// It hears events as other observers do: an event that it has heard does not wait for an observer
/// that is attached later, unless that one asks for replay.
@MainActor
public final class PushReceipts {
  /// Told of what happens to receipts, at the moment when it happens; for logs and tests.
  public var log: ((ReceiptsEvent) -> Void)?

  private let outbox: Outbox
  private let endpoint: any ReceiptEndpoint
  private let driver: CoreDriver<PushReceiptsCore>
  private var scheduler: (any Scheduler)?
  private var records: FeatureRecords?
  private var account: AccountID?
  private var reading = OutboxReading<PushReceipt>()
  private var task: Task<Void, Never>?
  private let refreshes = RefreshWaiters()

  /// Makes a plugin that is not attached yet.
  ///
  /// - Parameters:
  ///   - outbox: Where receipts are kept. Of its directory one process sends; two would send doubles.
  ///   - endpoint: Where they go.
  ///   - configuration: When they are sent.
  ///   - generator: Where the random part of delays comes from.
  public init(
    outbox: Outbox,
    endpoint: any ReceiptEndpoint,
    configuration: Configuration = Configuration(),
    generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.outbox = outbox
    self.endpoint = endpoint
    driver = CoreDriver(PushReceiptsCore(configuration: configuration, generator: generator))
  }

  deinit {
    task?.cancel()
  }
}

extension PushReceipts {
  /// How many receipts wait to be sent for who is signed in, as far as this process knows.
  public var waitingCount: Int { driver.core.waitingCount }
}

// MARK: - Plugin and observer

extension PushReceipts: LoggingPlugin, PushObserver, LifecycleObserver {
  /// Before the others, so that the receipt of a push that makes the app sign out is still of who signs
  /// out; so is what the manager lets go then, if it hears of accounts first, see `ObserverPriority`.
  public var priority: ObserverPriority { .high }

  /// Received pushes, and answers.
  public var interests: Set<PushEvent.Kind> { [.received, .opened] }

  /// Begins to write receipts, and to send them.
  public func attach(to context: PluginContext) {
    detach()
    scheduler = context.scheduler
    records = context.records
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
  }

  /// Stops, and cancels what is under way; what waits stays on disk.
  ///
  /// From inside what the plugin calls, that happens when the call has returned.
  public func detach() {
    driver.handle(.state(LifecycleState(), waiting: 0))
    driver.stop()
    scheduler = nil
    records = nil
    account = nil
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    account = state.account
    driver.handle(.state(state, waiting: countWaiting()))
  }

  /// Follows phases and accounts.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    switch event {
    case .accountChanged where account != nil: removeAll()
    case .accountChanged, .phaseChanged: break
    default: return
    }
    begin(with: state)
  }

  /// Writes a receipt of a push that was received or answered.
  public func receive(_ event: PushEvent) {
    switch event {
    case .received(let push): append(.received, of: push, date: push.receivedAt)
    case .opened(let push, let response): append(.opened(response.action), of: push)
    case .tokenChanged, .registrationFailed: break
    }
  }
}

extension PushReceipts: BackgroundRefresher {
  /// Sends all that waits, and asks the server nothing if nothing does.
  ///
  /// - Returns: New data if the server has taken receipts, and failed if it has not.
  public func performBackgroundRefresh() async throws -> FetchResult {
    guard driver.isStarted else { return .noData }
    return try await refreshes.result {
      driver.handle(.backgroundRefresh(waiting: countWaiting()))
    }
  }
}

// MARK: - Diagnostics

extension PushReceipts: PushDiagnosticsObserver {
  /// Writes a receipt of how a push was presented.
  public func receive(_ decision: PresentationDecision) {
    append(.presented(decision.options), of: decision.push)
  }

  /// Writes a receipt of an event or answer that the manager has let go.
  public func receive(_ entry: PushLogEntry) {
    // A tap that no responder was asked about is the business of those that have heard of it.
    guard [.expired, .overflowed, .signedOut].contains(entry.code), entry.event != nil,
      entry.responderCount != 0, let id = entry.pushID
    else { return }
    append(.dropped(entry.code), pushID: id, messageID: nil)
  }
}

// MARK: - Outbox

extension PushReceipts {
  private func append(_ kind: PushReceipt.Kind, of push: Push, date: Date? = nil) {
    append(kind, pushID: push.id, messageID: push.messageID, date: date)
  }

  private func append(
    _ kind: PushReceipt.Kind,
    pushID: String,
    messageID: String?,
    date: Date? = nil
  ) {
    guard let scheduler else { return }
    let receipt = PushReceipt(
      kind,
      pushID: pushID,
      messageID: messageID,
      account: account,
      date: date ?? scheduler.date
    )
    do {
      let (count, dropped) = try outbox.append(receipt)
      if dropped > 0 {
        log?(.dropped(dropped))
      }
      driver.handle(.appended(waiting: count))
    } catch {
      log?(.outboxFailed(error.logDescription))
    }
  }

  /// One that can't be counted is taken for one with a receipt, so that it is read when it can be.
  private func countWaiting() -> Int { (try? outbox.count) ?? 1 }

  private func removeAll() {
    do {
      logRemoved(try outbox.removeAll())
    } catch {
      log?(.outboxFailed(error.logDescription))
    }
  }

  private func logRemoved(_ count: Int) {
    if count > 0 {
      log?(.removed(count))
    }
  }
}

// MARK: - Effects

extension PushReceipts {
  private func perform(_ effect: PushReceiptsCore.Effect) {
    switch effect {
    case .send(let request, let limit): send(request, limit: limit)
    case .cancel: task?.cancel()
    case .remove(let rejection): remove(rejection)
    case .log(let event): log?(event)
    case .release(let result): refreshes.release(result)
    }
  }

  private func send(_ request: RequestLine.Request, limit: Int) {
    reading = outbox.read(PushReceipt.self, limit: limit, for: request.account.rawValue)
    logRemoved(reading.removedCount)
    if reading.brokenCount > 0 {
      log?(.broken(reading.brokenCount))
    }
    guard !reading.contents.isEmpty else {
      let failure = reading.failure.map { SourceFailure($0) }
      return driver.answer(
        failure.map { .outboxFailed($0) } ?? .removed(rejection: nil, waiting: countWaiting())
      )
    }
    let batch = ReceiptBatch(
      account: request.account,
      lostCount: reading.lostCount,
      receipts: reading.contents
    )
    log?(.began(batch.receipts.count))
    task = scheduler?.perform { [weak self, endpoint] in
      do {
        try Task.checkCancellation()
        try await endpoint.send(batch)
        self?.accept(nil, to: request)
      } catch {
        self?.accept(error, to: request)
      }
    }
  }

  private func accept(_ error: (any Error)?, to request: RequestLine.Request) {
    guard driver.core.isSending(request) else { return }
    let failure = error.map { SourceFailure($0) }
    let isRejected = error is ReceiptRejection
    var answer = failure.map { ScriptedError($0) }
    if isRejected { answer?.advice = .rejected }
    records?.send(ReceiptsAnswer(ServerAnswer(answer)))
    driver.handle(
      .answered(request.number, failure, rejected: isRejected ? reading.contents.count : nil)
    )
  }

  private func remove(_ rejection: SourceFailure?) {
    log?(rejection.map { .rejected($0.message) } ?? .sent(reading.contents.count))
    do {
      try outbox.remove(reading.names)
      driver.answer(.removed(rejection: rejection, waiting: countWaiting()))
    } catch {
      driver.answer(.outboxFailed(SourceFailure(error)))
    }
  }
}
