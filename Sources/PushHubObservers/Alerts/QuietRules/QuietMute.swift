public import Foundation
import PushHub

/// Pushes that are to make no noise, until a date or for ever.
public struct QuietMute: Hashable, Sendable {
  /// Which pushes.
  public enum Subject: Hashable, Sendable {
    /// Those of a category; see `APS.category`.
    case category(String)

    /// Those of a thread; see `APS.threadID`.
    case thread(String)

    /// Those of a sender, by the name of the `PushSender`.
    case sender(String)

    /// Those that have a value under a key, at the top of the payload or of the sender's custom data.
    ///
    /// The value is a text, or the JSON text of a number or of `true` and `false`: many senders make
    /// texts of all values, so that `"7"` stands for the number too.
    case value(String, forKey: String)
  }

  /// Which pushes.
  public var subject: Subject

  /// From when on they are heard again; `nil` for never.
  public var until: Date?

  /// Makes a mute.
  public init(_ subject: Subject, until: Date? = nil) {
    self.subject = subject
    self.until = until
  }

  func isInForce(at date: Date) -> Bool { until.map { $0 > date } ?? true }
}

extension QuietMute.Subject {
  /// Whether a push is one of those.
  func covers(_ push: Push) -> Bool {
    switch self {
    case .category(let category): push.aps.category == category
    case .thread(let thread): push.aps.threadID == thread
    case .sender(let sender): push.sender.name == sender
    case .value(let value, let key):
      push.payload[key]?.reads(value) == true || push.customData[key]?.reads(value) == true
    }
  }

  /// Which pushes, for whoever asks why they are quiet; without the value, which may be anything.
  package var words: String {
    switch self {
    case .category(let category): "category \(category)"
    case .thread(let thread): "thread \(thread)"
    case .sender(let sender): "sender \(sender)"
    case .value(_, let key): "a value of \(key)"
    }
  }
}

extension JSONValue {
  fileprivate func reads(_ text: String) -> Bool {
    switch self {
    case .string(let string): string == text
    case .number(let number): JSONNumber(text: text) == number
    case .bool(let bool): "\(bool)" == text
    case .null, .array, .object: false
    }
  }
}

extension QuietMute: Codable {
  private enum CodingKeys: String, CodingKey {
    case category, thread, sender, key, value, until
  }

  /// Reads a mute of one kind of pushes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String { try values.decode(String.self, forKey: key) }
    let subject: Subject =
      switch Set(values.allKeys).subtracting([.until]) {
      case [.category]: .category(try text(.category))
      case [.thread]: .thread(try text(.thread))
      case [.sender]: .sender(try text(.sender))
      case [.key, .value]: .value(try text(.value), forKey: try text(.key))
      default: throw DecodingError("A mute must say in one way of what it is.")
      }
    let seconds = try values.decodeIfPresent(Double.self, forKey: .until)
    self.init(subject, until: seconds.map { Date(timeIntervalSince1970: $0) })
  }

  /// Writes everything, the date as seconds since 1970.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch subject {
    case .category(let category):
      try values.encode(Private(category, at: ["aps", "category"]), forKey: .category)
    case .thread(let thread):
      try values.encode(Private(thread, at: ["aps", "thread-id"]), forKey: .thread)
    case .sender(let sender): try values.encode(sender, forKey: .sender)
    case .value(let value, let key):
      try values.encode(Private(payloadKey: key), forKey: .key)
      try values.encode(Private(value, at: [key]), forKey: .value)
    }
    try values.encodeIfPresent(until?.secondsToTheMillisecond, forKey: .until)
  }
}
