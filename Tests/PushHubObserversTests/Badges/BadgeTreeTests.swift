import PushHubTesting
import Testing

@testable import PushHubObservers

@MainActor
struct BadgeTreeTests {
  let scheduler = ManualScheduler()
  let tree: BadgeTree

  init() {
    tree = BadgeTree(scheduler: scheduler)
  }

  private func set(_ count: Int = 0, dot: Bool = false, at path: BadgePath) {
    tree.set(dot ? .dot : .number(count), at: path, because: "test")
  }

  @Test func `numbers add up along a path, and the app icon's is the root's`() {
    set(3, at: "tabs/chat/work")
    set(4, at: "tabs/chat/family")
    set(2, at: "tabs/home")
    #expect(tree.badge(at: "tabs/chat").number == 7)
    #expect(tree.badge(at: "tabs").text == "9")
    #expect(tree[.root].badge.number == 9)
  }

  @Test func `nothing is lit to begin with, the root neither`() {
    let tree = BadgeTree(
      scheduler: scheduler,
      policies: ["a/b": BadgePolicy(isDotOnly: true), "a": BadgePolicy()]
    )
    #expect(tree.count == 3)
    for path in [BadgePath.root, "a", "a/b", "unknown/path"] {
      #expect(tree.badge(at: path).mark == .none)
    }
    #expect(tree.count == 3)
  }

  // MARK: - Policies

  @Test(arguments: [Int.min, -1, 0, 1, .max])
  func `any number is a cap`(cap: Int) {
    tree.setPolicy(BadgePolicy(cap: cap), at: "chat")
    set(150, at: "chat/a")
    #expect(tree.badge(at: "chat").text == (cap > 1 ? "150" : "1+"))
  }

  @Test func `numbers out of range are moved to the nearest`() {
    set(-3, at: "a")
    #expect(tree.badge(at: "a").mark == .none)
    for index in 0..<20 {
      set(.max, at: BadgePath("b/\(index)"))
    }
    #expect(tree.badge(at: "b").number == 1_000_000_000)
    for index in 0..<20 {
      set(1, at: BadgePath("b/\(index)"))
    }
    #expect(tree.badge(at: "b").number == 20)
  }

  // MARK: - Notifications

  @Test func `a node is always the same object`() {
    #expect(tree["a/b"] === tree["/a//b/"])
    set(1, at: "a/b")
    #expect(tree["a/b"].badge.number == 1)
  }

  // MARK: - Explaining

  @Test func `an explanation says which node, since when and why`() {
    tree.set(.number(3), at: "tabs/chat", because: "unread messages")
    scheduler.advance(by: .seconds(60))
    tree.set(.dot, at: "tabs/me", because: "a new badge")
    tree.set(.number(4), at: "tabs/chat", because: "more messages")
    #expect(
      tree.explain(.root).map(\.description) == [
        "tabs/chat has 4 since 2026-01-01T00:00:00Z: more messages",
        "tabs/me has a dot since 2026-01-01T00:01:00Z: a new badge",
      ]
    )
    #expect(tree.explain("tabs/me").map(\.path) == ["tabs/me"])
    #expect(tree.explain("unknown").isEmpty)
  }

  @Test func `since when starts anew after nothing`() {
    set(1, at: "a")
    set(at: "a")
    #expect(tree.explain(.root).isEmpty)
    scheduler.advance(by: .seconds(1))
    set(1, at: "a")
    #expect(tree.explain(.root).map(\.since) == [scheduler.date])
  }

  @Test func `a path has at most a hundred names, the last with the rest`() {
    let names = (1...5_000).map(String.init)
    let path = BadgePath(names.joined(separator: "/"))
    set(3, at: path)
    set(4, at: BadgePath(names.dropLast().joined(separator: "/")))
    #expect(tree.count == 102)
    #expect(tree.badge(at: path).number == 3)
    #expect(tree.badge(at: BadgePath(names.prefix(99).joined(separator: "/"))).number == 7)
    #expect(tree.explain(.root).map(\.badge.number) == [3, 4])
  }

  @Test func `slashes too many add nothing to a path`() {
    #expect(BadgePath("/a//b/") == "a/b")
    #expect(BadgePath("a/b").parent == "a")
    #expect(BadgePath("a").parent == .root)
    #expect(BadgePath.root.parent == nil)
  }

  @Test func `an observed node and those above it follow a change of policy`() {
    let chat = tree["tabs/chat"]
    let tabs = tree["tabs"]
    tree.set(.number(3), at: "tabs/chat", because: "test")
    tree.setPolicy(BadgePolicy(isDotOnly: true), at: "tabs/chat")
    #expect(chat.badge.mark == .dot)
    #expect(tabs.badge.number == 3)
    tree.setPolicy(BadgePolicy(isMuted: true), at: "tabs/chat")
    #expect(chat.badge == Badge(.number(3), isMuted: true))
    #expect(tabs.badge.mark == .none)
    tree.setPolicy(BadgePolicy(), at: "tabs/chat")
    #expect(chat.badge == .number(3))
    #expect(tabs.badge.number == 3)
  }

  @Test func `muting what is not known yet lets those above it be known`() {
    let tabs = tree["tabs"]
    tree.set(.number(3), at: "tabs/home", because: "test")
    tree.set(.unknown, at: "tabs/chat", because: "test")
    #expect(!tabs.badge.isKnown)
    tree.setPolicy(BadgePolicy(isMuted: true), at: "tabs/chat")
    #expect(tabs.badge.isKnown)
    tree.setPolicy(BadgePolicy(), at: "tabs/chat")
    #expect(!tabs.badge.isKnown)
  }
}
