import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on local notifications.
@MainActor
struct LocalNotificationSnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `a push about the order cancels its reminder`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reminders-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    lifecycle.setAccount("ann")
    let system = Drawer()

    let reminders = LocalNotifications(
      system: system,
      store: FileStore<LocalNotificationLedger>(url: folder.appending(path: "reminders.json"))
    )
    try host.install(reminders, named: "reminders")

    reminders.schedule(
      LocalNotification(
        id: "cart",
        title: "Your cart",
        body: "Three things are waiting.",
        category: "order",
        trigger: .after(.seconds(3_600)),
        userInfo: ["page": "cart"],
        cancelledBy: [.value("order-placed", forKey: "kind")]
      )
    )

    await clock.settle()
    #expect(try await system.pending() == ["pushhub.local.cart"])
    manager.receive(try payload(#"{"aps":{},"kind":"order-placed"}"#), via: .remote)
    await clock.settle()
    #expect(try await system.pending() == [])
  }

  /// A system that only lists requests.
  private final class Drawer: LocalNotificationSystem {
    private var identifiers: [String] = []
    private(set) var shown: [String] = []

    func add(
      _ notification: LocalNotification,
      as identifier: String,
      in interval: TimeInterval
    ) async throws {
      identifiers.append(identifier)
    }

    func show(_ notification: LocalNotification, as identifier: String) throws {
      shown.append(identifier)
    }

    func removePending(_ removed: [String]) async throws {
      identifiers.removeAll { removed.contains($0) }
    }

    func pending() async throws -> [String] { identifiers }
  }
}
