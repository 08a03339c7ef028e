public import Foundation

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

  /// Makes a store; nothing is read or written yet.
  public init(url: URL) {
    self.url = url
  }

  /// Gives what is in the file; `nil` if there is none, or an empty one.
  public func load() throws -> Data? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let data = try Data(contentsOf: url)
    return data.isEmpty ? nil : data
  }

  /// Replaces the file.
  public func save(_ data: Data) throws {
    let files = FileManager.default
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    if !files.fileExists(atPath: url.path) {
      try files.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      guard files.createFile(atPath: url.path, contents: nil, attributes: attributes) else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
      }
    }
    try data.write(to: url, options: Self.options)
    try files.setAttributes(attributes, ofItemAtPath: url.path)
  }

  #if canImport(Darwin) && !os(macOS) && !targetEnvironment(macCatalyst)
  private static let options: Data.WritingOptions = [
    .atomic, .completeFileProtectionUntilFirstUserAuthentication,
  ]
  #else
  private static let options: Data.WritingOptions = [.atomic]
  #endif
}
