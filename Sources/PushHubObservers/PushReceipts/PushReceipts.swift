import Foundation
public import PushHub

/// Tells the server what became of its pushes on this device.
///
/// It writes a ``PushReceipt`` for each push that is received, answered, presented in the foreground,
/// or let go, into an ``Outbox`` on disk, and sends them in batches. The app's service extension writes
/// into the same directory with a ``ReceiptWriter``; the app sends those too.
///
/// ```swift
/// let receipts = PushReceipts(
///   outbox: Outbox(directory: group.appending(path: "receipts"), process: "app"),
///   endpoint: endpoint
/// )
/// try host.install(receipts, named: "receipts")
/// ```
///
/// - Order and doubles: Each receipt arrives at least once, with an id by which the server can drop
///   doubles, and each process's in order.
/// - Time: A batch is sent when 50 receipts wait, or when the oldest has waited for a minute and the
///   device's own part of another, see ``Configuration``. Everything is sent at once when the app goes
///   to the background or comes to the foreground, when the system gives it time in the background, and
///   when an account is known in the foreground.
/// - Accounts: What is sent for an account are its receipts, and those from before it was known. Without
///   an account nothing is sent. When an account signs out its receipts are removed; when one becomes
///   known, those of all others are, since these signed out while the app was not running.
/// - Failures: One request is under way at a time. A failure is tried again with growing delays;
///   `Retry-After` holds. An account that the server refuses for good waits until it has signed in
///   anew, the app was started anew, or a day has passed.
/// - Rejections: A batch that the server will never take is sent in halves until the receipt at fault is
///   alone, which is given up.
/// - Cost: For a push some calls of the system and no waiting for the disk. A receipt that can't be
///   written is counted and told, and keeps no push from anybody.
///
/// It hears events as other observers do: an event that it has heard does not wait for an observer
/// that is attached later, unless that one asks for replay.
@MainActor
public final class PushReceipts {
  /// What has become of receipts so far.
  public private(set) var statistics = PushReceiptsStatistics()

  /// Told of what happens to receipts, at the moment when it happens; for logs and tests.
  public var log: ((PushReceiptsLogEntry) -> Void)?

  private let box: ReceiptBox
  private let endpoint: any ReceiptEndpoint
  private let driver: CoreDriver<PushReceiptsCore>
  private var scheduler: (any Scheduler)?
  private var records: FeatureRecords?
  private var account: AccountID?
  private var reading = ReceiptBox.Reading()
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
    box = ReceiptBox(outbox: outbox)
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

extension PushReceipts: PushPlugin, PushObserver, LifecycleObserver {
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
    driver.start(on: context.scheduler, for: self) { receipts, effect in
      receipts.perform(effect, on: context.scheduler)
    }
  }

  /// Stops, and cancels what is under way; what waits stays on disk.
  ///
  /// From inside what the plugin calls, that happens when the call has returned.
  public func detach() {
    driver.handle(.detached)
    driver.stop()
    scheduler = nil
    records = nil
    account = nil
  }

  /// Starts from what is true.
  public func begin(with state: LifecycleState) {
    account = state.account
    driver.handle(.began(state, account == nil ? nil : box.outbox.seal()))
  }

  /// Follows phases and accounts.
  public func receive(_ event: LifecycleEvent, state: LifecycleState) {
    switch event {
    case .phaseChanged(let phase):
      driver.handle(.phase(phase))
    case .accountChanged(let account):
      self.account = account
      // Entries from now on are of who is signed in from now on.
      driver.handle(.account(account, box.outbox.seal()))
    case .pageAppeared, .pageDisappeared, .overlayAdded, .overlayRemoved, .screenshotTaken: break
    }
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
    return try await refreshes.result { driver.handle(.backgroundRefresh) }
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

// MARK: - Receipts

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
    do throws(OutboxError) {
      let appended = try box.outbox.append(account: account) { receipt.write(to: &$0) }
      statistics.appended += 1
      if appended.droppedCount > 0 {
        log?(.dropped(appended.droppedCount))
      }
      driver.handle(.appended(id: appended.id, droppedCount: appended.droppedCount))
    } catch {
      statistics.failedAppends += 1
      log?(.appendFailed(error))
    }
  }
}

// MARK: - Effects

extension PushReceipts {
  private func perform(_ effect: PushReceiptsCore.Effect, on scheduler: any Scheduler) {
    switch effect {
    case .read(let cycle, let account, let limit):
      scheduler.perform { [weak self, box] in
        let reading = await box.read(limit: limit, for: account)
        self?.accept(reading, of: cycle)
      }
    case .send(let cycle): send(cycle, on: scheduler)
    case .cancel: task?.cancel()
    case .acknowledge(let cycle):
      statistics.dropped += reading.lost.values.reduce(0, +)
      settle(cycle, tellsLost: true, on: scheduler) { receipts, count in
        receipts.statistics.sent += count
        receipts.log?(.sent(count))
      }
    case .discard(let cycle, let rejection):
      let id = reading.receipts.first?.id ?? ""
      settle(cycle, tellsLost: false, on: scheduler) { receipts, count in
        receipts.statistics.rejected += count
        receipts.log?(.rejected(id: id, rejection.reason))
      }
    case .remove(let cycle, let removal): remove(removal, in: cycle, on: scheduler)
    case .report(let failure, let delay): log?(.failed(failure.message, retryIn: delay))
    case .reportHalving(let count): log?(.halved(count))
    case .release(let result): refreshes.release(result)
    }
  }

  private func accept(_ reading: ReceiptBox.Reading, of cycle: PushReceiptsCore.Cycle) {
    if driver.core.isReading(cycle) {
      self.reading = reading
    }
    statistics.broken += reading.brokenCount
    if reading.brokenCount > 0 {
      log?(.broken(reading.brokenCount))
    }
    statistics.newerFiles += reading.newerFileCount
    noteRemoved(reading.removedCount)
    if reading.newerFileCount > 0 {
      log?(.newerFiles(reading.newerFileCount))
    }
    tell(reading.failures)
    let found = PushReceiptsCore.Found(
      count: reading.receipts.count,
      waitingCount: reading.waitingCount,
      firstID: reading.receipts.first?.id,
      isComplete: reading.isComplete
    )
    driver.handle(.read(cycle, found))
  }

  private func send(_ cycle: PushReceiptsCore.Cycle, on scheduler: any Scheduler) {
    guard let account else { return }
    let batch = reading.batch(for: account)
    task = scheduler.perform { [weak self, endpoint] in
      do {
        try Task.checkCancellation()
        try await endpoint.send(batch)
        self?.accept(.accepted, of: cycle)
      } catch let rejection as ReceiptRejection {
        self?.accept(.rejected(rejection), of: cycle)
      } catch {
        self?.accept(.failed(SourceFailure(error)), of: cycle)
      }
    }
  }

  private func accept(_ answer: PushReceiptsCore.Answer, of cycle: PushReceiptsCore.Cycle) {
    if driver.core.isSending(cycle) {
      records?.send(ReceiptsAnswer(ServerAnswer(answer)))
    }
    driver.handle(.answered(cycle, answer))
  }

  private func settle(
    _ cycle: PushReceiptsCore.Cycle,
    tellsLost: Bool,
    on scheduler: any Scheduler,
    count: @escaping @MainActor (PushReceipts, Int) -> Void
  ) {
    scheduler.perform { [weak self, box, reading] in
      let outcome = await box.acknowledge(reading, tellsLost: tellsLost)
      guard let self else { return }
      count(self, outcome.count)
      tell(outcome.failures)
      driver.handle(.noted(cycle))
    }
  }

  private func remove(
    _ removal: PushReceiptsCore.Removal,
    in cycle: PushReceiptsCore.Cycle,
    on scheduler: any Scheduler
  ) {
    scheduler.perform { [weak self, box] in
      let outcome = await box.remove(removal)
      guard let self else { return }
      noteRemoved(outcome.count)
      tell(outcome.failures)
      driver.handle(.removed(cycle))
    }
  }

  private func noteRemoved(_ count: Int) {
    statistics.removed += count
    if count > 0 {
      log?(.removed(count))
    }
  }

  private func tell(_ failures: [OutboxError]) {
    statistics.outboxFailures += failures.count
    for failure in failures {
      log?(.outboxFailed(failure))
    }
  }
}

extension ServerAnswer {
  /// The answer that a batch had, as a recording has it.
  fileprivate init(_ answer: PushReceiptsCore.Answer) {
    switch answer {
    case .accepted: self.init(SourceFailure?.none)
    case .failed(let failure): self.init(failure)
    case .rejected(let rejection):
      let error = ScriptedError(message: rejection.reason, retryAfter: rejection.retryAfter)
      self.init(.failed(error, advice: .rejected))
    }
  }
}
