import PushHub
import PushHubTesting

/// A feature whose work for a push, or for a refresh, takes its time and ends as a test says.
final class WorkerProbe: PushPlugin, BackgroundWorker {
  struct ServerDown: Error {}

  enum Habit: CaseIterable {
    case answers
    case fails
    /// It has no answer before it is canceled, and says so then.
    case hangs
    /// It does not heed being cut off.
    case answersLate
  }

  private(set) var askedCount = 0
  private(set) var endedCount = 0
  private let habit: Habit
  private let result: FetchResult
  private let scheduler: any Scheduler
  private let ended = ScheduledCondition()

  init(_ habit: Habit, _ result: FetchResult = .newData, on scheduler: any Scheduler) {
    self.habit = habit
    self.result = result
    self.scheduler = scheduler
  }

  func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    askedCount += 1
    defer {
      endedCount += 1
      ended.signalAll()
    }
    switch habit {
    case .answers:
      try await scheduler.sleep(for: .seconds(2))
      return result
    case .fails:
      try await scheduler.sleep(for: .seconds(2))
      throw ServerDown()
    case .hangs:
      try await scheduler.sleep(for: .seconds(3_600))
      return result
    case .answersLate:
      await scheduler.awaitExternalWork {
        await withCheckedContinuation { continuation in
          scheduler.schedule(after: .seconds(40)) { continuation.resume() }
        }
      }
      return result
    }
  }

  /// Returns when it was done so often, or the test's time is over.
  func waitForEnd(_ count: Int = 1) async {
    while endedCount < count, !Task.isCancelled {
      try? await ended.wait()
    }
  }
}
