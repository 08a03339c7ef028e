package import Foundation

/// What the system's calls on files go through, so that a test can let each of them fail.
///
/// An app's own lets all through.
package struct FileDoor: Sendable {
  /// What is asked of the system.
  package enum Call: Sendable {
    case list
    case make
    case open
    case measure
    case read
    case write
    case cut
    case change
    case move
    case remove
  }

  /// The door of all that is no test.
  package static let system = Self { _ in nil }

  /// How many bytes the system takes in one call.
  package let longestWrite: Int

  private let fault: @Sendable (Call) -> Int32?

  /// Makes a door at which calls may fail.
  ///
  /// - Parameters:
  ///   - longestWrite: How many bytes are taken in one call.
  ///   - fault: Gives the number of `errno` with which a call fails that is not made then; `nil` for one
  ///     that is made.
  package init(longestWrite: Int = .max, fault: @escaping @Sendable (Call) -> Int32?) {
    self.longestWrite = longestWrite
    self.fault = fault
  }

  /// With which number of `errno` a call is to fail; `nil` if it is to be made.
  package func failure(of call: Call) -> Int32? {
    fault(call)
  }

  /// Throws what Foundation would, if a call is to fail.
  package func pass(_ call: Call) throws {
    guard let number = failure(of: call) else { return }
    throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
  }
}

// MARK: - For this user alone

extension FileDoor {
  /// Makes an empty file, and the folder in which it is if that is missing.
  package func makeFile(at url: URL) throws {
    let files = FileManager.default
    try pass(.make)
    try files.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try pass(.open)
    guard files.createFile(atPath: url.path, contents: nil, attributes: Self.attributes) else {
      // Only this call says what is in the way.
      try Data().write(to: url)
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
  }

  /// Sets who can read a file, and whether the backups of Apple's systems have it.
  package func protect(_ url: URL, isBackedUp: Bool) throws {
    try pass(.change)
    try FileManager.default.setAttributes(Self.attributes, ofItemAtPath: url.path)
    #if canImport(Darwin)
    var (url, values) = (url, URLResourceValues())
    values.isExcludedFromBackup = !isBackedUp
    try url.setResourceValues(values)
    #endif
  }

  // Apple's devices have a file encrypted until they were unlocked once after a start, since pushes also
  // arrive while they are locked.
  #if canImport(Darwin) && !os(macOS) && !targetEnvironment(macCatalyst)
  /// With what a file is written.
  package static var options: Data.WritingOptions {
    .completeFileProtectionUntilFirstUserAuthentication
  }

  private static var attributes: [FileAttributeKey: Any] {
    [
      .posixPermissions: 0o600,
      .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication,
    ]
  }
  #else
  /// With what a file is written.
  package static var options: Data.WritingOptions { [] }

  private static var attributes: [FileAttributeKey: Any] { [.posixPermissions: 0o600] }
  #endif
}
