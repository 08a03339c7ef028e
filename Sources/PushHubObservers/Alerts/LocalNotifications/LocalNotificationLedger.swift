import Foundation

extension LocalNotificationCore {
  /// A notification that is wanted.
  struct Entry: Equatable, Codable {
    /// What is known of the system's having it as it is.
    enum Standing: String, Hashable, Codable {
      case wanted
      /// It is being added, or nobody has said what became of that.
      case given
      case taken
    }

    var notification: LocalNotification
    var account: String?
    /// When the app wanted it.
    var wishedAt: Date
    /// When it is shown, by the calendar of now; the next time, if it repeats.
    var date: Date
    /// From when on the system, not having it any more, has shown it: before `date` if the device has
    /// been in another time zone since the system had it last.
    var earliest: Date
    var standing = Standing.wanted
    /// The time zone that the system was told; nil for that of the device.
    var zone: String?

    var repeats: Bool { notification.repeats }

    /// Whether the wish for another one is the wish for this one.
    func isWished(like other: Self) -> Bool {
      notification == other.notification && account == other.account && date == other.date
    }
  }

  /// What is kept.
  struct Ledger: Equatable, Encodable {
    static let latestVersion = 1
    var version = Self.latestVersion
    var entries: [String: Entry] = [:]

    /// Some of the entries, by their names.
    func ordered(where isIncluded: (Entry) -> Bool) -> [(id: String, entry: Entry)] {
      entries.filter { isIncluded($0.value) }.sorted { $0.key < $1.key }
        .map { (id: $0.key, entry: $0.value) }
    }
  }
}

extension LocalNotificationCore.Ledger {
  enum Unreadable: Error {
    case damaged
    /// A later version of the app has written it.
    case later(version: Int)
  }

  private struct Head: Decodable {
    let version: Int
  }

  private struct File: Decodable {
    struct Line: Decodable {
      let entry: LocalNotificationCore.Entry?

      init(from decoder: any Decoder) throws {
        entry = try? LocalNotificationCore.Entry(from: decoder)
      }
    }

    let entries: [String: Line]
  }

  /// Reads what was stored, without the entries that can't be.
  ///
  /// - Parameter unreadable: Gets the names of these.
  init(_ data: Data, unreadable: inout [String]) throws(Unreadable) {
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: data) else { throw .damaged }
    guard head.version <= Self.latestVersion else { throw .later(version: head.version) }
    guard head.version == Self.latestVersion, let file = try? decoder.decode(File.self, from: data)
    else { throw .damaged }
    entries = file.entries.compactMapValues(\.entry).filter { $0 == $1.notification.id }
    unreadable = file.entries.keys.filter { entries[$0] == nil }.sorted()
  }

  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(self)
  }
}
