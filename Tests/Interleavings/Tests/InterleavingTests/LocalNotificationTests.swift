import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

/// Local notifications against sign-outs and a slow system: in the end it holds what is
/// wanted, and nothing of who has signed out.
@Suite(.serialized)
struct LocalNotificationTests {
  /// A system that does what it was asked for when it likes.
  @MainActor
  private final class System: LocalNotificationSystem {
    private let stage: Stage
    private(set) var held: [String] = []
    private var underWay = 0
    private var calls = 0

    /// Whether some calls are given up, which come to their end when they like.
    var mayOverlap = true

    init(on stage: Stage) {
      self.stage = stage
    }

    private func pass(_ name: String) async throws {
      calls += 1
      stage.expect(underWay == 0 || mayOverlap, "two calls at a time")
      underWay += 1
      defer { underWay -= 1 }
      try await stage.cancelableMoment("call \(calls), \(name)")
    }

    func show(_: LocalNotification, as _: String) throws {}

    func add(
      _ notification: LocalNotification,
      as identifier: String,
      in interval: TimeInterval
    ) async throws {
      try await pass("add")
      held = held.filter { $0 != identifier } + [identifier]
    }

    func removePending(_ identifiers: [String]) async throws {
      try await pass("remove")
      held = held.filter { !identifiers.contains($0) }
    }

    func pending() async throws -> [String] {
      try await pass("list")
      return held
    }
  }

  @MainActor
  private final class App: AppFixture {
    let app = SimulatedApp()
    let system: System
    let notifications: LocalNotifications

    init(on stage: Stage) {
      system = System(on: stage)
      notifications = LocalNotifications(
        system: system,
        store: MemoryStore<LocalNotificationLedger>()
      )
      lifecycle.setAccount("A")
      lifecycle.setPhase(.active)
      context.attach(notifications)
      schedule("a")
    }

    func schedule(_ id: String) {
      notifications.schedule(
        LocalNotification(id: id, body: id, trigger: .after(.seconds(86_400)))
      )
    }

    func checkEnd(on stage: Stage) {
      let wanted = notifications.scheduled.map { "pushhub.local.\($0.id)" }
      stage.expect(
        Set(system.held) == Set(wanted),
        "\(system.held) are held, and \(wanted) wanted"
      )
    }
  }

  @Test func `a notification, a sign-out, and a sign-in of another`() {
    Exploration.expectNoMistake { stage in
      let app = App(on: stage)
      app.system.mayOverlap = false
      stage.inOrder([
        ("sign-out", { app.lifecycle.setAccount(nil) }),
        ("B signs in", { app.lifecycle.setAccount("B") }),
        ("another notification", { app.schedule("b") }),
      ])
      stage.atAnyMoment("return") { app.lifecycle.setPhase(.background) }
      stage.atTheEnd {
        app.checkEnd(on: stage)
        stage.expect(app.notifications.scheduled.map(\.id) == ["b"], "not what B wants")
      }
    }
  }

  @Test(arguments: [true, false])
  func `a sign-out, a system that does not answer in time, and a return`(
    heedsCancellation: Bool
  ) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation) { stage in
      let app = App(on: stage)
      stage.atAnyMoment("B signs in") { app.lifecycle.setAccount("B") }
      stage.inOrder([
        ("the deadline", { app.pass(60) }),
        ("left", { app.lifecycle.setPhase(.background) }),
        ("back", { app.lifecycle.setPhase(.active) }),
      ])
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
  }
}
