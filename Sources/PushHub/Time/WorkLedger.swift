/// Knows what asynchronous work is under way, and which of it waits for the world outside.
@MainActor
package final class WorkLedger {
  /// A piece of work, as its own task knows it.
  @MainActor
  final class Work {
    fileprivate let ledger: WorkLedger
    fileprivate var task: Task<Void, Never>?

    fileprivate init(in ledger: WorkLedger) {
      self.ledger = ledger
    }

    /// Counts the work as under way again, before its task has had its turn to go on.
    func stopWaiting() {
      guard ledger.waiting.removeValue(forKey: ObjectIdentifier(self)) != nil else { return }
      ledger.runningCount += 1
    }

    /// Counts the work as waiting from now on.
    func startWaiting() {
      guard ledger.waiting.updateValue(self, forKey: ObjectIdentifier(self)) == nil else { return }
      ledger.stopRunning()
    }
  }

  /// The work to which the calling task belongs.
  @TaskLocal static var currentWork: Work?

  private var runningCount = 0
  private var waiting: [ObjectIdentifier: Work] = [:]
  private var settlers: [CheckedContinuation<Void, Never>] = []

  package init() {}

  /// Starts work that ``settle()`` waits for.
  package func perform(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    runningCount += 1
    let current = Work(in: self)
    let task = Self.$currentWork.withValue(current) {
      Task {
        await work()
        self.stopRunning()
      }
    }
    current.task = task
    return task
  }

  /// Waits without ``settle()`` waiting too; outside of this ledger's work it just waits.
  package func standBy<Value>(
    _ wait: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    guard let work = Self.currentWork, work.ledger === self else { return try await wait() }
    work.startWaiting()
    defer { work.stopWaiting() }
    return try await wait()
  }

  /// Returns when all work has ended or waits undisturbed; cancelling disturbs.
  package func settle() async {
    while runningCount > 0 || waiting.values.contains(where: { $0.task?.isCancelled == true }) {
      await withCheckedContinuation { settlers.append($0) }
    }
  }

  private func stopRunning() {
    runningCount -= 1
    guard runningCount == 0 else { return }
    for settler in settlers {
      settler.resume()
    }
    settlers = []
  }
}
