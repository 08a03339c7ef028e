import PushHub
import Testing

/// The code of the article on buttons below notifications.
@MainActor
struct ActionSnippets {
  @Test func `a button reaches the feature whose category it is of`() async throws {
    let shop = Shop()
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: AppLifecycle(), scheduler: clock)
    )
    try host.install(Reorders(shop: shop), named: "reorders")
    #expect(host.categories == [OrderAction.category])
    let order = try payload(#"{"aps":{"alert":"Eaten?","category":"order"},"order":"A-1"}"#)
    await manager.deliver(order, response: PushResponse(action: .custom("reorder")))
    await manager.deliver(order, response: PushResponse(action: .custom("note"), reply: "Hot!"))
    #expect(shop.log == ["reorder A-1", "note A-1: Hot!"])
  }
}

enum OrderAction: String, NotificationActionSet {
  case reorder, note

  static let categoryIdentifier = "order"

  var title: String {
    switch self {
    case .reorder: "Order again"
    case .note: "Note"
    }
  }

  var requiresAuthentication: Bool { self == .reorder }

  var textInputButtonTitle: String? { self == .note ? "Send" : nil }

  var textInputPlaceholder: String { "To the kitchen" }

  var systemImageName: String? { self == .reorder ? "cart" : nil }
}

final class Reorders: ActionResponder {
  private let shop: Shop

  init(shop: Shop) {
    self.shop = shop
  }

  func perform(_ action: OrderAction, text: String?, of push: Push) async throws {
    guard let order = push.payload["order"]?.stringValue else { return }
    switch action {
    case .reorder: try await shop.reorder(order)
    case .note: try await shop.note(text ?? "", on: order)
    }
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
