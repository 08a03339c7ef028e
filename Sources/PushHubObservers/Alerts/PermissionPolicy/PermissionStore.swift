public import Foundation
import PushHub

/// Where a permission policy keeps what was asked, and what the user said.
///
/// ``FilePermissionStore`` and ``UserDefaultsPermissionStore`` are the real ones.
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

/// Keeps what was asked in a file.
///
/// The file is replaced whole. It is for this user alone, and in the system's backups. On Apple's
/// devices it is encrypted until the user has unlocked them once after a start; a process that the
/// system starts before that can't load it, and a policy tries again when the app comes back.
@MainActor
public final class FilePermissionStore: PermissionStore {
  /// Where the file is; its folder is made with the first save if it is missing.
  public let url: URL

  private let file: StateFile

  /// Makes a store; nothing is read or written yet.
  public init(url: URL) {
    self.url = url
    file = StateFile(url: url, isBackedUp: true)
  }

  /// Gives what is in the file; `nil` if there is none, or an empty one.
  public func load() throws -> Data? { try file.load() }

  /// Replaces the file.
  public func save(_ data: Data) throws {
    try file.save(data)
  }
}

/// Keeps what was asked in `UserDefaults`, under one key.
///
/// On Apple's devices `UserDefaults` may be empty, and do not say so, in a process that the system starts
/// before the user has unlocked the device; what was asked would be forgotten. An app that is started in
/// advance or by pushes keeps it in a ``FilePermissionStore``.
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
