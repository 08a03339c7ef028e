import Foundation

/// [Apple](https://developer.apple.com/documentation/swiftui/gesture).
@MainActor @preconcurrency
public protocol Gesture<Value> {
  /// [Apple](https://developer.apple.com/documentation/swiftui/gesture/value).
  associatedtype Value

  /// What is to be done while a finger moves, and when it leaves.
  var stubHandlers: StubGestureHandlers<Value> { get }
}

/// What an app does on a gesture.
public struct StubGestureHandlers<Value> {
  var changed: [(Value) -> Void] = []
  var ended: [(Value) -> Void] = []
}

private struct StubGesture<Value>: Gesture {
  let stubHandlers: StubGestureHandlers<Value>
}

extension Gesture {
  /// [Apple](https://developer.apple.com/documentation/swiftui/gesture/onended(_:)).
  public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
    var handlers = stubHandlers
    handlers.ended.append(action)
    return StubGesture(stubHandlers: handlers)
  }
}

extension Gesture where Value: Equatable {
  /// [Apple](https://developer.apple.com/documentation/swiftui/gesture/onchanged(_:)).
  public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
    var handlers = stubHandlers
    handlers.changed.append(action)
    return StubGesture(stubHandlers: handlers)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/coordinatespace).
public enum CoordinateSpace: Sendable {
  /// [Apple](https://developer.apple.com/documentation/swiftui/coordinatespace/global).
  case global
}

#if !os(tvOS)
/// [Apple](https://developer.apple.com/documentation/swiftui/draggesture).
public struct DragGesture: Gesture {
  /// [Apple](https://developer.apple.com/documentation/swiftui/draggesture/value).
  public struct Value: Equatable, Sendable {
    /// [Apple](https://developer.apple.com/documentation/swiftui/draggesture/value/translation).
    public var translation: CGSize { stubTranslation }

    let stubTranslation: CGSize
  }

  public let stubHandlers = StubGestureHandlers<Value>()

  /// [Apple](https://developer.apple.com/documentation/swiftui/draggesture/init(minimumdistance:coordinatespace:)).
  public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace) {}
}
#endif

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/gesture(_:)).
  public func gesture<T: Gesture>(_ gesture: T) -> some View {
    #if os(tvOS)
    self
    #else
    let handlers = gesture.stubHandlers as? StubGestureHandlers<DragGesture.Value>
    return StubTouchable(content: self) { storage in
      storage.note(
        drag: { ways in
          for way in ways {
            handlers?.changed.forEach { $0(DragGesture.Value(stubTranslation: way)) }
          }
          guard let last = ways.last else { return }
          handlers?.ended.forEach { $0(DragGesture.Value(stubTranslation: last)) }
        }
      )
    }
    #endif
  }
}

/// A view that says while it is drawn what can be done to it.
struct StubTouchable<Content: View>: View {
  let content: Content
  let note: (StubStorage) -> Void

  var body: Never { fatalError("The content draws itself.") }

  func stubRender(in screen: StubScreen, environment: EnvironmentValues) {
    content.stubRender(in: screen, environment: environment)
    if let storage = environment.stubStorage { note(storage) }
  }
}
