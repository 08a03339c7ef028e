import Foundation
import PushHub
import Testing
import UserNotifications

/// What plugins' categories become at the system's notification center.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct NotificationCategoryTests {
  @Test
  func `a category becomes the system's, with its buttons in order`() {
    var again = NotificationAction(identifier: "again", title: "Again")
    again.opensApp = true
    again.systemImageName = "cart"
    var note = NotificationAction(identifier: "note", title: "Note")
    note.isDestructive = true
    note.requiresAuthentication = true
    note.textInputButtonTitle = "Send"
    note.textInputPlaceholder = "To the shop"
    var category = NotificationCategory(identifier: "order", actions: [again, note])
    category.reportsDismissal = true
    category.hiddenPreviewsShowTitle = true
    category.hiddenPreviewsPlaceholder = "An order"
    let system = category.system
    #expect(system.identifier == "order")
    #expect(system.options == [.customDismissAction, .hiddenPreviewsShowTitle])
    #expect(system.hiddenPreviewsBodyPlaceholder == "An order")
    #expect(system.actions.map(\.identifier) == ["again", "note"])
    #expect(system.actions.map(\.title) == ["Again", "Note"])
    let noteOptions: UNNotificationActionOptions = [.destructive, .authenticationRequired]
    #expect(system.actions.map(\.options) == [.foreground, noteOptions])
    #expect(system.actions.map { $0.icon?.stubSystemImageName } == ["cart", nil])
    let field = system.actions.last as? UNTextInputNotificationAction
    #expect(field?.textInputButtonTitle == "Send")
    #expect(field?.textInputPlaceholder == "To the shop")
    #expect(!(system.actions.first is UNTextInputNotificationAction))
  }

  @Test
  func `plugins that come in one turn are registered with one call`() async throws {
    let world = CategoryWorld()
    try world.install("a")
    try world.install("b")
    try world.install("c")
    await world.settle()
    #expect(world.registered == ["a", "b", "c"])
    #expect(world.center.stubCategorySettings == 1)
    try world.hub.host.remove(named: "b")
    await world.settle()
    #expect(world.registered == ["a", "c"])
    #expect(world.center.stubCategorySettings == 2)
  }

  @Test
  func `without categories the center is not asked`() async throws {
    let world = CategoryWorld()
    world.hub.lifecycle.setPhase(.active)
    await world.settle()
    #expect(world.center.stubCategoryReadings == 0)
    #expect(world.center.stubCategorySettings == 0)
  }

  @Test
  func `what is registered already is not set again on an activation`() async throws {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    world.activate()
    await world.settle()
    #expect(world.center.stubCategorySettings == 1)
    #expect(world.log.isEmpty)
  }

  @Test
  func `a library that replaces all is told of, and both have theirs after an activation`()
    async throws
  {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    world.center.setNotificationCategories([foreign("theirs")])
    world.activate()
    await world.settle()
    #expect(world.registered == ["a", "theirs"])
    #expect(world.log.begins(with: [#"The category "a" was gone"#]))
  }

  @Test
  func `another library's category of the same identifier is replaced and told of`() async throws {
    let world = CategoryWorld()
    world.center.setNotificationCategories([foreign("a")])
    try world.install("a")
    await world.settle()
    #expect(world.center.stubCategories == [NotificationCategory.sample("a").system])
    #expect(world.log.begins(with: [#"A category "a" was registered"#]))
    world.center.setNotificationCategories([foreign("a")])
    world.activate()
    await world.settle()
    #expect(world.center.stubCategories == [NotificationCategory.sample("a").system])
    #expect(world.log.begins(with: [#"A category "a" was registered"#]))
  }

  @Test
  func `a category that an update of the app has dropped goes, and those of others stay`()
    async throws
  {
    let world = CategoryWorld()
    world.center.setNotificationCategories([foreign("theirs")])
    try world.install("a")
    try world.install("b")
    await world.settle()
    let next = CategoryWorld(after: world)
    try next.install("b")
    await next.settle()
    #expect(next.registered == ["b", "theirs"])
    #expect(next.log.isEmpty)
  }

  @Test
  func `buttons stay while the features that have them are not installed yet`() async throws {
    let world = CategoryWorld()
    try world.install("chat")
    await world.settle()
    // The next process shows a passcode, and installs its features after that.
    let next = CategoryWorld(after: world)
    next.activate()
    await next.settle()
    next.hub.lifecycle.setPhase(.background)
    #expect(next.registered == ["chat"])
    try next.install("orders")
    await next.settle()
    #expect(next.registered == ["orders"])
  }

  @Test
  func `a center that never answers is told of, and asked again on the next activation`()
    async throws
  {
    let world = CategoryWorld()
    world.center.stubIsSilent = true
    try world.install("a")
    #expect(await eventually { world.center.stubCategoryReadings != 0 })
    world.scheduler.advance(by: .seconds(10))
    #expect(await eventually { !world.log.isEmpty })
    #expect(
      world.log.begins(with: ["The notification center did not answer in time"])
    )
    world.center.stubAnswerAll()
    world.center.stubIsSilent = false
    world.activate()
    await world.settle()
    #expect(world.registered == ["a"])
  }

  @Test
  func `the app's hub registers what its plugins have`() async throws {
    let center = UNUserNotificationCenter(stub: ())
    let suite = "categories-\(UUID())"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    let hub = AppHub(
      scheduler: ManualScheduler(),
      center: center,
      notificationCenter: NotificationCenter(),
      defaults: try #require(UserDefaults(suiteName: suite))
    )
    try hub.host.install(Contributor(.sample("a")), named: "a")
    #expect(await eventually { !center.stubCategories.isEmpty })
    #expect(center.stubCategories.map(\.identifier) == ["a"])
  }

  @Test
  func `a button of the system's reaches the plugin as its own action, with the text`() async throws
  {
    let world = AppleWorld()
    world.launch()
    let plugin = Replies()
    PluginContext(
      push: world.hub.manager,
      lifecycle: world.lifecycle,
      scheduler: world.scheduler
    ).attach(plugin)
    let json = #"{"aps":{"alert":"Hi","category":"chat"},"gcm.message_id":"m1"}"#
    await world.center.stubRespond(
      UNTextInputNotificationResponse(
        stub: try notification(json),
        actionIdentifier: "reply",
        userText: "Hello"
      )
    )
    #expect(plugin.heard == ["reply Hello"])
  }

  @Test
  func `three plugins and another library keep theirs in every order`() async throws {
    for first in CategoryWorld.Step.allCases {
      for second in CategoryWorld.Step.allCases {
        for third in CategoryWorld.Step.allCases {
          for fourth in CategoryWorld.Step.allCases {
            let steps = [first, second, third, fourth]
            guard let problem = try await CategoryWorld.problem(of: steps) else { continue }
            Issue.record("\(steps): \(problem)")
            return
          }
        }
      }
    }
  }
}

/// A feature whose button asks for a text.
@MainActor
private final class Replies: PushPlugin, PushResponder {
  let categories: [NotificationCategory]
  private(set) var heard: [String] = []

  init() {
    var reply = NotificationAction(identifier: "reply", title: "Reply")
    reply.textInputButtonTitle = "Send"
    categories = [NotificationCategory(identifier: "chat", actions: [reply])]
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard let button = response.button(in: "chat", of: push) else { return false }
    heard.append("\(button) \(response.reply ?? "")")
    return true
  }
}
