import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// A consumer of an event stream that is canceled on its way to the event.
struct CanceledStreamTests: AppFixture {
  /// Runs jobs when a test says so.
  private final class StepExecutor: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    /// Runs the next job, if there is one.
    func runNext() -> Bool {
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
      return job != nil
    }
  }

  let app = SimulatedApp()

  @Test func `an event that a canceled consumer was about to read stays pending`() async {
    receive("m1")
    let stream = manager.events()
    let executor = StepExecutor()
    let consumer = Task.detached(executorPreference: executor) {
      await stream.first { _ in true }
    }
    // The consumer waits for the main actor, on which this test runs.
    #expect(executor.runNext())
    while executor.runNext() {}
    consumer.cancel()
    var hasEnded = false
    Task {
      _ = await consumer.value
      hasEnded = true
    }
    #expect(
      await eventually {
        _ = executor.runNext()
        return hasEnded
      }
    )
    let observer = PushRecorder()
    manager.add(observer)
    #expect(observer.lines == ["received m1"])
  }
}
