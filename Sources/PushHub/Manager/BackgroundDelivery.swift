/// The work that the system waits for: of workers for one push or refresh, or of responders for one
/// answer.
///
/// All work at the same time. The result is there when all have answered, when the budget is
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
    policy: FetchResultPolicy,
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

/// Decides once what came of observers' work: when all have answered, or when time is up.
///
/// Answer and deadline go through the same gate, so that whichever comes second finds it closed.
/// Workers are admitted until the gate closes; it does not close by itself before it is sealed.
struct DeliveryGate {
  /// What became of an answer.
  enum Reception: Equatable {
    /// The answer counts; others are still missing.
    case counted

    /// The answer counts and was the last.
    case closed

    /// The gate had closed before.
    case late
  }

  /// One observer's place, in the order in which they were asked.
  typealias Worker = Int

  private var results: [FetchResult?] = []
  private var missing = 0
  private var isSealed = false

  /// Whether the result is not final yet.
  private(set) var isOpen = true

  /// What counts for each worker: a missing answer counts as failed.
  var countedResults: [FetchResult] { results.map { $0 ?? .failed } }

  /// Admits one more worker.
  ///
  /// - Returns: Its place, or `nil` if the gate has closed.
  mutating func admit() -> Worker? {
    guard isOpen else { return nil }
    results.append(nil)
    missing += 1
    return results.count - 1
  }

  /// Lets the gate close as soon as nobody's answer is missing.
  ///
  /// - Returns: Whether that closes it.
  mutating func seal() -> Bool {
    isSealed = true
    return closeIfComplete()
  }

  /// Takes an answer.
  mutating func accept(_ result: FetchResult, from worker: Worker) -> Reception {
    guard isOpen, results[worker] == nil else { return .late }
    results[worker] = result
    missing -= 1
    return closeIfComplete() ? .closed : .counted
  }

  /// Closes the gate if it is open.
  ///
  /// - Returns: Those whose answers are missing, or `nil` if the gate had closed before.
  mutating func close() -> [Worker]? {
    guard isOpen else { return nil }
    isOpen = false
    return results.indices.filter { results[$0] == nil }
  }

  private mutating func closeIfComplete() -> Bool {
    guard isOpen, isSealed, missing == 0 else { return false }
    isOpen = false
    return true
  }
}
