public import Foundation

/// Where a ``TranscriptRecorder`` writes; each recorder needs one of its own.
@MainActor
public protocol TranscriptOutput: AnyObject {
  /// Whether it is time to start over: it has become long, or what was written is gone.
  ///
  /// An output that has a ``capacity`` is started over when, besides, as much has been written since
  /// the beginning as the beginning took; an output without one, at once.
  var isFull: Bool { get }

  /// How many bytes it takes before it starts over, a line with one more for its end.
  ///
  /// By default `nil`, for any number. A quarter of it stays for what happens: what is true at the
  /// beginning is left out, and counted, where it would take more than the rest.
  var capacity: Int? { get }

  /// Writes one line, whole, before it returns; the line has no line end.
  ///
  /// When it throws, nothing of the line may stay.
  func write(_ line: String) throws

  /// Puts what was written aside and begins a new transcript.
  func startOver() throws
}

extension TranscriptOutput {
  /// Any number of bytes.
  public var capacity: Int? { nil }
}

/// A file that a recording is written to, line by line, with the one before it kept beside it.
///
/// When the file has reached its size it becomes the previous one, and a new one begins; the same
/// happens to a file that is there at the start, so that the recording of a crash survives the next
/// launch. Both together never take more than twice the size.
///
/// Each recorder needs a file of its own, and so does each process. A file that somebody else has put
/// in the place of this one is left alone: writing fails for as long as it is there.
///
/// Both are for this user alone, whoever else has an account on the machine. On Apple's systems they
/// are in no backup, and on its devices encrypted until the user has unlocked them once after a start.
@MainActor
public final class TranscriptFile: TranscriptOutput {
  /// Where the recording is.
  public let url: URL

  /// Where the recording before it is, if there is one: `day.jsonl` becomes `day.previous.jsonl`.
  public let previousURL: URL

  /// How large each of the two files may become, in bytes.
  public let maximumByteCount: Int

  private var handle: FileHandle?
  private var identity: Identity?
  private var byteCount = 0
  private var isGone = false
  private let door: FileDoor

  /// Begins a file, and puts one that is there aside.
  ///
  /// - Parameters:
  ///   - url: Where; the folder must be there.
  ///   - maximumByteCount: How large a file may become; at least 4 KiB.
  /// - Throws: What the file system throws.
  public convenience init(at url: URL, maximumByteCount: Int = 4 << 20) throws {
    try self.init(at: url, maximumByteCount: maximumByteCount, through: .system)
  }

  init(at url: URL, maximumByteCount: Int, through door: FileDoor) throws {
    self.url = url
    self.door = door
    self.maximumByteCount = max(4 << 10, maximumByteCount)
    let name = url.deletingPathExtension().lastPathComponent + ".previous"
    previousURL = url.deletingLastPathComponent()
      .appending(path: name)
      .appendingPathExtension(url.pathExtension)
    try startOver()
  }

  /// Whether the file has reached half of what it may become, so that a long line still fits; or
  /// whether writing has found that it is gone.
  public var isFull: Bool { isGone || byteCount >= maximumByteCount / 2 }

  /// How large the file may become.
  public var capacity: Int? { maximumByteCount }

  /// Writes one line; what others have left behind the last one is cut off.
  ///
  /// When there is no room on the disk, what was written of the line is cut off, so that the next
  /// one begins a line again.
  ///
  /// - Throws: What the file system throws, ``LineTooLong`` for a line that has no place, and
  ///   ``Gone`` where the file is not what was written.
  public func write(_ line: String) throws {
    let bytes = Data("\(line)\n".utf8)
    guard byteCount + bytes.count <= maximumByteCount else {
      throw LineTooLong(byteCount: bytes.count, maximumByteCount: maximumByteCount)
    }
    guard let handle, let writtenByteCount else {
      isGone = true
      throw Gone(url: url, isReplaced: isReplaced)
    }
    if writtenByteCount > byteCount {
      try door.pass(.cut)
      try handle.truncate(atOffset: UInt64(byteCount))
    }
    do {
      for start in stride(from: 0, to: bytes.count, by: door.longestWrite) {
        try door.pass(.write)
        try handle.write(contentsOf: bytes.dropFirst(start).prefix(door.longestWrite))
      }
      byteCount += bytes.count
    } catch {
      // If this fails too, the next line tries again.
      if door.failure(of: .cut) == nil {
        try? handle.truncate(atOffset: UInt64(byteCount))
      }
      throw error
    }
  }

  /// Makes this file the previous one, and begins another.
  ///
  /// When it throws, lines go on into the file that there was, if that is still in its place.
  ///
  /// - Throws: What the file system throws, and ``Gone`` where somebody else's file is, which stays.
  public func startOver() throws {
    guard !isReplaced else { throw Gone(url: url, isReplaced: true) }
    let files = FileManager.default
    if files.fileExists(atPath: url.path) {
      if files.fileExists(atPath: previousURL.path) {
        try door.pass(.remove)
        try files.removeItem(at: previousURL)
      }
      try door.pass(.move)
      try files.moveItem(at: url, to: previousURL)
      try door.pass(.change)
      try files.setAttributes(Self.attributes, ofItemAtPath: previousURL.path)
    }
    try door.pass(.make)
    guard files.createFile(atPath: url.path, contents: nil, attributes: Self.attributes) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path])
    }
    try Self.excludeFromBackup(url)
    try door.pass(.open)
    let newHandle = try FileHandle(forWritingTo: url)
    try? handle?.close()
    handle = newHandle
    identity = Identity(of: url, through: door)
    byteCount = 0
    isGone = false
  }
}

// MARK: - What is at the place

extension TranscriptFile {
  /// Tells a file from another that came to its place later.
  private struct Identity: Equatable {
    let volume: Int?
    let number: Int?
    let byteCount: Int

    init?(of url: URL, through door: FileDoor) {
      guard door.failure(of: .measure) == nil,
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
        let byteCount = attributes[.size] as? Int
      else { return nil }
      volume = attributes[.systemNumber] as? Int
      number = attributes[.systemFileNumber] as? Int
      self.byteCount = byteCount
    }

    static func == (one: Self, other: Self) -> Bool {
      one.volume == other.volume && one.number == other.number
    }
  }

  /// How much is in the file; `nil` if what was written is no longer all there.
  private var writtenByteCount: Int? {
    guard let identity, let present = Identity(of: url, through: door), present == identity else {
      return nil
    }
    return present.byteCount >= byteCount ? present.byteCount : nil
  }

  /// Whether another file is where ours was.
  private var isReplaced: Bool {
    guard let identity, let present = Identity(of: url, through: door) else { return false }
    return present != identity
  }

  /// For this user alone; on Apple's devices readable once they were unlocked after a start, since
  /// pushes also arrive while they are locked.
  private static var attributes: [FileAttributeKey: Any] {
    #if canImport(Darwin) && !os(macOS) && !targetEnvironment(macCatalyst)
    [
      .posixPermissions: 0o600,
      .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication,
    ]
    #else
    [.posixPermissions: 0o600]
    #endif
  }

  private static func excludeFromBackup(_ url: URL) throws {
    #if canImport(Darwin)
    var url = url
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try url.setResourceValues(values)
    #endif
  }
}

// MARK: - Errors

extension TranscriptFile {
  /// A line that does not fit into the file.
  public struct LineTooLong: Error, CustomStringConvertible {
    /// How long the line is, in bytes.
    public let byteCount: Int

    /// How large the file may become.
    public let maximumByteCount: Int

    /// What is wrong, and what to do about it.
    public var description: String {
      "A line of \(byteCount) bytes does not fit into a recording of at most \(maximumByteCount); "
        + "allow a larger file."
    }
  }

  /// A file that somebody else has removed, replaced or shortened while it was written.
  public struct Gone: Error, CustomStringConvertible {
    /// Where it was.
    public let url: URL

    /// Whether somebody else's file is there now, so that starting over is no way out.
    public let isReplaced: Bool

    /// What is wrong, and what to do about it.
    public var description: String {
      isReplaced
        ? "The recording at \(url.path) was replaced by another file, which is left alone; give "
          + "each recorder and each process a file of its own."
        : "The recording at \(url.path) was removed or shortened by somebody else; start over."
    }
  }
}
