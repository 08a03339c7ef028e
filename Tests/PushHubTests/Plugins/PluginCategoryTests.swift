import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct PluginCategoryTests: AppFixture {
  let app = SimulatedApp()

  private var identifiers: [String] { host.categories.map(\.identifier) }

  @Test func `the host has the categories of its plugins, in the order of installation`() throws {
    try host.install(Contributor("b", "c"), named: "first")
    try host.install(Contributor(), named: "none")
    try host.install(Contributor("a"), named: "second")
    #expect(identifiers == ["b", "c", "a"])
    try host.remove(named: "first")
    #expect(identifiers == ["a"])
    host.removeAll()
    #expect(identifiers == [])
  }

  @Test func `a category that another plugin has is refused, and both are named`() throws {
    try host.install(Contributor("a", "b"), named: "orders")
    let refusal = PluginError.categoryTaken("b", by: "chat", owner: "orders")
    let second = Contributor("c", "b")
    #expect(throws: refusal) { try host.install(second, named: "chat") }
    #expect(!second.isAttached)
    #expect(host.names == ["orders"])
    #expect(identifiers == ["a", "b"])
    #expect(
      refusal.description
        == #"The plugin named "chat" claims the category "b", which "orders" has already: "#
        + "give one of them another identifier."
    )
  }

  @Test func `a category that a plugin claims twice is refused`() {
    #expect(throws: PluginError.categoryTaken("a", by: "x", owner: "x")) {
      try host.install(Contributor("a", "a"), named: "x")
    }
  }

  @Test func `the closure is called at once for each change, and only then`() throws {
    var told: [[String]] = []
    host.categoriesDidChange = { [unowned host] in
      told.append(host.categories.map(\.identifier))
    }
    try host.install(Contributor("a"), named: "a")
    try host.install(Contributor(), named: "none")
    try host.install(Contributor("b"), named: "b")
    try host.remove(named: "none")
    host.removeAll()
    #expect(told == [["a"], ["a", "b"], ["a"], []])
  }

  @Test func `the closure may remove the plugin, or install it again`() throws {
    let plugin = Contributor("a")
    host.categoriesDidChange = { [unowned host] in
      if host["a"] != nil { _ = try? host.remove(named: "a") }
    }
    try host.install(plugin, named: "a")
    #expect(host.names == [])
    #expect(!plugin.isAttached)
    host.categoriesDidChange = nil
    try host.install(plugin, named: "a")
    host.categoriesDidChange = { [unowned host] in
      if host["a"] == nil { try? host.install(plugin, named: "a") }
    }
    try host.remove(named: "a")
    #expect(host.names == ["a"])
    #expect(plugin.isAttached)
  }

  @Test func `categories are read once, at the installation`() throws {
    let plugin = Contributor("a")
    try host.install(plugin, named: "a")
    plugin.categories = [NotificationCategory(identifier: "b")]
    #expect(identifiers == ["a"])
  }
}

private final class Contributor: PushPlugin, PushResponder {
  var categories: [NotificationCategory]
  private(set) var isAttached = false

  init(_ identifiers: String...) {
    categories = identifiers.map { NotificationCategory(identifier: $0) }
  }

  func attach(to context: PluginContext) {
    isAttached = true
  }

  func detach() {
    isAttached = false
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool { false }
}
