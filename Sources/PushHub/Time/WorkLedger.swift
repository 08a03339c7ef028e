/// Knows what asynchronous work is under way, and which of it waits.
@MainActor
package final class WorkLedger {
  /// A piece of work, as its own task knows it.
  @MainActor
  final class Work {
    fileprivate let ledger: WorkLedger
    fileprivate let number: WorkBook.Number
    fileprivate let ending = ScheduledCondition()
    fileprivate var task: Task<Void, Never>?
    fileprivate var hasEnded = false

    fileprivate init(in ledger: WorkLedger, origin: WorkOrigin) {
      self.ledger = ledger
      number = ledger.book.begin(from: origin)
    }

    /// Counts the work as waiting from now on.
    func startWaiting(for wait: WorkWait) {
      ledger.change { $0.wait(number, for: wait) }
    }

    /// Counts the work as under way again, before its task has had its turn to go on.
    func stopWaiting() {
      ledger.change { $0.resume(number) }
    }

    /// Whoever waits for the end runs before this work counts as ended.
    fileprivate func end() {
      hasEnded = true
      ending.signalAll()
      ledger.works[number] = nil
      ledger.change { $0.end(number) }
    }
  }

  private struct Settler {
    let continuation: CheckedContinuation<SettlingError?, Never>
    let patience: Int?
    let priority = Task.currentPriority
    var alarm: ScheduledAction?
  }

  /// The work to which the calling task belongs.
  @TaskLocal static var currentWork: Work?

  private var book = WorkBook()
  private var works: [WorkBook.Number: Work] = [:]
  private var settlers: [Int: Settler] = [:]
  private var lastSettler = 0
  private lazy var watch = LiveScheduler()

  package init() {}
}

// MARK: - Work

extension WorkLedger {
  /// Starts work that ``settle(patience:)`` waits for.
  package func perform(
    from origin: WorkOrigin,
    _ work: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    let current = Work(in: self, origin: origin)
    works[current.number] = current
    let task = Self.$currentWork.withValue(current) {
      Task {
        await work()
        current.end()
      }
    }
    current.task = task
    return task
  }

  /// Waits without settling waiting too; outside of this ledger's work it just waits.
  package func standBy<Value>(
    _ wait: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    guard let work = currentWork else { return try await wait() }
    work.startWaiting(for: .outside)
    defer { work.stopWaiting() }
    return try await wait()
  }

  /// Waits for other work's end; for a task that is no work of this ledger, as anybody would.
  package func standBy(for task: Task<Void, Never>) async throws(CancellationError) {
    guard let other = works.values.first(where: { $0.task == task }) else {
      return await task.value
    }
    while !other.hasEnded {
      try await other.ending.wait(as: Self.currentWork, for: .work(other.origin))
    }
  }

  /// The work of this ledger to which the calling task belongs.
  var currentWork: Work? {
    guard let work = Self.currentWork, work.ledger === self else { return nil }
    return work
  }
}

extension WorkLedger.Work {
  fileprivate var origin: WorkOrigin {
    ledger.book.entries[number]?.origin ?? WorkOrigin(fileID: "", line: 0)
  }
}

// MARK: - Settling

extension WorkLedger {
  /// Returns when all work has ended or waits undisturbed; cancelling disturbs.
  ///
  /// - Parameter patience: After how many turns, a tenth of a second apart and behind whatever waits for a
  ///   thread or the main actor, in which no work has begun, waited, gone on or ended, it gives up;
  ///   `nil` is never.
  package func settle(patience: Int?) async throws(SettlingError) {
    while !isSettled {
      lastSettler += 1
      let number = lastSettler
      let failure = await withCheckedContinuation { continuation in
        settlers[number] = Settler(continuation: continuation, patience: patience)
        watch(settler: number, turnsLeft: patience)
      }
      if let failure { throw failure }
    }
  }

  private var isSettled: Bool {
    book.runningCount == 0 && !works.values.contains { $0.task?.isCancelled == true }
  }

  fileprivate func change(_ change: (inout WorkBook) -> Void) {
    change(&book)
    guard book.runningCount == 0 else { return }
    for number in settlers.keys.sorted() {
      resume(settler: number)
    }
  }

  private func resume(settler number: Int, failing failure: SettlingError? = nil) {
    guard let settler = settlers.removeValue(forKey: number) else { return }
    if let alarm = settler.alarm {
      watch.cancel(alarm)
    }
    settler.continuation.resume(returning: failure)
  }

  /// Real time has to pass too, since work may be with a real server.
  private func watch(settler number: Int, turnsLeft: Int?) {
    guard let turnsLeft, let priority = settlers[number]?.priority else { return }
    let seen = book.changeCount
    settlers[number]?.alarm = watch.schedule(after: .milliseconds(100)) { [weak self] in
      // By way of the threads, where it gets behind whatever the work may wait for.
      Task.detached(priority: priority) {
        await self?.endTurn(ofSettler: number, seen: seen, turnsLeft: turnsLeft)
      }
    }
  }

  private func endTurn(ofSettler number: Int, seen: Int, turnsLeft: Int) {
    guard let patience = settlers[number]?.patience else { return }
    if book.changeCount != seen {
      watch(settler: number, turnsLeft: patience)
    } else if turnsLeft > 1 {
      watch(settler: number, turnsLeft: turnsLeft - 1)
    } else {
      resume(settler: number, failing: error(after: patience))
    }
  }

  private func error(after patience: Int) -> SettlingError {
    SettlingError(
      turns: patience,
      works: book.entries.sorted { $0.key < $1.key }.map { number, entry in
        SettlingError.Work(
          origin: entry.origin,
          wait: entry.wait,
          isCancelled: works[number]?.task?.isCancelled ?? false
        )
      }
    )
  }
}
