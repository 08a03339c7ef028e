import CoreGraphics
import Foundation
import PushHubObservers
import QuartzCore
import Testing
import UIKit

/// Where a badge view is, how large, and what VoiceOver says for it.
@MainActor
struct BadgeDotLookTests {
  private let screen = BadgeScreen()

  @Test
  func `a dot is round and on the corner, without a private view being touched`() async {
    await screen.putDot()
    #expect(screen.frame == CGRect(x: 35, y: -5, width: 10, height: 10))
    #expect(screen.badge.layer.cornerRadius == 5)
    #expect(screen.badge.backgroundColor == .systemRed)
    #expect(screen.bell.subviews == [screen.badge])
    #expect(screen.bell.frame == CGRect(x: 100, y: 50, width: 40, height: 30))
  }

  @Test
  func `a badge is on the left where one reads from right to left`() async {
    await screen.putDot()
    screen.bell.semanticContentAttribute = .forceRightToLeft
    screen.badge.attach(to: screen.bell)
    #expect(screen.frame == CGRect(x: -5, y: -5, width: 10, height: 10))
    screen.badge.attach(to: screen.bell, isInside: true)
    #expect(screen.frame == CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test
  func `within a view that clips, a badge is whole`() async {
    let screen = BadgeScreen(isInside: true)
    await screen.put(7)
    #expect(screen.frame == CGRect(x: 22, y: 0, width: 18, height: 18))
  }

  @Test
  func `a badge stays on its corner wherever its view goes`() async {
    await screen.putDot()
    let box = UIView(frame: CGRect(x: 0, y: 300, width: 200, height: 200))
    screen.window.addSubview(box)
    box.addSubview(screen.bell)
    screen.bell.frame = CGRect(x: 0, y: 0, width: 80, height: 30)
    #expect(screen.frame.midX == 80)
    screen.badge.removeFromSuperview()
    box.addSubview(screen.badge)
    #expect(screen.frame.midX == 200)
    screen.badge.attach(to: screen.bell)
    #expect(screen.frame.midX == 80)
  }

  @Test
  func `a number is as wide as it needs to be, and large ones are capped`() async {
    await screen.put(7)
    #expect(screen.frame.size == CGSize(width: 18, height: 18))
    await screen.put(99)
    let width = screen.frame.width
    await screen.put(100)
    #expect(screen.frame.width > width)
    #expect(screen.frame.midX == 40)
    #expect(screen.badge.accessibilityLabel == "More than 99 unread")
  }

  @Test
  func `a badge grows with the text size, within bounds`() async {
    await screen.putDot()
    let categories: [UIContentSizeCategory] = [
      .extraSmall, .large, .extraExtraExtraLarge, .accessibilityExtraExtraExtraLarge,
    ]
    let widths = categories.map { category in
      screen.window.stubSetTraits(UITraitCollection(preferredContentSizeCategory: category))
      return (screen.frame.width * 10).rounded() / 10
    }
    #expect(widths == [10, 10, 15.5, 20])
    #expect(screen.appearances == 1)
  }

  @Test
  func `a badge has the app's colors, and those of muted nodes are quiet`() async {
    screen.tree.setPolicy(BadgePolicy(isMuted: true), at: "chat")
    await screen.put(1)
    #expect(screen.badge.backgroundColor == .systemGray)
    screen.badge.mutedColor = .black
    #expect(screen.badge.backgroundColor == .black)
    screen.tree.setPolicy(BadgePolicy(), at: "chat")
    await turns()
    screen.badge.color = .systemBlue
    #expect(screen.badge.backgroundColor == .systemBlue)
  }

  @Test
  func `VoiceOver finds a badge while it is shown, with the app's words`() async {
    screen.badge.speech = { badge in
      badge.isShown ? badge.mark == .dot ? "Neues" : "\(badge.text) neue" : nil
    }
    #expect(!screen.badge.isAccessibilityElement)
    await screen.putDot()
    #expect(screen.badge.isAccessibilityElement)
    #expect(screen.badge.accessibilityLabel == "Neues")
    await screen.put(3)
    #expect(screen.badge.accessibilityLabel == "3 neue")
    await screen.put(0)
    #expect(!screen.badge.isAccessibilityElement)
    #expect(screen.badge.accessibilityLabel == nil)
  }

  @Test
  func `a view whose value the app removed says its badge's again`() async {
    screen.bell.isAccessibilityElement = true
    await screen.put(3)
    screen.bell.accessibilityValue = "On"
    await screen.put(4)
    #expect(screen.bell.accessibilityValue == "On")
    screen.bell.accessibilityValue = nil
    await screen.put(5)
    #expect(screen.bell.accessibilityValue == "5 unread")
  }

  @Test
  func `a control, which hides what is in it, has the badge as its value`() async {
    screen.bell.isAccessibilityElement = true
    await screen.put(3)
    #expect(screen.bell.accessibilityValue == "3 unread")
    let other = UIView(frame: screen.bell.frame)
    other.isAccessibilityElement = true
    screen.window.addSubview(other)
    screen.badge.attach(to: other)
    #expect(screen.bell.accessibilityValue == nil)
    #expect(other.accessibilityValue == "3 unread")
    await screen.put(0)
    #expect(other.accessibilityValue == nil)
  }
}
