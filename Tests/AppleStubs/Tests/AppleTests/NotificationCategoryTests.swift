import Foundation
import PushHub
import PushHubTesting
import Testing
import UserNotifications

/// What plugins' categories become at the system's notification center.
@MainActor
struct NotificationCategoryTests {
  private let world = CategoryWorld()

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
    category.summaryFormat = "%u more orders"
    let system = category.system
    #expect(system.identifier == "order")
    #expect(system.options == [.customDismissAction, .hiddenPreviewsShowTitle])
    #expect(system.hiddenPreviewsBodyPlaceholder == "An order")
    #expect(system.categorySummaryFormat == "%u more orders")
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
  func `without categories the center is not asked`() async {
    world.hub.lifecycle.setPhase(.active)
    await world.settle()
    #expect(world.center.stubCategoryReadings == 0)
    #expect(world.center.stubCategorySettings == 0)
  }

  @Test
  func `what is registered already is not set again on an activation`() async throws {
    try world.install("a")
    await world.settle()
    world.activate()
    await world.settle()
    #expect(world.center.stubCategorySettings == 1)
    #expect(world.log.isEmpty)
  }

  @Test
  func `each process sets its categories once, since icons can't be compared`() async throws {
    try world.install("a")
    await world.settle()
    let next = CategoryWorld(after: world)
    try next.install("a")
    await next.settle()
    #expect(next.center.stubCategorySettings == 2)
    next.activate()
    await next.settle()
    #expect(next.center.stubCategorySettings == 2)
  }

  @Test
  func `what comes while the center is being asked is registered after that`() async throws {
    world.center.stubIsSilent = true
    try world.install("a")
    #expect(await eventually { world.center.stubCategoryReadings == 1 })
    try world.install("b")
    for _ in 1...3 { await Task { @MainActor in }.value }
    #expect(world.center.stubCategoryReadings == 1)
    world.center.stubIsSilent = false
    world.center.stubAnswerAll()
    #expect(await eventually { world.registered == ["a", "b"] })
  }

  @Test
  func `a category that the app dropped goes, and others' stay`()
    async throws
  {
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
  func `a silent center is logged, and asked again on the next activation`()
    async throws
  {
    world.center.stubIsSilent = true
    try world.install("a")
    #expect(await eventually { world.center.stubCategoryReadings != 0 })
    world.pass(10)
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
}
