#if canImport(UIKit)
public import UIKit
#endif

/// [Apple](https://developer.apple.com/documentation/swiftui/binding).
@MainActor
public struct Binding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void

  /// [Apple](https://developer.apple.com/documentation/swiftui/binding/init(get:set:)).
  ///
  /// The real one says `@isolated(any)`, with which this compiler crashes on a generic value. Closures
  /// that say `@MainActor` themselves suit both.
  @preconcurrency
  public init(
    get: @escaping @MainActor @Sendable () -> Value,
    set: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/binding/wrappedvalue).
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:)).
  public func sheet(
    isPresented: Binding<Bool>,
    @ViewBuilder content: @escaping () -> some View
  ) -> some View {
    StubSheet(host: self, isPresented: isPresented, sheet: content)
  }
}

/// A view, and another one over it.
struct StubSheet<Host: View, Sheet: View>: StubDrawn {
  let host: Host
  let isPresented: Binding<Bool>
  let sheet: () -> Sheet

  func stubRender(in environment: EnvironmentValues) {
    host.stubRender(in: environment)
    guard isPresented.wrappedValue else { return }
    var environment = environment
    environment.stubEnter("sheet")
    sheet().stubRender(in: environment)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/image).
public struct Image: StubDrawn {
  #if canImport(UIKit)
  let image: UIImage

  /// [Apple](https://developer.apple.com/documentation/swiftui/image/init(uiimage:)).
  public init(uiImage: UIImage) {
    image = uiImage
  }
  #endif

  /// [Apple](https://developer.apple.com/documentation/swiftui/image/resizable(capinsets:resizingmode:)).
  public func resizable() -> Image { self }

  public func stubRender(in environment: EnvironmentValues) {
    #if canImport(UIKit)
    Text("image \(image.size.width) × \(image.size.height)")
      .stubRender(in: environment)
    #endif
  }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/scaledtofit()).
  public func scaledToFit() -> some View { self }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/hstack).
public struct HStack<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some View { content }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/spacer).
public struct Spacer: StubDrawn {
  public init() {}

  public func stubRender(in environment: EnvironmentValues) {}
}
