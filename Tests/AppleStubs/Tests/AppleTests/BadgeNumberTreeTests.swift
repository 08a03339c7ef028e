import PushHub
import PushHubObservers
import Testing
import UserNotifications

/// The number on the app's icon, from a node of a tree.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct BadgeNumberTreeTests {
  private let center = UNUserNotificationCenter(stub: ())
  private let scheduler = ManualScheduler()
  private let lifecycle = AppLifecycle()
  private let tree = BadgeTree(scheduler: ManualScheduler())

  private func put(_ content: Badge, at path: BadgePath) {
    tree.set(content, at: path, because: "test")
  }

  /// Returns when the icon shows a number.
  private func arrival(of number: Int, on badge: BadgeNumber?) async {
    #expect(await eventually { badge?.shown == number })
  }

  @Test
  func `the icon shows what is on the node now, and then only changes`() async {
    put(.number(2), at: "chat")
    let badge = BadgeNumber(lifecycle: lifecycle, scheduler: scheduler, center: center)
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
  func `a dot alone is no number`() async {
    let badge = BadgeNumber(lifecycle: lifecycle, scheduler: scheduler, center: center)
    put(.dot, at: "me")
    badge.follow(tree[.root])
    await arrival(of: 0, on: badge)
    #expect(center.stubBadgeCounts == [0])
  }

  @Test
  func `the icon is left alone until something is known, and shows the node from then on`() async {
    let badge = BadgeNumber(lifecycle: lifecycle, scheduler: scheduler, center: center)
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

  @Test
  func `a number that isn't known leaves the icon as it is`() async {
    let badge = BadgeNumber(lifecycle: lifecycle, scheduler: scheduler, center: center)
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    badge.follow(values) { $0 < 0 ? nil : $0 }
    continuation.yield(-1)
    await turns()
    #expect(center.stubBadgeCounts == [])
    continuation.yield(4)
    await arrival(of: 4, on: badge)
  }

  @Test
  func `another node takes the place of the first`() async {
    let badge = BadgeNumber(lifecycle: lifecycle, scheduler: scheduler, center: center)
    badge.follow(tree["chat"])
    put(.number(4), at: "mail")
    badge.follow(tree["mail"])
    await arrival(of: 4, on: badge)
    put(.number(9), at: "chat")
    await turns()
    #expect(badge.shown == 4)
  }

  @Test
  func `the number is not kept by the tree, nor the tree by the number`() async {
    var badge: BadgeNumber? = BadgeNumber(
      lifecycle: lifecycle,
      scheduler: scheduler,
      center: center
    )
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
