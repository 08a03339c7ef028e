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
/// Safety, order, room, cost and privacy are those of a `SharedFolder`. The next entry that is sent says how
/// many older ones were removed to make room. A file that can't be decoded is removed and counted.
public struct Outbox: Sendable {
  private let folder: SharedFolder

  /// Opens an outbox; nothing is written or read yet.
  ///
  /// - Parameters:
  ///   - directory: Where its files are, and nothing else; made with the first entry if it is missing.
  ///   - maximumCount: How many entries there may be; from 1 to 100,000.
  ///   - files: The file system; a test can make its calls fail.
  public init(directory: URL, maximumCount: Int = 1_000, files: FileSystem = .system) {
    folder = SharedFolder(directory, maximumCount: maximumCount, files: files)
  }

  /// Where the files are.
  public var directory: URL { folder.url }

  /// How many entries there may be.
  public var maximumCount: Int { folder.maximumCount }
}

/// What is in a file.
private struct OutboxEntry<Content: Codable>: Codable {
  /// Whose it is; `nil` if that was not known.
  let account: String?
  let content: Content
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
  /// Writes an entry behind those that there are; when it throws, nothing has changed.
  ///
  /// - Parameters:
  ///   - content: The content to send.
  ///   - id: A part of the file's name, unlike any other, without a plus sign.
  ///   - account: Whose it is; `nil` if that is not known.
  ///   - date: What time it is.
  /// - Returns: How many entries there are now, as far as this process knows, and how many older ones had
  ///   to go.
  func append<Content: Codable>(
    _ content: Content,
    id: String,
    account: String?,
    date: Date
  ) throws -> (count: Int, dropped: Int) {
    let result = try folder.append(id: id, at: date) { removed, id in
      let lost = removed.reduce(removed.count) { $0 + lostCount(of: $1) }
      if lost > 0 { id += "+\(UInt32(clamping: lost))" }
      return try JSONEncoder().encode(OutboxEntry(account: account, content: content))
    }
    return (result.count, result.removedCount)
  }

  /// Reads the first entries of an account, and those without an account, and removes the others.
  func read<Content: Codable>(
    _ type: Content.Type,
    limit: Int,
    for account: String
  ) -> OutboxReading<Content> {
    var reading = OutboxReading<Content>()
    do {
      for name in try folder.names() where reading.names.count < limit {
        do {
          let data = try folder.read(name)
          let entry = try? JSONDecoder().decode(OutboxEntry<Content>.self, from: data)
          if let entry, entry.account == nil || entry.account == account {
            reading.names.append(name)
            reading.contents.append(entry.content)
            reading.lostCount += lostCount(of: name)
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
    get throws { try folder.names().count }
  }

  /// Removes entries that were sent.
  ///
  /// - Throws: What has prevented removing some of them, when all were tried.
  func remove(_ names: some Sequence<String>) throws { try folder.remove(names) }

  /// Removes all entries, of whatever account.
  ///
  /// - Returns: How many there were.
  func removeAll() throws -> Int {
    let names = try folder.names()
    try remove(names)
    return names.count
  }

  /// How many older entries had to go for one, as its name says.
  private func lostCount(of name: String) -> Int {
    let id = SharedFolder.id(of: name)
    return id.lastIndex(of: "+").flatMap { UInt32(id[$0...].dropFirst()) }.map(Int.init) ?? 0
  }
}
