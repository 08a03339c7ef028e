public import Foundation

/// Keeps a registration in a file.
///
/// ```swift
/// let store = FileRegistrationStore(
///   url: URL.applicationSupportDirectory.appending(path: "registration.json")
/// )
/// ```
///
/// The file is replaced whole, so that it is the former or the new one whenever the process ends. It is
/// for this user alone, whoever else has an account on the machine. On Apple's systems it is in no
/// backup, so that a device on which one is restored has an installation of its own, and on its devices
/// it is encrypted until the user has unlocked them once after a start.
///
/// A file that can't be read is kept beside the new one under its name with `.unreadable` behind it; of
/// several the last. A file is for one registration of one process.
@MainActor
public final class FileRegistrationStore: RegistrationStore {
  /// Where the file is; its folder is made with the first save if it is missing.
  public let url: URL

  /// Where a file is put that can't be read.
  public let unreadableURL: URL

  /// Makes a store; nothing is read or written yet.
  public init(url: URL) {
    self.url = url
    unreadableURL = url.appendingPathExtension("unreadable")
  }

  /// Gives what is in the file; `nil` if there is none, or an empty one.
  public func load() throws -> Data? {
    do {
      let data = try Data(contentsOf: url)
      return data.isEmpty ? nil : data
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  /// Replaces the file.
  public func save(_ data: Data) throws {
    let files = FileManager.default
    if !files.fileExists(atPath: url.path) {
      try files.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      // Replacing a file keeps its permissions: nobody else can read it at any moment.
      guard files.createFile(atPath: url.path, contents: nil, attributes: Self.attributes) else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
      }
    }
    try data.write(to: url, options: Self.options)
    try files.setAttributes(Self.attributes, ofItemAtPath: url.path)
    try excludeFromBackup()
  }

  /// Moves the file to ``unreadableURL``, in place of a file that is there.
  ///
  /// - Throws: What prevents that; a directory in that place is left alone.
  public func setAside() throws {
    let files = FileManager.default
    if let former = try? files.attributesOfItem(atPath: unreadableURL.path) {
      guard former[.type] as? FileAttributeType != .typeDirectory else {
        throw CocoaError(.fileWriteFileExists, userInfo: [NSFilePathErrorKey: unreadableURL.path])
      }
      try files.removeItem(at: unreadableURL)
    }
    try files.moveItem(at: url, to: unreadableURL)
  }
}

extension FileRegistrationStore {
  #if canImport(Darwin) && !os(macOS) && !targetEnvironment(macCatalyst)
  private static let options: Data.WritingOptions = [
    .atomic, .completeFileProtectionUntilFirstUserAuthentication,
  ]

  private static var attributes: [FileAttributeKey: Any] {
    [
      .posixPermissions: 0o600,
      .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication,
    ]
  }
  #else
  private static let options: Data.WritingOptions = [.atomic]

  private static var attributes: [FileAttributeKey: Any] { [.posixPermissions: 0o600] }
  #endif

  private func excludeFromBackup() throws {
    #if canImport(Darwin)
    var url = url
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try url.setResourceValues(values)
    #endif
  }
}
