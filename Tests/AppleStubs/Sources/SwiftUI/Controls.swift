/// [Apple](https://developer.apple.com/documentation/swiftui/button).
public struct Button<Label: View>: View {
  let label: Label
  let name: String
  let action: @MainActor () -> Void

  public var body: some View {
    label.accessibilityAction(named: name, action)
  }
}

extension Button where Label == Text {
  /// [Apple](https://developer.apple.com/documentation/swiftui/button/init(_:action:)).
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {
    name = String(title)
    label = Text(name)
    self.action = action
  }
}
