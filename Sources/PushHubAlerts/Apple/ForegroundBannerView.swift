#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
import CoreGraphics
import Foundation
public import SwiftUI

extension View {
  /// Shows a presenter's banners at the top of this view, over its content.
  ///
  /// ```swift
  /// ContentView().foregroundBanner(presenter)
  /// ```
  ///
  /// Put it on the root view of one window. A tap on a banner opens, a swipe up closes. With VoiceOver the
  /// banner is announced, is one element that is activated with a double tap and closed with the escape
  /// gesture, and its time is paused while it is in focus. It grows with the user's text size, and
  /// with reduced motion it only fades.
  public func foregroundBanner(_ presenter: ViewBannerPresenter) -> some View {
    modifier(ForegroundBannerModifier(presenter: presenter))
  }
}

struct ForegroundBannerModifier: ViewModifier {
  let presenter: ViewBannerPresenter

  @Environment(\.accessibilityReduceMotion) private var reducesMotion

  func body(content: Content) -> some View {
    content
      .overlay(alignment: .top) {
        if let banner = presenter.banner {
          ForegroundBannerView(banner: banner)
            .id(banner.id)
            .transition(reducesMotion ? .opacity : .move(edge: .top).combined(with: .opacity))
        }
      }
      .onAppear { presenter.viewCount += 1 }
      .onDisappear { presenter.viewCount -= 1 }
  }
}

/// One banner, with its gestures and its accessibility actions.
struct ForegroundBannerView: View {
  let banner: ForegroundBanner

  @State private var drag: ForegroundBannerDrag?
  @State private var isOver = false
  @GestureState private var isDragging = false
  @AccessibilityFocusState private var isFocused: Bool

  var body: some View {
    VStack(alignment: .leading, spacing: 2) {
      if let title = banner.title {
        Text(title).font(.headline).lineLimit(2)
      }
      if let subtitle = banner.subtitle {
        Text(subtitle).font(.subheadline).lineLimit(2)
      }
      if let body = banner.body {
        Text(body).font(.body).lineLimit(4)
      }
    }
    .padding(14)
    .frame(
      maxWidth: ForegroundBannerMetrics.maximumWidth,
      minHeight: ForegroundBannerMetrics.minimumHeight,
      alignment: .leading
    )
    .background(Material.regular, in: RoundedRectangle(cornerRadius: 20))
    .padding(ForegroundBannerMetrics.margin)
    .offset(y: drag?.offset ?? 0)
    .gesture(gesture)
    .onChange(of: isDragging) { if !isDragging { release() } }
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(banner.spoken)
    .accessibilityHint(NSLocalizedString("Opens the notification.", comment: ""))
    .accessibilityAddTraits(.isButton)
    .accessibilityAction { banner.open() }
    .accessibilityAction(.escape) { banner.close() }
    .accessibilityAction(named: NSLocalizedString("Close", comment: "")) { banner.close() }
    .accessibilityFocused($isFocused)
    .onChange(of: isFocused) { banner.touch(isFocused ? .held : .released) }
  }

  private var gesture: some Gesture {
    DragGesture(minimumDistance: 0, coordinateSpace: .global)
      .updating($isDragging) { _, isDragging, _ in isDragging = true }
      .onChanged { _ = follow($0.translation) }
      .onEnded { end(follow($0.translation)) }
  }

  private func follow(_ way: CGSize) -> ForegroundBannerDrag {
    if drag == nil { banner.hold() }
    var drag = self.drag ?? ForegroundBannerDrag()
    drag.move(by: way)
    self.drag = drag
    return drag
  }

  private func end(_ drag: ForegroundBannerDrag) {
    guard drag.end != .released else { return release() }
    isOver = true
    banner.touch(drag.end)
  }

  /// Ends a touch, also one that the system has canceled, which only the gesture's state shows.
  private func release() {
    guard drag != nil, !isOver else { return }
    drag = nil
    banner.release()
  }
}
#endif
