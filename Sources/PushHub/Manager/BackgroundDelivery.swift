/// The work that the system waits for: of workers for one push or refresh, or of responders for one
/// response.
///
/// All work at the same time. The result is there when all have answered, when the budget is
/// used up, or when a caller is cancelled, whatever comes first, and does not change after that.
@MainActor
final class BackgroundDelivery {
  /// What is worth recording about one participant's work.
  enum Remark {
    case late
    case answeredLate
    case failed(any Error)
  }

  private struct Worker {
    let participant: Participant
    var task: Task<Void, Never>?
    var result: FetchResult?
  }

  private let policy: FetchResultPolicy
  private let scheduler: any Scheduler
  private let budget: Duration
  private let remark: (_ remark: Remark, _ participant: Participant) -> Void
  private var workers: [Worker] = []
  private var isSealed = false
  private var deadline: ScheduledAction?
  private let end = ScheduledCondition()
  private var callers: [(FetchResult) -> Void] = []
  private var finalResult: FetchResult?

  /// Starts with no work; the budget begins with the first.
  init(
    policy: FetchResultPolicy,
    scheduler: any Scheduler,
    budget: Duration,
    remark: @escaping (_ remark: Remark, _ participant: Participant) -> Void
  ) {
    self.policy = policy
    self.scheduler = scheduler
    self.budget = budget
    self.remark = remark
  }
}

// MARK: - Whoever waits

extension BackgroundDelivery {
  /// Tells the merged result, at once if it is final.
  func whenFinished(_ caller: @escaping (FetchResult) -> Void) {
    if let finalResult {
      caller(finalResult)
    } else {
      callers.append(caller)
    }
  }

  /// The merged result, as soon as it is final; cancelling the caller makes it final.
  func result() async -> FetchResult {
    while finalResult == nil {
      guard (try? await end.wait()) != nil else {
        cutOff()
        break
      }
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
    deadline = deadline ?? scheduler.schedule(after: budget) { [weak self] in self?.cutOff() }
    let place = workers.count
    workers.append(Worker(participant: participant))
    workers[place].task = scheduler.perform { await self.carryOut(work, at: place) }
  }

  /// Ends as soon as nobody's result is missing, since nobody else will be asked.
  func seal() {
    isSealed = true
    finishIfComplete()
  }

  private func carryOut(
    _ work: @MainActor () async throws -> FetchResult,
    at place: Int
  ) async {
    let participant = workers[place].participant
    do {
      let result = try await work()
      guard finalResult == nil else { return remark(.answeredLate, participant) }
      workers[place].result = result
    } catch {
      guard finalResult == nil else { return remark(.answeredLate, participant) }
      remark(.failed(error), participant)
      workers[place].result = .failed
    }
    finishIfComplete()
  }

  private func cutOff() {
    guard finalResult == nil else { return }
    for worker in workers where worker.result == nil {
      worker.task?.cancel()
      remark(.late, worker.participant)
    }
    finish()
  }

  private func finishIfComplete() {
    guard finalResult == nil, isSealed, !workers.contains(where: { $0.result == nil }) else {
      return
    }
    finish()
  }

  /// A missing result counts as failed.
  private func finish() {
    let result = policy.merged(workers.map { $0.result ?? .failed })
    finalResult = result
    if let deadline {
      scheduler.cancel(deadline)
    }
    let callers = callers
    self.callers = []
    for caller in callers {
      caller(result)
    }
    end.signalAll()
  }
}
