public import Foundation
import PushHub

/// Where it is kept what is to be shown, also while the app is not running.
///
/// It holds texts and names of accounts. ``FileLocalNotificationStore`` is the real one.
@MainActor
public protocol LocalNotificationStore: AnyObject {
  /// Gives what was saved last; `nil` if nothing was.
  ///
  /// - Throws: What prevents reading it now; it is tried again later.
  func load() throws -> Data?

  /// Keeps the data in place of what was saved before: all of it, or, when it throws, nothing.
  func save(_ data: Data) throws
}

/// A store that forgets everything when the app ends; for tests and previews.
@MainActor
public final class InMemoryLocalNotificationStore: LocalNotificationStore {
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

/// Keeps what is to be shown in a file.
///
/// The file is replaced whole. It is for this user alone; on Apple's devices it is encrypted until the
/// user has unlocked them once after a start.
@MainActor
public final class FileLocalNotificationStore: LocalNotificationStore {
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
