import Foundation
import PushHub

extension LocalNotification: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, subtitle, body, sound, thread, category, userInfo, trigger, mootedBy
  }

  /// Reads one that was written by ``encode(to:)``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .id),
      title: try values.decode(String.self, forKey: .title),
      subtitle: try values.decode(String.self, forKey: .subtitle),
      body: try values.decode(String.self, forKey: .body),
      sound: try values.decodeIfPresent(Sound.self, forKey: .sound),
      thread: try values.decodeIfPresent(String.self, forKey: .thread),
      category: try values.decodeIfPresent(String.self, forKey: .category),
      trigger: try values.decode(Trigger.self, forKey: .trigger),
      userInfo: try values.decode([String: JSONValue].self, forKey: .userInfo),
      mootedBy: try values.decode([PushRule].self, forKey: .mootedBy)
    )
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
