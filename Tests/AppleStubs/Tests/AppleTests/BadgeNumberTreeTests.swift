import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import Testing
import UserNotifications

/// The number on the app's icon, from a node of a tree.
struct BadgeNumberTreeTests: AppFixture {
  let app = SimulatedApp()
  private let folder = TemporaryFolder()
  private let center = UNUserNotificationCenter(stub: ())
  private let tree = BadgeTree(scheduler: ManualScheduler())

  private func put(_ content: Badge, at path: BadgePath) {
    tree.set(content, at: path, because: "test")
  }

  private func badgeNumber() -> BadgeNumber {
    BadgeNumber(lifecycle: lifecycle, scheduler: scheduler, center: center)
  }

  /// Returns when the icon shows a number.
  private func arrival(of number: Int, on badge: BadgeNumber?) async {
    #expect(await eventually { badge?.shown == number })
  }

  @Test
  func `the icon shows what is on the node now, and then only changes`() async {
    put(.number(2), at: "chat")
    let badge = badgeNumber()
    badge.follow(tree[.root])
    await arrival(of: 2, on: badge)
    put(.number(3), at: "mail")
    await arrival(of: 5, on: badge)
    put(.dot, at: "me")
    await turns()
    put(.none, at: "mail")
    await arrival(of: 2, on: badge)
    #expect(center.stubBadgeCounts == [2, 5, 2])
  }

  @Test
  func `the icon follows the node once something is known`() async {
    let badge = badgeNumber()
    badge.follow(tree[.root])
    tree.set(.unknown, at: "chat", because: "test")
    put(.number(1), at: "mail")
    await turns()
    #expect(center.stubBadgeCounts == [])
    put(.number(2), at: "chat")
    await arrival(of: 3, on: badge)
    tree.set(.unknown, at: "chat", because: "another account")
    await arrival(of: 1, on: badge)
    #expect(center.stubBadgeCounts == [3, 1])
  }

  @Test func `the number is shared with the service extension, again after a failure`() async throws
  {
    let group = folder.url
    let inbox = PushInbox(folder: InboxFolder(group.appending(path: "inbox")))
    context.attach(inbox)
    let number = badgeNumber()
    share(number, of: inbox, in: group)
    let badge = SharedBadge(group.appending(path: "badge"))
    // A file in the place of the folder.
    try folder.create()
    try Data().write(to: group.appending(path: "badge"))
    for id in ["m1", "m2"] { receive(id) }
    await arrival(of: 2, on: number)
    try FileManager.default.removeItem(at: group.appending(path: "badge"))
    #expect(try badge.number == 0)
    lifecycle.setPhase(.active)
    await arrival(of: 2, on: number)
    #expect(try badge.number == 2)
    #expect(try badge.count("m3", at: scheduler.date) == 3)
    inbox.markRead()
    await arrival(of: 0, on: number)
    #expect(try badge.number == 0)
  }

  private func share(_ number: BadgeNumber, of inbox: PushInbox, in group: URL) {
    tree.connect("tabs/inbox", because: "unread notifications") { [weak inbox] in
      inbox?.unreadCount.map { .number($0) } ?? .unknown
    }
    number.follow(tree["tabs"])
    let badge = SharedBadge(group.appending(path: "badge"))
    number.willSet = { [scheduler] in try? badge.set($0, at: scheduler.date) }
  }

  @Test
  func `neither the tree nor the number keeps the other`() async {
    var badge: BadgeNumber? = badgeNumber()
    var other: BadgeTree? = BadgeTree(scheduler: ManualScheduler())
    let tree = WeakBox(other)
    let node = WeakBox(other?["chat"])
    if let other {
      badge?.follow(other["chat"])
    }
    other?.set(.none, at: "chat", because: "test")
    await arrival(of: 0, on: badge)
    other = nil
    await turns()
    #expect(!tree.isAlive)
    #expect(!node.isAlive)
    #expect(badge?.shown == 0)
    let number = WeakBox(badge)
    badge?.follow(self.tree["chat"])
    await turns()
    badge = nil
    #expect(!number.isAlive)
    put(.number(1), at: "chat")
    await turns()
    #expect(center.stubBadgeCounts == [0])
  }
}
