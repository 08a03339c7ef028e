import PushHubObservers
import PushHubTesting
import Testing
import UIKit

/// Badges on the tabs of a tab bar, through its public properties.
@MainActor
struct BadgeTabTests {
  private let tree = BadgeTree(
    scheduler: ManualScheduler(),
    policies: ["chat": BadgePolicy(cap: 99)]
  )
  private let item = UITabBarItem()

  private func put(count: Int = 0, hasDot: Bool = false) async {
    tree.set(hasDot ? .dot : .number(count), at: "chat", because: "test")
    await turns()
  }

  private var textColor: UIColor? {
    item.badgeTextAttributes(for: .normal)?[.foregroundColor] as? UIColor
  }

  @Test
  func `a tab shows what is now, and then each change`() async {
    await put(count: 3)
    tree["chat"].follow(on: item)
    #expect(item.badgeValue == "3")
    #expect(item.accessibilityValue == "3 unread")
    await put(count: 100)
    #expect(item.badgeValue == "99+")
    await put()
    #expect(item.badgeValue == nil)
    #expect(item.accessibilityValue == nil)
    #expect(item.stubBadgeValues == ["3", "99+", nil])
  }

  @Test
  func `a dot alone is a red dot without a background`() async {
    tree["chat"].follow(on: item)
    await put(hasDot: true)
    #expect(item.badgeValue == "●")
    #expect(item.badgeColor == .clear)
    #expect(textColor == .systemRed)
    #expect(item.accessibilityValue == "Unread")
    await put(count: 1)
    #expect(item.badgeValue == "1")
    #expect(item.badgeColor == nil)
    #expect(textColor == nil)
  }

  @Test
  func `a tab that follows another source has the app's colors again`() async {
    item.badgeColor = .systemBlue
    item.setBadgeTextAttributes([.foregroundColor: UIColor.black], for: .normal)
    await put(hasDot: true)
    tree["chat"].follow(on: item)
    #expect(item.badgeValue == "●")
    tree.set(.number(2), at: "mail", because: "test")
    tree["mail"].follow(on: item)
    #expect(item.badgeValue == "2")
    #expect(item.badgeColor == .systemBlue)
    #expect(textColor == .black)
    tree["chat"].follow(on: item)
    #expect(item.badgeColor == .clear)
    #expect(textColor == .systemBlue)
  }

  @Test
  func `following ends with the tab, and with what is followed`() async {
    var item: UITabBarItem? = UITabBarItem()
    let kept = UITabBarItem()
    var other: BadgeTree? = BadgeTree(scheduler: ManualScheduler())
    let box = WeakBox(item)
    if let item {
      tree["chat"].follow(on: item)
    }
    other?["chat"].follow(on: kept)
    let node = WeakBox(other?["chat"])
    item = nil
    #expect(!box.isAlive)
    await put(count: 1)
    other = nil
    await turns()
    #expect(!node.isAlive)
  }
}
