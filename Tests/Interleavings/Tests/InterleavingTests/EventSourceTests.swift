import Foundation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubTesting
import Testing

/// A source of events against its connections: after each of them the next one goes on, and what an
/// earlier one still says counts no more.
@Suite(.serialized)
struct EventSourceTests {
  /// Sends each connection the latest value, with a growing number.
  @MainActor
  private final class Server {
    struct Connection {
      let task: ChosenServer.Request
      let account: String
      let lastEventID: Int?
    }

    private let stage: Stage
    private let breaks: Int
    private var lastEvent = 0
    private(set) var connections: [Connection] = []

    /// What the latest connection of each account received while it was read.
    private(set) var told: [String: Int] = [:]

    init(breaking breaks: Int, on stage: Stage) {
      self.stage = stage
      self.breaks = breaks
    }

    func take(_ task: ChosenServer.Request) {
      let account = task.url?.lastPathComponent ?? ""
      let lastEventID = task.header("Last-Event-ID").flatMap { Int($0) }
      connections.append(Connection(task: task, account: account, lastEventID: lastEventID))
      let number = connections.count
      stage.expect(
        lastEventID ?? 0 <= told[account] ?? 0 || task.isCancelled,
        "connection \(number) goes on from \(String(describing: lastEventID)), not from \(told)"
      )
      var steps: [Stage.Step] = [
        (
          "connection \(number), for \(account), is accepted",
          { task.answer(status: 200, headers: ["Content-Type": "text/event-stream"]) }
        ),
        ("connection \(number) tells", { self.tell(task, account) }),
      ]
      if number <= breaks {
        steps.append(("connection \(number) breaks", { task.complete() }))
      }
      stage.inOrder(steps)
    }

    private func tell(_ task: ChosenServer.Request, _ account: String) {
      lastEvent += 1
      if !task.isCancelled, !task.isComplete {
        told[account] = lastEvent
      }
      let list = #"{"latest":[{"id":"\#(account)","order":\#(lastEvent)}]}"#
      task.send("id: \(lastEvent)\ndata: \(list)\n\n")
    }
  }

  @MainActor
  private final class App: AppFixture {
    let app = SimulatedApp()
    let server: Server
    let dot: BadgeDot
    private var latest = JSONNumber(0)
    private var account: AccountID?
    private var nextAttempt: ContinuousClock.Instant?

    init?(breaking breaks: Int, on stage: Stage) {
      let server = Server(breaking: breaks, on: stage)
      self.server = server
      ChosenServer.whenAsked { task in Task { @MainActor in server.take(task) } }
      guard
        let source = try? EventSource(
          template: "https://example.com/{account}",
          scheduler: app.clock
        )
      else { return nil }
      dot = BadgeDot(
        source: source,
        store: MemoryStore<[String: ReadMark]>(),
        configuration: BadgeDot.Configuration(listPage: "list"),
        generator: SeededGenerator(seed: 1)
      )
      lifecycle.setPhase(.active)
      lifecycle.setAccount("A")
      context.attach(dot)
      stage.always {
        self.letTimePass(on: stage)
        self.check(on: stage)
      }
    }

    /// After a failure the time of the next attempt comes at any moment.
    private func letTimePass(on stage: Stage) {
      guard dot.nextAttempt != nextAttempt else { return }
      nextAttempt = dot.nextAttempt
      guard nextAttempt != nil else { return }
      stage.atAnyMoment("a minute") { [clock] in clock.advance(by: .seconds(2)) }
    }

    /// What is shown is of who is signed in, and no older than what was shown before.
    private func check(on stage: Stage) {
      if account != lifecycle.state.account {
        account = lifecycle.state.account
        latest = 0
      }
      guard let newest = dot.newest else { return }
      stage.expect(newest.id == account?.rawValue, "it is \(newest.id)'s")
      stage.expect(newest.order >= latest, "\(newest.order) is shown, and \(latest) was before")
      latest = newest.order
    }

    func checkEnd(on stage: Stage) {
      let account = lifecycle.state.account?.rawValue ?? ""
      let open = server.connections.filter { !$0.task.isCancelled && !$0.task.isComplete }
      stage.expect(open.map(\.account) == [account], "open: \(open.map(\.account))")
      stage.expect(
        dot.newest?.order == server.told[account].map { JSONNumber($0) },
        "\(String(describing: dot.newest)) is shown, and \(server.told) was told"
      )
      stage.expect(dot.failure == nil && dot.isKnown, "\(dot.failure ?? "unknown")")
    }
  }

  @Test func `a connection that breaks, and an app that comes back to the foreground`() {
    Exploration.expectNoMistake { stage in
      guard let app = App(breaking: 1, on: stage) else { return stage.expect(false, "no app") }
      stage.inOrder([
        ("to the background", { app.lifecycle.setPhase(.background) }),
        ("to the foreground", { app.lifecycle.setPhase(.active) }),
      ])
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
  }

  @Test func `an account switch, and a connection that goes on talking`() {
    Exploration.expectNoMistake { stage in
      guard let app = App(breaking: 0, on: stage) else { return stage.expect(false, "no app") }
      stage.atAnyMoment("B signs in") { app.lifecycle.setAccount("B") }
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
  }
}
