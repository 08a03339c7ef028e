package import PushHub

/// Entries from the folder of a ``PushInbox`` or from the system's list, or a request of the app.
///
///     {"t":1,"inbox":{"arrived":[{"id":"m1","date":1767225600,"payload":{"aps":{"alert":"Hi"}}}]}}
///     {"t":9,"inbox":{"read":["m1"]}}
///     {"t":9,"inbox":{"removed":["m1"]}}
package enum InboxRecord: FeatureRecord {
  /// Entries of another process, or of notifications in the system's list.
  case arrived([InboxEntry])

  /// The app has marked entries as read.
  case read([String])

  /// The app has removed entries.
  case removed([String])

  package static let key = "inbox"
  package static var configuration: (any RecordedConfiguration.Type)? {
    PushInbox.Configuration.self
  }

  package init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    if let ids = try values.decodeIfPresent([String].self, forKey: "read") {
      self = .read(ids)
    } else if let ids = try values.decodeIfPresent([String].self, forKey: "removed") {
      self = .removed(ids)
    } else {
      self = .arrived(try values.decode([InboxEntry].self, forKey: "arrived"))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    switch self {
    case .arrived(let entries): try values.encode(entries, forKey: "arrived")
    case .read(let ids): try values.encode(ids.map { Private($0) }, forKey: "read")
    case .removed(let ids): try values.encode(ids.map { Private($0) }, forKey: "removed")
    }
  }
}
