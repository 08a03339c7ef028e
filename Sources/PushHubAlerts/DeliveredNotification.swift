public import Foundation
public import PushHub

/// A notification that the system shows in Notification Center.
public struct DeliveredNotification: Equatable, Sendable, Identifiable {
  /// The notification request's identifier, by which the system removes it.
  public let id: String

  /// The payload sent or scheduled.
  public let payload: PushPayload

  /// The delivery date, by the wall clock, to the millisecond.
  public let date: Date

  /// The title, as it is shown.
  public let title: String

  /// The subtitle, as it is shown.
  public let subtitle: String

  /// The text, as it is shown.
  public let body: String

  /// Describes a notification, with the texts of its payload unless others are shown.
  public init(
    id: String,
    payload: PushPayload,
    date: Date,
    title: String = "",
    subtitle: String = "",
    body: String = ""
  ) {
    self.id = id
    self.payload = payload
    self.date = date.toTheMillisecond
    let sent = payload.aps.texts
    self.title = title.isEmpty ? sent.title : title
    self.subtitle = subtitle.isEmpty ? sent.subtitle : subtitle
    self.body = body.isEmpty ? sent.body : body
  }
}

extension DeliveredNotification: Codable {
  /// Reads a notification of a recording.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    let payload = try values.decode(JSONValue.self, forKey: "payload")
    guard let payload = try? PushPayload(json: payload.jsonText.utf8) else {
      throw JSONKey.invalid("\"payload\" of a notification must be an object")
    }
    let seconds = try values.decode(Double.self, forKey: "date")
    self.init(
      id: try values.decode(String.self, forKey: "id"),
      payload: payload,
      date: Date(timeIntervalSince1970: seconds)
    )
  }

  /// Writes it for a recording, the date as seconds since 1970; a redacted one has hashes that fit pushes.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    try values.encode(Private(id), forKey: "id")
    try values.encode(Private(JSONValue.object(payload.object)), forKey: "payload")
    try values.encode(date.secondsToTheMillisecond, forKey: "date")
  }
}

/// The system's list of delivered notifications.
///
/// On Apple's systems `SystemNotificationCenter` is the one.
@MainActor
public protocol DeliveredNotificationCenter: AnyObject {
  /// Gives the notifications that are shown, in any order.
  ///
  /// Canceled, and no longer waited for, when it has not answered for ten seconds.
  func delivered() async -> [DeliveredNotification]

  /// Removes notifications; those that are gone already are no failure.
  func remove(_ ids: [String])
}

extension APS {
  /// The title, the subtitle and the text; empty where there is none.
  var texts: (title: String, subtitle: String, body: String) {
    (title ?? "", subtitle ?? "", body ?? "")
  }
}
