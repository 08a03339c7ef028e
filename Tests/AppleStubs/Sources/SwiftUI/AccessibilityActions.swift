import Foundation

/// [Apple](https://developer.apple.com/documentation/swiftui/accessibilityactionkind).
public struct AccessibilityActionKind: Hashable, Sendable {
  let name: String

  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilityactionkind/default).
  public static let `default` = AccessibilityActionKind(name: "default")

  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilityactionkind/escape).
  public static let escape = AccessibilityActionKind(name: "escape")
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/accessibilityaction(_:_:)).
  public func accessibilityAction(
    _ actionKind: AccessibilityActionKind = .default,
    _ handler: @escaping () -> Void
  ) -> some View {
    stubNote { $0.actions[actionKind.name] = handler }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/accessibilityaction(named:_:)).
  public func accessibilityAction(
    named name: some StringProtocol,
    _ handler: @escaping () -> Void
  ) -> some View {
    let name = String(name)
    return stubNote { $0.actions[name] = handler }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:)).
  public func accessibilityHint(_ hint: some StringProtocol) -> some View {
    let hint = String(hint)
    return stubChange { $0.stubElement.hint = hint }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/accessibilityfocused(_:)).
  public func accessibilityFocused(
    _ condition: AccessibilityFocusState<Bool>.Binding
  ) -> some View {
    stubNote { $0.focus = { condition.set($0) } }
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/accessibilityfocusstate).
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/binding).
  public struct Binding {
    let set: (Value) -> Void
  }

  @State private var value: Value

  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/init()).
  public init() where Value == Bool {
    _value = State(wrappedValue: false)
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/wrappedvalue).
  public var wrappedValue: Value {
    get { value }
    nonmutating set { value = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/accessibilityfocusstate/projectedvalue).
  public var projectedValue: Binding { Binding { value = $0 } }
}
