public import Foundation

/// Where a feature keeps a value, also while the app is not running.
///
/// ``FileStore`` and ``UserDefaultsStore`` are the real ones. Each feature needs one of its own.
@MainActor
public protocol Store<Value>: AnyObject {
  /// What is kept.
  associatedtype Value: Codable

  /// Gives what was saved last; `nil` if nothing was.
  ///
  /// - Throws: A `DecodingError` when what was saved can't be read, which is a first run; any other
  ///   error when it can't be read now.
  func load() throws -> Value?

  /// Keeps a value in place of what was saved before: all of it, or, when it throws, nothing.
  ///
  /// It is safe when the call returns: what follows may be the last that the process does.
  func save(_ value: Value) throws
}

/// Keeps a value in a file, as JSON.
///
/// ```swift
/// let store = FileStore<[OrderID]>(url: .applicationSupportDirectory.appending(path: "orders.json"))
/// ```
///
/// The file is replaced whole, so that it is the former or the new one whenever the process ends. It is
/// for this user alone; on Apple's devices it is encrypted until the user has unlocked them once after a
/// start. What can't be decoded is moved aside, to the same name with `.unreadable` behind it. A file is
/// for one feature of one process.
@MainActor
public final class FileStore<Value: Codable>: Store {
  /// Where the file is; its folder is made with the first save if it is missing.
  public let url: URL

  private let isBackedUp: Bool
  private let files: FileSystem

  /// Makes a store; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - url: Where the file is.
  ///   - isBackedUp: Whether the backups of Apple's systems have it. What belongs to this installation
  ///     alone should not come to another device with one.
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
    // Replacing a file keeps its permissions: nobody else can read it at any moment.
    if !FileManager.default.fileExists(atPath: url.path) { try files.makeFile(at: url) }
    try files.write(data, to: url, options: .atomic)
    // It is saved by now; the next save tries again.
    try? files.protect(url, isBackedUp: isBackedUp)
  }
}

/// Keeps a value in `UserDefaults`, under one key.
///
/// On Apple's devices `UserDefaults` may be empty, and not say so, in a process that the system starts
/// before the user has unlocked the device. An app that is started by pushes keeps what matters in a
/// ``FileStore``.
@MainActor
public final class UserDefaultsStore<Value: Codable>: Store {
  private let defaults: UserDefaults
  private let key: String

  /// Makes a store; nothing is read or written yet.
  public init(key: String, in defaults: UserDefaults = .standard) {
    self.key = key
    self.defaults = defaults
  }

  /// Decodes what is under the key.
  public func load() throws -> Value? {
    guard let object = defaults.object(forKey: key) else { return nil }
    return try JSONDecoder().decode(Value.self, from: object as? Data ?? Data())
  }

  /// Replaces what is under the key.
  public func save(_ value: Value) throws {
    defaults.set(try JSONEncoder().encode(value), forKey: key)
    defaults.synchronize()
  }
}

/// Keeps a value until the app ends; for tests and previews.
@MainActor
public final class MemoryStore<Value: Codable>: Store {
  /// What was saved last.
  public var value: Value?

  /// Makes a store that holds a value, or nothing.
  public init(_ value: Value? = nil) {
    self.value = value
  }

  /// Gives what was saved last.
  public func load() -> Value? { value }

  /// Keeps a value.
  public func save(_ value: Value) {
    self.value = value
  }
}
