import Foundation
import PushHub
import Testing
import UserNotifications

/// Whose a category is that has the identifier of a plugin's.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct CategoryOwnershipTests {
  @Test
  func `a library's category stays though its identifier was a plugin's in an earlier process`()
    async throws
  {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    let next = CategoryWorld(after: world)
    next.center.setNotificationCategories([foreign("a")])
    next.activate()
    await next.settle()
    #expect(next.center.stubCategories == [foreign("a")])
    #expect(next.center.stubCategorySettings == 2)
    #expect(next.log.isEmpty)
  }

  @Test
  func `a library's category stays if it replaced a plugin's unseen and the plugin goes`()
    async throws
  {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    world.center.setNotificationCategories([foreign("a"), foreign("b")])
    try world.host.remove(named: "a")
    await world.settle()
    #expect(world.center.stubCategories == [foreign("a"), foreign("b")])
    #expect(world.center.stubCategorySettings == 2)
  }

  @Test(arguments: Difference.allCases)
  func `one difference is enough for a category to be a library's`(difference: Difference)
    async throws
  {
    let world = CategoryWorld()
    try world.install(.rich)
    await world.settle()
    let theirs = difference.category
    world.center.setNotificationCategories([theirs])
    world.activate()
    await world.settle()
    #expect(world.log == [.replaced("rich")])
    #expect(world.center.stubCategories == [NotificationCategory.rich.system])
    world.center.setNotificationCategories([theirs])
    try world.host.remove(named: "rich")
    await world.settle()
    #expect(world.center.stubCategories == [theirs])
  }

  /// The system may have words of its own for what was not given.
  @Test
  func `a placeholder and a summary that the system words are no difference`() async throws {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    let setCount = world.center.stubCategorySettings
    let plain = NotificationCategory.sample("a").system
    world.center.stubCategories = [
      UNNotificationCategory(
        identifier: plain.identifier,
        actions: plain.actions,
        intentIdentifiers: [],
        hiddenPreviewsBodyPlaceholder: "Notification",
        categorySummaryFormat: "%u more",
        options: plain.options
      )
    ]
    world.activate()
    await world.settle()
    #expect(world.log == [])
    #expect(world.center.stubCategorySettings == setCount)
    try world.host.remove(named: "a")
    await world.settle()
    #expect(world.center.stubCategories == [])
  }

  @Test
  func `a category goes with its plugin, whatever it has`() async throws {
    let world = CategoryWorld()
    try world.install(.rich)
    await world.settle()
    let next = CategoryWorld(after: world)
    next.activate()
    await next.settle()
    #expect(next.registered.isEmpty)
  }

  @Test
  func `what a library registers after the plugin went stays, even if it looks the same`()
    async throws
  {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    try world.host.remove(named: "a")
    await world.settle()
    #expect(world.registered.isEmpty)
    world.center.setNotificationCategories([NotificationCategory.sample("a").system])
    world.activate()
    await world.settle()
    let next = CategoryWorld(after: world)
    try next.install("b")
    await next.settle()
    #expect(next.registered == ["a", "b"])
  }

  @Test
  func `what was there when the plugin went, of another look, is not ours later either`()
    async throws
  {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    world.center.setNotificationCategories([foreign("a")])
    try world.host.remove(named: "a")
    await world.settle()
    world.center.setNotificationCategories([NotificationCategory.sample("a").system])
    let next = CategoryWorld(after: world)
    try next.install("b")
    await next.settle()
    #expect(next.registered == ["a", "b"])
  }

  @Test
  func `nobody is blamed for a category that looks like the plugin's own`() async throws {
    let world = CategoryWorld()
    world.center.setNotificationCategories([NotificationCategory.rich.system])
    try world.install(.rich)
    await world.settle()
    #expect(world.log.isEmpty)
    #expect(world.center.stubCategories == [NotificationCategory.rich.system])
  }

  @Test
  func `nobody is blamed for the look that a plugin had before an update`() async throws {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    let next = CategoryWorld(after: world)
    var newer = NotificationCategory.sample("a")
    newer.actions[0].button.title = "Show"
    try next.install(newer)
    await next.settle()
    #expect(next.center.stubCategories == [newer.system])
    #expect(next.log.isEmpty)
  }

  @Test
  func `a library that replaced a plugin's category in the next process is told of`() async throws {
    let world = CategoryWorld()
    try world.install("a")
    await world.settle()
    let next = CategoryWorld(after: world)
    next.center.setNotificationCategories([foreign("a")])
    try next.install("a")
    await next.settle()
    #expect(next.center.stubCategories == [NotificationCategory.sample("a").system])
    #expect(next.log == [.replaced("a")])
  }

  @Test
  func `a library's category that comes between two readings is told of when it is replaced`()
    async throws
  {
    let world = CategoryWorld()
    world.center.stubAfterReading = { [weak center = world.center] number in
      if number == 1 { center?.setNotificationCategories([foreign("a")]) }
    }
    try world.install("a")
    await world.settle()
    #expect(world.center.stubCategories == [NotificationCategory.sample("a").system])
    #expect(world.log == [.replaced("a")])
  }

  @Test
  func `what is remembered is the same in every process and on every machine`() async throws {
    let world = CategoryWorld()
    try world.install("a")
    try world.install(.rich)
    await world.settle()
    #expect(world.remembered == ["bc46933c0d7f89bd", "feabf1c40d3bff36"])
    try world.host.remove(named: "a")
    await world.settle()
    #expect(world.remembered == ["bc46933c0d7f89bd"])
  }

  @Test
  func `what else is found where the looks are remembered makes no category ours`() async throws {
    for odd: Any in [["a", "rich"], ["a": "b"], "a", 7, Data([1])] {
      let world = CategoryWorld()
      world.center.setNotificationCategories([foreign("a"), NotificationCategory.rich.system])
      world.defaults.set(odd, forKey: CategoryWorld.key)
      world.activate()
      await world.settle()
      #expect(world.registered == ["a", "rich"])
      try world.install("b")
      await world.settle()
      #expect(world.registered == ["a", "b", "rich"])
      #expect(world.remembered.count == 1)
    }
  }
}

/// What a library's category has other than ``NotificationCategory/rich``.
enum Difference: CaseIterable {
  case noActions, fewerActions, order, action, title, actionOptions, noField, sendTitle, placeholder
  case intents, options

  var category: UNNotificationCategory {
    var category = NotificationCategory.rich
    var intents: [String] = []
    switch self {
    case .noActions: category.actions = []
    case .fewerActions: category.actions.removeLast()
    case .order: category.actions.reverse()
    case .action: category.actions[0].identifier = "Again"
    case .title: category.actions[0].button.title = "Once more"
    case .actionOptions: category.actions[0].button.options = []
    case .noField: category.actions[1].button.textInput = nil
    case .sendTitle: category.actions[1].button.textInput?.buttonTitle = "To the shop"
    case .placeholder: category.actions[1].button.textInput?.placeholder = "Send"
    case .intents: intents = ["INSendMessageIntent"]
    case .options: category.options = .hiddenPreviewsShowTitle
    }
    return UNNotificationCategory(
      identifier: category.identifier,
      actions: category.actions.map(\.system),
      intentIdentifiers: intents,
      hiddenPreviewsBodyPlaceholder: category.hiddenPreviewsPlaceholder,
      categorySummaryFormat: category.summaryFormat,
      options: UNNotificationCategoryOptions(category.options)
    )
  }
}

extension NotificationCategory {
  /// One that has all that a category can have.
  static let rich = NotificationCategory(
    identifier: "rich",
    actions: [
      NotificationAction(identifier: "again", button: .init("Again", options: .foreground)),
      NotificationAction(
        identifier: "note",
        button: .init("Note", textInput: .init(buttonTitle: "Send", placeholder: "To the shop"))
      ),
    ],
    options: .customDismissAction,
    hiddenPreviewsPlaceholder: "An order",
    summaryFormat: "%u more orders"
  )
}
