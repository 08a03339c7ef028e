#if canImport(SwiftUI)
import Foundation
public import SwiftUI

extension View {
  /// Shows a badge at the view's top trailing corner while there is something unread.
  ///
  /// ```swift
  /// Image(systemName: "bell").badgeDot(badge)
  /// Image(systemName: "message").badgeDot(tree["tabs/chat"])
  /// ```
  ///
  /// The view follows the badge by observation and keeps it as any value of a view, until it is removed. The
  /// badge appears with motion from read to unread while the view is on the screen, and never where the
  /// user wants less motion. It grows with the text size, up to twice its size, and is mirrored where one
  /// reads from right to left.
  ///
  /// - Parameters:
  ///   - source: The source to follow: a ``BadgeDot``, a ``BadgeNode`` or a source of the app's own.
  ///   - color: The color of the badge.
  ///   - mutedColor: The color of the badge on a muted node.
  ///   - speech: The text for VoiceOver, which finds the badge after the view; for
  ///     ``Badge/spokenText`` in the user's language.
  public func badgeDot(
    _ source: some BadgeSource,
    color: Color = .red,
    mutedColor: Color = .gray,
    speech: @escaping (Badge) -> String? = { $0.spokenText }
  ) -> some View {
    overlay(alignment: .topTrailing) {
      BadgeMark(source: source, color: color, mutedColor: mutedColor, speech: speech)
        .alignmentGuide(.trailing) { $0[HorizontalAlignment.center] }
        .alignmentGuide(.top) { $0[VerticalAlignment.center] }
        .id(ObjectIdentifier(source))
    }
  }
}

/// A badge alone, which remembers what it has shown.
private struct BadgeMark<Source: BadgeSource>: View {
  let source: Source
  let color: Color
  let mutedColor: Color
  let speech: (Badge) -> String?
  @ScaledMetric(relativeTo: .caption2) var length = 100.0
  @Environment(\.accessibilityReduceMotion) var reducesMotion
  @State var shown: Badge?
  @State var isOnScreen = false

  var body: some View {
    let badge = source.badge
    ZStack {
      if let shown, shown.isShown {
        mark(shown)
          .accessibilityElement(children: .ignore)
          .accessibilityLabel(speech(shown) ?? "")
          .transition(.asymmetric(insertion: .scale, removal: .identity))
      }
    }
    .onAppear { isOnScreen = true }
    .onDisappear { isOnScreen = false }
    .onChange(of: badge, initial: true) { show(badge) }
  }

  private func mark(_ badge: Badge) -> some View {
    let metrics = BadgeMetrics(scale: length / 100)
    let leastSize = metrics.size(of: badge)
    return Text(badge.text)
      .font(.system(size: metrics.fontSize, weight: .semibold))
      .foregroundStyle(.white)
      .fixedSize()
      .padding(.horizontal, badge.text.isEmpty ? 0 : metrics.padding)
      .frame(height: leastSize.height)
      .frame(minWidth: leastSize.width)
      .background(badge.isMuted ? mutedColor : color, in: Capsule())
  }

  private func show(_ badge: Badge) {
    let moves = badge.appears(after: shown) && isOnScreen && !reducesMotion
    withAnimation(moves ? .spring(duration: 0.4, bounce: 0.4) : nil) {
      shown = badge
    }
  }
}

// MARK: - Tabs

#if !os(tvOS) && !os(watchOS)
extension View {
  /// Shows a badge on this tab or row, and nothing where nothing is unread.
  ///
  /// ```swift
  /// ChatView().tabItem { Text("Chat") }.tabBadge(tree["tabs/chat"])
  /// ```
  ///
  /// Tabs and rows know texts only, in a color of their own: a dot alone is the text "●". The view
  /// follows the badge by observation. See
  /// [badge(_:)](https://developer.apple.com/documentation/swiftui/view/badge(_:)).
  ///
  /// - Parameters:
  ///   - source: The source to follow.
  ///   - speech: The text for VoiceOver.
  public func tabBadge(
    _ source: some BadgeSource,
    speech: @escaping (Badge) -> String? = { $0.spokenText }
  ) -> some View {
    modifier(TabBadgeModifier(source: source, speech: speech))
  }
}

private struct TabBadgeModifier<Source: BadgeSource>: ViewModifier {
  let source: Source
  let speech: (Badge) -> String?

  func body(content: Content) -> some View {
    let badge = source.badge
    content.badge(
      speech(badge).map { words in
        Text(badge.tabText ?? "").accessibilityLabel(words)
      }
    )
  }
}
#endif
#endif
