public import PushHub
public import PushHubNetworking

/// The current report of the listener to an account's notifications; an error ends that subscription.
///
///     {"t":0,"latest":[{"id":"n1","order":41},{"id":"n2","order":42}]}
///     {"t":5,"latest":{"error":"connection lost"}}
package struct LatestNotifications: FeatureRecord {
  /// The key in a transcript.
  package static let key = "latest"

  /// The list is there until another comes.
  package var isState: Bool { true }

  /// `true`.
  package var isOfShownAccount: Bool { true }

  /// The page that lists the notifications.
  package static let pages = [TranscriptPages.list]

  /// The configuration.
  package static var configuration: (any RecordedConfiguration.Type)? {
    BadgeDot.Configuration.self
  }

  /// The notifications; an error has no `retryAfter`.
  package var result: Result<[NotificationCursor], SourceFailure>

  /// Creates a report.
  package init(_ result: Result<[NotificationCursor], SourceFailure>) {
    self.result = result
  }

  /// Reads a list, or an error.
  package init(from decoder: any Decoder) throws {
    if let values = try? JSONKey.members(of: decoder) {
      result = .failure(SourceFailure(message: try values.decode(String.self, forKey: "error")))
    } else if (try? decoder.unkeyedContainer()) != nil {
      result = .success(try [NotificationCursor](from: decoder))
    } else {
      throw JSONKey.invalid(
        "\"latest\" must be a list of notifications, or an object with \"error\""
      )
    }
  }

  /// Writes the list or the error.
  package func encode(to encoder: any Encoder) throws {
    switch result {
    case .success(let cursors): try cursors.encode(to: encoder)
    case .failure(let error): try SourceFailure(message: error.message).encode(to: encoder)
    }
  }
}

/// The user read everything up to a notification.
///
///     {"t":9,"read":{"id":"n2","order":42}}
///     {"t":9,"read":null}
package struct ReadNotifications: FeatureRecord {
  /// The key in a transcript.
  package static let key = "read"

  /// `true`: notifications that were read stay read.
  package var isState: Bool { true }

  /// `true`.
  package var isOfShownAccount: Bool { true }

  /// Up to which one; `nil` for the newest known.
  package var mark: NotificationCursor?

  /// Creates a record.
  package init(upTo mark: NotificationCursor?) {
    self.mark = mark
  }

  /// Reads a notification, or null.
  package init(from decoder: any Decoder) throws {
    mark = try .init(from: decoder)
  }

  /// Writes the notification, or null.
  package func encode(to encoder: any Encoder) throws {
    try mark.encode(to: encoder)
  }
}

extension TranscriptPages {
  /// The page that lists the notifications.
  public static let list = TranscriptPages("list", standard: "notifications")
}

extension NotificationCursor: Codable {
  /// Reads an identifier and a number.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    guard let order = try values.decode(JSONValue.self, forKey: "order").numberValue else {
      throw JSONKey.invalid("\"order\" of a notification must be a number")
    }
    self.init(order: order, id: try values.decode(String.self, forKey: "id"))
  }

  /// Writes the identifier, which is private, and the number.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    try values.encode(Private(id), forKey: "id")
    try values.encode(JSONValue.number(order), forKey: "order")
  }
}
