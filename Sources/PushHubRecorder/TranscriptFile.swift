public import Foundation
public import PushHub

/// The output of a ``TranscriptRecorder``; each recorder needs one of its own.
@MainActor
public protocol TranscriptOutput: AnyObject {
  /// Whether to start over: the output has become long, or its content was lost.
  var isFull: Bool { get }

  /// Writes one line before it returns; the line has no line end.
  ///
  /// After an error the next line still begins at the start of a line.
  func write(_ line: String) throws

  /// Moves the content aside and begins a new transcript.
  func startOver() throws
}

/// A file that a recording is written to, line by line, with the one before it kept beside it.
///
/// When the file has reached half its size it becomes the previous one, and a new one begins; the same
/// happens to a file that is there at the start, so that the recording of a crash survives the next
/// launch. Both together never take more than twice the size.
///
/// Each recorder of each process needs a file of its own. If another process replaces the file, that file is not
/// touched, and writing fails as long as it is there.
///
/// Only this user can read the two files. On Apple's systems they are not backed up, and on its devices they
/// are encrypted until the first unlock after a restart.
@MainActor
public final class TranscriptFile: TranscriptOutput {
  /// The place of the recording.
  public let url: URL

  /// The place of the previous recording, if there is one: `day.jsonl` becomes `day.previous.jsonl`.
  public let previousURL: URL

  /// The maximum size of each of the two files, in bytes; no line is longer than half of it.
  public let maximumByteCount: Int

  private var handle: FileHandle?

  /// The number of the file in the file system.
  private var number: Int?
  private var byteCount = 0
  private var isGone = false
  private let files: FileSystem

  /// Begins a file, and moves an existing one aside.
  ///
  /// - Parameters:
  ///   - url: The place; the folder is created if it is missing.
  ///   - maximumByteCount: The maximum size of a file; at least 4 KiB.
  ///   - files: The file system; a test can make its calls fail.
  /// - Throws: An error of the file system, or one for a folder in the file's place.
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

  /// The place to which a file is moved when a new one begins.
  package static func previousURL(of url: URL) -> URL {
    url.deletingPathExtension()
      .appendingPathExtension("previous")
      .appendingPathExtension(url.pathExtension)
  }

  /// Whether the file has reached half of its maximum size, or was found to be gone.
  public var isFull: Bool { isGone || byteCount >= maximumByteCount / 2 }

  /// Writes one line.
  ///
  /// Before that, a line that was not written whole is cut off.
  ///
  /// - Throws: An error of the file system, such as a full disk, or one for a line that is too long, or for a
  ///   file that another process has removed or replaced.
  public func write(_ line: String) throws {
    let bytes = Data("\(line)\n".utf8)
    guard bytes.count <= maximumByteCount / 2, byteCount + bytes.count <= maximumByteCount else {
      throw TranscriptMistake(
        """
        A line of \(bytes.count) bytes does not fit into a recording with lines of at most \
        \(maximumByteCount / 2); allow a larger file.
        """
      )
    }
    isGone = true
    guard try isThere(), let handle, try handle.seekToEnd() >= UInt64(byteCount) else {
      throw TranscriptMistake(
        "The recording at \(url.path) was removed or shortened by another process; start over."
      )
    }
    isGone = false
    try files.write(bytes, to: handle, from: byteCount)
    byteCount += bytes.count
  }

  /// Moves this file to the previous one's place, and begins another.
  ///
  /// If it throws, lines are written to the former file as long as that is in its place.
  ///
  /// - Throws: An error of the file system, or one for another file or a folder in the place.
  public func startOver() throws {
    _ = try isThere()
    for place in [url, previousURL] where place.isFolder {
      throw TranscriptMistake(
        "There is a folder at \(place.path), which is not touched; give the recording another name."
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
      // The next try would find another file in the place.
      try? FileManager.default.removeItem(at: url)
      throw error
    }
    try? handle?.close()
    handle = newHandle
    number = files.number(of: url)
    byteCount = 0
    isGone = false
  }

  // MARK: - The file in the place

  /// Whether the file is there; throws if another one is in its place.
  private func isThere() throws -> Bool {
    guard let present = files.number(of: url) else { return false }
    guard let number, present != number else { return true }
    throw TranscriptMistake(
      """
      The recording at \(url.path) was replaced by another file, which is not touched; give each \
      recorder and each process a file of its own.
      """
    )
  }
}

extension URL {
  var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
  }
}
