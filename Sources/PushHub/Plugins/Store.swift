public import Foundation

/// A place where a feature keeps a value, also while the app is not running.
///
/// ``FileStore`` and ``UserDefaultsStore`` are the real ones. Each feature needs one of its own.
@MainActor
public protocol Store<Value>: AnyObject {
  /// The value that is kept.
  associatedtype Value: Codable

  /// Returns the value that was saved last; `nil` if there is none.
  ///
  /// - Throws: A `DecodingError` when the saved value can't be decoded, which counts as a first run; any other
  ///   error when it can't be read now.
  func load() throws -> Value?

  /// Replaces the saved value, or changes nothing if it throws.
  ///
  /// The value is saved when the call returns, even if the process ends then.
  func save(_ value: Value) throws

  /// Replaces the saved value by one that is made from it.
  ///
  /// By default it loads and saves, so that what another process writes between the two is lost. A value that
  /// can't be decoded counts as none.
  ///
  /// - Returns: The new value.
  func update(_ change: (Value?) -> Value) throws -> Value
}

extension Store {
  /// Loads, changes and saves the value.
  public func update(_ change: (Value?) -> Value) throws -> Value {
    try replace(by: change)
  }

  func replace(by change: (Value?) -> Value) throws -> Value {
    let former: Value?
    do { former = try load() } catch is DecodingError { former = nil }
    let value = change(former)
    try save(value)
    return value
  }
}

/// Keeps a value in a file, as JSON.
///
/// ```swift
/// let store = FileStore<[OrderID]>(url: .applicationSupportDirectory.appending(path: "orders.json"))
/// ```
///
/// The file is replaced whole, so it is the former or the new one whenever the process ends. Only this user can
/// read it; on Apple's devices it is encrypted until the first unlock after a restart. A file that can't be
/// decoded is renamed, with `.unreadable` at its end. The first save removes files beside it that killed processes
/// were writing, when they are an hour old. Each file is for one feature. Several processes may share one
/// that each of them updates; they wait for each other at a file beside it.
@MainActor
public final class FileStore<Value: Codable>: Store {
  /// The location of the file; its folder is created with the first save if it is missing.
  public let url: URL

  private let isBackedUp: Bool
  private let files: FileSystem
  private var isCleared = false

  /// Creates a store; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - url: The location of the file.
  ///   - isBackedUp: Whether the backups of Apple's systems include it. A value that belongs to this
  ///     installation should not reach another device.
  ///   - files: The file system; a test can make its calls fail.
  public init(url: URL, isBackedUp: Bool = true, files: FileSystem = .system) {
    self.url = url
    self.isBackedUp = isBackedUp
    self.files = files
  }

  /// Reads the file; `nil` if there is none, or an empty one.
  public func load() throws -> Value? {
    do {
      let data = try files.read(url)
      return data.isEmpty ? nil : try JSONDecoder().decode(Value.self, from: data)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    } catch let error as DecodingError {
      try? files.move(url, to: url.appendingPathExtension("unreadable"))
      throw error
    }
  }

  /// Replaces the file.
  public func save(_ value: Value) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    // Replacing a file keeps its permissions, so other users can't read it at any moment.
    if !FileManager.default.fileExists(atPath: url.path) { try files.makeFile(at: url) }
    try files.write(data, to: url, options: .atomic)
    // It is saved by now; the next save tries again.
    try? files.protect(url, isBackedUp: isBackedUp)
    if !isCleared { files.removeUnfinished(beside: url) }
    isCleared = true
  }

  /// Replaces the file by what is made from it, while other processes that update it wait.
  public func update(_ change: (Value?) -> Value) throws -> Value {
    try files.withLock(at: url.appendingPathExtension("lock")) { try replace(by: change) }
  }
}

/// Keeps a value in `UserDefaults`, under one key.
///
/// An update is not atomic: of two processes that update at the same time, one may lose its change.
///
/// On Apple's devices `UserDefaults` may be empty, without an error, in a process that the system starts before
/// the first unlock. In an app that is launched by pushes, use a ``FileStore`` for important values.
@MainActor
public final class UserDefaultsStore<Value: Codable>: Store {
  private let defaults: UserDefaults
  private let key: String

  /// Creates a store; nothing is read or written yet.
  public init(key: String, in defaults: UserDefaults = .standard) {
    self.key = key
    self.defaults = defaults
  }

  /// Decodes the value of the key.
  public func load() throws -> Value? {
    guard let object = defaults.object(forKey: key) else { return nil }
    return try JSONDecoder().decode(Value.self, from: object as? Data ?? Data())
  }

  /// Replaces the value of the key.
  public func save(_ value: Value) throws {
    defaults.set(try JSONEncoder().encode(value), forKey: key)
    defaults.synchronize()
  }
}

/// Keeps a value until the app ends; for tests and previews.
@MainActor
public final class MemoryStore<Value: Codable>: Store {
  /// The value that was saved last.
  public var value: Value?

  /// Creates a store that holds a value, or nothing.
  public init(_ value: Value? = nil) {
    self.value = value
  }

  /// Returns the value that was saved last.
  public func load() -> Value? { value }

  /// Keeps a value.
  public func save(_ value: Value) {
    self.value = value
  }
}
