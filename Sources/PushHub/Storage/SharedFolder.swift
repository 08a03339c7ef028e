public import Foundation

/// A folder of entries, each a file of its own, to which several processes of an app write at the same time.
///
/// An app and its service extension open the same folder, such as one in their app group:
///
/// ```swift
/// let folder = SharedFolder(group.appending(path: "orders"))
/// try folder.append(id: UUID().uuidString, at: .now) { _, _ in data }
/// for name in try folder.names() { orders.append(try folder.read(name)) }
/// ```
///
/// - Safety: An entry is there whole or not at all, whenever a process ends: the system writes it under
///   another name and renames it. A device that loses power may lose the latest ones.
/// - Order: An entry comes after those that this value has written or listed, whatever the clock shows. Of two
///   processes that write in the same moment either may be first.
/// - Room: There are at most ``maximumCount`` entries, and an eighth more for each further process that
///   writes. To make room, the oldest eighth is removed at once.
/// - Cost: Appending writes one file. The folder is listed with the first entry that a value appends, and
///   then once for each eighth of ``maximumCount``.
/// - Garbage: A file that a killed process was writing is no entry, and is removed when it is an hour old.
/// - Privacy: The folder is for this user alone. On Apple's systems it is in no backup, and on its devices
///   encrypted until the user has unlocked them once after a start.
public struct SharedFolder: Sendable {
  /// What this value knows of the folder; copies share it.
  private final class Progress: Sendable {
    struct State: Sendable {
      var newest = 0

      /// The number of entries that may be appended before the folder is listed again.
      var room = 0
    }

    let state = Lock(State())
  }

  /// The directory of the files.
  public let url: URL

  /// The maximum number of entries.
  public let maximumCount: Int

  private let files: FileSystem
  private let progress = Progress()

  /// Opens a folder; nothing is written or read yet.
  ///
  /// - Parameters:
  ///   - url: The directory for the files alone; created with the first entry if it is missing.
  ///   - maximumCount: The maximum number of entries; from 1 to 100,000.
  ///   - files: The file system; a test can make its calls fail.
  public init(_ url: URL, maximumCount: Int = 1_000, files: FileSystem = .system) {
    self.url = url
    self.maximumCount = Bounds(1...100_000).nearest(to: maximumCount)
    self.files = files
  }
}

extension SharedFolder {
  private static let suffix = ".json"

  /// The names of all entries, the oldest first; none if there is no folder.
  public func names() throws -> [String] { entries(among: try files.contents(of: url)) }

  private func entries(among names: [String]) -> [String] {
    let entries = names.filter { $0.hasSuffix(Self.suffix) }.sorted()
    progress.state.withLock { $0.newest = max($0.newest, entries.last.map(Self.stamp) ?? 0) }
    return entries
  }

  /// Writes an entry behind those that there are; when it throws, nothing has changed.
  ///
  /// - Parameters:
  ///   - id: The end of the file's name, unlike any other and without a slash; see ``id(of:)``.
  ///   - date: The current time.
  ///   - content: Returns what is in the file, given the names of the entries that are removed to make room;
  ///     it may change the id.
  /// - Returns: The entry's name, and the number of entries that were removed.
  @discardableResult
  public func append(
    id: String,
    at date: Date,
    content: (_ removed: [String], _ id: inout String) throws -> Data
  ) throws -> (name: String, removedCount: Int) {
    let step = max(1, maximumCount / 8)
    let isListed = progress.state.withLock { $0.room < 1 }
    let all = try isListed ? files.contents(of: url) : []
    let entries = self.entries(among: all)
    let excess = Array(entries.prefix(max(0, entries.count + step - maximumCount)))
    var id = id
    let data = try content(excess, &id)
    let stamp = progress.state.withLock { state in
      state.newest = max(date.milliseconds, state.newest + 1)
      return state.newest
    }
    let name = "\("\(10_000_000_000_000_000 &+ stamp)".suffix(16))-\(id)\(Self.suffix)"
    try replace(name, with: data)
    progress.state.withLock { $0.room = (isListed ? step : $0.room) - 1 }
    if isListed {
      try? remove(excess)
      files.removeUnfinished(among: all, beside: file(name))
    }
    return (name, excess.count)
  }

  /// Writes an entry in place of the one that has this name.
  public func replace(_ name: String, with data: Data) throws {
    try files.makeFolder(at: url)
    try files.write(data, to: file(name), options: .atomic)
  }

  /// Reads an entry.
  public func read(_ name: String) throws -> Data { try files.read(file(name)) }

  /// Removes entries; those that are gone already are no failure.
  ///
  /// - Throws: The error that prevented removing some of them, when all were tried.
  public func remove(_ names: some Sequence<String>) throws {
    var failure: (any Error)?
    for name in names {
      do {
        try files.remove(file(name))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// The id with which an entry was appended.
  public static func id(of name: String) -> Substring { name.dropFirst(17).dropLast(suffix.count) }

  /// Returns the date when an entry was appended, or later if the clock was set back.
  static func date(of name: String) -> Date {
    Date(timeIntervalSince1970: Double(stamp(of: name)) / 1_000)
  }

  private static func stamp(of name: String) -> Int { Int(name.prefix(16)) ?? 0 }

  private func file(_ name: String) -> URL {
    url.appending(path: name, directoryHint: .notDirectory)
  }
}

extension Date {
  /// Milliseconds since 1970; zero for a date that no clock shows.
  var milliseconds: Int { Int(exactly: (timeIntervalSince1970 * 1_000).rounded()) ?? 0 }
}
