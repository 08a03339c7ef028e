import Foundation
import Observation
import PushHub
import Testing

@testable import PushHubObservers

/// Features on nodes of a tree, without either knowing the other.
@MainActor
struct BadgeFeedTests {
  @Observable
  final class Drafts {
    var count = 0
  }

  @Observable
  final class Likes: BadgeSource {
    var count: Int?

    var reading: BadgeReading {
      let badge = Badge(total: count ?? 0, dots: 0, policy: .capped(at: 9))
      return BadgeReading(badge, isKnown: count != nil)
    }
  }

  let scheduler = ManualScheduler()
  let tree: BadgeTree
  let feed: BadgeFeed

  init() {
    tree = BadgeTree(scheduler: scheduler)
    feed = BadgeFeed(into: tree)
  }

  @Test func `unread sync and badge dot each feed a node`() async {
    let unread = UnreadSyncApp()
    let dot = BadgeDotApp()
    if let sync = unread.sync, let badge = dot.badge {
      feed.connect(sync, to: "tabs/home")
      feed.connect(badge, to: "tabs/notifications")
    }
    await unread.startAtHome()
    await dot.start()
    await dot.report(4)
    await scheduler.settle()
    #expect(tree.badge(at: "tabs/notifications").mark == .dot)
    #expect(tree.badge(at: .root).number == 3)
    #expect(
      tree.explain(.root).map(\.reason) == [
        "unread messages", "a notification after the read mark",
      ]
    )
  }

  @Test func `settling waits until a change has reached the tree`() async {
    let drafts = Drafts()
    drafts.count = 1
    feed.connect("me/drafts", because: "drafts") { BadgeContent(count: drafts.count) }
    #expect(tree.badge(at: "me").number == 1)
    for count in 2...50 {
      drafts.count = count
      await scheduler.settle()
      #expect(tree.badge(at: "me/drafts").number == count)
    }
  }

  @Test func `any source feeds a node, for the reason that it has or is given`() async {
    let likes = Likes()
    likes.count = 4
    feed.connect(likes, to: "a")
    feed.connect(likes, to: "b", because: "somebody likes it")
    #expect(tree.badge(at: .root).number == 8)
    #expect(tree.explain(.root).map(\.reason) == ["Likes", "somebody likes it"])
  }

  @Test func `a count beyond what its badge shows adds up in full`() async {
    let unread = UnreadSyncApp()
    if let sync = unread.sync {
      feed.connect(sync, to: "tabs/home")
    }
    await unread.startAtHome()
    unread.sync?.refresh()
    await unread.answer(150)
    await scheduler.settle()
    #expect(tree.badge(at: .root).number == 150)
  }

  @Test func `a node knows once all that feeds it know`() async {
    let likes = Likes()
    let drafts = Drafts()
    feed.connect(likes, to: "me/likes")
    #expect(!tree.isKnown(at: "me"))
    feed.connect("me/drafts", because: "drafts") { BadgeContent(count: drafts.count) }
    #expect(tree.isKnown(at: "me/drafts"))
    #expect(!tree.isKnown(at: .root))
    likes.count = 2
    await scheduler.settle()
    #expect(tree.isKnown(at: .root))
    #expect(tree[.root].reading == BadgeReading(Badge(.number(2, isCapped: false))))
  }

  @Test func `what was connected before has no say any more`() async {
    let old = Drafts()
    let new = Drafts()
    feed.connect("me", because: "old") { BadgeContent(count: old.count) }
    feed.connect("me", because: "new") { BadgeContent(count: new.count) }
    old.count = 9
    new.count = 2
    await scheduler.settle()
    #expect(tree.badge(at: "me").number == 2)
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
    await scheduler.settle()
    #expect(tree.badge(at: "other").number == 3)
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

  // MARK: - Two feeds on one node

  @Test func `a feed whose node another has taken writes there no more`() async {
    let other = BadgeFeed(into: tree)
    let (first, second) = (Drafts(), Drafts())
    feed.connect("me", because: "first") { BadgeContent(count: first.count) }
    second.count = 2
    other.connect("me", because: "second") { BadgeContent(count: second.count) }
    first.count = 7
    await scheduler.settle()
    #expect(tree.explain("me").map(\.reason) == ["second"])
    second.count = 3
    await scheduler.settle()
    #expect(tree.badge(at: "me").number == 3)
  }

  @Test func `nor does it once the other has let go of the node`() async {
    var log: [BadgeTreeLogEntry] = []
    tree.log = { log.append($0) }
    let other = BadgeFeed(into: tree)
    var likes: Likes? = Likes()
    let drafts = Drafts()
    if let likes {
      feed.connect(likes, to: "me")
    }
    other.connect("me", because: "drafts") { BadgeContent(count: drafts.count) }
    other.disconnect("me")
    likes?.count = 7
    await scheduler.settle()
    #expect(tree.badge(at: "me").mark == .none)
    likes = nil
    await scheduler.settle()
    #expect(tree.badge(at: "me").mark == .none)
    #expect(log.isEmpty)
  }

  @Test func `a feature that goes after its node was taken takes nothing off`() async {
    var log: [BadgeTreeLogEntry] = []
    tree.log = { log.append($0) }
    let other = BadgeFeed(into: tree)
    var likes: Likes? = Likes()
    let drafts = Drafts()
    drafts.count = 2
    if let likes {
      feed.connect(likes, to: "me")
    }
    other.connect("me", because: "drafts") { BadgeContent(count: drafts.count) }
    likes = nil
    await scheduler.settle()
    #expect(tree.badge(at: "me").number == 2)
    #expect(log.isEmpty)
  }

  @Test func `a node that the reading of its content connects anew is the new one's`() async {
    let drafts = Drafts()
    drafts.count = 5
    feed.connect("me", because: "old") { [feed] in
      feed.connect("me", because: "new") { BadgeContent(count: drafts.count) }
      return BadgeContent(count: 1)
    }
    await scheduler.settle()
    #expect(tree.explain("me").map(\.reason) == ["new"])
    #expect(tree.badge(at: "me").number == 5)
  }

  // MARK: - What goes away

  @Test func `the number of a feature that is gone leaves the tree, with a word`() async {
    var log: [BadgeTreeLogEntry] = []
    tree.log = { log.append($0) }
    var likes: Likes? = Likes()
    likes?.count = 5
    if let likes {
      feed.connect(likes, to: "me/likes")
    }
    #expect(tree.badge(at: .root).number == 5)
    likes = nil
    await scheduler.settle()
    #expect(tree.badge(at: .root).mark == .none)
    #expect(tree.isKnown(at: .root))
    #expect(log == [.featureGone("me/likes")])
  }

  @Test func `a feed that nobody keeps takes off what it fed, with a word`() async {
    var log: [BadgeTreeLogEntry] = []
    tree.log = { log.append($0) }
    let drafts = Drafts()
    drafts.count = 3
    BadgeFeed(into: tree).connect("me", because: "drafts") { BadgeContent(count: drafts.count) }
    BadgeFeed(into: tree).connect("constant", because: "it is") { BadgeContent(count: 1) }
    await scheduler.settle()
    #expect(tree.badge(at: .root).mark == .none)
    #expect(Set(log) == [.feedGone("me"), .feedGone("constant")])
  }

  @Test func `a feed in place of one that goes keeps what it fed`() async {
    var log: [BadgeTreeLogEntry] = []
    tree.log = { log.append($0) }
    let drafts = Drafts()
    drafts.count = 3
    var feed = BadgeFeed(into: tree)
    feed.connect("me", because: "old") { BadgeContent(count: drafts.count) }
    feed = BadgeFeed(into: tree)
    feed.connect("me", because: "new") { BadgeContent(count: drafts.count) }
    await scheduler.settle()
    #expect(tree.explain(.root).map(\.reason) == ["new"])
    #expect(log.isEmpty)
    feed.disconnectAll()
    #expect(tree.badge(at: .root).mark == .none)
  }
}
