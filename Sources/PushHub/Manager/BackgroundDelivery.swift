/// The work of observers that the system waits for, for one push or for one answer of the user's.
///
/// Observers work at the same time. The result is there when all have answered, when the budget is
/// used up, or when a caller is cancelled, whatever comes first, and does not change after that.
@MainActor
final class BackgroundDelivery {
  /// What is worth telling about one observer's work.
  enum Remark {
    case late
    case answeredLate
    case failed(any Error)
  }

  private let policy: FetchResultPolicy
  private let scheduler: any Scheduler
  private let budget: Duration
  private let remark: (_ remark: Remark, _ observer: ObserverName) -> Void
  private var observers: [ObserverName] = []
  private var gate = DeliveryGate()
  private var tasks: [Task<Void, Never>] = []
  private var deadline: ScheduledAction?
  private let end = ScheduledCondition()
  private var callers: [(FetchResult) -> Void] = []
  private var finalResult: FetchResult?

  /// Starts with no work; the budget begins with the first.
  init(
    policy: FetchResultPolicy = .newDataThenFailed,
    scheduler: any Scheduler,
    budget: Duration,
    remark: @escaping (_ remark: Remark, _ observer: ObserverName) -> Void
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
  /// Sets an observer to work; what it works on is kept alive until it has returned.
  ///
  /// - Returns: The work, or `nil` if the result is final already.
  @discardableResult
  func perform(
    by observer: ObserverName,
    _ work: @escaping @MainActor () async throws -> FetchResult
  ) -> Task<Void, Never>? {
    guard let place = gate.admit() else { return nil }
    deadline = deadline ?? scheduler.schedule(after: budget) { [weak self] in self?.cutOff() }
    observers.append(observer)
    let task = scheduler.perform { await self.carryOut(work, at: place) }
    tasks.append(task)
    return task
  }

  /// Notes that all who are asked have been, so that the last answer ends it.
  func seal() {
    if gate.seal() { finish() }
  }

  private func carryOut(
    _ work: @MainActor () async throws -> FetchResult,
    at place: DeliveryGate.Worker
  ) async {
    do {
      accept(try await work(), from: place)
    } catch {
      guard finalResult == nil else { return remark(.answeredLate, observers[place]) }
      remark(.failed(error), observers[place])
      accept(.failed, from: place)
    }
  }

  private func accept(_ result: FetchResult, from place: DeliveryGate.Worker) {
    switch gate.accept(result, from: place) {
    case .counted: break
    case .closed: finish()
    case .late: remark(.answeredLate, observers[place])
    }
  }

  private func cutOff() {
    guard let missing = gate.close() else { return }
    for place in missing {
      tasks[place].cancel()
      remark(.late, observers[place])
    }
    finish()
  }

  private func finish() {
    let result = policy.merged(gate.countedResults)
    finalResult = result
    tasks = []
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
