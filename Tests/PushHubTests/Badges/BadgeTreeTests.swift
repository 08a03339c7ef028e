import Foundation
import PushHub
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

  @Test func `a dot goes upward where there is nothing to count`() {
    set(dot: true, at: "tabs/notifications/mentions")
    #expect(tree.badge(at: "tabs/notifications").mark == .dot)
    #expect(tree.badge(at: .root).mark == .dot)
    set(1, at: "tabs/home")
    #expect(tree.badge(at: .root).mark == .number(1))
    #expect(tree.badge(at: "tabs/notifications").mark == .dot)
  }

  @Test func `a dot that comes and goes and comes again is one dot`() {
    for _ in 1...2 {
      set(dot: true, at: "tabs/notifications")
      #expect(tree.badge(at: .root).mark == .dot)
      set(at: "tabs/notifications")
      #expect(tree.badge(at: .root).mark == .none)
    }
  }

  @Test func `of a node that is not there nothing is known`() {
    set(1, at: "a")
    #expect(tree.badge(at: "a").isKnown)
    #expect(!tree.badge(at: "a/b").isKnown)
    #expect(!tree.badge(at: "b").isKnown)
  }

  @Test func `a node in the middle may have content of its own`() {
    set(1, at: "a/b")
    set(2, at: "a")
    #expect(tree.badge(at: "a").number == 3)
    set(at: "a/b")
    #expect(tree.badge(at: "a").number == 2)
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

  @Test func `a dot-only parent shows a dot, and the number goes on upward`() {
    tree.setPolicy(BadgePolicy(isDotOnly: true), at: "tabs")
    set(3, at: "tabs/chat")
    #expect(tree.badge(at: "tabs").mark == .dot)
    #expect(tree.badge(at: "tabs").text.isEmpty)
    #expect(tree.badge(at: .root).number == 3)
  }

  @Test func `a capped node shows no more than its cap, and sums stay exact`() {
    tree.setPolicy(BadgePolicy(cap: 99), at: "chat")
    set(99, at: "chat/a")
    #expect(tree.badge(at: "chat").text == "99")
    set(51, at: "chat/b")
    #expect(tree.badge(at: "chat").text == "99+")
    #expect(tree.badge(at: .root).text == "150")
  }

  @Test(arguments: [Int.min, -1, 0, 1, .max])
  func `any number is a cap`(cap: Int) {
    tree.setPolicy(BadgePolicy(cap: cap), at: "chat")
    set(150, at: "chat/a")
    #expect(tree.badge(at: "chat").text == (cap > 1 ? "150" : "1+"))
  }

  @Test func `a muted node shows what it has and gives nothing upward`() {
    tree.setPolicy(BadgePolicy(isMuted: true), at: "chat/family")
    set(5, at: "chat/family/photos")
    set(1, at: "chat/work")
    #expect(tree.badge(at: "chat/family") == Badge(.number(5), isMuted: true))
    #expect(tree.badge(at: "chat").number == 1)
    tree.setPolicy(BadgePolicy(), at: "chat/family")
    #expect(tree.badge(at: .root).number == 6)
    tree.setPolicy(BadgePolicy(isMuted: true), at: "chat/family")
    #expect(tree.badge(at: .root).number == 1)
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

  // MARK: - Knowing

  @Test
  func `a node knows nothing until something was put on it or below, and all of that is known`() {
    #expect(!tree[.root].badge.isKnown)
    tree.setPolicy(BadgePolicy(isDotOnly: true), at: "tabs")
    #expect(!tree[.root].badge.isKnown)
    tree.set(.unknown, at: "tabs/chat", because: "test")
    #expect(!tree[.root].badge.isKnown)
    set(0, at: "tabs/home")
    #expect(tree[.root].badge == .unknown)
    #expect(tree["tabs/home"].badge.isKnown)
    let told = ObservedChange(of: { tree[.root].badge.isKnown })
    set(0, at: "tabs/chat")
    #expect(told.happened)
    #expect(tree[.root].badge == .none)
  }

  @Test func `a muted node keeps to itself what it doesn't know`() {
    tree.setPolicy(BadgePolicy(isMuted: true), at: "a/b")
    tree.set(.unknown, at: "a/b/c", because: "test")
    #expect(tree.badge(at: "a").isKnown)
    #expect(!tree.badge(at: "a/b").isKnown)
    tree.setPolicy(BadgePolicy(), at: "a/b")
    #expect(!tree.badge(at: "a").isKnown)
  }

  @Test func `what is taken off leaves nothing known, or nothing at all if it was unknown`() {
    set(3, at: "a")
    tree.set(.unknown, at: "b", because: "test")
    tree.remove(at: "b")
    #expect(!tree.badge(at: "b").isKnown)
    #expect(tree.badge(at: .root).isKnown)
    tree.remove(at: "a")
    tree.remove(at: "unknown/path")
    #expect(tree.badge(at: "a").isKnown)
    #expect(tree.badge(at: .root).mark == .none)
  }

  @Test func `paths are made from what an app has`() {
    let room = "work"
    set(2, at: "chat/\(room)")
    #expect(tree.badge(at: "chat/work").number == 2)
  }

  // MARK: - Telling

  @Test func `only observers of what changed are told`() {
    set(1, at: "a/b")
    set(1, at: "c/d")
    let told = (["", "a", "a/b", "c", "c/d"] as [BadgePath]).map { path in
      ObservedChange(of: { tree[path].badge })
    }
    set(2, at: "a/b")
    #expect(told.map(\.happened) == [true, true, true, false, false])
  }

  @Test func `those above a node that looks the same are told of nothing`() {
    tree.setPolicy(BadgePolicy(cap: 9), at: "a")
    tree.setPolicy(BadgePolicy(cap: 9), at: .root)
    set(20, at: "a/b")
    let told = [BadgePath.root, "a"].map { path in ObservedChange(of: { tree[path].badge }) }
    let leaf = ObservedChange(of: { tree["a/b"].badge })
    set(30, at: "a/b")
    #expect(told.allSatisfy { !$0.happened })
    #expect(leaf.happened)
  }

  @Test func `setting the same again tells nobody`() {
    set(2, at: "a")
    let told = ObservedChange(of: { tree["a"].badge })
    set(2, at: "a")
    tree.setPolicy(BadgePolicy(), at: "a")
    #expect(!told.happened)
  }

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

  @Test func `an explanation leaves out what muted nodes keep to themselves`() {
    tree.setPolicy(BadgePolicy(isMuted: true), at: "a/b")
    set(1, at: "a/b/c")
    #expect(tree.explain("a").isEmpty)
    #expect(tree.explain("a/b").map(\.path) == ["a/b/c"])
  }

  @Test func `slashes too many add nothing to a path`() {
    #expect(BadgePath("/a//b/") == "a/b")
    #expect(BadgePath("a/b").parent == "a")
    #expect(BadgePath("a").parent == .root)
    #expect(BadgePath.root.parent == nil)
  }
}
