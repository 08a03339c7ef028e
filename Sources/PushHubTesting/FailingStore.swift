public import PushHub

/// A store in memory that fails when a test wants it to.
///
/// ```swift
/// let store = FailingStore(["news"])
/// store.failsToSave = true
/// ```
@MainActor
public final class FailingStore<Value: Codable>: Store {
  /// The error of a store that can't be read or written now.
  public struct Unavailable: Error {}

  /// The value that was saved last.
  public var value: Value?

  /// Whether reading fails for now, as before the first unlock of a device.
  public var failsToLoad = false

  /// Whether saving fails for now, as on a full disk.
  public var failsToSave = false

  /// Whether the saved value can't be decoded, until another one is saved.
  public var isDamaged = false

  /// The number of values that were saved.
  public private(set) var saveCount = 0

  /// Called before each call that doesn't fail by itself; may throw in its place.
  package var begin: () throws -> Void = {}

  /// Creates a store that holds a value, or none.
  public init(_ value: Value? = nil) {
    self.value = value
  }

  /// Returns the value, or fails.
  public func load() throws -> Value? {
    if failsToLoad { throw Unavailable() }
    if isDamaged { throw JSONKey.invalid("It is damaged.") }
    try begin()
    return value
  }

  /// Keeps a value, or fails and keeps the former one.
  public func save(_ value: Value) throws {
    if failsToSave { throw Unavailable() }
    try begin()
    self.value = value
    saveCount += 1
    isDamaged = false
  }
}
