import Foundation

/// [Apple](https://developer.apple.com/documentation/swiftui/accessibilitytraits).
public struct AccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilitytraits/updatesfrequently).
  public static let updatesFrequently = AccessibilityTraits(rawValue: 1)

  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilitytraits/isbutton).
  public static let isButton = AccessibilityTraits(rawValue: 2)
}

/// A text on a screen, as VoiceOver knows it.
public struct StubElement: Hashable {
  public var text = ""
  public var label: String?
  public var value: String?
  public var hint: String?
  public var traits: AccessibilityTraits = []
  public var hasMonospacedDigits = false
  public var look = StubLook()
}

extension AccessibilityTraits: Hashable {}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)-5f0zj).
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    let label = String(label)
    return stubChange { $0.stubElement.label = label }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/accessibilityvalue(_:)-8d90m).
  public func accessibilityValue(_ value: some StringProtocol) -> some View {
    let value = String(value)
    return stubChange { $0.stubElement.value = value }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/accessibilityaddtraits(_:)).
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    stubChange { $0.stubElement.traits.formUnion(traits) }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/monospaceddigit()).
  public func monospacedDigit() -> some View {
    stubChange { $0.stubElement.hasMonospacedDigits = true }
  }
}
