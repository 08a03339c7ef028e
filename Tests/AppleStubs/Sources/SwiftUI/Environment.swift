import Foundation
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

  /// [Apple](https://developer.apple.com/documentation/swiftui/environmentvalues/locale).
  public var locale = Locale.autoupdatingCurrent

  /// [Apple](https://developer.apple.com/documentation/swiftui/environmentvalues/dynamictypesize).
  public var dynamicTypeSize = DynamicTypeSize.large

  /// What the user has set, which a view can only read.
  public var stubReducesMotion = false

  /// What the next text is for VoiceOver.
  var stubElement = StubElement()

  /// Views keep their environment, and the storage keeps their actions.
  weak var stubStorage: StubStorage?

  /// Where in the tree a view is.
  var stubPlace = ""

  /// What a stack of pages shows in place of its root.
  var stubTopPage: AnyHashable?

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
      } else if let state = child.value as? any StubStateProperty, let stubStorage {
        state.live(in: stubStorage, at: stubPlace(for: child.label ?? ""))
      } else if child.value is any DynamicProperty {
        stubInject(into: child.value)
      }
    }
  }
}

protocol StubEnvironmentReader {
  func read(_ values: EnvironmentValues)
}

protocol StubStateProperty {
  func live(in storage: StubStorage, at place: String)
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
    stubChange { $0[object: ObjectIdentifier(T.self)] = object }
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/state).
@propertyWrapper
public struct State<Value>: DynamicProperty, StubStateProperty {
  private final class Box {
    weak var storage: StubStorage?
    var value: Value {
      didSet { storage?.stateChanged() }
    }

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Leads to the box, which is another one once the view has its place.
  private final class Link {
    var box: Box

    init(_ box: Box) {
      self.box = box
    }
  }

  private let link: Link

  /// [Apple](https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)).
  public init(wrappedValue value: Value) {
    link = Link(Box(value))
  }

  /// [Apple](https://developer.apple.com/documentation/swiftui/state/wrappedvalue).
  public var wrappedValue: Value {
    get { link.box.value }
    nonmutating set { link.box.value = newValue }
  }

  func live(in storage: StubStorage, at place: String) {
    link.box = storage.state(in: place, initially: link.box)
    link.box.storage = storage
  }
}
