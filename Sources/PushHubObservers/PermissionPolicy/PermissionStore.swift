public import Foundation

/// Where a permission policy keeps what was asked, and what the user said.
///
/// ``UserDefaultsPermissionStore`` is the real one.
@MainActor
public protocol PermissionStore: AnyObject {
  /// Gives what was saved last; `nil` if nothing was.
  ///
  /// - Throws: What prevents reading it now. It is tried again when the app comes back.
  func load() throws -> Data?

  /// Keeps the data in place of what was saved before: all of it, or, when it throws, nothing.
  ///
  /// It is safe when the call returns: the question that follows may be the last that the process does.
  func save(_ data: Data) throws
}

/// A store that forgets everything when the app ends; for tests and previews.
@MainActor
public final class InMemoryPermissionStore: PermissionStore {
  /// What was saved last.
  public var data: Data?

  /// Makes a store that holds what another one has saved, or nothing.
  public init(data: Data? = nil) {
    self.data = data
  }

  /// Gives what was saved last.
  public func load() -> Data? { data }

  /// Keeps the data.
  public func save(_ data: Data) {
    self.data = data
  }
}

/// Keeps what was asked in `UserDefaults`, under one key.
@MainActor
public final class UserDefaultsPermissionStore: PermissionStore {
  private let defaults: UserDefaults
  private let key: String

  /// Makes a store; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - defaults: Where to keep it.
  ///   - key: Under which key.
  public init(defaults: UserDefaults = .standard, key: String = "PushHub.permissionPolicy") {
    self.defaults = defaults
    self.key = key
  }

  /// Gives what is under the key; empty data for something else than data.
  public func load() -> Data? {
    defaults.object(forKey: key).map { $0 as? Data ?? Data() }
  }

  /// Replaces what is under the key.
  public func save(_ data: Data) {
    defaults.set(data, forKey: key)
    defaults.synchronize()
  }
}
