import CoreGraphics
import Foundation
import PushHubObservers
import PushHubTesting
import UIKit

/// A window with a bell, a badge on it, and a tree that it follows, in which nothing is unread.
@MainActor
final class BadgeScreen {
  let tree = BadgeTree(scheduler: ManualScheduler(), policies: ["chat": BadgePolicy(cap: 99)])
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
  let bell = UIView(frame: CGRect(x: 100, y: 50, width: 40, height: 30))
  let badge = BadgeDotView()

  init(isInside: Bool = false) {
    window.addSubview(bell)
    tree.set(.none, at: "chat", because: "test")
    badge.attach(to: bell, isInside: isInside)
    badge.follow(tree["chat"])
  }

  /// Puts a number on the node, and returns when the badge has received it.
  func put(_ count: Int) async {
    await put(.number(count))
  }

  func putDot() async {
    await put(.dot)
  }

  private func put(_ content: Badge) async {
    tree.set(content, at: "chat", because: "test")
    await turns()
  }

  /// Where the badge is on the bell.
  var frame: CGRect {
    window.layoutIfNeeded()
    return badge.frame
  }

  /// How often the badge came with motion.
  var appearances: Int { badge.stubAnimatedTransforms.count }
}
