public import Foundation

/// A file that a recording is written to, line by line, with the one before it kept beside it.
///
/// When the file has reached its size it becomes the previous one, and a new one begins; the same
/// happens to a file that is there at the start, so that the recording of a crash survives the next
/// launch. Both together never take more than twice the size.
@MainActor
public final class TranscriptFile: TranscriptOutput {
  /// Where the recording is.
  public let url: URL

  /// Where the recording before it is, if there is one: `day.jsonl` becomes `day.previous.jsonl`.
  public let previousURL: URL

  /// How large each of the two files may become, in bytes.
  public let maximumByteCount: Int

  private var handle: FileHandle
  private var byteCount = 0

  /// Begins a file, and puts one that is there aside.
  ///
  /// - Parameters:
  ///   - url: Where; the folder must be there.
  ///   - maximumByteCount: How large a file may become; at least 4 KiB.
  /// - Throws: What the file system throws.
  public init(at url: URL, maximumByteCount: Int = 4 << 20) throws {
    self.url = url
    self.maximumByteCount = max(4 << 10, maximumByteCount)
    let name = url.deletingPathExtension().lastPathComponent + ".previous"
    previousURL = url.deletingLastPathComponent()
      .appending(path: name)
      .appendingPathExtension(url.pathExtension)
    handle = try Self.begin(at: url, puttingAsideAt: previousURL)
  }

  /// Whether the file has reached half of what it may become, so that a long line still fits.
  public var isFull: Bool { byteCount >= maximumByteCount / 2 }

  /// Writes one line.
  ///
  /// - Throws: What the file system throws, and ``LineTooLong`` for a line that has no place.
  public func write(_ line: String) throws {
    let bytes = Data("\(line)\n".utf8)
    guard byteCount + bytes.count <= maximumByteCount else {
      throw LineTooLong(byteCount: bytes.count, maximumByteCount: maximumByteCount)
    }
    try handle.write(contentsOf: bytes)
    byteCount += bytes.count
  }

  /// Makes this file the previous one, and begins another.
  public func startOver() throws {
    try handle.close()
    handle = try Self.begin(at: url, puttingAsideAt: previousURL)
    byteCount = 0
  }

  private static func begin(at url: URL, puttingAsideAt previous: URL) throws -> FileHandle {
    let files = FileManager.default
    if files.fileExists(atPath: url.path) {
      if files.fileExists(atPath: previous.path) {
        try files.removeItem(at: previous)
      }
      try files.moveItem(at: url, to: previous)
    }
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }
}

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
}
