import Foundation
import Observation

/// [Apple](https://developer.apple.com/documentation/swiftui/bindable).
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
  /// [Apple](https://developer.apple.com/documentation/swiftui/bindable/wrappedvalue).
  public let wrappedValue: Value

  /// [Apple](https://developer.apple.com/documentation/swiftui/bindable/projectedvalue).
  public var projectedValue: Bindable<Value> { self }

  /// [Apple](https://developer.apple.com/documentation/swiftui/bindable/init(wrappedvalue:)).
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/bindable/subscript(dynamicmember:)).
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/navigationstack).
///
/// It shows the page on top alone.
public struct NavigationStack<Data, Root: View>: StubDrawn {
  let path: [AnyHashable]
  let root: Root

  public func stubRender(in environment: EnvironmentValues) {
    var environment = environment
    environment.stubTopPage = path.last
    root.stubRender(in: environment)
  }
}

extension NavigationStack
where
  Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
  Data.Element: Hashable
{
  /// [Apple](https://developer.apple.com/documentation/swiftui/navigationstack/init(path:root:)-3bt4q).
  @MainActor
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root) {
    self.path = path.wrappedValue.map { AnyHashable($0) }
    self.root = root()
  }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:)).
  public func navigationDestination<Value: Hashable>(
    for data: Value.Type,
    @ViewBuilder destination: @escaping (Value) -> some View
  ) -> some View {
    StubPages(root: self, page: destination)
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)).
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    stubNote { $0.openURL = action }
  }
}

private struct StubPages<Root: View, Value: Hashable, Page: View>: StubDrawn {
  let root: Root
  let page: (Value) -> Page

  func stubRender(in environment: EnvironmentValues) {
    if let value = environment.stubTopPage as? Value {
      page(value).stubRender(in: environment)
    } else {
      root.stubRender(in: environment)
    }
  }
}

#if !os(tvOS)
/// [Apple](https://developer.apple.com/documentation/swiftui/sharelink).
public struct ShareLink<Data>: StubDrawn {
  let title: String
  let items: [String]

  public func stubRender(in environment: EnvironmentValues) {
    for text in [title] + items {
      Text(text).stubRender(in: environment)
    }
  }
}

extension ShareLink where Data: RandomAccessCollection, Data.Element == URL {
  /// [Apple](https://developer.apple.com/documentation/swiftui/sharelink/init(_:items:subject:message:)).
  public init(_ title: some StringProtocol, items: Data) {
    self.title = String(title)
    self.items = items.map(\.lastPathComponent)
  }
}

extension ShareLink where Data: RandomAccessCollection, Data.Element == String {
  /// [Apple](https://developer.apple.com/documentation/swiftui/sharelink/init(_:items:subject:message:)).
  public init(_ title: some StringProtocol, items: Data) {
    self.title = String(title)
    self.items = Array(items)
  }
}
#endif
