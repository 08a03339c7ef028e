import Foundation
import PushHub

/// A request of the app to a ``LocalNotifications``, or an answer of the system.
///
///     {"t":1,"local":{"bound":true,"schedule":{"id":"cart","body":"Still there.",…}}}
///     {"t":1,"local":{"pending":["pushhub.local.cart"]}}
///     {"t":1,"local":{"done":true}}
///     {"t":5,"local":{"cancel":["cart"]}}
///     {"t":9,"local":{"error":"no room"}}
///
/// A notification stands there as it is stored. One scheduled before the recording began stands in
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

  /// Reads an object with one request or answer.
  package init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    // More than one of them is an error of the transcript, which finds what nobody has read.
    if let notification = try values.decodeIfPresent(LocalNotification.self, forKey: "schedule") {
      let isBound = try values.decode(Bool.self, forKey: "bound")
      self = .schedule(notification, isBoundToAccount: isBound)
    } else if let ids = try values.decodeIfPresent([String].self, forKey: "cancel") {
      self = .cancel(ids)
    } else if let reason = try values.decodeIfPresent(String.self, forKey: "error") {
      self = .failed(reason)
    } else if let identifiers = try values.decodeIfPresent([String].self, forKey: "pending") {
      self = .pending(identifiers)
    } else if try values.decodeIfPresent(Bool.self, forKey: "done") == true {
      self = .done
    } else {
      throw JSONKey.invalid(
        "\"local\" must say one thing: \"schedule\", \"cancel\", \"done\" that is true, \"error\" or \"pending\""
      )
    }
  }

  /// Writes what is read.
  package func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
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
          return isOurs
            ? Private(identifier, after: LocalNotification.prefix) : Private(identifier)
        },
        forKey: "pending"
      )
    case .failed(let reason): try values.encode(Private(word: reason), forKey: "error")
    }
  }
}
