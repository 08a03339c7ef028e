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
    let idleTurnLimit: Int?
    let priority = Task.currentPriority
    var changeCount: Int
    var idleTurns = 0
    var isInTurn = false
  }

  /// The work to which the calling task belongs.
  @TaskLocal static var currentWork: Work?

  private var book = WorkBook()
  private var works: [WorkBook.Number: Work] = [:]
  private var settlers: [Int: Settler] = [:]
  private var lastSettler = 0

  package init() {}
}

// MARK: - Work

extension WorkLedger {
  /// Starts work that ``settle(idleTurnLimit:)`` waits for.
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
      return try await ScheduledCondition.wait(forEndOf: task)
    }
    while !other.hasEnded {
      try await other.ending.wait(as: Self.currentWork, for: .work(other.origin))
    }
  }

  /// Cancels all work that has not ended, in the order in which it was started.
  package func cancelAll() {
    for (_, work) in works.sorted(by: { $0.key < $1.key }) {
      work.task?.cancel()
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
  /// - Parameter idleTurnLimit: It gives up after so many turns in which no work has begun, waited, gone
  ///   on or ended; `nil` is never. Turns are a tenth of a second apart, and queue behind whatever waits
  ///   for a thread or the main actor.
  package func settle(idleTurnLimit: Int?) async throws(SettlingError) {
    while !isSettled {
      lastSettler += 1
      let number = lastSettler
      let failure = await withCheckedContinuation { continuation in
        settlers[number] = Settler(
          continuation: continuation,
          idleTurnLimit: idleTurnLimit,
          changeCount: book.changeCount
        )
        if idleTurnLimit != nil { startWatching() }
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
    settlers.removeValue(forKey: number)?.continuation.resume(returning: failure)
  }

  private func error(after idleTurnLimit: Int) -> SettlingError {
    SettlingError(
      turns: idleTurnLimit,
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

// MARK: - Giving up

extension WorkLedger {
  /// The ledgers in which somebody settles, all watched by one timer, however many there are.
  private static var watched: [ObjectIdentifier: WorkLedger] = [:]
  private static let watch = LiveScheduler()

  private func startWatching() {
    let isWatching = !Self.watched.isEmpty
    Self.watched[ObjectIdentifier(self)] = self
    if !isWatching {
      Self.tickLater()
    }
  }

  /// Real time has to pass too, since work may be with a real server.
  private static func tickLater() {
    watch.schedule(after: .milliseconds(100)) {
      watched = watched.filter { !$0.value.settlers.isEmpty }
      guard !watched.isEmpty else { return }
      for ledger in watched.values {
        ledger.beginTurns()
      }
      tickLater()
    }
  }

  /// Sends each turn by way of the threads, where it gets behind whatever the work may wait for.
  private func beginTurns() {
    for (number, settler) in settlers where settler.idleTurnLimit != nil && !settler.isInTurn {
      settlers[number]?.isInTurn = true
      Task.detached(priority: settler.priority) {
        await self.endTurn(ofSettler: number)
      }
    }
  }

  private func endTurn(ofSettler number: Int) {
    guard var settler = settlers[number], let idleTurnLimit = settler.idleTurnLimit else { return }
    settler.isInTurn = false
    settler.idleTurns = settler.changeCount == book.changeCount ? settler.idleTurns + 1 : 0
    settler.changeCount = book.changeCount
    settlers[number] = settler
    if settler.idleTurns >= idleTurnLimit {
      resume(settler: number, failing: error(after: idleTurnLimit))
    }
  }
}
