extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/onappear(perform:)).
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    StubAppearance(content: self, appear: action)
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)).
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    StubAppearance(content: self, disappear: action)
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)).
  ///
  /// Only a `StubHost` knows of changes.
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping () -> Void
  ) -> some View {
    StubChange(content: self, value: value, isInitial: initial, action: action)
  }
}

/// A view that is notified when it appears and disappears.
struct StubAppearance<Content: View>: View {
  let content: Content
  var appear: (() -> Void)?
  var disappear: (() -> Void)?

  var body: Never { fatalError("The content draws itself.") }

  func stubRender(in screen: StubScreen, environment: EnvironmentValues) {
    content.stubRender(in: screen, environment: environment)
    guard let storage = environment.stubStorage else {
      screen.note(appear: appear, disappear: disappear)
      return
    }
    if let appear {
      storage.note(appearance: appear, in: environment.stubPlace(for: "onAppear"))
    }
    if let disappear {
      storage.note(disappearance: disappear, in: environment.stubPlace(for: "onDisappear"))
    }
  }
}

private struct StubChange<Content: View, Value: Equatable>: View {
  let content: Content
  let value: Value
  let isInitial: Bool
  let action: () -> Void

  var body: Never { fatalError("The content draws itself.") }

  func stubRender(in screen: StubScreen, environment: EnvironmentValues) {
    content.stubRender(in: screen, environment: environment)
    let place = environment.stubPlace(for: "onChange")
    environment.stubStorage?.note(value, in: place, isInitial: isInitial, change: action)
  }
}
