import PushHub
import Testing

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

  @Test func `with nothing to wait for settling returns`() async {
    await scheduler.settle()
    scheduler.schedule(after: .seconds(1)) {}
    await scheduler.settle()
    #expect(scheduler.pendingCount == 1)
  }

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

  @Test func `settling waits for work that was started by an action`() async {
    scheduler.schedule(after: .seconds(1)) { [scheduler, log] in
      scheduler.perform {
        await Task.yield()
        log.note("work")
      }
    }
    scheduler.advance(by: .seconds(1))
    await scheduler.settle()
    #expect(log.take() == ["work"])
  }

  @Test func `several tasks may settle at a time`() async {
    var work: CheckedContinuation<Void, Never>?
    scheduler.perform { [log] in
      await withCheckedContinuation { work = $0 }
      log.note("work")
    }
    let settlers = (1...3).map { _ in
      Task { [scheduler, log] in
        await scheduler.settle()
        log.note("settled")
      }
    }
    #expect(await eventually { work != nil })
    #expect(log.take().isEmpty)
    work?.resume()
    for settler in settlers {
      await settler.value
    }
    #expect(log.take() == ["work", "settled", "settled", "settled"])
  }

  @Test func `work that starts just before settling ends is waited for`() async {
    var work: CheckedContinuation<Void, Never>?
    scheduler.perform { await withCheckedContinuation { work = $0 } }
    let settler = Task { [scheduler, log] in
      await scheduler.settle()
      log.note("settled")
    }
    #expect(await eventually { work != nil })
    work?.resume()
    scheduler.perform { [log] in
      for _ in 1...10 { await Task.yield() }
      log.note("late work")
    }
    await settler.value
    #expect(log.take() == ["late work", "settled"])
  }

  @Test func `the task of work ends with it`() async {
    let task = scheduler.perform { [log] in log.note("work") }
    await task.value
    #expect(log.take() == ["work"])
  }

  // MARK: - Sleeping

  @Test func `settling does not wait for work that sleeps`() async {
    sleeper("a", for: .seconds(1))
    await scheduler.settle()
    #expect(log.take().isEmpty)
    #expect(scheduler.pendingCount == 1)
  }

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

  @Test func `settling waits for what work does after its sleep`() async {
    scheduler.perform { [scheduler, log] in
      try? await scheduler.sleep(until: scheduler.now + .seconds(1))
      for _ in 1...10 { await Task.yield() }
      log.note("done")
    }
    await scheduler.settle()
    scheduler.advance(by: .seconds(1))
    await scheduler.settle()
    #expect(log.take() == ["done"])
  }

  @Test func `sleepers wake at their deadlines`() async {
    sleeper("late", for: .seconds(3))
    sleeper("first of two", for: .seconds(2))
    sleeper("second of two", for: .seconds(2))
    sleeper("early", for: .seconds(1))
    await scheduler.settle()
    scheduler.advance(by: .seconds(1))
    await scheduler.settle()
    #expect(log.take() == ["early"])
    scheduler.advance(by: .seconds(1))
    await scheduler.settle()
    #expect(log.take().sorted() == ["first of two", "second of two"])
    scheduler.advance(by: .seconds(1))
    await scheduler.settle()
    #expect(log.take() == ["late"])
  }

  @Test func `a sleeper may sleep again`() async {
    scheduler.perform { [scheduler, log] in
      for number in 1...3 {
        try? await scheduler.sleep(until: scheduler.now + .seconds(1))
        log.note("\(number)")
      }
    }
    await scheduler.settle()
    for number in 1...3 {
      scheduler.advance(by: .seconds(1))
      await scheduler.settle()
      #expect(log.take() == ["\(number)"])
    }
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

  @Test func `a task that is not work may sleep, without settling waiting for it`() async {
    let deadline = scheduler.now + .seconds(1)
    let task = Task { [scheduler, log] in
      try? await scheduler.sleep(until: deadline)
      log.note("awake")
    }
    #expect(await eventually { scheduler.pendingCount != 0 })
    await scheduler.settle()
    scheduler.advance(by: .seconds(1))
    await task.value
    #expect(log.take() == ["awake"])
    await scheduler.settle()
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

  // MARK: - Cancelling

  @Test func `a cancelled sleep throws, and its alarm is gone`() async {
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

  @Test func `settling waits for work whose sleep was cancelled`() async {
    let task = sleeper("a", for: .seconds(1))
    await scheduler.settle()
    task.cancel()
    await scheduler.settle()
    #expect(log.take() == ["a cancelled"])
  }

  @Test func `work that was cancelled before does not sleep`() async {
    let task = sleeper("a", for: .seconds(1))
    task.cancel()
    await scheduler.settle()
    #expect(log.take() == ["a cancelled"])
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a sleeper that is cancelled before it goes on hears so, although it is due`() async {
    let first = sleeper("first", for: .seconds(1))
    let second = sleeper("second", for: .seconds(1))
    await scheduler.settle()
    first.cancel()
    scheduler.advance(by: .seconds(1))
    second.cancel()
    await scheduler.settle()
    #expect(log.take().sorted() == ["first cancelled", "second cancelled"])
  }

  @Test func `cancelling one sleeper leaves the others asleep`() async {
    let first = sleeper("first", for: .seconds(1))
    sleeper("second", for: .seconds(1))
    await scheduler.settle()
    first.cancel()
    await first.value
    #expect(log.take() == ["first cancelled"])
    #expect(scheduler.pendingCount == 1)
    scheduler.advance(by: .seconds(1))
    await scheduler.settle()
    #expect(log.take() == ["second"])
  }
}
