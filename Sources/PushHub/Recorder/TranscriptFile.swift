public import Foundation
public import PushHub

/// Where a ``TranscriptRecorder`` writes; each recorder needs one of its own.
@MainActor
public protocol TranscriptOutput: AnyObject {
  /// Whether it is time to start over: it has become long, or what was written is gone.
  var isFull: Bool { get }

  /// Writes one line, whole, before it returns; the line has no line end.
  ///
  /// When it throws, the next line still begins a line.
  func write(_ line: String) throws

  /// Puts what was written aside and begins a new transcript.
  func startOver() throws
}

/// A file that a recording is written to, line by line, with the one before it kept beside it.
///
/// When the file has reached half its size it becomes the previous one, and a new one begins; the same
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

  /// How large each of the two files may become, in bytes; no line is longer than half of it.
  public let maximumByteCount: Int

  private var handle: FileHandle?

  /// What the file system numbers the file with.
  private var number: Int?
  private var byteCount = 0
  private var isGone = false
  private let files: FileSystem

  /// Begins a file, and puts one that is there aside.
  ///
  /// - Parameters:
  ///   - url: Where; the folder is made if it is missing.
  ///   - maximumByteCount: How large a file may become; at least 4 KiB.
  ///   - files: The file system; a test can make its calls fail.
  /// - Throws: What the file system throws, and what says that there is a folder in the place.
  public init(
    at url: URL,
    maximumByteCount: Int = 4 << 20,
    files: FileSystem = .system
  ) throws {
    self.url = url
    self.files = files
    self.maximumByteCount = max(4 << 10, maximumByteCount)
    previousURL = Self.previousURL(of: url)
    try startOver()
  }

  /// Where a file is put aside that is in the place of a new one.
  package static func previousURL(of url: URL) -> URL {
    url.deletingPathExtension()
      .appendingPathExtension("previous")
      .appendingPathExtension(url.pathExtension)
  }

  /// Whether the file has reached half of what it may become, or writing has found that it is gone.
  public var isFull: Bool { isGone || byteCount >= maximumByteCount / 2 }

  /// Writes one line; what is behind the last one that was written whole is cut off before.
  ///
  /// - Throws: What the file system throws, as when there is no room on the disk, and what says that the
  ///   line is too long, or that somebody else has removed or replaced the file.
  public func write(_ line: String) throws {
    let bytes = Data("\(line)\n".utf8)
    guard bytes.count <= maximumByteCount / 2, byteCount + bytes.count <= maximumByteCount else {
      throw TranscriptMistake(
        "A line of \(bytes.count) bytes does not fit into a recording with lines of at most "
          + "\(maximumByteCount / 2); allow a larger file."
      )
    }
    isGone = true
    guard try isThere(), let handle, try handle.seekToEnd() >= UInt64(byteCount) else {
      throw TranscriptMistake(
        "The recording at \(url.path) was removed or shortened by somebody else; start over."
      )
    }
    isGone = false
    try files.write(bytes, to: handle, from: byteCount)
    byteCount += bytes.count
  }

  /// Makes this file the previous one, and begins another.
  ///
  /// When it throws, lines go on into the file that there was, if that is still in its place.
  ///
  /// - Throws: What the file system throws, and what says that another file is in the place.
  public func startOver() throws {
    _ = try isThere()
    for place in [url, previousURL] where place.isFolder {
      throw TranscriptMistake(
        "There is a folder at \(place.path), which is left alone; give the recording another name."
      )
    }
    if FileManager.default.fileExists(atPath: url.path) {
      try files.move(url, to: previousURL)
      try files.protect(previousURL, isBackedUp: false)
    }
    let newHandle: FileHandle
    do {
      try files.makeFile(at: url)
      try files.protect(url, isBackedUp: false)
      newHandle = try files.open(url)
    } catch {
      // It would be taken for another's.
      try? FileManager.default.removeItem(at: url)
      throw error
    }
    try? handle?.close()
    handle = newHandle
    number = files.number(of: url)
    byteCount = 0
    isGone = false
  }

  // MARK: - What is at the place

  /// Whether our file is there; throws if another one is in its place.
  private func isThere() throws -> Bool {
    guard let present = files.number(of: url) else { return false }
    guard let number, present != number else { return true }
    throw TranscriptMistake(
      "The recording at \(url.path) was replaced by another file, which is left alone; give "
        + "each recorder and each process a file of its own."
    )
  }
}

extension URL {
  var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
  }
}
