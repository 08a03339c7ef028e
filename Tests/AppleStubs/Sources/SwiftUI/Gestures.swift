import Foundation

/// [Apple](https://developer.apple.com/documentation/swiftui/gesture).
@MainActor @preconcurrency
public protocol Gesture<Value> {
  /// [Apple](https://developer.apple.com/documentation/swiftui/gesture/value).
  associatedtype Value

  /// The actions while a finger moves, and when it is lifted.
  var stubHandlers: StubGestureHandlers<Value> { get }
}

/// What becomes of a finger.
enum StubTouchPhase {
  case moved
  case lifted
  case cancelled
}

/// What an app does on a gesture.
public struct StubGestureHandlers<Value> {
  var changed: [(Value) -> Void] = []
  var ended: [(Value) -> Void] = []

  /// What is done however the gesture ends.
  var over: [() -> Void] = []
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

extension Gesture {
  /// [Apple](https://developer.apple.com/documentation/swiftui/gesture/updating(_:body:)).
  public func updating<T>(
    _ state: GestureState<T>,
    body: @escaping (Value, inout T, inout Transaction) -> Void
  ) -> some Gesture<Value> {
    var handlers = stubHandlers
    handlers.changed.append { value in
      var transaction = Transaction()
      body(value, &state.stubValue, &transaction)
    }
    handlers.over.append { state.stubReset() }
    return StubGesture(stubHandlers: handlers)
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/transaction).
public struct Transaction {
  /// [Apple](https://developer.apple.com/documentation/swiftui/transaction/init()).
  public init() {}
}

/// [Apple](https://developer.apple.com/documentation/swiftui/gesturestate).
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
  @State private var value: Value
  private let start: Value

  /// [Apple](https://developer.apple.com/documentation/swiftui/gesturestate/init(wrappedvalue:)).
  public init(wrappedValue: Value) {
    _value = State(wrappedValue: wrappedValue)
    start = wrappedValue
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/gesturestate/wrappedvalue).
  public var wrappedValue: Value { value }

  /// [Apple](https://developer.apple.com/documentation/swiftui/gesturestate/projectedvalue).
  public var projectedValue: GestureState<Value> { self }

  var stubValue: Value {
    get { value }
    nonmutating set { value = newValue }
  }

  func stubReset() {
    value = start
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
    return stubNote { pass in
      pass.drag = { way, phase in
        let value = DragGesture.Value(stubTranslation: way)
        let actions = phase == .moved ? handlers?.changed : phase == .lifted ? handlers?.ended : []
        for action in actions ?? [] { action(value) }
        if phase != .moved {
          for action in handlers?.over ?? [] { action() }
        }
      }
    }
    #endif
  }
}
