public import Foundation
import PushHub
import PushHubNetworking

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

  /// From when on they are heard again, to the millisecond and in a year from 1 to 9999; `nil` for never.
  public var until: Date? {
    didSet { until = until?.asStored }
  }

  /// Makes a mute.
  public init(_ subject: Subject, until: Date? = nil) {
    self.subject = subject
    self.until = until?.asStored
  }

  /// Whether it holds at a date; by one of no year from 1 to 9999 nobody knows that it has ended.
  public func isInForce(at date: Date) -> Bool {
    until.map { $0 > date || !date.isTime } ?? true
  }
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
  var words: String {
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
