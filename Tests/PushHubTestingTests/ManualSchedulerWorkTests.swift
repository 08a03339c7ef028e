import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Asynchronous work in simulated time: it is waited for, and it sleeps without real time.
@MainActor
struct ManualSchedulerWorkTests {
  let scheduler = ManualScheduler()
  let log = CallLog()
  private let ending: WorkEnding

  init() {
    ending = WorkEnding(on: scheduler)
  }

  /// Starts work that sleeps and then notes how it went on.
  @discardableResult
  private func sleeper(_ name: String, for duration: Duration) -> Task<Void, Never> {
    scheduler.perform { [scheduler, log] in
      do {
        try await scheduler.sleep(until: scheduler.now + duration)
        log.note(name)
      } catch is CancellationError {
        log.note("\(name) cancelled")
      } catch {
        log.note("\(name) failed")
      }
    }
  }

  // MARK: - Work

  @Test func `work does not run from inside perform`() async {
    scheduler.perform { [log] in log.note("work") }
    #expect(log.take().isEmpty)
    await scheduler.settle()
    #expect(log.take() == ["work"])
  }

  @Test func `settling waits for all work, in the order of its start`() async {
    for name in ["a", "b", "c"] {
      scheduler.perform { [log] in
        log.note("\(name) begins")
        await Task.yield()
        log.note("\(name) ends")
      }
    }
    await scheduler.settle()
    #expect(Set(log.lines.prefix(3)) == ["a begins", "b begins", "c begins"])
    #expect(log.take().count == 6)
  }

  @Test func `settling waits for work that was started by work`() async {
    scheduler.perform { [scheduler, log] in
      log.note("outer")
      scheduler.perform {
        await Task.yield()
        log.note("inner")
        scheduler.perform {
          await Task.yield()
          log.note("innermost")
        }
      }
    }
    await scheduler.settle()
    #expect(log.take() == ["outer", "inner", "innermost"])
  }

  // MARK: - Sleeping

  @Test func `work sleeps until time has reached the deadline`() async {
    sleeper("a", for: .seconds(1))
    await scheduler.settle()
    scheduler.advance(by: .milliseconds(999))
    await scheduler.settle()
    #expect(log.take().isEmpty)
    scheduler.advance(by: .milliseconds(1))
    await scheduler.settle()
    #expect(log.take() == ["a"])
    #expect(scheduler.pendingCount == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-5)])
  func `a sleep until now or the past ends with the next advance`(duration: Duration) async {
    sleeper("a", for: duration)
    await scheduler.settle()
    #expect(log.take().isEmpty)
    scheduler.advance(by: .zero)
    await scheduler.settle()
    #expect(log.take() == ["a"])
  }

  @Test func `settling does not wait for work that sleeps on another scheduler`() async {
    let other = ManualScheduler()
    scheduler.perform { [log] in
      try? await other.sleep(until: other.now + .seconds(1))
      log.note("awake")
    }
    await scheduler.settle()
    #expect(log.take().isEmpty)
    other.advance(by: .seconds(1))
    await scheduler.settle()
    #expect(log.take() == ["awake"])
  }

  // MARK: - Canceling

  @Test func `a canceled sleep throws, and its alarm is gone`() async {
    let task = sleeper("a", for: .seconds(1))
    await scheduler.settle()
    task.cancel()
    await task.value
    #expect(log.take() == ["a cancelled"])
    #expect(scheduler.pendingCount == 0)
    scheduler.advance(by: .seconds(1))
    await scheduler.settle()
    #expect(log.take().isEmpty)
  }

  @Test func `work that was canceled before does not sleep`() async {
    let task = sleeper("a", for: .seconds(1))
    task.cancel()
    await scheduler.settle()
    #expect(log.take() == ["a cancelled"])
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a due sleep that is canceled before it resumes throws`() async {
    let first = sleeper("first", for: .seconds(1))
    let second = sleeper("second", for: .seconds(1))
    await scheduler.settle()
    first.cancel()
    scheduler.advance(by: .seconds(1))
    second.cancel()
    await scheduler.settle()
    #expect(log.take().sorted() == ["first cancelled", "second cancelled"])
  }
}
