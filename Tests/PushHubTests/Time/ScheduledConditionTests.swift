import PushHub
import Testing

@MainActor
struct ScheduledConditionTests {
  let scheduler = ManualScheduler()
  let condition = ScheduledCondition()
  let log = CallLog()
  private let ending: WorkEnding

  init() {
    ending = WorkEnding(on: scheduler)
  }

  @discardableResult
  private func waiter(_ name: String) -> Task<Void, Never> {
    scheduler.perform { [condition, log] in
      let isSignalled = (try? await condition.wait()) != nil
      await Task.yield()
      log.note("\(name) \(isSignalled)")
    }
  }

  @Test func `settling does not wait for a signal, and waits for what follows one`() async {
    waiter("a")
    waiter("b")
    await scheduler.settle()
    #expect(log.take().isEmpty)
    condition.signalAll()
    await scheduler.settle()
    #expect(log.take().sorted() == ["a true", "b true"])
  }

  @Test func `a signal that comes before the wait is gone`() async {
    condition.signalAll()
    waiter("a")
    await scheduler.settle()
    #expect(log.take().isEmpty)
  }

  @Test func `cancelling ends one wait and leaves the others`() async {
    let first = waiter("first")
    waiter("second")
    await scheduler.settle()
    first.cancel()
    await scheduler.settle()
    #expect(log.take() == ["first false"])
    condition.signalAll()
    await scheduler.settle()
    #expect(log.take() == ["second true"])
  }

  @Test func `a wait that was signalled is not undone by cancelling`() async {
    let task = waiter("a")
    await scheduler.settle()
    condition.signalAll()
    task.cancel()
    await scheduler.settle()
    #expect(log.take() == ["a true"])
  }

  @Test func `work that was cancelled before does not wait`() async {
    waiter("a").cancel()
    await scheduler.settle()
    #expect(log.take() == ["a false"])
  }

  @Test func `work of one scheduler waits for a signal from another's`() async {
    let other = ManualScheduler()
    waiter("a")
    await scheduler.settle()
    other.perform { [condition] in condition.signalAll() }
    await other.settle()
    await scheduler.settle()
    #expect(log.take() == ["a true"])
  }

  @Test func `a live scheduler's work that other work starts is not that work`() async {
    let live = LiveScheduler()
    scheduler.perform { [condition, log] in
      live.perform { try? await condition.wait() }
      for _ in 1...10 { await Task.yield() }
      log.note("work")
    }
    await scheduler.settle()
    #expect(log.take() == ["work"])
    condition.signalAll()
  }

  // MARK: - The end of other work

  @Test func `settling waits for work that waited for other work's end`() async {
    let sleeper = scheduler.perform { [scheduler, log] in
      try? await scheduler.sleep(for: .seconds(3))
      log.note("slept")
    }
    scheduler.perform { [scheduler, log] in
      try? await scheduler.standBy(for: sleeper)
      await Task.yield()
      log.note("after it")
      try? await scheduler.standBy(for: sleeper)
      log.note("after its end")
    }
    await scheduler.settle()
    scheduler.advance(by: .seconds(3))
    await scheduler.settle()
    #expect(log.take() == ["slept", "after it", "after its end"])
  }

  @Test func `cancelling ends the wait for other work, and not that work`() async {
    let sleeper = scheduler.perform { [scheduler] in
      try? await scheduler.sleep(for: .seconds(3))
    }
    let task = scheduler.perform { [scheduler, log] in
      do {
        try await scheduler.standBy(for: sleeper)
      } catch {
        log.note("\(type(of: error))")
      }
    }
    await scheduler.settle()
    task.cancel()
    await scheduler.settle()
    #expect(log.take() == ["CancellationError"])
    #expect(scheduler.pendingCount == 1)
  }

  @Test func `a live scheduler waits for a task's end`() async throws {
    let live = LiveScheduler()
    let task = live.perform { [log] in log.note("work") }
    try await live.standBy(for: task)
    #expect(log.take() == ["work"])
  }

  @Test func `what was cancelled before a signal is not signalled`() async {
    let scheduler = ManualScheduler()
    let condition = ScheduledCondition()
    var ends: [String] = []
    let wait = scheduler.perform {
      do {
        try await condition.wait()
        ends.append("signalled")
      } catch {
        ends.append("cancelled")
      }
    }
    let sleep = scheduler.perform {
      do {
        try await scheduler.sleep(for: .seconds(10))
        ends.append("slept")
      } catch {
        ends.append("woken")
      }
    }
    await scheduler.settle()
    wait.cancel()
    sleep.cancel()
    condition.signalAll()
    scheduler.advance(by: .seconds(10))
    await scheduler.settle()
    #expect(ends.sorted() == ["cancelled", "woken"])
  }
}
