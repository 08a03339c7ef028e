import Foundation

/// [Apple](https://developer.apple.com/documentation/swiftui/alignment).
public struct Alignment: Hashable, Sendable {
  let name: String

  /// [Apple](https://developer.apple.com/documentation/swiftui/alignment/toptrailing).
  public static let topTrailing = Alignment(name: "topTrailing")

  /// [Apple](https://developer.apple.com/documentation/swiftui/alignment/top).
  public static let top = Alignment(name: "top")

  /// [Apple](https://developer.apple.com/documentation/swiftui/alignment/leading).
  public static let leading = Alignment(name: "leading")
}

/// [Apple](https://developer.apple.com/documentation/swiftui/horizontalalignment).
public struct HorizontalAlignment: Sendable {
  let name: String

  /// [Apple](https://developer.apple.com/documentation/swiftui/horizontalalignment/leading).
  public static let leading = HorizontalAlignment(name: "leading")

  /// [Apple](https://developer.apple.com/documentation/swiftui/horizontalalignment/center).
  public static let center = HorizontalAlignment(name: "centerX")

  /// [Apple](https://developer.apple.com/documentation/swiftui/horizontalalignment/trailing).
  public static let trailing = HorizontalAlignment(name: "trailing")
}

/// [Apple](https://developer.apple.com/documentation/swiftui/verticalalignment).
public struct VerticalAlignment: Sendable {
  let name: String

  /// [Apple](https://developer.apple.com/documentation/swiftui/verticalalignment/center).
  public static let center = VerticalAlignment(name: "centerY")

  /// [Apple](https://developer.apple.com/documentation/swiftui/verticalalignment/top).
  public static let top = VerticalAlignment(name: "top")
}

/// [Apple](https://developer.apple.com/documentation/swiftui/viewdimensions).
public struct ViewDimensions {
  /// [Apple](https://developer.apple.com/documentation/swiftui/viewdimensions/width).
  public var width: CGFloat { 20 }

  /// [Apple](https://developer.apple.com/documentation/swiftui/viewdimensions/height).
  public var height: CGFloat { 10 }

  /// [Apple](https://developer.apple.com/documentation/swiftui/viewdimensions/subscript(_:)-5yrq6).
  public subscript(guide: HorizontalAlignment) -> CGFloat {
    guide.name == "centerX" ? width / 2 : width
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/viewdimensions/subscript(_:)-1cuh4).
  public subscript(guide: VerticalAlignment) -> CGFloat {
    guide.name == "centerY" ? height / 2 : 0
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/zstack).
public struct ZStack<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some View { content }
}

/// What is there or not; in SwiftUI an optional view is a view itself.
public struct StubOptional<Content: View>: StubDrawn {
  let content: Content?

  public func stubRender(in environment: EnvironmentValues) {
    content?.stubRender(in: environment)
  }
}

extension ViewBuilder {
  /// [Apple](https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)).
  public static func buildIf<Content: View>(_ content: Content?) -> StubOptional<Content> {
    StubOptional(content: content)
  }
}

/// A view with another over it.
private struct StubOverlay<Content: View, Over: View>: StubDrawn {
  let content: Content
  let over: Over

  func stubRender(in environment: EnvironmentValues) {
    content.stubRender(in: environment)
    over.stubRender(in: environment)
  }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)).
  public func overlay(
    alignment: Alignment,
    @ViewBuilder content: () -> some View
  ) -> some View {
    StubOverlay(content: self, over: content().stubLook { $0.alignment = alignment })
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/id(_:)).
  public func id(_ id: some Hashable) -> some View {
    // The state of the view lives as long as the id stays.
    stubChange { $0.stubEnter("\(id)") }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/alignmentguide(_:computevalue:)-9mdoh).
  @preconcurrency
  public nonisolated func alignmentGuide(
    _ guide: HorizontalAlignment,
    computeValue: @escaping @Sendable (ViewDimensions) -> CGFloat
  ) -> some View {
    let value = computeValue(ViewDimensions())
    return stubLook { $0.guides.insert("\(guide.name) \(value)") }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/alignmentguide(_:computevalue:)-6y3u2).
  @preconcurrency
  public nonisolated func alignmentGuide(
    _ guide: VerticalAlignment,
    computeValue: @escaping @Sendable (ViewDimensions) -> CGFloat
  ) -> some View {
    let value = computeValue(ViewDimensions())
    return stubLook { $0.guides.insert("\(guide.name) \(value)") }
  }
}
