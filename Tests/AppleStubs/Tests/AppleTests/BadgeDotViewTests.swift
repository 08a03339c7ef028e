import CoreGraphics
import Foundation
import PushHubObservers
import PushHubTesting
import QuartzCore
import Testing
import UIKit

/// When a badge view comes, when it moves, and how long it follows.
@MainActor
struct BadgeDotViewTests {
  private let screen = BadgeScreen()

  @Test
  func `a badge shows nothing until something is unread`() throws {
    let coded = try #require(BadgeDotView(coder: NSCoder()))
    for badge in [BadgeDotView(), coded, screen.badge] {
      #expect(badge.isHidden)
      #expect(badge.intrinsicContentSize == .zero)
      #expect(!badge.isAccessibilityElement)
    }
  }

  @Test
  func `a badge takes no touches and stays above what its view adds later`() {
    #expect(!screen.badge.isUserInteractionEnabled)
    #expect(screen.badge.layer.zPosition > 0)
  }

  @Test
  func `a badge appears with motion from read to unread, once`() async {
    await screen.put(1)
    #expect(!screen.badge.isHidden)
    #expect(screen.appearances == 1)
    #expect(screen.badge.stubAnimatedTransforms.allSatisfy { $0.a < 0.1 && $0.d < 0.1 })
    #expect(screen.badge.transform == .identity)
    await screen.put(2)
    await screen.putDot()
    await screen.put(100)
    #expect(screen.appearances == 1)
  }

  @Test
  func `the first binding doesn't move, nor does another source`() async {
    await screen.put(0)
    screen.tree.set(.number(3), at: "mail", because: "test")
    screen.badge.follow(screen.tree["mail"])
    #expect(!screen.badge.isHidden)
    await turns()
    #expect(screen.appearances == 0)
    screen.badge.follow(screen.tree["chat"])
    #expect(screen.badge.isHidden)
  }

  @Test
  func `nothing moves where the user wants less motion, asked when it would`() async {
    let settings = StubAccessibilitySettings()
    await UIAccessibility.$stubSettings.withValue(settings) {
      let screen = BadgeScreen()
      settings.reducesMotion = true
      await screen.put(1)
      #expect(!screen.badge.isHidden)
      #expect(screen.appearances == 0)
      settings.reducesMotion = false
      await screen.put(0)
      await screen.put(1)
      #expect(screen.appearances == 1)
      #expect(settings.questions == 2)
    }
  }

  @Test
  func `a read badge goes at once, also while it comes`() async {
    await screen.put(1)
    let removals = screen.badge.layer.stubRemovals
    await screen.put(0)
    #expect(screen.badge.isHidden)
    #expect(screen.badge.layer.stubRemovals > removals)
    #expect(screen.badge.transform == .identity)
    await screen.put(1)
    #expect(screen.appearances == 2)
  }

  @Test
  func `a badge that is stopped shows nothing and receives nothing`() async {
    await screen.put(1)
    screen.badge.stop()
    #expect(screen.badge.isHidden)
    await screen.put(2)
    #expect(screen.badge.isHidden)
  }

  @Test
  func `neither the badge nor what it follows keeps the other`() async {
    var badge: BadgeDotView? = BadgeDotView()
    var tree: BadgeTree? = BadgeTree(scheduler: ManualScheduler())
    let weakBadge = WeakBox(badge)
    let node = WeakBox(tree?["chat"])
    if let tree {
      tree.set(.number(1), at: "chat", because: "test")
      badge?.follow(tree["chat"])
    }
    await turns()
    tree = nil
    await turns()
    #expect(!node.isAlive)
    #expect(badge?.isHidden == false)
    badge = nil
    #expect(!weakBadge.isAlive)
  }
}
