public import Foundation
public import PushHub

/// A notification that the device shows by itself, at a time that the app has said.
///
/// ```swift
/// LocalNotification(
///   id: "cart",
///   body: "Your cart is waiting.",
///   trigger: .after(.seconds(3_600)),
///   userInfo: ["page": "cart"],
///   mootedBy: [.value("order-placed", forKey: "kind")]
/// )
/// ```
public struct LocalNotification: Hashable, Sendable, Identifiable {
  /// When a notification is shown.
  public enum Trigger: Hashable, Codable, Sendable {
    /// Once, at a moment, whatever the time zone is then.
    case at(Date)

    /// Once, so long after it was scheduled; at least a second.
    case after(Duration)

    /// When the calendar's time has these components, once or each time; in their time zone, else in
    /// that of the configuration's calendar, which is the device's of then by default.
    indirect case calendar(DateComponents, repeats: Bool)
  }

  /// What a push says that makes a notification pointless.
  public enum PushRule: Hashable, Sendable {
    /// Its sender has given it this identifier.
    case messageID(String)

    /// Its payload has this value under a key beside `aps`.
    case value(JSONValue, forKey: String)
  }

  /// What is heard when it is shown.
  public enum Sound: Hashable, Sendable {
    /// The system's sound.
    case standard

    /// A sound file of the app's.
    case named(String)
  }

  /// The app's name for it; another one scheduled under it takes its place.
  public var id: String

  /// What its first line says; empty for none.
  public var title: String

  /// What its second line says; empty for none.
  public var subtitle: String

  /// What it says.
  public var body: String

  /// What is heard; `nil` for nothing.
  public var sound: Sound?

  /// The thread that it is grouped in; `nil` for the app's.
  public var thread: String?

  /// The category whose buttons it has; see `NotificationCategory`.
  public var category: String?

  /// What else whoever hears of its answer finds in the payload.
  public var userInfo: [String: JSONValue]

  /// When it is shown.
  public var trigger: Trigger

  /// The pushes that make it pointless: the first that fits one of the rules cancels it.
  public var mootedBy: [PushRule]

  /// Describes a notification.
  ///
  /// - Parameters:
  ///   - id: The app's name for it.
  ///   - title: What its first line says.
  ///   - subtitle: What its second line says.
  ///   - body: What it says.
  ///   - sound: What is heard.
  ///   - thread: The thread that it is grouped in.
  ///   - category: The category whose buttons it has.
  ///   - trigger: When it is shown.
  ///   - userInfo: What else its payload has. A key `aps` is the system's, and is replaced.
  ///   - mootedBy: The pushes that make it pointless.
  public init(
    id: String,
    title: String = "",
    subtitle: String = "",
    body: String,
    sound: Sound? = .standard,
    thread: String? = nil,
    category: String? = nil,
    trigger: Trigger,
    userInfo: [String: JSONValue] = [:],
    mootedBy: [PushRule] = []
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
    self.mootedBy = mootedBy
  }
}

extension LocalNotification {
  /// What whoever hears of it is given as its payload, in the shape of a push's.
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

extension LocalNotification.PushRule {
  /// Whether a push fits the rule.
  func fits(_ payload: PushPayload, messageID: String?) -> Bool {
    switch self {
    case .messageID(let id): messageID == id
    case .value(let value, let key): payload[key] == value
    }
  }
}

// MARK: - Storage

extension LocalNotification: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, subtitle, body, sound, thread, category, userInfo, trigger, mootedBy
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Private(id), forKey: .id)
    try values.encode(Private(title), forKey: .title)
    try values.encode(Private(subtitle), forKey: .subtitle)
    try values.encode(Private(body), forKey: .body)
    try values.encodeIfPresent(sound, forKey: .sound)
    try values.encodeIfPresent(
      thread.map { Private($0, at: ["aps", "thread-id"]) },
      forKey: .thread
    )
    try values.encodeIfPresent(
      category.map { Private($0, at: ["aps", "category"]) },
      forKey: .category
    )
    try values.encode(Private(userInfo), forKey: .userInfo)
    try values.encode(trigger, forKey: .trigger)
    try values.encode(mootedBy, forKey: .mootedBy)
  }
}

extension LocalNotification.PushRule: Codable {
  private enum CodingKeys: String, CodingKey {
    case messageID, key, value
  }

  /// Reads one that was written by ``encode(to:)``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if let id = try values.decodeIfPresent(String.self, forKey: .messageID) {
      self = .messageID(id)
    } else {
      let value = try values.decode(JSONValue.self, forKey: .value)
      self = .value(value, forKey: try values.decode(String.self, forKey: .key))
    }
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .messageID(let id):
      try values.encode(Private(id), forKey: .messageID)
    case .value(let value, let key):
      try values.encode(Private(payloadKey: key), forKey: .key)
      try values.encode(Private(value, at: [key]), forKey: .value)
    }
  }
}

extension LocalNotification.Sound: Codable {
  private static let standardName = "default"

  /// Reads the name of a file, or `default`.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    self = name == Self.standardName ? .standard : .named(name)
  }

  /// Writes the name of a file, or `default`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .standard: try container.encode(Self.standardName)
    case .named(let name): try container.encode(Private(word: name))
    }
  }
}
