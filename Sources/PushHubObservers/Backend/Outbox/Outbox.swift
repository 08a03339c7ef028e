public import Foundation
public import PushHub
import Synchronization

/// Entries on disk that are to be sent: appended by several processes at once, sent by one of them.
///
/// Each process appends to a file of its own in one directory, such as that of an app group for an
/// app and its service extension:
///
/// ```swift
/// let outbox = Outbox(directory: group.appending(path: "receipts"), process: "app")
/// ```
///
/// - Safety: An append that has returned is in the file, whatever becomes of the process. Nothing waits
///   for the disk, so that a device that loses power may lose the latest ones. Of a process that is
///   killed in the middle of an append only that one is missing.
/// - Names: Each entry has an id of its own, on any device and for ever.
/// - Time: An append is some calls of the system. It waits for nobody: a file that another process
///   keeps is left, and another begun. Locks are held for as long as a file is measured or rewritten,
///   since a system may end an app that it suspends with one.
/// - Room: A file takes ``Configuration/maximumByteCount`` bytes, and the directory
///   ``Configuration/maximumFileCount`` files. Beyond that the oldest entries go, and are counted for
///   whoever they are sent to. What can't be removed, or is of a later version, stays.
/// - Privacy: Files are for this user alone. On Apple's systems they are in no backup, and on its
///   devices encrypted until the user has unlocked them once after a start.
public final class Outbox: Sendable {
  /// How much room an outbox takes.
  public struct Configuration: Hashable, Sendable {
    /// How large a file may become, in bytes; from 4 KiB to 64 MiB.
    public var maximumByteCount: Int {
      didSet { maximumByteCount = maximumByteCount.clamped(to: Self.byteCounts) }
    }

    /// How many files there may be; from 4 to 1,000.
    ///
    /// A process goes on in the one that it has had before, unless another process keeps it, it ends in
    /// the middle of a line, or there was an account change: then another is begun, and the former goes
    /// when it has been sent.
    public var maximumFileCount: Int {
      didSet { maximumFileCount = maximumFileCount.clamped(to: Self.fileCounts) }
    }

    /// Starts with the defaults, but for what is given.
    public init(maximumByteCount: Int = 1 << 20, maximumFileCount: Int = 64) {
      self.maximumByteCount = maximumByteCount.clamped(to: Self.byteCounts)
      self.maximumFileCount = maximumFileCount.clamped(to: Self.fileCounts)
    }

    static let byteCounts = 4 << 10...64 << 20
    private static let fileCounts = 4...1_000
  }

  /// What became of an append.
  public struct Appended: Hashable, Sendable {
    /// Tells the entry from all others, of any device and any time.
    public let id: String

    /// How many older entries had to go for it.
    public let droppedCount: Int
  }

  /// Where the files are.
  public let directory: URL

  let files: OutboxDirectory
  private let writer: Mutex<OutboxWriter>
  let memory = Mutex(OutboxMemory())

  /// Opens an outbox; nothing is written or read yet.
  ///
  /// - Parameters:
  ///   - directory: Where its files are, and nothing else; made with the first entry if it is not there.
  ///   - process: What this process is called, such as `app` or `extension`. Letters and digits of
  ///     ASCII, up to 32 of them; others are left out. Two processes of one name do no harm, but the
  ///     order is kept for both together.
  ///   - configuration: How much room it takes.
  public convenience init(
    directory: URL,
    process: String,
    configuration: Configuration = Configuration()
  ) {
    self.init(
      directory: directory,
      process: process,
      configuration: configuration,
      through: .system
    )
  }

  init(
    directory: URL,
    process: String,
    configuration: Configuration,
    through door: FileDoor
  ) {
    self.directory = directory
    files = OutboxDirectory(url: directory, door: door)
    let name = process.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(32)
    writer = Mutex(
      OutboxWriter(
        directory: files,
        process: name.isEmpty ? "process" : String(name),
        configuration: configuration
      )
    )
  }
}

// MARK: - Appending

extension Outbox {
  /// Appends an entry; it is in the file when this returns.
  ///
  /// May be called on any thread; entries of one process keep their order.
  ///
  /// - Parameters:
  ///   - content: What is to be sent.
  ///   - account: Whose it is; `nil` if that is not known.
  /// - Throws: ``OutboxError``. Nothing of the entry is left then.
  /// - Complexity: O(*n*) in the content's length; when the file is full, in the file's.
  @discardableResult
  public func append(
    _ content: JSONValue,
    account: AccountID?
  ) throws(OutboxError) -> Appended {
    try append(account: account) { $0 += content.jsonText.utf8 }
  }

  /// Appends an entry, whose content is written where it is to stand.
  ///
  /// - Parameter write: Writes one value of JSON without a line break; called more than once if the
  ///   file is not as it was.
  func append(
    account: AccountID?,
    writing write: (inout [UInt8]) -> Void
  ) throws(OutboxError) -> Appended {
    let result = writer.withLock { writer in
      defer {
        if let names = writer.formerNames { memory.withLock { $0.limitRemovals(to: names) } }
      }
      return Result { () throws(OutboxError) in
        try writer.append(account: account, writing: write) { text, name in
          memory.withLock { $0.wantedCount(of: text, in: name) }
        }
      }
    }
    return try result.get()
  }

  /// Lets all that is appended from now on, by whatever process, go to other files than those that
  /// there are.
  ///
  /// - Returns: Those that there are; `nil` if they can't be listed, see ``filesBefore()``.
  func seal() -> Set<OutboxDirectory.Name>? {
    writer.withLock { $0.leave() }
    guard let names = try? files.names() else {
      writer.withLock { $0.noteFilesLater() }
      return nil
    }
    for name in names {
      files.seal(name, tries: Self.sealTries)
    }
    return Set(names)
  }

  /// The files that there were before the first that was begun after they could not be listed.
  ///
  /// - Returns: `nil` if none was begun since.
  func filesBefore() -> Set<OutboxDirectory.Name>? {
    writer.withLock { $0.formerNames }
  }

  /// How often a lock is tried before a file is sealed without it: some milliseconds at most.
  private static let sealTries = 1_000

  static func id(_ number: Int, in name: OutboxDirectory.Name) -> String {
    let number = String(number)
    var id = name.stem
    id.reserveCapacity(id.utf8.count + 1 + number.utf8.count)
    id += "."
    id += number
    return id
  }
}
