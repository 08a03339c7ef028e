import Foundation
import PushHub
import PushHubTesting
import Testing

/// A delivery in the background against whatever may end it: each caller is notified once.
@Suite(.serialized)
struct BackgroundDeliveryTests {
  private let push = payload(#"{"aps":{"content-available":1},"gcm.message_id":"1"}"#)

  /// What an observer does with a push, in whatever order it gets to it.
  private enum Manner: CaseIterable {
    case heedsCancellation
    case ignoresCancellation
    case fails
  }

  @MainActor
  private final class Worker: PushObserver, BackgroundWorker {
    struct Failure: Error {}

    private let name: String
    private let manner: Manner
    private let stage: Stage
    private(set) var calls = 0
    private(set) var hasReturned = false
    private(set) var hasAnswered = false
    var fails: Bool { manner == .fails }
    private(set) var isCancelled = false

    init(_ name: String, _ manner: Manner, on stage: Stage) {
      self.name = name
      self.manner = manner
      self.stage = stage
    }

    func receive(_ event: PushEvent) {}

    func performBackgroundWork(for push: Push?) async throws -> FetchResult {
      calls += 1
      defer {
        hasReturned = true
        isCancelled = Task.isCancelled
      }
      switch manner {
      case .heedsCancellation: try await stage.momentUnlessCancelled("\(name) answers")
      case .ignoresCancellation: await stage.moment("\(name) answers at last")
      case .fails:
        await stage.moment("\(name) fails")
        throw Failure()
      }
      hasAnswered = true
      return .newData
    }
  }

  /// An app to which the system hands one push on as many channels as are asked for.
  @MainActor
  private final class App {
    let clock = ManualScheduler()
    let manager: NotificationManager
    let workers: [Worker]
    private(set) var results: [[FetchResult]] = []
    private(set) var callers: [Task<Void, Never>] = []
    private var cutOffs = 0

    init(_ manners: [Manner], on stage: Stage) {
      manager = NotificationManager(scheduler: clock)
      workers = manners.indices.map { Worker("worker \($0 + 1)", manners[$0], on: stage) }
      for worker in workers {
        manager.add(worker)
      }
    }

    func deliver(_ push: PushPayload, via channel: PushCallbackKind = .remote) {
      let place = results.count
      results.append([])
      callers.append(
        clock.perform {
          let result = await self.manager.deliver(push, via: channel)
          self.results[place].append(result)
        }
      )
    }

    /// Cancels the first caller, and lets the budget be used up.
    func cutOffAtAnyMoment(on stage: Stage) {
      stage.atAnyMoment("cancel") {
        self.cutOffs += self.results[0].isEmpty ? 1 : 0
        self.callers[0].cancel()
      }
      stage.atAnyMoment("the deadline") {
        self.cutOffs += self.results[0].isEmpty ? 1 : 0
        self.clock.advance(by: .seconds(25))
      }
    }

    /// Whatever the order is, these hold when all is over.
    func check(on stage: Stage) {
      let results = results
      stage.expect(results.allSatisfy { $0.count == 1 }, "not once each: \(results)")
      stage.expect(Set(results.flatMap { $0 }).count == 1, "not the same: \(results)")
      for worker in workers {
        stage.expect(worker.calls == 1, "asked \(worker.calls) times")
        stage.expect(worker.hasReturned, "work that never returns")
        stage.expect(worker.hasAnswered || worker.isCancelled || worker.fails, "never told")
      }
      if cutOffs == 0 {
        let hasNews = workers.contains(where: \.hasAnswered)
        stage.expect(results[0] == [hasNews ? .newData : .failed], "\(results)")
      }
      stage.expect(clock.pendingCount == 0, "an alarm is left")
    }
  }

  @Test func `two workers of each manner, a canceled caller and the deadline`() {
    for first in Manner.allCases {
      for second in Manner.allCases {
        Exploration.expectNoMistake("\(first), \(second)", upTo: 600) { [push] stage in
          let app = App([first, second], on: stage)
          app.deliver(push)
          app.cutOffAtAnyMoment(on: stage)
          stage.atTheEnd { app.check(on: stage) }
        }
      }
    }
  }

  @Test func `two callers for one push, of whom one is canceled`() {
    Exploration.expectNoMistake(upTo: 1_500) { [push] stage in
      let app = App([.heedsCancellation], on: stage)
      app.deliver(push)
      stage.atAnyMoment("another channel") { app.deliver(push, via: .open) }
      app.cutOffAtAnyMoment(on: stage)
      stage.atTheEnd { app.check(on: stage) }
    }
  }

  /// A caller that waits with a callback is notified of the end as often as the log.
  @Test func `a refresh with two callers, one of which is canceled`() {
    Exploration.expectNoMistake(upTo: 1_500) { stage in
      let clock = ManualScheduler()
      let manager = NotificationManager(scheduler: clock)
      let refresher = Refresher(on: stage)
      manager.add(refresher)
      var ends = 0
      manager.log = { ends += $0.code == .refreshed ? 1 : 0 }
      var results: [FetchResult] = []
      let callers = (1...2).map { _ in
        clock.perform { results.append(await manager.refresh()) }
      }
      stage.atAnyMoment("cancel") { callers[0].cancel() }
      stage.atAnyMoment("the deadline") { clock.advance(by: .seconds(25)) }
      stage.atTheEnd {
        stage.expect(ends == refresher.calls, "\(refresher.calls) have begun, \(ends) have ended")
        stage.expect(results.count == 2, "\(results)")
        // An app keeps its manager, without which a worker is not called.
        withExtendedLifetime(manager) {}
      }
    }
  }

  @MainActor
  private final class Refresher: BackgroundWorker {
    private let stage: Stage
    private(set) var calls = 0

    init(on stage: Stage) {
      self.stage = stage
    }

    func performBackgroundWork(for push: Push?) async throws -> FetchResult {
      calls += 1
      try await stage.momentUnlessCancelled("the answer")
      return .newData
    }
  }
}
