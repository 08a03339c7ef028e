import Foundation
import PushHub

/// What the app wants of a ``LocalNotifications``, or what the system says to it.
///
///     {"t":1,"local":{"bound":true,"schedule":{"id":"cart","body":"Still there.",…}}}
///     {"t":1,"local":{"pending":["pushhub.local.cart"]}}
///     {"t":1,"local":{"done":true}}
///     {"t":5,"local":{"cancel":["cart"]}}
///     {"t":9,"local":{"error":"no room"}}
///
/// A notification stands there as it is stored. What was scheduled before the recording began stands in
/// the store, and not here.
package enum LocalRecord: FeatureRecord {
  /// The app wants a notification shown, for who is signed in alone or not.
  indirect case schedule(LocalNotification, isBoundToAccount: Bool)

  /// The app takes notifications back, by id.
  case cancel([String])

  /// The system has done what it was asked for.
  case done

  /// The system holds requests with these identifiers.
  case pending([String])

  /// The system has not done what it was asked for.
  case failed(String)

  /// The key in a transcript.
  package static let key = "local"

  /// Reads an object that says one thing.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.members()
    // More than one of them is an error of the transcript, which finds what nobody has read.
    switch values.allKeys.map(\.stringValue).first(where: { $0 != "bound" }) {
    case "schedule":
      self = .schedule(
        try values.decode(LocalNotification.self, forKey: "schedule"),
        isBoundToAccount: try values.decode(Bool.self, forKey: "bound")
      )
    case "cancel": self = .cancel(try values.decode([String].self, forKey: "cancel"))
    case "done" where try values.decode(Bool.self, forKey: "done"): self = .done
    case "error": self = .failed(try values.decode(String.self, forKey: "error"))
    case "pending": self = .pending(try values.decode([String].self, forKey: "pending"))
    default: throw DecodingError("\"\(Self.key)\" must say one thing")
    }
  }

  /// Writes what is read.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.members()
    switch self {
    case .schedule(let notification, let isBound):
      try values.encode(isBound, forKey: "bound")
      try values.encode(notification, forKey: "schedule")
    case .cancel(let ids): try values.encode(Private(ids), forKey: "cancel")
    case .done: try values.encode(true, forKey: "done")
    case .pending(let identifiers):
      try values.encode(
        identifiers.map { identifier in
          let isOurs = LocalNotification.id(inRequest: identifier) != nil
          return Private(identifier, isOurs ? .suffix(after: LocalNotification.prefix) : .text)
        },
        forKey: "pending"
      )
    case .failed(let reason): try values.encode(Private(word: reason), forKey: "error")
    }
  }
}
