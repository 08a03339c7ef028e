public import Foundation
public import PushHub

/// Unsent entries on disk, each a file of its own in a `SharedFolder`.
///
/// An app and its service extension open the same folder, such as one in their app group:
///
/// ```swift
/// let outbox = Outbox(directory: group.appending(path: "receipts"))
/// ```
///
/// Safety, order, room, cost and privacy are those of a `SharedFolder`. The next entry sent gives the
/// number of older ones removed to make room. A file that can't be decoded is removed and counted.
public struct Outbox: Sendable {
  let folder: SharedFolder

  /// Opens an outbox; nothing is written or read yet.
  ///
  /// - Parameters:
  ///   - directory: The directory for its files alone; created with the first entry if it is missing.
  ///   - maximumCount: The maximum number of entries; from 1 to 100,000.
  ///   - files: The file system; a test can make its calls fail.
  public init(directory: URL, maximumCount: Int = 1_000, files: FileSystem = .system) {
    folder = SharedFolder(directory, maximumCount: maximumCount, files: files)
  }

  /// The maximum number of entries.
  public var maximumCount: Int { folder.maximumCount }
}

/// The result of reading an outbox.
struct OutboxReading {
  /// The files of the first entries, in order, and what is in them.
  var names: [String] = []
  var contents: [PushReceipt] = []

  /// The number of older entries, of any account, removed to make room for these; perhaps fewer were.
  var lostCount = 0

  /// The numbers of foreign entries removed on the way, and of those that can't be decoded.
  var removedCount = 0
  var brokenCount = 0

  /// The reason why some could not be read or removed.
  var failure: (any Error)?
}

// MARK: - Entries

extension Outbox {
  /// Writes an entry behind those that there are; when it throws, nothing has changed.
  ///
  /// - Returns: The number of older entries that were removed to make room.
  @discardableResult
  func append(_ receipt: PushReceipt) throws -> Int {
    try folder.append(id: receipt.id, at: receipt.date) { removed, id in
      let lost = removed.reduce(removed.count) { $0 + lostCount(of: $1) }
      if lost > 0 { id += "+\(UInt32(clamping: lost))" }
      return try JSONEncoder().encode(receipt)
    }
    .removedCount
  }

  /// Reads the first entries of some accounts, and removes what can't be decoded.
  ///
  /// A listing may lack an entry that is written meanwhile and have the one after it; the next has both.
  ///
  /// - Parameters:
  ///   - accounts: The accounts whose entries are read.
  ///   - isForeign: Whether other entries are removed; the rest is skipped.
  func read(
    limit: Int,
    of accounts: Set<AccountID?>,
    removing isForeign: (AccountID?) -> Bool = { _ in false }
  ) -> OutboxReading {
    var reading = OutboxReading()
    do {
      let seen = Set(try folder.names())
      for name in try folder.names().prefix(while: seen.contains)
      where reading.names.count < limit {
        do {
          let data = try folder.read(name)
          if let entry = try? JSONDecoder().decode(PushReceipt.self, from: data) {
            if accounts.contains(entry.account) {
              reading.names.append(name)
              reading.contents.append(entry)
              reading.lostCount += lostCount(of: name)
            } else if isForeign(entry.account) {
              try folder.remove([name])
              reading.removedCount += 1
            }
          } else {
            try folder.remove([name])
            reading.brokenCount += 1
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

  /// Returns the number of older entries removed to make room for one, from its name.
  private func lostCount(of name: String) -> Int {
    let id = SharedFolder.id(of: name)
    return id.lastIndex(of: "+").flatMap { UInt32(id[$0...].dropFirst()) }.map(Int.init) ?? 0
  }
}

// MARK: - Pauses

/// A time in which a server is not asked; before its start, the clock has been set back, and it begins anew.
private struct OutboxPause: Codable {
  let start: Date
  let end: Date
}

extension Outbox {
  /// The files of pauses: for all processes, and after a failure for the service extension alone.
  enum PauseFile: String {
    case pauses, failures
  }

  /// Returns the rest of the time that the server of an account wants to be left alone.
  func pause(
    for account: AccountID,
    at date: Date,
    in file: PauseFile = .pauses
  ) -> Duration? {
    guard let pause = pauses(in: file)[account] else { return nil }
    let length = min(max(0, pause.end.timeIntervalSince(pause.start)), 86_400)
    guard date < pause.start + length else { return nil }
    // The clock has been set back.
    if date < pause.start { try? self.pause(account, at: date, for: .seconds(length), in: file) }
    return .seconds(min(length, (pause.start + length).timeIntervalSince(date)))
  }

  /// Lets all processes wait with an account's entries for the time of `Retry-After`.
  func pause(
    _ account: AccountID,
    at date: Date,
    for duration: Duration,
    in file: PauseFile = .pauses
  ) throws {
    var pauses = pauses(in: file).filter { $0.value.end > date }
    pauses[account] = OutboxPause(start: date, end: date + duration / .seconds(1))
    try folder.replace(file.rawValue, with: JSONEncoder().encode(pauses))
  }

  private func pauses(in file: PauseFile) -> [AccountID: OutboxPause] {
    let data = try? folder.read(file.rawValue)
    return data.flatMap { try? JSONDecoder().decode([AccountID: OutboxPause].self, from: $0) }
      ?? [:]
  }
}
