/// [Apple](https://developer.apple.com/documentation/swiftui/button).
public struct Button<Label: View>: View {
  let label: Label
  let name: String
  let action: @MainActor () -> Void

  public var body: some View {
    label.accessibilityAction(named: name, action)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/buttonrole).
public struct ButtonRole: Equatable, Sendable {
  /// [Apple](https://developer.apple.com/documentation/swiftui/buttonrole/destructive).
  public static let destructive = ButtonRole()
}

#if !os(tvOS)
extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/swipeactions(edge:allowsfullswipe:content:)).
  public func swipeActions(@ViewBuilder content: () -> some View) -> some View {
    TupleView(content: (self, content()))
  }
}
#endif

extension Button where Label == Text {
  /// [Apple](https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)).
  public init(
    _ title: some StringProtocol,
    role: ButtonRole?,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(title, action: action)
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/button/init(_:action:)).
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    name = String(title)
    label = Text(name)
    self.action = action
  }
}
