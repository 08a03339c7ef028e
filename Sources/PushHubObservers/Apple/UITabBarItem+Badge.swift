#if canImport(UIKit) && !os(watchOS)
import Foundation
public import UIKit

extension BadgeSource {
  /// Shows the badge on a tab, through the tab's own properties, and nothing where nothing is new.
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
    let tab = TabBadge(of: item)
    return follow(on: item) { item, reading in
      tab.show(reading.badge, on: item)
      item.accessibilityValue = speech.label(for: reading.badge)
    }
  }
}

/// Dots and numbers on a tab, with the colors that each wants.
@MainActor
private final class TabBadge {
  private let color: UIColor?
  private let attributes: [NSAttributedString.Key: Any]?
  private var isDot = false

  init(of item: UITabBarItem) {
    color = item.badgeColor
    attributes = item.badgeTextAttributes(for: .normal)
  }

  func show(_ badge: Badge, on item: UITabBarItem) {
    if isDot != (badge.mark == .dot) {
      isDot.toggle()
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
#endif
