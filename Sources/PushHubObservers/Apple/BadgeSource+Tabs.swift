#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
public import SwiftUI

extension View {
  /// Shows a badge on this tab or row, and nothing where nothing is unread.
  ///
  /// ```swift
  /// ChatView().tabItem { Text("Chat") }.tabBadge(tree, at: "tabs/chat")
  /// ```
  ///
  /// Tabs and rows know texts only, in a color of their own: a dot alone is the text "●". The view
  /// follows the badge by observation. See
  /// [badge(_:)](https://developer.apple.com/documentation/swiftui/view/badge(_:)).
  ///
  /// - Parameters:
  ///   - source: What is followed.
  ///   - speech: What VoiceOver says for the badge.
  public func tabBadge(
    _ source: some BadgeSource,
    speech: BadgeSpeech = BadgeSpeech()
  ) -> some View {
    modifier(TabBadgeModifier(source: source, speech: speech))
  }

  /// Shows what a node of a tree shows on this tab or row.
  public func tabBadge(
    _ tree: BadgeTree,
    at path: BadgePath,
    speech: BadgeSpeech = BadgeSpeech()
  ) -> some View {
    tabBadge(tree[path], speech: speech)
  }
}

private struct TabBadgeModifier<Source: BadgeSource>: ViewModifier {
  let source: Source
  let speech: BadgeSpeech

  func body(content: Content) -> some View {
    content.badge(text(for: source.reading.badge))
  }

  private func text(for badge: Badge) -> Text? {
    speech.label(for: badge).map { words in
      Text(badge.mark == .dot ? "●" : badge.text).accessibilityLabel(words)
    }
  }
}
#endif
