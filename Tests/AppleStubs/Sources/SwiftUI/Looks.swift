import Foundation

/// [Apple](https://developer.apple.com/documentation/swiftui/color).
public struct Color: Hashable, Sendable {
  let name: String

  /// [Apple](https://developer.apple.com/documentation/swiftui/color/red).
  public static let red = Color(name: "red")

  /// [Apple](https://developer.apple.com/documentation/swiftui/color/gray).
  public static let gray = Color(name: "gray")

  /// [Apple](https://developer.apple.com/documentation/swiftui/color/blue).
  public static let blue = Color(name: "blue")

  /// [Apple](https://developer.apple.com/documentation/swiftui/color/white).
  public static let white = Color(name: "white")
}

/// [Apple](https://developer.apple.com/documentation/swiftui/font).
public struct Font: Hashable, Sendable {
  /// [Apple](https://developer.apple.com/documentation/swiftui/font/weight).
  public struct Weight: Hashable, Sendable {
    /// [Apple](https://developer.apple.com/documentation/swiftui/font/weight/semibold).
    public static let semibold = Weight()
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/font/textstyle).
  public enum TextStyle: Hashable, Sendable {
    case caption2
  }

  let size: CGFloat

  /// [Apple](https://developer.apple.com/documentation/swiftui/font/system(size:weight:design:)).
  public static func system(size: CGFloat, weight: Weight? = nil) -> Font {
    Font(size: size)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/capsule).
public struct Capsule {
  public init() {}
}

/// [Apple](https://developer.apple.com/documentation/swiftui/edge/set).
public enum Edge: Int8, CaseIterable, Sendable {
  /// [Apple](https://developer.apple.com/documentation/swiftui/edge/top).
  case top

  /// [Apple](https://developer.apple.com/documentation/swiftui/edge/leading).
  case leading

  /// [Apple](https://developer.apple.com/documentation/swiftui/edge/bottom).
  case bottom

  /// [Apple](https://developer.apple.com/documentation/swiftui/edge/trailing).
  case trailing

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8

    public init(rawValue: Int8) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/swiftui/edge/set/horizontal).
    public static let horizontal = Set(rawValue: 10)
  }
}

/// How a text is drawn, as the modifiers around it say.
public struct StubLook: Hashable {
  public var fill: Color?
  public var fontSize: CGFloat?
  public var padding: CGFloat?
  public var offset: CGFloat?
  public var height: CGFloat?
  public var minWidth: CGFloat?
  public var alignment: Alignment?
  public var guides: Set<String> = []
  public var insertion: AnyTransition?
  public var removal: AnyTransition?
}

extension View {
  nonisolated func stubLook(_ change: @escaping (inout StubLook) -> Void) -> StubModified<Self> {
    stubChange { change(&$0.stubElement.look) }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/font(_:)).
  public func font(_ font: Font?) -> some View {
    stubLook { $0.fontSize = font?.size }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)).
  public func foregroundStyle(_ style: Color) -> some View { self }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/fixedsize()).
  public func fixedSize() -> some View { self }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/padding(_:_:)).
  public func padding(_ edges: Edge.Set, _ length: CGFloat?) -> some View {
    stubLook { $0.padding = length }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)).
  public func frame(height: CGFloat?) -> some View {
    stubLook { $0.height = height }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)).
  public func frame(minWidth: CGFloat?) -> some View {
    stubLook { $0.minWidth = minWidth }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/background(_:in:fillstyle:)).
  public func background(_ style: Color, in shape: Capsule) -> some View {
    stubLook { $0.fill = style }
  }
}

// MARK: - Of text styles

extension Font {
  /// [Apple](https://developer.apple.com/documentation/swiftui/font/headline).
  public static let headline = Font(size: 17)

  /// [Apple](https://developer.apple.com/documentation/swiftui/font/subheadline).
  public static let subheadline = Font(size: 15)

  /// [Apple](https://developer.apple.com/documentation/swiftui/font/body).
  public static let body = Font(size: 17)
}

/// [Apple](https://developer.apple.com/documentation/swiftui/material).
public struct Material: Sendable {
  /// [Apple](https://developer.apple.com/documentation/swiftui/material/regular).
  public static let regular = Material()
}

/// [Apple](https://developer.apple.com/documentation/swiftui/roundedrectangle).
public struct RoundedRectangle {
  /// [Apple](https://developer.apple.com/documentation/swiftui/roundedrectangle/init(cornerradius:style:)).
  public init(cornerRadius: CGFloat) {}
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/background(_:in:fillstyle:)).
  public func background(_ style: Material, in shape: RoundedRectangle) -> some View { self }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/linelimit(_:)-513mb).
  public func lineLimit(_ number: Int?) -> some View { self }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/padding(_:)-68shk).
  public func padding(_ length: CGFloat) -> some View {
    stubLook { $0.padding = length }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/offset(x:y:)).
  public func offset(y: CGFloat) -> some View {
    stubLook { $0.offset = y }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/frame(minwidth:idealwidth:maxwidth:minheight:idealheight:maxheight:alignment:)).
  public func frame(
    maxWidth: CGFloat?,
    minHeight: CGFloat?,
    alignment: Alignment
  ) -> some View {
    self
  }
}
