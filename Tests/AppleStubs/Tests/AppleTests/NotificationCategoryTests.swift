import Foundation
import PushHub
import PushHubTesting
import Testing
import UserNotifications

/// What plugins' categories become at the system's notification center.
final class NotificationCategoryTests: CategoryWorld {
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
    try install("a")
    try install("b")
    try install("c")
    await settle()
    #expect(registered == ["a", "b", "c"])
    #expect(center.stubCategorySettings == 1)
    try hub.host.remove(named: "b")
    await settle()
    #expect(registered == ["a", "c"])
    #expect(center.stubCategorySettings == 2)
  }

  @Test
  func `without categories the center is not asked`() async {
    hub.lifecycle.setPhase(.active)
    await settle()
    #expect(center.stubCategoryReadings == 0)
    #expect(center.stubCategorySettings == 0)
  }

  @Test
  func `what is registered already is not set again on an activation`() async throws {
    try install("a")
    await settle()
    activate()
    await settle()
    #expect(center.stubCategorySettings == 1)
    #expect(log.isEmpty)
  }

  @Test
  func `each process sets its categories once, since icons can't be compared`() async throws {
    try install("a")
    await settle()
    let next = CategoryWorld(after: self)
    try next.install("a")
    await next.settle()
    #expect(next.center.stubCategorySettings == 2)
    next.activate()
    await next.settle()
    #expect(next.center.stubCategorySettings == 2)
  }

  @Test
  func `what comes while the center is being asked is registered after that`() async throws {
    center.stubIsSilent = true
    try install("a")
    #expect(await eventually { center.stubCategoryReadings == 1 })
    try install("b")
    for _ in 1...3 { await Task { @MainActor in }.value }
    #expect(center.stubCategoryReadings == 1)
    center.stubIsSilent = false
    center.stubAnswerAll()
    #expect(await eventually { registered == ["a", "b"] })
  }

  @Test
  func `a category that the app dropped goes, and others' stay`()
    async throws
  {
    center.setNotificationCategories([foreign("theirs")])
    try install("a")
    try install("b")
    await settle()
    let next = CategoryWorld(after: self)
    try next.install("b")
    await next.settle()
    #expect(next.registered == ["b", "theirs"])
    #expect(next.log.isEmpty)
  }

  @Test
  func `a silent center is logged, and asked again on the next activation`()
    async throws
  {
    center.stubIsSilent = true
    try install("a")
    #expect(await eventually { center.stubCategoryReadings != 0 })
    pass(10)
    #expect(await eventually { !log.isEmpty })
    #expect(
      log.begins(with: ["The notification center did not answer in time"])
    )
    center.stubAnswerAll()
    center.stubIsSilent = false
    activate()
    await settle()
    #expect(registered == ["a"])
  }
}
