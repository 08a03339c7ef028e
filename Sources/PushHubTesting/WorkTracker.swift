import PushHub

/// Keeps track of asynchronous work, and of the work that is waiting.
@MainActor
package final class WorkTracker {
  /// A piece of work.
  @MainActor
  final class Work: TrackedWork {
    /// The reason for its wait, such as "waits for a signal"; nil while it runs.
    var wait: String? {
      didSet { tracker.recordChange(of: self) }
    }

    fileprivate let tracker: WorkTracker
    fileprivate let number: Int
    fileprivate let origin: String
    fileprivate var task: Task<Void, Never>?

    /// Whether it was canceled before it ended.
    fileprivate nonisolated let isCancelled = Lock(false)

    fileprivate init(_ number: Int, in tracker: WorkTracker, from origin: String) {
      self.number = number
      self.tracker = tracker
      self.origin = origin
    }
  }

  /// The number of turns without any change of the work after which settling fails; `nil` for no limit.
  ///
  /// Turns are a tenth of a second apart, and are queued behind other jobs for a thread or the main actor.
  package var idleTurnLimit: Int? = 300

  // Settling waits for work that runs, and for canceled work until it has noticed that.
  private var works: [Int: Work] = [:]
  private var running: Set<Int> = []
  private nonisolated let cancelledCount = Lock(0)
  private var lastNumber = 0

  private var settlers: [Suspension<String?>] = []
  private var idleTurns = 0
  private var isWatched = false

  package init() {}
}

// MARK: - Work

extension WorkTracker {
  /// Starts work, which ``settle()`` waits for.
  package func perform(
    from origin: String,
    _ body: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    lastNumber += 1
    let work = Work(lastNumber, in: self, from: origin)
    works[work.number] = work
    let task = WorkContext.$current.withValue(work) {
      Task {
        await withTaskCancellationHandler {
          await body()
        } onCancel: {
          work.isCancelled.withLock { $0 = true }
          self.cancelledCount.withLock { $0 += 1 }
        }
        self.works[work.number] = nil
        if work.isCancelled.withLock({ $0 }) {
          self.cancelledCount.withLock { $0 -= 1 }
        }
        self.recordChange(of: work)
      }
    }
    work.task = task
    recordChange(of: work)
    return task
  }

  /// Cancels all work that has not ended, in the order in which it was started.
  package func cancelAll() {
    for work in inOrder {
      work.task?.cancel()
    }
  }

  private var inOrder: [Work] { works.values.sorted { $0.number < $1.number } }
}

// MARK: - Settling

extension WorkTracker {
  /// Returns when all work has ended or is waiting, and none was canceled.
  ///
  /// - Returns: A description of the unfinished work if settling has failed.
  package func settle() async -> String? {
    while !isSettled {
      if settlers.isEmpty { idleTurns = 0 }
      let settler = Suspension<String?>()
      settlers.append(settler)
      watch()
      if let failure = await settler.end { return failure }
    }
    return nil
  }

  private var isSettled: Bool {
    running.isEmpty && cancelledCount.withLock { $0 } == 0
  }

  private func recordChange(of work: Work) {
    if work.wait == nil, works[work.number] != nil {
      running.insert(work.number)
    } else {
      running.remove(work.number)
    }
    idleTurns = 0
    if !settlers.isEmpty, isSettled { endSettling(with: nil) }
  }

  private func endSettling(with failure: String?) {
    let ended = settlers
    settlers = []
    for settler in ended {
      settler.end(with: failure)
    }
  }
}

// MARK: - Failing

extension WorkTracker {
  /// Counts turns until settling fails.
  ///
  /// Real time must pass too, since work may wait for a real server. Each turn comes from another thread,
  /// queued behind the jobs that the work may wait for.
  private func watch() {
    guard let idleTurnLimit, !isWatched else { return }
    isWatched = true
    Task.detached(priority: Task.currentPriority) {
      repeat {
        try? await Task.sleep(for: .milliseconds(100))
      } while await self.endTurn(limit: idleTurnLimit)
    }
  }

  private func endTurn(limit: Int) -> Bool {
    idleTurns += 1
    if idleTurns > limit { endSettling(with: failure) }
    isWatched = !settlers.isEmpty
    return isWatched
  }

  private var failure: String {
    let works = inOrder.map { "\nWork that was started at \($0.origin) \($0.state)" }
    return "Settling failed after \(idleTurns) turns in which nothing happened.\(works.joined())"
  }
}

extension WorkTracker.Work {
  fileprivate var state: String {
    guard let wait else {
      return """
        is under way, or waits for something that the scheduler doesn't know: let it wait in sleep, \
        in awaitExternalWork, or for a ScheduledStream.
        """
    }
    return isCancelled.withLock { $0 }
      ? "was canceled, but still \(wait): let that end when it is canceled."
      : "\(wait), as it may."
  }
}
