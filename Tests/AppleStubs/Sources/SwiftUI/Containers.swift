import Foundation

/// Views one after the other, as a builder puts them together.
public struct TupleView<each Content: View>: StubDrawn {
  let content: (repeat each Content)

  public func stubRender(in environment: EnvironmentValues) {
    repeat (each content).stubRender(in: environment)
  }
}

extension ViewBuilder {
  /// [Apple](https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)).
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/vstack).
public struct VStack<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/vstack/init(alignment:spacing:content:)).
  public init(
    alignment: HorizontalAlignment,
    spacing: CGFloat?,
    @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  public var body: some View { content }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/tabview).
public struct TabView<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some View { content }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/list).
public struct List<Element, Row: View>: StubDrawn {
  let data: [Element]
  let identity: (Element) -> String
  let row: (Element) -> Row

  /// [Apple](https://developer.apple.com/documentation/swiftui/list/init(_:id:rowcontent:)).
  public init<ID: Hashable>(
    _ data: [Element],
    id: KeyPath<Element, ID>,
    @ViewBuilder rowContent: @escaping (Element) -> Row
  ) {
    self.data = data
    identity = { "\($0[keyPath: id])" }
    row = rowContent
  }

  public func stubRender(in environment: EnvironmentValues) {
    for element in data {
      var environment = environment
      environment.stubEnter(identity(element))
      row(element).stubRender(in: environment)
    }
  }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/tabitem(_:)).
  public func tabItem(@ViewBuilder _ label: () -> some View) -> some View {
    self
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/task(priority:_:)).
  public func task(_ action: @escaping @MainActor () async -> Void) -> some View {
    onAppear { Task { await action() } }
  }
}
