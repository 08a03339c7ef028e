import Observation

/// [Apple](https://developer.apple.com/documentation/swiftui/environmentkey).
public protocol EnvironmentKey {
  associatedtype Value

  /// [Apple](https://developer.apple.com/documentation/swiftui/environmentkey/defaultvalue).
  static var defaultValue: Value { get }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/environmentvalues).
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  /// [Apple](https://developer.apple.com/documentation/swiftui/environmentvalues/subscript(_:)).
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  subscript(object type: ObjectIdentifier) -> AnyObject? {
    get { values[type] as AnyObject? }
    set { values[type] = newValue }
  }

  func stubInject(into subject: Any) {
    for child in Mirror(reflecting: subject).children {
      if let reader = child.value as? any StubEnvironmentReader {
        reader.read(self)
      } else if child.value is any DynamicProperty {
        stubInject(into: child.value)
      }
    }
  }
}

protocol StubEnvironmentReader {
  func read(_ values: EnvironmentValues)
}

/// [Apple](https://developer.apple.com/documentation/swiftui/dynamicproperty).
public protocol DynamicProperty {}

/// [Apple](https://developer.apple.com/documentation/swiftui/environment).
@propertyWrapper
public struct Environment<Value>: DynamicProperty, StubEnvironmentReader {
  private final class Box {
    var values = EnvironmentValues()
  }

  private let look: (EnvironmentValues) -> Value
  private let box = Box()

  /// [Apple](https://developer.apple.com/documentation/swiftui/environment/init(_:)).
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    look = { $0[keyPath: keyPath] }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/environment/init(_:)-3t8x0).
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    look = { $0[object: ObjectIdentifier(objectType)] as? T }
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/environment/wrappedvalue).
  public var wrappedValue: Value { look(box.values) }

  func read(_ values: EnvironmentValues) {
    box.values = values
  }
}

extension View {
  /// [Apple](https://developer.apple.com/documentation/swiftui/view/environment(_:)).
  public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    StubModified(content: self, change: { $0[object: ObjectIdentifier(T.self)] = object })
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/state).
@propertyWrapper
public struct State<Value>: DynamicProperty {
  private final class Box {
    var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private let box: Box

  /// [Apple](https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)).
  public init(wrappedValue value: Value) {
    box = Box(value)
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/state/wrappedvalue).
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}
