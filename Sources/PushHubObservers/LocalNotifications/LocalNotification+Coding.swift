import Foundation
import PushHub

/// JSON in which a JSON value stands as its text, so that big integers survive.
private struct JSONBox: Codable {
  let value: JSONValue

  init(_ value: JSONValue) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = try PushPayload(json: Array(#"{"v":\#(text)}"#.utf8))["v"] else {
      throw CocoaError(.coderReadCorrupt)
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.jsonText)
  }
}

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
      userInfo: try values.decode([String: JSONBox].self, forKey: .userInfo).mapValues(\.value),
      mootedBy: try values.decode([PushRule].self, forKey: .mootedBy)
    )
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(title, forKey: .title)
    try values.encode(subtitle, forKey: .subtitle)
    try values.encode(body, forKey: .body)
    try values.encodeIfPresent(sound, forKey: .sound)
    try values.encodeIfPresent(thread, forKey: .thread)
    try values.encodeIfPresent(category, forKey: .category)
    try values.encode(userInfo.mapValues(JSONBox.init), forKey: .userInfo)
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
      let value = try values.decode(JSONBox.self, forKey: .value).value
      self = .value(value, forKey: try values.decode(String.self, forKey: .key))
    }
  }

  /// Writes everything.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .messageID(let id):
      try values.encode(id, forKey: .messageID)
    case .value(let value, let key):
      try values.encode(key, forKey: .key)
      try values.encode(JSONBox(value), forKey: .value)
    }
  }
}
