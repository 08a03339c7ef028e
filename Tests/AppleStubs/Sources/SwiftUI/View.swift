/// [Apple](https://developer.apple.com/documentation/swiftui/view).
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/body-8kl5o).
  @ViewBuilder var body: Body { get }

  /// Draws the view; those of the stub draw themselves.
  func stubRender(in environment: EnvironmentValues)
}

extension Never: View {
  public var body: Never { fatalError("Never is no view.") }
}

extension View {
  public func stubRender(in environment: EnvironmentValues) {
    var environment = environment
    environment.stubEnter("\(Self.self)")
    environment.stubInject(into: self)
    body.stubRender(in: environment)
  }
}

/// A view of the stub's, which draws itself.
@MainActor @preconcurrency
public protocol StubDrawn: View where Body == Never {}

extension StubDrawn {
  public var body: Never { fatalError("It draws itself.") }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/viewbuilder).
@resultBuilder
public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/text).
public struct Text: StubDrawn {
  public internal(set) var stubText: String
  public internal(set) var stubLabel: String?

  public init(_ content: some StringProtocol) {
    stubText = String(content)
  }

  public func stubRender(in environment: EnvironmentValues) {
    var element = environment.stubElement
    element.text = stubText
    element.label = stubLabel ?? element.label
    environment.stubStorage?.pass.elements.append(element)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/viewmodifier).
@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = StubModifierContent

  /// [Apple](https://developer.apple.com/documentation/swiftui/viewmodifier/body(content:)).
  @ViewBuilder func body(content: Content) -> Body
}

/// What a modifier modifies, whatever it is.
public struct StubModifierContent: StubDrawn {
  let render: (EnvironmentValues) -> Void

  public func stubRender(in environment: EnvironmentValues) {
    render(environment)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/modifiedcontent).
public struct ModifiedContent<Content: View, Modifier: ViewModifier>: StubDrawn {
  let content: Content
  let modifier: Modifier

  public func stubRender(in environment: EnvironmentValues) {
    environment.stubInject(into: modifier)
    let content = self.content
    modifier.body(content: StubModifierContent(render: content.stubRender))
      .stubRender(in: environment)
  }
}

/// A view with something added by the stub: to its environment, and to what a drawing comes across.
public struct StubModified<Content: View>: StubDrawn {
  let content: Content
  var change: (inout EnvironmentValues) -> Void = { _ in }
  var note: (StubStorage, EnvironmentValues) -> Void = { _, _ in }

  public func stubRender(in environment: EnvironmentValues) {
    var changed = environment
    change(&changed)
    content.stubRender(in: changed)
    if let storage = environment.stubStorage { note(storage, environment) }
  }
}

extension View {
  nonisolated func stubChange(
    _ change: @escaping (inout EnvironmentValues) -> Void
  ) -> StubModified<Self> {
    StubModified(content: self, change: change)
  }

  func stubNote(_ note: @escaping (inout StubStorage.Pass) -> Void) -> StubModified<Self> {
    StubModified(content: self, note: { storage, _ in note(&storage.pass) })
  }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/modifier(_:)).
  public func modifier<Modifier: ViewModifier>(
    _ modifier: Modifier
  ) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/environment(_:_:)).
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ value: Value
  ) -> some View {
    stubChange { $0[keyPath: keyPath] = value }
  }
}
