/// [Apple](https://developer.apple.com/documentation/swiftui/view).
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/body-8kl5o).
  @ViewBuilder var body: Body { get }

  /// Puts the view on the stub's screen; views of the stub have their own.
  func stubRender(in screen: StubScreen, environment: EnvironmentValues)
}

extension Never: View {
  public var body: Never { fatalError("Never is no view.") }
}

extension View {
  public func stubRender(in screen: StubScreen, environment: EnvironmentValues) {
    var environment = environment
    environment.stubEnter("\(Self.self)")
    environment.stubInject(into: self)
    body.stubRender(in: screen, environment: environment)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/viewbuilder).
@resultBuilder
public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/text).
public struct Text: View {
  public internal(set) var stubText: String
  public internal(set) var stubLabel: String?

  public init(_ content: some StringProtocol) {
    stubText = String(content)
  }

  public var body: Never { fatalError("Text draws itself.") }

  public func stubRender(in screen: StubScreen, environment: EnvironmentValues) {
    screen.texts.append(stubText)
    var element = environment.stubElement
    element.text = stubText
    element.label = stubLabel ?? element.label
    environment.stubStorage?.note(element)
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
public struct StubModifierContent: View {
  let render: (StubScreen, EnvironmentValues) -> Void

  public var body: Never { fatalError("The content draws itself.") }

  public func stubRender(in screen: StubScreen, environment: EnvironmentValues) {
    render(screen, environment)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/modifiedcontent).
public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View {
  let content: Content
  let modifier: Modifier

  public var body: Never { fatalError("The modifier draws itself.") }

  public func stubRender(in screen: StubScreen, environment: EnvironmentValues) {
    environment.stubInject(into: modifier)
    let content = self.content
    modifier.body(content: StubModifierContent(render: content.stubRender))
      .stubRender(in: screen, environment: environment)
  }
}

/// A view with something added by the stub.
public struct StubModified<Content: View>: View {
  let content: Content
  var change: (inout EnvironmentValues) -> Void = { _ in }
  var note: (StubScreen) -> Void = { _ in }

  public var body: Never { fatalError("The content draws itself.") }

  public func stubRender(in screen: StubScreen, environment: EnvironmentValues) {
    var environment = environment
    change(&environment)
    content.stubRender(in: screen, environment: environment)
    note(screen)
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
    StubModified(content: self, change: { $0[keyPath: keyPath] = value })
  }

  #if !os(tvOS) && !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/badge(_:)-84e43).
  public func badge(_ count: Int) -> some View {
    StubModified(content: self, note: { $0.badges.append(count) })
  }
  #endif
}

/// Where views of the stub are shown: what is on it, and what is called when they come and go.
@MainActor
public final class StubScreen {
  public fileprivate(set) var texts: [String] = []
  public fileprivate(set) var badges: [Int] = []
  fileprivate var appearances: [() -> Void] = []
  fileprivate var disappearances: [() -> Void] = []

  init() {}

  /// Shows a view, which appears.
  public init(_ view: some View) {
    view.stubRender(in: self, environment: EnvironmentValues())
    appear()
  }

  func note(appear: (() -> Void)?, disappear: (() -> Void)?) {
    appearances += [appear].compactMap { $0 }
    disappearances += [disappear].compactMap { $0 }
  }

  public func appear() {
    for action in appearances {
      action()
    }
  }

  public func disappear() {
    for action in disappearances {
      action()
    }
  }
}
