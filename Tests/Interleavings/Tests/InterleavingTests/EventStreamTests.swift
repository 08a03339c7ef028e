import Foundation
import PushHub
import PushHubTesting
import Testing

/// A stream of events against its consumer's end: no event is lost, and none is received twice.
@Suite(.serialized)
struct EventStreamTests {
  private let pushes = (1...3).map { message("\($0)") }

  @MainActor
  private final class Listener: PushObserver {
    private(set) var heard: [String] = []

    func receive(_ event: PushEvent) {
      heard.append(event.id)
    }
  }

  @MainActor
  private final class App {
    let manager: NotificationManager
    let clock = ManualScheduler()
    let listener = Listener()
    private(set) var heard: [String] = []
    private(set) var consumers: [Task<Void, Never>] = []

    init() {
      manager = NotificationManager(scheduler: clock)
      let stream = manager.events()
      consumers.append(
        Task { @MainActor in
          for await event in stream { self.heard.append(event.id) }
        }
      )
    }

    /// The last consumer receives what no other has received.
    func check(_ ids: [String], on stage: Stage) {
      manager.add(listener)
      let all = heard + listener.heard
      stage.expect(heard == heard.sorted(), "not in order: \(heard)")
      stage.expect(all.sorted() == ids, "\(heard) in the stream, then \(listener.heard)")
    }
  }

  @Test func `three pushes, and a consumer that is canceled`() {
    Exploration.expectNoMistake(upTo: 8_000) { [pushes] stage in
      let app = App()
      stage.inOrder(
        pushes.indices.map { index -> Stage.Step in
          ("push \(index + 1)", { app.manager.receive(pushes[index], via: .remote) })
        }
      )
      stage.atAnyMoment("cancel") { app.consumers[0].cancel() }
      stage.atTheEnd { app.check(["1", "2", "3"], on: stage) }
    }
  }

  @Test func `a manager that is released, and a consumer that is canceled`() {
    Exploration.expectNoMistake(upTo: 8_000) { [pushes] stage in
      let clock = ManualScheduler()
      var manager: NotificationManager? = NotificationManager(scheduler: clock)
      var heard: [String] = []
      var hasEnded = false
      var consumer: Task<Void, Never>?
      if let stream = manager?.events() {
        consumer = Task { @MainActor in
          for await event in stream { heard.append(event.id) }
          hasEnded = true
        }
      }
      var isCancelled = false
      stage.inOrder([
        ("a push", { manager?.receive(pushes[0], via: .remote) }),
        ("the manager goes", { manager = nil }),
      ])
      stage.atAnyMoment("cancel") {
        isCancelled = true
        consumer?.cancel()
      }
      stage.atTheEnd {
        stage.expect(hasEnded, "it waits for ever")
        stage.expect(isCancelled && heard.count <= 1, "\(heard)")
      }
    }
  }
}

extension PushEvent {
  fileprivate var id: String { push?.messageID ?? "" }
}
