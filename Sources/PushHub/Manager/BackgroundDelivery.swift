/// The work of all observers for one push that reached the app in the background.
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
  private let remark: (_ remark: Remark, _ observer: String) -> Void
  private var observers: [String] = []
  private var gate = DeliveryGate(workers: 0)
  private var tasks: [Task<Void, Never>] = []
  private var deadline: ScheduledAction?
  private let end = ScheduledCondition()
  private var finalResult: FetchResult?

  init(
    policy: FetchResultPolicy,
    scheduler: any Scheduler,
    remark: @escaping (_ remark: Remark, _ observer: String) -> Void
  ) {
    self.policy = policy
    self.scheduler = scheduler
    self.remark = remark
  }
}

extension BackgroundDelivery {
  /// Sets the observers to work; to be called once.
  ///
  /// An observer is kept alive until its work has returned, and no longer.
  func start(_ workers: [any BackgroundPushObserver], on push: Push, within budget: Duration) {
    observers = workers.map { "\(type(of: $0))" }
    gate = DeliveryGate(workers: workers.count)
    guard !workers.isEmpty else { return finish() }
    deadline = scheduler.schedule(after: budget) { [weak self] in self?.cutOff() }
    tasks = workers.enumerated().map { index, worker in
      scheduler.perform { await self.work(of: worker, at: index, on: push) }
    }
  }

  /// The merged result, as soon as it is final.
  func result() async -> FetchResult {
    while finalResult == nil {
      guard (try? await end.wait()) != nil else {
        cutOff()
        break
      }
    }
    return finalResult ?? .failed
  }

  private func work(
    of worker: any BackgroundPushObserver,
    at index: DeliveryGate.Worker,
    on push: Push
  ) async {
    do {
      accept(try await worker.performBackgroundWork(for: push), from: index)
    } catch {
      guard finalResult == nil else { return }
      remark(.failed(error), observers[index])
      accept(.failed, from: index)
    }
  }

  private func accept(_ result: FetchResult, from index: DeliveryGate.Worker) {
    switch gate.accept(result, from: index) {
    case .counted: break
    case .closed: finish()
    case .late: remark(.answeredLate, observers[index])
    }
  }

  private func cutOff() {
    guard let missing = gate.close() else { return }
    for worker in missing {
      tasks[worker].cancel()
      remark(.late, observers[worker])
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
    end.signalAll()
  }
}
