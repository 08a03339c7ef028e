import Foundation
import Observation
import PushHub
import Testing

@testable import PushHubObservers

/// Features on nodes of a tree, without either knowing the other.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BadgeFeedTests {
  @Observable
  final class Drafts {
    var count = 0
  }

  let tree = BadgeTree(scheduler: ManualScheduler())
  let feed: BadgeFeed

  init() {
    feed = BadgeFeed(into: tree)
  }

  /// Returns when a node shows a number, or a dot for zero.
  private func arrival(of number: Int, at path: BadgePath) async {
    while tree[path].badge.number != number || (number == 0 && !tree[path].badge.isShown) {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = tree[path].badge
        } onChange: {
          Task { @MainActor in continuation.resume() }
        }
      }
    }
  }

  @Test func `unread sync and badge dot each feed a node`() async {
    let unread = UnreadSyncApp()
    let dot = BadgeDotApp()
    if let sync = unread.sync, let badge = dot.badge {
      feed.connect(sync, to: "tabs/home")
      feed.connect(badge, to: "tabs/notifications")
    }
    await unread.startAtHome()
    await arrival(of: 3, at: "tabs/home")
    await dot.start()
    await dot.report(4)
    await arrival(of: 0, at: "tabs/notifications")
    #expect(tree.badge(at: .root).number == 3)
    #expect(
      tree.explain(.root).map(\.reason) == [
        "unread messages", "a notification after the read mark",
      ]
    )
  }

  @Test func `anything observable feeds a node, now and on each change`() async {
    let drafts = Drafts()
    drafts.count = 1
    feed.connect("me/drafts", because: "drafts") { BadgeContent(count: drafts.count) }
    #expect(tree.badge(at: "me").number == 1)
    for count in 2...5 {
      drafts.count = count
      await arrival(of: count, at: "me/drafts")
    }
  }

  @Test func `what was connected before has no say any more`() async {
    let old = Drafts()
    let new = Drafts()
    feed.connect("me", because: "old") { BadgeContent(count: old.count) }
    feed.connect("me", because: "new") { BadgeContent(count: new.count) }
    old.count = 9
    new.count = 2
    await arrival(of: 2, at: "me")
    #expect(tree.explain("me").map(\.reason) == ["new"])
  }

  @Test func `disconnecting takes the content off`() async {
    let drafts = Drafts()
    drafts.count = 1
    feed.connect("me", because: "drafts") { BadgeContent(count: drafts.count) }
    feed.disconnect("me")
    #expect(tree.badge(at: "me").mark == .none)
    drafts.count = 2
    feed.connect("other", because: "drafts") { BadgeContent(count: drafts.count) }
    drafts.count = 3
    await arrival(of: 3, at: "other")
    #expect(tree.badge(at: "me").mark == .none)
  }

  @Test func `the feed keeps no feature alive`() {
    let dot = BadgeDotApp()
    let badge = WeakBox(dot.badge)
    if let badge = dot.badge {
      feed.connect(badge, to: "a")
    }
    dot.letBadgeGo()
    #expect(!badge.isAlive)
  }
}
