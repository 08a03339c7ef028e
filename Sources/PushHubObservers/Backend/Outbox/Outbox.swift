public import Foundation
public import PushHub

/// Entries on disk that are to be sent, each a file of its own.
///
/// An app and its service extension open the same folder, such as one in their app group:
///
/// ```swift
/// let outbox = Outbox(directory: group.appending(path: "receipts"))
/// ```
///
/// - Safety: An entry is written under another name and then renamed, so that it is there whole or not
///   at all, whenever a process ends. A device that loses power may lose the latest ones.
/// - Order: An entry comes after all that are there when it is written, whatever the clock says. Of two
///   processes that write in the same moment either may be first.
/// - Room: Beyond ``maximumCount`` the oldest entries go; the next one that is sent says how many.
/// - Garbage: A file that can't be decoded is removed and counted. One that a process was writing when it
///   was killed is no entry, and is removed when it is an hour old.
/// - Privacy: The folder is for this user alone. On Apple's systems it is in no backup, and on its
///   devices encrypted until the user has unlocked them once after a start.
public struct Outbox: Sendable {
  /// Where the files are.
  public let directory: URL

  /// How many entries there may be.
  public let maximumCount: Int

  private let files: FileSystem

  /// Opens an outbox; nothing is written or read yet.
  ///
  /// - Parameters:
  ///   - directory: Where its files are, and nothing else; made with the first entry if it is missing.
  ///   - maximumCount: How many entries there may be; from 1 to 100,000.
  ///   - files: The file system; a test can make its calls fail.
  public init(directory: URL, maximumCount: Int = 1_000, files: FileSystem = .system) {
    self.directory = directory
    self.maximumCount = (1...100_000).nearest(to: maximumCount)
    self.files = files
  }
}

/// What is in a file.
private struct OutboxEntry<Content: Codable>: Codable {
  /// Whose it is; `nil` if that was not known.
  let account: String?

  /// How many older entries had to go for it.
  let lost: UInt32
  let content: Content
}

/// Any entry, without what is sent.
private struct OutboxLoss: Decodable {
  let lost: UInt32
}

/// What was found when an outbox was read.
struct OutboxReading<Content> {
  /// The files of the first entries, in order, and what is in them.
  var names: [String] = []
  var contents: [Content] = []

  /// How many older entries had to go for these, of whatever account: at most so many.
  var lostCount = 0

  /// How many entries of other accounts were removed on the way, and how many that can't be decoded.
  var removedCount = 0
  var brokenCount = 0

  /// Why some could not be read or removed.
  var failure: (any Error)?
}

// MARK: - Entries

extension Outbox {
  private static let suffix = ".json"
  private static let temporarySuffix = ".new"

  /// Writes an entry behind those that there are; when it throws, nothing has changed.
  ///
  /// - Parameters:
  ///   - content: What is to be sent.
  ///   - id: A part of the file's name, unlike any other.
  ///   - account: Whose it is; `nil` if that is not known.
  ///   - date: What time it is.
  /// - Returns: How many entries there are now, and how many older ones had to go.
  func append<Content: Codable>(
    _ content: Content,
    id: String,
    account: String?,
    date: Date
  ) throws -> (count: Int, dropped: Int) {
    let all = try listed()
    let names = all.filter { $0.hasSuffix(Self.suffix) }
    let excess = names.prefix(max(0, names.count + 1 - maximumCount))
    let lost = excess.reduce(excess.count) { count, name in
      count + Int((try? decode(OutboxLoss.self, from: files.read(url(of: name))))?.lost ?? 0)
    }
    let newest = names.last.flatMap { Int(String($0.prefix(16))) } ?? 0
    let stamp = "\(10_000_000_000_000_000 &+ max(date.milliseconds, newest + 1))".suffix(16)
    let entry = OutboxEntry(account: account, lost: UInt32(clamping: lost), content: content)
    let name = "\(stamp)-\(id)" + Self.suffix
    try write(JSONEncoder().encode(entry), as: name)
    try? remove(excess + leftovers(among: all, at: name))
    return (names.count + 1 - excess.count, excess.count)
  }

  /// Reads the first entries of an account, and those of nobody known, and removes what is not theirs.
  func read<Content: Codable>(
    _ type: Content.Type,
    limit: Int,
    for account: String
  ) -> OutboxReading<Content> {
    var reading = OutboxReading<Content>()
    do {
      for name in try names() where reading.names.count < limit {
        do {
          let data = try files.read(url(of: name))
          let entry = try? decode(OutboxEntry<Content>.self, from: data)
          if let entry, entry.account == nil || entry.account == account {
            reading.names.append(name)
            reading.contents.append(entry.content)
            reading.lostCount += Int(entry.lost)
          } else {
            try remove([name])
            reading.removedCount += entry == nil ? 0 : 1
            reading.brokenCount += entry == nil ? 1 : 0
          }
        } catch {
          reading.failure = error
        }
      }
    } catch {
      reading.failure = error
    }
    return reading
  }

  /// How many entries there are.
  var count: Int {
    get throws { try names().count }
  }

  /// Removes entries that were sent.
  ///
  /// - Throws: What has prevented removing some of them, when all were tried.
  func remove(_ names: some Sequence<String>) throws {
    var failure: (any Error)?
    for name in names {
      do {
        try files.remove(url(of: name))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Removes all entries, whosoever they are.
  ///
  /// - Returns: How many there were.
  func removeAll() throws -> Int {
    let names = try names()
    try remove(names)
    return names.count
  }
}

// MARK: - Files

extension Outbox {
  /// The names of all entries, the oldest first.
  private func names() throws -> [String] {
    try listed().filter { $0.hasSuffix(Self.suffix) }
  }

  /// The same, with what processes are writing, or were writing when they were killed.
  private func listed() throws -> [String] {
    try files.contents(of: directory).filter { $0.contains(Self.suffix) }.sorted()
  }

  private func url(of name: String) -> URL { directory.appending(path: name) }

  /// What killed processes have left, by the time at which a file was written just now.
  ///
  /// The system's times are compared with each other, since those of two processes may be simulated.
  private func leftovers(among names: [String], at name: String) -> [String] {
    names.filter { other in
      guard other.hasSuffix(Self.temporarySuffix),
        let date = files.modificationDate(of: url(of: other)),
        let now = files.modificationDate(of: url(of: name))
      else { return false }
      return abs(now.timeIntervalSince(date)) >= 3_600
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }

  private func write(_ data: Data, as name: String) throws {
    let temporary = url(of: name + Self.temporarySuffix)
    do {
      try files.makeFolder(at: directory)
      try files.write(data, to: temporary)
      try files.move(temporary, to: url(of: name))
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }
}

extension Date {
  /// Milliseconds since 1970; zero for a date that no clock shows.
  var milliseconds: Int { Int(exactly: (timeIntervalSince1970 * 1_000).rounded()) ?? 0 }
}
