#if canImport(UIKit) && !os(watchOS)
import Foundation
public import UIKit

extension BadgeSource {
  /// Shows the badge on a tab, through the tab's own properties, and nothing where nothing is new.
  ///
  /// It takes the place of what the tab followed before.
  ///
  /// ```swift
  /// badge.follow(on: notifications.tabBarItem)
  /// tree["tabs/chat"].follow(on: chat.tabBarItem)
  /// ```
  ///
  /// A tab bar knows texts only. A number is one; a dot is the text "●" in the badge's color on none:
  /// the colors that the item has are given back for a number. An app that sets the colors of badges
  /// in a `UITabBarAppearance` sets them there for dots too, since an appearance wins. See
  /// [badgeValue](https://developer.apple.com/documentation/uikit/uitabbaritem/badgevalue).
  ///
  /// - Parameters:
  ///   - item: The tab's item; not kept alive.
  ///   - speech: What VoiceOver says for the badge, as the item's value.
  /// - Returns: What ends it when cancelled; it also ends with the item or with what it follows.
  @discardableResult
  public func follow(
    on item: UITabBarItem,
    speech: BadgeSpeech = BadgeSpeech()
  ) -> Task<Void, Never> {
    let tab = TabBadge.of(item)
    tab.following?.cancel()
    let following = follow(on: item) { item, reading in
      tab.show(reading.badge, on: item)
      item.accessibilityValue = speech.label(for: reading.badge)
    }
    tab.following = following
    return following
  }
}

/// Dots and numbers on a tab, with the colors that each wants.
@MainActor
private final class TabBadge {
  private struct Known {
    weak var item: UITabBarItem?
    let badge: TabBadge
  }

  /// The tabs that live, since a tab does not say whether its colors are the app's or a dot's.
  private static var known: [ObjectIdentifier: Known] = [:]

  /// What shows a badge on the tab now.
  var following: Task<Void, Never>?

  private var color: UIColor?
  private var attributes: [NSAttributedString.Key: Any]?
  private var isDot = false

  static func of(_ item: UITabBarItem) -> TabBadge {
    known = known.filter { $0.value.item != nil }
    let badge = known[ObjectIdentifier(item)]?.badge ?? TabBadge()
    known[ObjectIdentifier(item)] = Known(item: item, badge: badge)
    return badge
  }

  func show(_ badge: Badge, on item: UITabBarItem) {
    if isDot != (badge.mark == .dot) {
      isDot.toggle()
      if isDot {
        color = item.badgeColor
        attributes = item.badgeTextAttributes(for: .normal)
      }
      item.badgeColor = isDot ? .clear : color
      item.setBadgeTextAttributes(
        isDot ? [.foregroundColor: color ?? .systemRed] : attributes,
        for: .normal
      )
    }
    item.badgeValue =
      switch badge.mark {
      case .none: nil
      case .dot: "●"
      case .number: badge.text
      }
  }
}

extension BadgeSource {
  /// Shows what the badge says on something: at once, and then whenever it says something else.
  ///
  /// Ends with the source or with what it is shown on, neither of which is kept alive.
  func follow<Target: AnyObject & Sendable>(
    on target: Target,
    show: @escaping @MainActor (Target, BadgeReading) -> Void
  ) -> Task<Void, Never> {
    let readings = self.readings
    var shown = reading
    show(target, shown)
    return Task { [weak target] in
      for await reading in readings where reading != shown {
        guard !Task.isCancelled, let target else { return }
        shown = reading
        show(target, reading)
      }
    }
  }
}
#endif
