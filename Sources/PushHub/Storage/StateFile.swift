package import Foundation

/// A file in which a feature keeps its state, replaced whole.
///
/// It is the former or the new one whenever the process ends, and for this user alone. On Apple's
/// devices it is encrypted until the user has unlocked them once after a start.
package struct StateFile: Sendable {
  package let url: URL

  /// Whether the system's backups have it; they do not matter on other systems than Apple's.
  package let isBackedUp: Bool

  package var door: FileDoor

  /// Names a file, which need not be there.
  package init(url: URL, isBackedUp: Bool, door: FileDoor = .system) {
    self.url = url
    self.isBackedUp = isBackedUp
    self.door = door
  }

  /// What is in the file; `nil` if there is none, or an empty one.
  ///
  /// - Throws: What prevents reading it now.
  package func load() throws -> Data? {
    do {
      try door.pass(.read)
      let data = try Data(contentsOf: url)
      return data.isEmpty ? nil : data
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  /// Replaces the file; its folder is made if it is missing.
  ///
  /// - Throws: What prevents that. What was in the file is in it then.
  package func save(_ data: Data) throws {
    let files = FileManager.default
    if files.fileExists(atPath: url.path) {
      try setAttributes()
    } else {
      try door.pass(.make)
      try files.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try door.pass(.open)
      guard files.createFile(atPath: url.path, contents: nil, attributes: Self.attributes) else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
      }
    }
    // Replacing a file keeps its permissions: nobody else can read it at any moment.
    try door.pass(.write)
    try data.write(to: url, options: Self.options)
    // It is kept by now, which is not to be denied; the next save tries again.
    try? setAttributes()
  }

  private func setAttributes() throws {
    try door.pass(.change)
    try FileManager.default.setAttributes(Self.attributes, ofItemAtPath: url.path)
    if !isBackedUp {
      try excludeFromBackup()
    }
  }

  /// Moves the file, in place of another one.
  ///
  /// - Throws: What prevents that. Without a file to move, what is in that place stays; so does a
  ///   directory there.
  package func move(to target: URL) throws {
    let files = FileManager.default
    guard files.fileExists(atPath: url.path) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
    }
    if let former = try? files.attributesOfItem(atPath: target.path) {
      guard former[.type] as? FileAttributeType != .typeDirectory else {
        throw CocoaError(.fileWriteFileExists, userInfo: [NSFilePathErrorKey: target.path])
      }
      try door.pass(.remove)
      try files.removeItem(at: target)
    }
    try door.pass(.move)
    try files.moveItem(at: url, to: target)
  }

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
