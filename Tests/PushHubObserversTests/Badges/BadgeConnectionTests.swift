import Observation
import PushHubTesting
import Testing

@testable import PushHub
@testable import PushHubObservers
@testable import TestSupport

/// Features on nodes of a tree, without either knowing the other.
struct BadgeConnectionTests: TimeFixture {
  private let drafts = Drafts()
  private let likes = Likes()

  @Observable
  final class Drafts {
    var count = 0
  }

  @Observable
  final class Likes: BadgeSource {
    var count: Int?
    @ObservationIgnored private(set) var readCount = 0

    var badge: Badge {
      readCount += 1
      return Badge(.number(count ?? 0), cap: 9, isKnown: count != nil)
    }
  }

  private final class Constant: Observable, BadgeSource {
    let badge = Badge.number(1)
  }

  let scheduler = ManualScheduler()
  let tree: BadgeTree

  init() {
    tree = BadgeTree(scheduler: scheduler)
  }

  @Test func `unread sync and badge dot each feed a node`() async {
    let unread = UnreadSyncApp()
    let dot = BadgeDotApp()
    tree.connect(unread.sync, to: "tabs/home")
    tree.connect(dot.badge, to: "tabs/notifications")
    #expect(tree.badge(at: .root) == .unknown)
    await unread.startAtHome()
    await dot.start()
    await dot.report(4)
    await settle()
    #expect(tree.badge(at: "tabs/notifications") == .dot)
    #expect(tree.badge(at: .root) == .number(3))
    #expect(
      tree.explain(.root).map(\.reason) == [
        "unread messages", "a notification after the read mark",
      ]
    )
  }

  @Test func `the counts of signed-in accounts add up, also after a relaunch`()
    async
  {
    let store = MemoryStore<UnreadSyncCore.Values>()
    let former = UnreadSyncApp(store: store)
    await former.startAtHome()
    former.lifecycle.setAccounts(["ann", "b/ob"], shown: "b/ob")
    #expect(!former.state.isKnown && former.postedCounts == [0])
    await former.answer(4)
    former.lifecycle.setAccounts(["ann", "b/ob"], shown: "ann")
    #expect(former.state == UnreadState(count: 3, isStale: true))

    let app = UnreadSyncApp(store: store)
    tree.connect(accountsBelow: "icon/accounts", because: "unread messages") { [weak app] in
      app?.sync.accountBadges
    }
    #expect(tree.badge(at: "icon") == .unknown)
    app.lifecycle.setAccounts(["ann", "b/ob", "cat"], shown: "ann")
    app.attach()
    await settle()
    #expect(tree.badge(at: "icon") == .number(7))
    #expect(tree.badge(at: "icon/accounts/b%2Fob") == .number(4))
    #expect(app.skips.filter { $0 == .neverCounted }.count == 1)
    app.lifecycle.setAccounts(["ann", "cat"], shown: "ann")
    await settle()
    #expect(tree.badge(at: "icon") == .number(3))
    #expect(tree.badge(at: "icon/accounts/b%2Fob") == Badge.none)
    app.lifecycle.setAccounts(["ann", "cat"], shown: nil)
    #expect(!app.state.isKnown)
    tree.connect("icon/accounts", because: "one for all") { .number(1) }
    #expect(tree.badge(at: "icon") == .number(1))
  }

  @Test func `a dot says whether anything is known`() async {
    let app = BadgeDotApp()
    #expect(app.badge.badge == .unknown)
    await app.start()
    #expect(app.badge.badge == Badge.none)
    await app.report(4)
    #expect(app.badge.badge == .dot)
  }

  @Test func `settling waits until a change has reached the tree`() async {
    drafts.count = 1
    tree.connect("me/drafts", because: "drafts") { .number(drafts.count) }
    #expect(tree.badge(at: "me").number == 1)
    for count in 2...50 {
      drafts.count = count
      await settle()
      #expect(tree.badge(at: "me/drafts").number == count)
    }
  }

  @Test func `of several changes in one turn the last is read`() async {
    tree.connect(likes, to: "me")
    likes.count = 1
    likes.count = 2
    await settle()
    #expect(tree.badge(at: "me").number == 2)
    #expect(likes.readCount == 2)
  }

  @Test func `any source feeds a node, for the reason that it has or is given`() {
    likes.count = 4
    let constant = Constant()
    tree.connect(likes, to: "a")
    tree.connect(likes, to: "b", because: "somebody likes it")
    tree.connect(constant, to: "c")
    #expect(tree.badge(at: .root).number == 9)
    #expect(tree.explain(.root).map(\.reason) == ["Likes", "somebody likes it", "Constant"])
  }

  @Test func `what was connected before has no say any more`() async {
    let old = Drafts()
    let new = Drafts()
    tree.connect("me", because: "old") { .number(old.count) }
    tree.connect("me", because: "new") { .number(new.count) }
    old.count = 9
    new.count = 2
    await settle()
    #expect(tree.badge(at: "me").number == 2)
    #expect(tree.explain("me").map(\.reason) == ["new"])
  }

  @Test func `connecting a source again, and following it, shares what Observation keeps`() async {
    likes.count = 1
    tree.connect(likes, to: "me")
    let tracking = (tree.followers["me"] as? BadgeFollower)?.tracking
    for _ in 0..<10 {
      tree.connect(likes, to: "me")
      let follower = BadgeFollower(likes) { _ in }
      #expect(follower.tracking === tracking)
      #expect((tree.followers["me"] as? BadgeFollower)?.tracking === tracking)
    }
    likes.count = 7
    await settle()
    #expect(tree.badge(at: "me").number == 7)
    #expect((tree.followers["me"] as? BadgeFollower)?.tracking !== tracking)
  }

  @Test func `removing takes the badge off, and ends what is connected`() async {
    drafts.count = 1
    tree.connect("me", because: "drafts") { .number(drafts.count) }
    tree.remove(at: "me")
    #expect(tree.badge(at: "me") == .none)
    drafts.count = 2
    await settle()
    #expect(tree.badge(at: "me") == .none)
  }

  @Test func `the number of a feature that is gone leaves the tree`() async {
    var likes: Likes? = Likes()
    likes?.count = 5
    if let likes {
      tree.connect(likes, to: "me/likes")
    }
    #expect(tree.badge(at: .root).number == 5)
    likes = nil
    await settle()
    #expect(tree.badge(at: .root) == .none)
  }

  @Test func `a feature that goes after its node was taken takes nothing off`() async {
    var likes: Likes? = Likes()
    drafts.count = 2
    if let likes {
      tree.connect(likes, to: "me")
    }
    tree.connect("me", because: "drafts") { .number(drafts.count) }
    likes = nil
    await settle()
    #expect(tree.badge(at: "me").number == 2)
  }

  @Test func `a tree that is released ends what it followed`() async {
    var other: BadgeTree? = BadgeTree(scheduler: scheduler)
    other?.connect(likes, to: "me")
    let box = WeakBox(other)
    other = nil
    #expect(!box.isAlive)
    likes.count = 1
    await settle()
    #expect(likes.readCount == 1)
  }
}
