#if canImport(SwiftUI)
import Foundation
public import SwiftUI

extension View {
  /// Shows a badge at the view's top trailing corner while there is something unread.
  ///
  /// ```swift
  /// Image(systemName: "bell").badgeDot(badge)
  /// ```
  ///
  /// The view follows the badge by observation and keeps it as any value of a view, until it goes. The
  /// badge appears with motion as ``BadgeDisplay`` says: from read to unread while the view is on the
  /// screen, and never where the user wants less motion. It grows with the text size, as
  /// ``BadgeMetrics`` says, and is mirrored where one reads from right to left.
  ///
  /// - Parameters:
  ///   - source: What is followed: a ``BadgeDot``, a ``BadgeNode`` or a source of the app's own.
  ///   - color: What the badge is filled with.
  ///   - mutedColor: What it is filled with on a muted node.
  ///   - speech: What VoiceOver says for the badge, which it finds after the view.
  public func badgeDot(
    _ source: some BadgeSource,
    color: Color = .red,
    mutedColor: Color = .gray,
    speech: BadgeSpeech = BadgeSpeech()
  ) -> some View {
    overlay(alignment: .topTrailing) {
      BadgeMark(source: source, color: color, mutedColor: mutedColor, speech: speech)
        .alignmentGuide(.trailing) { $0[HorizontalAlignment.center] }
        .alignmentGuide(.top) { $0[VerticalAlignment.center] }
        .id(ObjectIdentifier(source))
    }
  }

  /// Shows what a node of a tree shows at the view's top trailing corner.
  ///
  /// ```swift
  /// Image(systemName: "message").badgeDot(tree, at: "tabs/chat")
  /// ```
  public func badgeDot(
    _ tree: BadgeTree,
    at path: BadgePath,
    color: Color = .red,
    mutedColor: Color = .gray,
    speech: BadgeSpeech = BadgeSpeech()
  ) -> some View {
    badgeDot(tree[path], color: color, mutedColor: mutedColor, speech: speech)
  }
}

/// A badge alone, which remembers what it has shown.
private struct BadgeMark<Source: BadgeSource>: View {
  let source: Source
  let color: Color
  let mutedColor: Color
  let speech: BadgeSpeech
  @ScaledMetric(relativeTo: .caption2) private var length = 100.0
  @Environment(\.accessibilityReduceMotion) private var reducesMotion
  @State private var display = BadgeDisplay()
  @State private var isOnScreen = false

  init(source: Source, color: Color, mutedColor: Color, speech: BadgeSpeech) {
    self.source = source
    self.color = color
    self.mutedColor = mutedColor
    self.speech = speech
  }

  var body: some View {
    let reading = source.reading
    ZStack {
      if display.badge.isShown {
        mark(display.badge)
          .accessibilityElement(children: .ignore)
          .accessibilityLabel(speech.label(for: display.badge) ?? "")
          .transition(.asymmetric(insertion: .scale, removal: .identity))
      }
    }
    .onAppear { isOnScreen = true }
    .onDisappear { isOnScreen = false }
    .onChange(of: reading, initial: true) { show(reading) }
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

  private func show(_ reading: BadgeReading) {
    var next = display
    let change = next.show(reading, isOnScreen: isOnScreen, reducesMotion: reducesMotion)
    withAnimation(change == .scalingIn ? .spring(duration: 0.4, bounce: 0.4) : nil) {
      display = next
    }
  }
}

// MARK: - Tabs

#if !os(tvOS) && !os(watchOS)
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
#endif
