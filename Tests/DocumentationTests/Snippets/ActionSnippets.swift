import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on buttons below notifications.
@MainActor
struct ActionSnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `a response to a button reaches the feature with its category`() async throws {
    let shop = Shop()
    try host.install(Reorders(shop: shop), named: "reorders")
    #expect(host.categories.map(\.identifier) == ["order"])
    let order = try payload(#"{"aps":{"alert":"Eaten?","category":"order"},"order":"A-1"}"#)
    await manager.deliver(order, response: PushResponse(action: .custom("reorder")))
    await manager.deliver(order, response: PushResponse(action: .custom("note"), reply: "Hot!"))
    #expect(shop.log == ["reorder A-1", "note A-1: Hot!"])
  }
}

final class Reorders: PushPlugin, PushResponder {
  private let shop: Shop
  let categories: [NotificationCategory]
  let priority = ObserverPriority.high

  init(shop: Shop) {
    self.shop = shop
    var reorder = NotificationAction(identifier: "reorder", title: "Order again")
    reorder.requiresAuthentication = true
    reorder.systemImageName = "cart"
    var note = NotificationAction(identifier: "note", title: "Note")
    note.textInputButtonTitle = "Send"
    note.textInputPlaceholder = "To the kitchen"
    categories = [NotificationCategory(identifier: "order", actions: [reorder, note])]
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard let order = push.payload["order"]?.stringValue else { return false }
    switch response.button(in: "order", of: push) {
    case "reorder": try await shop.reorder(order)
    case "note": try await shop.note(response.reply ?? "", on: order)
    default: return false
    }
    return true
  }
}

@MainActor
final class Shop {
  private(set) var log: [String] = []

  func reorder(_ order: String) async throws {
    log.append("reorder \(order)")
  }

  func note(_ text: String, on order: String) async throws {
    log.append("note \(order): \(text)")
  }
}
