import Foundation
import PushHub
import Testing

/// Settling against every order in which work, what it waits for and what disturbs it can come.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct SettlingTests {
  private let push: PushPayload

  init() throws {
    push = try PushPayload(json: Data(#"{"aps":{"content-available":1}}"#.utf8))
  }

  private final class SlowWorker: PushObserver, BackgroundPushObserver {
    private let scheduler: any Scheduler
    private let seconds: Int

    init(scheduler: any Scheduler, seconds: Int) {
      self.scheduler = scheduler
      self.seconds = seconds
    }

    func receive(_ event: PushEvent) {}

    func performBackgroundWork(for push: Push) async throws -> FetchResult {
      try await scheduler.sleep(for: .seconds(seconds))
      return .newData
    }
  }

  /// An app whose delivery is awaited, and two observers that work for it.
  @MainActor
  private final class App {
    let clock = ManualScheduler()
    let manager: NotificationManager
    let workers: [SlowWorker]
    var result: FetchResult?
    var waiter: Task<Void, Never>?

    init(sleeping seconds: Int...) {
      clock.work.idleTurnLimit = nil
      let clock = clock
      manager = NotificationManager(scheduler: clock)
      workers = seconds.map { SlowWorker(scheduler: clock, seconds: $0) }
      for worker in workers {
        manager.add(worker)
      }
    }

    func settle(on stage: Stage) async {
      await clock.settle()
      await stage.expectSettled("at \(clock.now)") { "\(String(describing: result))" }
    }
  }

  @Test(arguments: [true, false])
  func `a delivery that work waits for, standing by or not`(standsBy: Bool) {
    let exploration = Exploration("stands by: \(standsBy)", upTo: 100_000) { [push] stage in
      let app = App(sleeping: 3, 2)
      stage.test {
        app.clock.perform {
          app.result =
            standsBy
            ? await app.clock.awaitExternalWork { await app.manager.deliver(push, via: .remote) }
            : await app.manager.deliver(push, via: .remote)
        }
        await app.settle(on: stage)
        app.clock.advance(by: .seconds(2))
        await app.settle(on: stage)
        stage.expect(app.result == nil, "too early")
        app.clock.advance(by: .seconds(1))
        await app.settle(on: stage)
        stage.expect(app.result == .newData, "no result")
      }
    }
    #expect(exploration.mistakes == [])
    #expect(exploration.hasTried(2))
  }

  @Test func `two workers, a waiter, a cancellation and a settler`() {
    let exploration = Exploration(upTo: 100_000) { [push] stage in
      let app = App(sleeping: 1, 0)
      stage.test {
        app.waiter = app.clock.perform {
          app.result = await app.clock.awaitExternalWork {
            await app.manager.deliver(push, via: .remote)
          }
        }
        stage.atAnyMoment("cancel") { app.waiter?.cancel() }
        for _ in 1...2 {
          await app.settle(on: stage)
          app.clock.advance(by: .seconds(1))
        }
        await app.settle(on: stage)
        stage.expect(app.result != nil, "no result")
      }
      stage.atTheEnd { stage.expect(app.clock.pendingCount == 0, "an alarm is left") }
    }
    #expect(exploration.mistakes == [])
    #expect(exploration.hasTried(101))
  }

  @Test func `two settlers, and work that waits for the end of cancelled work`() {
    let exploration = Exploration(upTo: 100_000) { stage in
      let clock = ManualScheduler()
      clock.work.idleTurnLimit = nil
      let ending = ScheduledCondition()
      var lines: [String] = []
      let sleepers = [1, 2].map { seconds in
        clock.perform {
          let isOver = (try? await clock.sleep(for: .seconds(seconds))) != nil
          lines.append("\(seconds) \(isOver)")
          ending.signalAll()
        }
      }
      clock.perform {
        while lines.count < 2 {
          try? await ending.wait()
        }
        lines.append("both")
      }
      stage.atAnyMoment("cancel") { sleepers[1].cancel() }
      for isDriver in [true, false] {
        stage.test {
          await clock.settle()
          await stage.expectSettled("first") { "\(lines)" }
          guard isDriver else { return }
          clock.advance(by: .seconds(2))
          await clock.settle()
          await stage.expectSettled("second") { "\(lines)" }
          stage.expect(lines.last == "both", "not both: \(lines)")
        }
      }
      stage.atTheEnd { stage.expect(lines.count == 3, "\(lines)") }
    }
    #expect(exploration.mistakes == [])
    #expect(exploration.hasTried(101))
  }

  @Test func `a stream with two listeners, one of which is cancelled`() {
    let exploration = Exploration(upTo: 100_000) { stage in
      let clock = ManualScheduler()
      clock.work.idleTurnLimit = nil
      let stream = ScheduledStream<Int>()
      var heard: [Int] = []
      let listeners = [0, 1].map { _ in
        clock.perform {
          do {
            for try await number in stream { heard.append(number) }
          } catch {}
        }
      }
      stage.atAnyMoment("cancel") { listeners[0].cancel() }
      stage.test {
        for number in 1...2 {
          await clock.settle()
          await stage.expectSettled("before \(number)") { "\(heard)" }
          stream.send(number)
        }
        await clock.settle()
        await stage.expectSettled("after") { "\(heard)" }
        stage.expect(heard == [1, 2], "\(heard)")
        stream.finish()
      }
    }
    #expect(exploration.mistakes == [])
    #expect(exploration.hasTried(101))
  }
}
