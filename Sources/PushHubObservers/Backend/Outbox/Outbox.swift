public import Foundation
import PushHub

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

  private let door: FileDoor

  /// Opens an outbox; nothing is written or read yet.
  ///
  /// - Parameters:
  ///   - directory: Where its files are, and nothing else; made with the first entry if it is missing.
  ///   - maximumCount: How many entries there may be; from 1 to 100,000.
  public init(directory: URL, maximumCount: Int = 1_000) {
    self.init(directory: directory, maximumCount: maximumCount, door: .system)
  }

  init(directory: URL, maximumCount: Int = 1_000, door: FileDoor) {
    self.directory = directory
    self.maximumCount = (1...100_000).nearest(to: maximumCount)
    self.door = door
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
    let files = try files()
    let names = files.filter { $0.hasSuffix(Self.suffix) }
    let excess = names.prefix(max(0, names.count + 1 - maximumCount))
    let lost = excess.reduce(excess.count) { count, name in
      count + Int((try? decode(OutboxLoss.self, from: data(of: name)))?.lost ?? 0)
    }
    let newest = names.last.flatMap { Int(String($0.prefix(16))) } ?? 0
    let stamp = "\(10_000_000_000_000_000 &+ max(date.milliseconds, newest + 1))".suffix(16)
    let entry = OutboxEntry(account: account, lost: UInt32(clamping: lost), content: content)
    let name = "\(stamp)-\(id)" + Self.suffix
    try write(JSONEncoder().encode(entry), as: name)
    try? remove(excess + leftovers(among: files, at: name))
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
          let data = try data(of: name)
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
        try door.pass(.remove)
        try FileManager.default.removeItem(at: directory.appending(path: name))
      } catch let error as CocoaError where error.code == .fileNoSuchFile {
        continue
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
    try files().filter { $0.hasSuffix(Self.suffix) }
  }

  /// The same, with what processes are writing, or were writing when they were killed.
  private func files() throws -> [String] {
    try door.pass(.list)
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { $0.contains(Self.suffix) }
        .sorted()
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return []
    }
  }

  /// What killed processes have left, by the time at which a file was written just now.
  ///
  /// The system's times are compared with each other, since those of two processes may be simulated.
  private func leftovers(among files: [String], at name: String) -> [String] {
    files.filter { file in
      guard file.hasSuffix(Self.temporarySuffix), let date = modificationDate(of: file),
        let now = modificationDate(of: name)
      else { return false }
      return abs(now.timeIntervalSince(date)) >= 3_600
    }
  }

  private func modificationDate(of name: String) -> Date? {
    let path = directory.appending(path: name).path
    return try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  private func data(of name: String) throws -> Data {
    try door.pass(.read)
    return try Data(contentsOf: directory.appending(path: name))
  }

  private func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }

  private func write(_ data: Data, as name: String) throws {
    let temporary = directory.appending(path: name + Self.temporarySuffix)
    do {
      try makeDirectory()
      try door.pass(.write)
      try data.write(to: temporary, options: FileDoor.options)
      try door.pass(.move)
      try FileManager.default.moveItem(at: temporary, to: directory.appending(path: name))
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw error
    }
  }

  private func makeDirectory() throws {
    guard !FileManager.default.fileExists(atPath: directory.path) else { return }
    try door.pass(.make)
    try FileManager.default.createDirectory(
      at: directory,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    #if canImport(Darwin)
    var (directory, values) = (directory, URLResourceValues())
    values.isExcludedFromBackup = true
    try? directory.setResourceValues(values)
    #endif
  }
}

extension Date {
  /// Milliseconds since 1970; zero for a date that no clock shows.
  var milliseconds: Int { Int(exactly: (timeIntervalSince1970 * 1_000).rounded()) ?? 0 }
}
