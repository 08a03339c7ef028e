extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/onappear(perform:)).
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    StubModified(
      content: self,
      note: { storage, environment in
        storage.pass.appearances[environment.stubPlace(for: "onAppear")] = action
      }
    )
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)).
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    StubModified(
      content: self,
      note: { storage, environment in
        storage.pass.disappearances[environment.stubPlace(for: "onDisappear")] = action
      }
    )
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)).
  public func onChange<Value: Equatable>(
    of value: Value,
    initial: Bool = false,
    _ action: @escaping () -> Void
  ) -> some View {
    StubModified(
      content: self,
      note: { storage, environment in
        let place = environment.stubPlace(for: "onChange")
        storage.note(value, in: place, isInitial: initial, change: action)
      }
    )
  }
}
