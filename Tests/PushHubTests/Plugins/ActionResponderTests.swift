import PushHub
import Testing

@MainActor
struct ActionResponderTests {
  private let hub = Hub()
  private let orders = Orders()

  private func attach(_ plugin: any PushPlugin) {
    PluginContext(push: hub.manager, lifecycle: AppLifecycle(), scheduler: hub.scheduler)
      .attach(plugin)
  }

  private func answer(
    _ action: PushResponse.Action,
    reply: String? = nil,
    category: String = "order",
    shownAs shownCategory: String? = nil
  ) async throws {
    let json = #"{"aps":{"alert":"Hi","category":"\#(category)"},"gcm.message_id":"m1"}"#
    await hub.manager.deliver(
      try payload(json),
      response: PushResponse(action: action, reply: reply, category: shownCategory)
    )
  }

  @Test func `an action set is a category, with a button for each case`() {
    let category = OrderButton.category
    #expect(category.identifier == "order")
    #expect(category.reportsDismissal)
    #expect(category.actions.map(\.identifier) == ["reorder", "note"])
    #expect(category.actions.map(\.title) == ["Order again", "Note"])
    #expect(category.hiddenPreviewsPlaceholder == nil)
    #expect(category.summaryFormat == nil)
  }

  @Test func `a button reaches its plugin as a case, with the text that was typed`() async throws {
    attach(orders)
    try await answer(.custom("note"), reply: "By the door")
    #expect(orders.heard == ["note By the door"])
    #expect(hub.manager.statistics[.unhandled] == 0)
  }

  @Test func `the plugin is asked before a router that takes everything`() async throws {
    let router = ResponderProbe(handles: true)
    hub.manager.add(router)
    attach(orders)
    try await answer(.custom("reorder"))
    #expect(orders.heard == ["reorder -"])
    #expect(router.asked == [])
  }

  @Test func `a button of another category goes to the next`() async throws {
    let router = ResponderProbe(handles: true)
    hub.manager.add(router)
    attach(orders)
    try await answer(.custom("reorder"), category: "news")
    #expect(orders.heard == [])
    #expect(router.asked == ["m1 reorder"])
  }

  @Test func `the category that was shown counts, whatever was sent`() async throws {
    let router = ResponderProbe(handles: true)
    hub.manager.add(router)
    attach(orders)
    try await answer(.custom("reorder"), category: "news", shownAs: "order")
    #expect(orders.heard == ["reorder -"])
    try await answer(.custom("note"), category: "order", shownAs: "news")
    #expect(orders.heard == ["reorder -"])
    #expect(router.asked == ["m1 note"])
  }

  @Test func `an action that the shown category does not have is told of`() async throws {
    attach(orders)
    try await answer(.custom("cancel"), category: "news", shownAs: "order")
    let entry = try #require(hub.log.first { $0.code == .unhandled })
    #expect(entry.message.contains(#""cancel""#))
  }

  @Test(arguments: [PushResponse.Action.default, .dismiss])
  func `a tap and a dismissal are told, and left to others`(_ action: PushResponse.Action)
    async throws
  {
    let router = ResponderProbe(handles: true)
    hub.manager.add(router)
    attach(orders)
    try await answer(action)
    #expect(orders.heard == ["otherwise \(action)"])
    #expect(router.asked == ["m1 \(action)"])
  }

  @Test func `a tap that the plugin deals with goes to nobody else`() async throws {
    let router = ResponderProbe(handles: true)
    hub.manager.add(router)
    orders.takesTaps = true
    attach(orders)
    try await answer(.default)
    #expect(router.asked == [])
  }

  @Test func `an action that is gone goes to the next`() async throws {
    let router = ResponderProbe(handles: true)
    hub.manager.add(router)
    attach(orders)
    try await answer(.custom("cancel"))
    #expect(orders.heard == [])
    #expect(router.asked == ["m1 cancel"])
  }

  @Test func `an action whose work fails goes to the next, and the error is told of`() async throws
  {
    let router = ResponderProbe(handles: true)
    hub.manager.add(router)
    orders.error = CancellationError()
    attach(orders)
    try await answer(.custom("reorder"))
    #expect(router.asked == ["m1 reorder"])
    #expect(hub.codes.contains(.workFailed))
  }

  @Test func `an action that came before the plugin waits for it`() async throws {
    try await answer(.custom("reorder"))
    #expect(hub.manager.statistics[.unhandled] == 1)
    attach(orders)
    await hub.scheduler.settle()
    #expect(orders.heard == ["reorder -"])
  }

  @Test func `an action set says which action was chosen of a push of its category`() throws {
    let push = try received(#"{"aps":{"category":"order"}}"#)
    let other = try received(#"{"aps":{"category":"news"}}"#)
    #expect(OrderButton(PushResponse(action: .custom("note")), of: push) == .note)
    #expect(OrderButton(PushResponse(action: .custom("gone")), of: push) == nil)
    #expect(OrderButton(PushResponse(), of: push) == nil)
    #expect(OrderButton(PushResponse(action: .custom("note")), of: other) == nil)
  }

  private func received(_ json: String) throws -> Push {
    let recorder = ArrivalRecorder()
    hub.manager.add(recorder)
    hub.manager.receive(try payload(json), via: .remote)
    return try #require(recorder.latest)
  }
}

/// Notes the latest push.
@MainActor
private final class ArrivalRecorder: PushObserver {
  private(set) var latest: Push?

  func receive(_ event: PushEvent) {
    latest = event.push
  }
}

private enum OrderButton: String, NotificationActionSet {
  case reorder, note

  static let categoryIdentifier = "order"

  static var category: NotificationCategory {
    var category = NotificationCategory(identifier: categoryIdentifier, actions: actions)
    category.reportsDismissal = true
    return category
  }

  var title: String { self == .reorder ? "Order again" : "Note" }

  var textInputButtonTitle: String? { self == .note ? "Send" : nil }

  var systemImageName: String? { self == .reorder ? "cart" : nil }
}

@MainActor
private final class Orders: ActionResponder {
  var takesTaps = false
  var error: (any Error)?
  private(set) var heard: [String] = []

  func perform(_ action: OrderButton, text: String?, of push: Push) async throws {
    if let error { throw error }
    heard.append("\(action) \(text ?? "-")")
  }

  func respondOtherwise(to response: PushResponse, of push: Push) async throws -> Bool {
    heard.append("otherwise \(response.action)")
    return takesTaps
  }
}
