#if canImport(UIKit) && !os(watchOS)
import Foundation
public import UIKit

extension BadgeSource {
  /// Shows the badge on a tab, through the tab's own properties, and nothing where nothing is new.
  ///
  /// It takes the place of what the tab followed before, and ends with the tab or with this source,
  /// neither of which is kept alive.
  ///
  /// ```swift
  /// badge.follow(on: notifications.tabBarItem)
  /// tree["tabs/chat"].follow(on: chat.tabBarItem)
  /// ```
  ///
  /// A tab bar knows texts only. A number is one; a dot is the text "●" in the badge's color on none:
  /// the colors that the item has are given back for a number. An app that
  /// sets the colors of badges in a `UITabBarAppearance` sets them there for dots too, since an
  /// appearance wins. See
  /// [badgeValue](https://developer.apple.com/documentation/uikit/uitabbaritem/badgevalue).
  ///
  /// - Parameters:
  ///   - item: The tab's item.
  ///   - speech: The text for VoiceOver, as the item's value; for ``Badge/spokenText`` in the
  ///     user's language.
  public func follow(
    on item: UITabBarItem,
    speech: @escaping @MainActor (Badge) -> String? = { $0.spokenText }
  ) {
    let tab = TabBadge.of(item)
    tab.follower = BadgeFollower(self) { [weak tab] in tab?.show($0, spoken: speech($0)) }
  }
}

/// Dots and numbers on a tab, with the colors that each wants.
@MainActor
private final class TabBadge {
  /// Those of the tabs that live, since a tab does not say whether its colors are the app's or a dot's.
  private static var all: [ObjectIdentifier: TabBadge] = [:]

  var follower: BadgeFollower?

  private weak var item: UITabBarItem?
  private var color: UIColor?
  private var attributes: [NSAttributedString.Key: Any]?
  private var isDot = false

  private init(_ item: UITabBarItem) {
    self.item = item
  }

  static func of(_ item: UITabBarItem) -> TabBadge {
    all = all.filter { $0.value.item != nil }
    let tab = all[ObjectIdentifier(item)] ?? TabBadge(item)
    all[ObjectIdentifier(item)] = tab
    return tab
  }

  func show(_ badge: Badge, spoken words: String?) {
    guard let item else {
      follower = nil
      return
    }
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
    item.badgeValue = badge.tabText
    item.accessibilityValue = words
  }
}
#endif
