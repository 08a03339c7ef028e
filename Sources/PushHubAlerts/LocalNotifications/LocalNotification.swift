public import Foundation
public import PushHub

/// A notification that the device shows by itself, at a time that the app has chosen.
///
/// ```swift
/// LocalNotification(
///   id: "cart",
///   body: "Your cart is waiting.",
///   trigger: .after(.seconds(3_600)),
///   userInfo: ["page": "cart"],
///   cancelledBy: [.value("order-placed", forKey: "kind")]
/// )
/// ```
public struct LocalNotification: Equatable, Sendable, Identifiable {
  /// The time when a notification is shown.
  public enum Trigger: Equatable, Sendable {
    /// Once, at a moment, whatever the time zone is then.
    case at(Date)

    /// Once, so long after it was scheduled; at least a second.
    case after(Duration)

    /// The times when the calendar has these components, once or each time; in their time zone, else in
    /// that of the device then: a reminder for nine is shown at nine wherever the user is.
    ///
    /// Components without a calendar are Gregorian, whatever calendar the device uses. Where the clock
    /// skips the time, it is the first instant after the gap; a time that occurs twice counts once. It
    /// never comes if it isn't in the next 40 years.
    indirect case calendar(DateComponents, repeats: Bool)
  }

  /// The app's name for it; another one scheduled under it takes its place.
  public var id: String

  /// The title, on the first line; empty for none.
  public var title: String

  /// The subtitle, on the second line; empty for none.
  public var subtitle: String

  /// The text of the notification.
  public var body: String

  /// The app's sound file, `default` for the system's sound, or `nil` for none.
  public var sound: String?

  /// The thread that it is grouped in; `nil` for the app's.
  public var thread: String?

  /// The category whose buttons it has; see `NotificationCategory`.
  public var category: String?

  /// The app's own keys of the payload, for the responders to its response.
  public var userInfo: [String: JSONValue]

  /// The time when it is shown.
  public var trigger: Trigger

  /// The subjects of pushes that make it pointless: the first push about one of these cancels it.
  public var cancelledBy: [NotificationSubject]

  /// Describes a notification.
  ///
  /// - Parameters:
  ///   - id: The app's name for it.
  ///   - title: The title, on the first line.
  ///   - subtitle: The subtitle, on the second line.
  ///   - body: The text of the notification.
  ///   - sound: The sound.
  ///   - thread: The thread that it is grouped in.
  ///   - category: The category whose buttons it has.
  ///   - trigger: The time when it is shown.
  ///   - userInfo: Further values of its payload. A key `aps` is the system's, and is replaced.
  ///   - cancelledBy: The pushes that make it pointless.
  public init(
    id: String,
    title: String = "",
    subtitle: String = "",
    body: String,
    sound: String? = "default",
    thread: String? = nil,
    category: String? = nil,
    trigger: Trigger,
    userInfo: [String: JSONValue] = [:],
    cancelledBy: [NotificationSubject] = []
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.sound = sound
    self.thread = thread
    self.category = category
    self.trigger = trigger
    self.userInfo = userInfo
    self.cancelledBy = cancelledBy
  }
}

extension LocalNotification {
  /// The payload that observers and responders receive, in the shape of a push's.
  ///
  /// So a responder finds the category, the texts and the app's own keys where those of a push are.
  public var payload: [String: JSONValue] {
    var alert: [String: JSONValue] = ["body": .string(body)]
    if !title.isEmpty { alert["title"] = .string(title) }
    if !subtitle.isEmpty { alert["subtitle"] = .string(subtitle) }
    var aps: [String: JSONValue] = ["alert": .object(alert)]
    aps["category"] = category.map(JSONValue.string)
    aps["thread-id"] = thread.map(JSONValue.string)
    var payload = userInfo
    payload["aps"] = .object(aps)
    return payload
  }
}

// MARK: - Storage

extension LocalNotification.Trigger: Codable {
  /// Reads `{"at":…}`, `{"after":…}`, or `{"calendar":…,"repeats":…}`.
  public init(from decoder: any Decoder) throws {
    let values = try JSONKey.members(of: decoder)
    if let date = try values.decodeIfPresent(Date.self, forKey: "at") {
      self = .at(date)
    } else if let delay = try values.decodeIfPresent(Duration.self, forKey: "after") {
      self = .after(delay)
    } else {
      self = .calendar(
        try values.decode(DateComponents.self, forKey: "calendar"),
        repeats: try values.decode(Bool.self, forKey: "repeats")
      )
    }
  }

  /// Writes the same.
  public func encode(to encoder: any Encoder) throws {
    var values = JSONKey.members(of: encoder)
    switch self {
    case .at(let date): try values.encode(date, forKey: "at")
    case .after(let delay): try values.encode(delay, forKey: "after")
    case .calendar(let components, let repeats):
      try values.encode(components, forKey: "calendar")
      try values.encode(repeats, forKey: "repeats")
    }
  }
}

extension LocalNotification: Codable {
  private enum CodingKeys: CodingKey {
    case id, title, subtitle, body, sound, thread, category, userInfo, trigger, cancelledBy
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Private(id), forKey: .id)
    try values.encode(Private(title), forKey: .title)
    try values.encode(Private(subtitle), forKey: .subtitle)
    try values.encode(Private(body), forKey: .body)
    try values.encodeIfPresent(sound.map { Private($0, .word) }, forKey: .sound)
    try values.encodeIfPresent(
      thread.map { Private($0, .payloadValue(at: ["aps", "thread-id"])) },
      forKey: .thread
    )
    try values.encodeIfPresent(
      category.map { Private($0, .payloadValue(at: ["aps", "category"])) },
      forKey: .category
    )
    try values.encode(Private(userInfo), forKey: .userInfo)
    try values.encode(trigger, forKey: .trigger)
    try values.encode(cancelledBy, forKey: .cancelledBy)
  }
}
