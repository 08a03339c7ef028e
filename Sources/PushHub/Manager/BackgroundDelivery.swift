/// The work that the system waits for: of workers for one push or refresh, or of responders for one
/// response.
///
/// All work at the same time. The result is there when all have answered, when the budget is
/// used up, or when a caller is cancelled, whatever comes first, and does not change after that.
@MainActor
final class BackgroundDelivery {
  @MainActor
  private final class Worker {
    let participant: Participant
    var task: Task<Void, Never>?
    var result: FetchResult?

    init(_ participant: Participant) {
      self.participant = participant
    }
  }

  private weak var manager: NotificationManager?
  private let push: Push?
  private let configuration: NotificationManager.Configuration
  private let scheduler: any Scheduler
  private var workers: [Worker] = []
  private var isSealed = false
  private var deadline: ScheduledAction?
  private var callers: [(FetchResult) -> Void] = []
  private var finalResult: FetchResult?

  /// Starts with no work; the budget begins with the first.
  init(of manager: NotificationManager, about push: Push? = nil) {
    self.manager = manager
    self.push = push
    configuration = manager.configuration
    scheduler = manager.scheduler
  }
}

// MARK: - Whoever waits

extension BackgroundDelivery {
  /// Calls with the merged result, at once if it is final.
  func whenFinished(_ caller: @escaping (FetchResult) -> Void) {
    if let finalResult {
      caller(finalResult)
    } else {
      callers.append(caller)
    }
  }

  /// The merged result, as soon as it is final; cancelling the caller makes it final.
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
      ?? scheduler.schedule(after: configuration.backgroundBudget) { [weak self] in self?.cutOff() }
    let worker = Worker(participant)
    workers.append(worker)
    worker.task = scheduler.perform(from: "\(participant.name), for a delivery,") {
      var failure: (any Error)?
      do {
        worker.result = try await work()
      } catch {
        worker.result = .failed
        failure = error
      }
      self.recordEnd(of: worker, failure)
    }
  }

  /// Ends as soon as nobody's result is missing, since nobody else will be asked.
  func seal() {
    isSealed = true
    finishIfComplete()
  }

  private func recordEnd(of worker: Worker, _ failure: (any Error)?) {
    if finalResult != nil {
      record(.answeredLate, by: worker, "its result came too late to count")
    } else if let failure {
      record(.workFailed, by: worker, failure.logDescription)
    }
    finishIfComplete()
  }

  private func cutOff() {
    guard finalResult == nil else { return }
    for worker in workers where worker.result == nil {
      worker.task?.cancel()
      record(.late, by: worker, "its work was cut off")
    }
    finish()
  }

  private func record(_ code: PushLogEntry.Code, by worker: Worker, _ message: String) {
    manager?.record(code, push: push, by: worker.participant, message)
  }

  private func finishIfComplete() {
    if finalResult == nil, isSealed, !workers.contains(where: { $0.result == nil }) { finish() }
  }

  /// A missing result counts as failed.
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
