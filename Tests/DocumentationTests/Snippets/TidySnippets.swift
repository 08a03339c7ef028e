import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on delivered notifications.
@MainActor
struct TidySnippets: AppFixture {
  let app = SimulatedApp {
    $0.identification.account = { $0["account"]?.stringValue.map(AccountID.init(rawValue:)) }
  }

  private final class Center: DeliveredNotificationCenter {
    var notifications: [DeliveredNotification] = []

    func delivered() async -> [DeliveredNotification] { notifications }

    func remove(_ ids: [String]) {
      notifications.removeAll { ids.contains($0.id) }
    }
  }

  private func install(
    _ center: Center,
    in host: PluginHost
  ) throws -> DeliveredNotifications {
    var configuration = DeliveredNotifications.Configuration()
    configuration.subjects = { page in
      page == "orders" ? [.category("ORDER"), .target("orders")] : [.target(page.rawValue)]
    }
    let delivered = DeliveredNotifications(center: center, configuration: configuration)
    try host.install(delivered, named: "delivered notifications")
    return delivered
  }

  @Test func `notifications that are read or removed are counted no more`() async throws {
    let center = Center()
    for (id, json) in [
      ("a", #"{"aps":{"category":"ORDER"}}"#), ("b", #"{"aps":{"thread-id":"t1"}}"#),
      ("c", #"{"order":42}"#), ("d", #"{"aps":{"thread-id":"t2"}}"#),
      ("e", #"{"account":"bob"}"#),
    ] {
      center.notifications.append(
        DeliveredNotification(
          id: id,
          payload: try PushPayload(json: json.utf8),
          date: clock.date
        )
      )
    }
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    let delivered = try install(center, in: host)
    lifecycle.pageAppeared("orders")
    await clock.settle()
    #expect(center.notifications.map(\.id) == ["b", "c", "d"])
    delivered.remove([.thread("t1"), .value("42", forKey: "order")])
    await clock.settle()
    #expect(center.notifications.map(\.id) == ["d"])
    #expect(delivered.count == 1)
  }
}
