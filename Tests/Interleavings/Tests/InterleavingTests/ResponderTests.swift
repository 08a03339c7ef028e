import Foundation
import PushHub
import PushHubTesting
import Testing

/// A response against whatever may happen while responders are asked: no responder is asked twice, and it is
/// handled once, or waits.
@Suite(.serialized)
struct ResponderTests {
  private let push = message("1")

  @MainActor
  private final class Responder: PushResponder {
    private let name: String
    private let handles: Bool
    private let stage: Stage
    private(set) var calls = 0
    private(set) var hasHandled = false

    init(_ name: String, handles: Bool, on stage: Stage) {
      self.name = name
      self.handles = handles
      self.stage = stage
    }

    func respond(to response: PushResponse, of push: Push) async -> Bool {
      calls += 1
      await stage.moment("\(name) answers")
      hasHandled = handles
      return handles
    }
  }

  @Test(arguments: [true, false])
  func `a responder that may be removed, another, the deadline and a canceled caller`(
    firstHandles: Bool
  ) {
    Exploration.expectNoMistake("\(firstHandles)", upTo: 6_000) { [push] stage in
      let clock = ManualScheduler()
      let manager = NotificationManager(scheduler: clock)
      let responders = [
        Responder("the first", handles: firstHandles, on: stage),
        Responder("the second", handles: true, on: stage),
      ]
      manager.add(responders[0])
      var returns = 0
      let caller = clock.perform {
        await manager.deliver(push, response: PushResponse())
        returns += 1
      }
      stage.atAnyMoment("the second attaches") { manager.add(responders[1]) }
      stage.atAnyMoment("the first is removed") { manager.remove(responders[0]) }
      stage.atAnyMoment("cancel") { caller.cancel() }
      stage.atAnyMoment("the deadline") { clock.advance(by: .seconds(25)) }
      stage.atTheEnd {
        let statistics = manager.statistics
        stage.expect(returns == 1, "returned \(returns) times")
        stage.expect(responders.allSatisfy { $0.calls <= 1 }, "asked twice")
        let isHandled = responders.contains(where: \.hasHandled)
        stage.expect(statistics.handled == (isHandled ? 1 : 0), "handled \(statistics.handled)")
        // The push itself waits too, since no observer receives it.
        stage.expect(statistics.handled + statistics.waiting == 2, "neither handled nor waiting")
      }
    }
  }
}
