public import Foundation

/// The calls on files that stores make, each of which can fail in a test with `PushHubTesting`.
///
/// Files are for this user alone. On Apple's devices they are encrypted until the user has unlocked the
/// device once after a start, since pushes also arrive while it is locked; see ``isProtected``.
public struct FileSystem: Sendable {
  /// A kind of call.
  public enum Call: Sendable {
    /// Lists a folder.
    case list
    /// Creates a folder.
    case makeFolder
    /// Opens or creates a file.
    case open
    /// Reads what identifies a file.
    case measure
    /// Reads a file.
    case read
    /// Writes to a file.
    case write
    /// Shortens a file.
    case truncate
    /// Changes the attributes of a file.
    case protect
    /// Renames a file.
    case move
    /// Removes a file.
    case remove
  }

  /// The real file system.
  public static let system = Self { _ in }

  /// Whether a file that is written is encrypted until the user has unlocked the device once; until then it
  /// can't be written.
  public var isProtected = true

  private let longestWrite: Int
  private let begin: @Sendable (Call) throws -> Void

  /// Creates a file system with a function that is called before each call, and may throw in its place.
  package init(longestWrite: Int = .max, begin: @escaping @Sendable (Call) throws -> Void) {
    self.longestWrite = longestWrite
    self.begin = begin
  }
}

// MARK: - Files

extension FileSystem {
  /// Lists the names in a folder, in any order; none if there is no such folder.
  public func contents(of folder: URL) throws -> [String] {
    try begin(.list)
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return []
    }
  }

  /// Creates a folder for this user alone, which backups leave out; does nothing if it is there.
  public func makeFolder(at url: URL) throws {
    guard !FileManager.default.fileExists(atPath: url.path) else { return }
    try begin(.makeFolder)
    try FileManager.default.createDirectory(
      at: url,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    try? setBackup(of: url, to: false)
  }

  /// Reads a file.
  public func read(_ url: URL) throws -> Data {
    try begin(.read)
    return try Data(contentsOf: url)
  }

  /// Writes a file, in place of what it had.
  ///
  /// - Parameters:
  ///   - data: The new contents.
  ///   - url: The file; its folder must be there.
  ///   - options: `.atomic` leaves the former file or the new one, whenever the process ends.
  public func write(_ data: Data, to url: URL, options: Data.WritingOptions = []) throws {
    try begin(.write)
    try data.write(to: url, options: options.union(protection))
  }

  /// Renames a file, in place of one that has the new name, which is there until the other is.
  public func move(_ url: URL, to target: URL) throws {
    try begin(.move)
    do {
      try FileManager.default.moveItem(at: url, to: target)
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      #if canImport(Darwin)
      _ = try FileManager.default.replaceItemAt(target, withItemAt: url)
      #else
      // Here replaceItemAt(_:withItemAt:) removes the new file.
      try read(url).write(to: target, options: .atomic)
      try FileManager.default.removeItem(at: url)
      #endif
    }
  }

  /// Removes a file; does nothing if there is none.
  public func remove(_ url: URL) throws {
    try begin(.remove)
    do {
      try FileManager.default.removeItem(at: url)
    } catch let error as CocoaError where error.code == .fileNoSuchFile {}
  }

  /// Removes files that killed processes have left: those written an hour before or after another one.
  ///
  /// The system's times are compared with each other, since those of two processes may be simulated. A file
  /// whose time can't be read, or that can't be removed, stays.
  ///
  /// - Parameters:
  ///   - candidates: The files that processes may have left.
  ///   - url: A file that was written just now.
  public func removeLeftovers(among candidates: [URL], at url: URL) {
    guard !candidates.isEmpty, let now = modificationDate(of: url) else { return }
    for candidate in candidates {
      guard let date = modificationDate(of: candidate) else { continue }
      if abs(now.timeIntervalSince(date)) >= 3_600 { try? remove(candidate) }
    }
  }

  /// Removes what killed processes have left of files that they were writing beside another one; see
  /// ``removeLeftovers(among:at:)``.
  ///
  /// - Parameter names: The names in the folder, if they are known.
  func removeUnfinished(among names: [String]? = nil, beside url: URL) {
    let folder = url.deletingLastPathComponent()
    let names = (try? names ?? contents(of: folder)) ?? []
    // The prefix that Foundation gives a file that it is writing.
    let unfinished = names.filter { $0.hasPrefix(".dat.nosync") }
    removeLeftovers(among: unfinished.map { folder.appending(path: $0) }, at: url)
  }

  /// Returns the date when a file was written, by the system's clock; `nil` if that can't be read.
  public func modificationDate(of url: URL) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
  }
}

// MARK: - For this module and the recorder

extension FileSystem {
  /// Runs a body while no other process runs one under the same file.
  ///
  /// The system releases the lock of a process that ends.
  func withLock<Result>(at url: URL, _ body: () throws -> Result) throws -> Result {
    if !FileManager.default.fileExists(atPath: url.path) { try makeFile(at: url) }
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    guard flock(file.fileDescriptor, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
    return try body()
  }

  /// Creates an empty file, and its folder if that is missing.
  package func makeFile(at url: URL) throws {
    let files = FileManager.default
    try begin(.makeFolder)
    try files.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try begin(.open)
    guard files.createFile(atPath: url.path, contents: nil, attributes: Self.attributes) else {
      // Only this call says what is in the way.
      try Data().write(to: url)
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
  }

  /// Sets who can read a file, and whether the backups of Apple's systems have it.
  package func protect(_ url: URL, isBackedUp: Bool) throws {
    try begin(.protect)
    try FileManager.default.setAttributes(Self.attributes, ofItemAtPath: url.path)
    try setBackup(of: url, to: isBackedUp)
  }

  /// Opens a file that is there, to write to it.
  package func open(_ url: URL) throws -> FileHandle {
    try begin(.open)
    return try FileHandle(forWritingTo: url)
  }

  /// Writes in place of what a file has from some byte on.
  package func write(_ data: Data, to file: FileHandle, from offset: Int) throws {
    try begin(.truncate)
    try file.truncate(atOffset: UInt64(offset))
    for start in stride(from: 0, to: data.count, by: longestWrite) {
      try begin(.write)
      try file.write(contentsOf: data.dropFirst(start).prefix(longestWrite))
    }
  }

  /// The number by which the system knows a file; `nil` if there is none or it can't be read.
  package func number(of url: URL) -> Int? {
    guard (try? begin(.measure)) != nil else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return attributes?[.systemFileNumber] as? Int
  }

  private func setBackup(of url: URL, to isBackedUp: Bool) throws {
    #if canImport(Darwin)
    var (url, values) = (url, URLResourceValues())
    values.isExcludedFromBackup = !isBackedUp
    try url.setResourceValues(values)
    #endif
  }

  #if canImport(Darwin) && !os(macOS) && !targetEnvironment(macCatalyst)
  private var protection: Data.WritingOptions {
    isProtected ? .completeFileProtectionUntilFirstUserAuthentication : .noFileProtection
  }

  private static var attributes: [FileAttributeKey: Any] {
    [
      .posixPermissions: 0o600,
      .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication,
    ]
  }
  #else
  private var protection: Data.WritingOptions { [] }

  private static var attributes: [FileAttributeKey: Any] { [.posixPermissions: 0o600] }
  #endif
}
