/// The work that the system waits for: of workers for one push or refresh, of voters on one presentation, or
/// of responders for one response.
///
/// All of them work at the same time. The result is final when each has returned, when the budget is
/// used up, or when a caller is canceled, whichever comes first.
@MainActor
final class BackgroundDelivery {
  private struct Worker {
    let participant: Participant
    var task: Task<Void, Never>?
    var result: FetchResult?
  }

  private weak var manager: NotificationManager?
  private let push: Push?
  private let budget: Duration
  private let configuration: NotificationManager.Configuration
  private let scheduler: any Scheduler
  private var workers: [Worker] = []
  private var deadline: ScheduledAction?
  private var callers: [(FetchResult) -> Void] = []
  private var finalResult: FetchResult?

  /// Starts with no work; the budget begins with the first.
  init(of manager: NotificationManager, about push: Push? = nil, within budget: Duration? = nil) {
    self.manager = manager
    self.push = push
    self.budget = budget ?? manager.configuration.backgroundBudget
    configuration = manager.configuration
    scheduler = manager.scheduler
  }
}

// MARK: - Waiting

extension BackgroundDelivery {
  /// Calls with the merged result, at once if it is final.
  func whenFinished(_ caller: @escaping (FetchResult) -> Void) {
    if let finalResult {
      caller(finalResult)
    } else {
      callers.append(caller)
    }
  }

  /// The merged result, as soon as it is final; canceling the caller makes it final.
  func result() async -> FetchResult {
    let end = ScheduledCondition()
    whenFinished { _ in end.signalAll() }
    while finalResult == nil {
      if (try? await end.wait()) == nil { cutOff() }
    }
    return finalResult ?? .failed
  }
}

// MARK: - The work

extension BackgroundDelivery {
  /// Sets a participant to work, unless the result is final already.
  func perform(
    by participant: Participant,
    _ work: @escaping @MainActor () async throws -> FetchResult
  ) {
    guard finalResult == nil else { return }
    deadline =
      deadline
      ?? scheduler.schedule(after: budget) { [weak self] in self?.cutOff() }
    let index = workers.count
    workers.append(Worker(participant: participant))
    workers[index].task = scheduler.perform(from: "\(participant.name), for a delivery,") {
      do {
        self.finish(index, with: try await work())
      } catch {
        self.finish(index, with: .failed, error)
      }
    }
  }

  private func finish(_ index: Int, with result: FetchResult, _ error: (any Error)? = nil) {
    workers[index].result = result
    if finalResult != nil {
      record(
        .answeredLate,
        by: index,
        "it returned after its work was canceled; the result is ignored"
      )
    } else if let error {
      record(.workFailed, by: index, "its work failed: \(LogText(error))")
    }
    finishIfComplete()
  }

  private func cutOff() {
    guard finalResult == nil else { return }
    for index in workers.indices where workers[index].result == nil {
      workers[index].task?.cancel()
      record(.late, by: index, "its work exceeded the time limit and was canceled")
    }
    finish()
  }

  private func record(_ code: PushLogEntry.Code, by index: Int, _ message: String) {
    manager?.record(code, push: push, by: workers[index].participant, message)
  }

  /// Finishes the work if no worker's result is missing.
  func finishIfComplete() {
    if finalResult == nil, workers.allSatisfy({ $0.result != nil }) { finish() }
  }

  /// Finishes the work; a missing result counts as failed.
  private func finish() {
    let result = configuration.merged(workers.map { $0.result ?? .failed })
    finalResult = result
    if let deadline {
      scheduler.cancel(deadline)
    }
    let callers = callers
    self.callers = []
    for caller in callers {
      caller(result)
    }
  }
}
