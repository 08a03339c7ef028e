import Foundation
import PushHub

/// The system's list of notifications, or a removal that the app requests, for a
/// ``DeliveredNotifications``.
///
///     {"t":1,"notificationCenter":{"listed":[{"id":"r1","date":1767225600,"payload":{"aps":{"alert":"Hi"}}}]}}
///     {"t":9,"notificationCenter":{"remove":[{"thread":"t1"},{"key":"order","value":"42"}]}}
///
/// Dates are seconds since 1970. A redacted recording has payloads as redacted pushes are, and hashes that
/// fit them.
package enum DeliveredRecord: FeatureRecord {
  /// The system's list at the time of the request.
  case listed([DeliveredNotification])

  /// The subjects of a removal that the app requests.
  case removal([NotificationSubject])

  package static let key = "notificationCenter"

  package init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    if let subjects = try values.decodeIfPresent([NotificationSubject].self, forKey: "remove") {
      self = .removal(subjects)
    } else {
      self = .listed(try values.decode([Listed].self, forKey: "listed").map { try $0.notification })
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    switch self {
    case .listed(let notifications):
      try values.encode(notifications.map(Listed.init), forKey: "listed")
    case .removal(let subjects):
      try values.encode(subjects, forKey: "remove")
    }
  }
}

/// A notification as it stands in a record.
private struct Listed: Codable {
  @Private var id: String
  @Private var payload: JSONValue
  let date: Double

  init(_ notification: DeliveredNotification) {
    id = notification.id
    payload = .object(notification.payload.object)
    date = notification.date.secondsToTheMillisecond
  }

  var notification: DeliveredNotification {
    get throws {
      guard let payload = try? PushPayload(json: payload.jsonText.utf8) else {
        throw JSONKey.invalid("\"payload\" of a notification must be an object")
      }
      return DeliveredNotification(
        id: id,
        payload: payload,
        date: Date(timeIntervalSince1970: date)
      )
    }
  }
}
