/// A key that Apple documents, and what its value must be.
///
/// The keys and types are those of
/// [Generating a remote notification](https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification)
/// and, for Live Activities, of
/// [Starting and updating Live Activities with ActivityKit push notifications](https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications),
/// for widgets of
/// [Updating widgets with WidgetKit push notifications](https://developer.apple.com/documentation/widgetkit/updating-widgets-with-widgetkit-push-notifications),
/// and those that servers still send of
/// [Payload Key Reference](https://developer.apple.com/library/archive/documentation/NetworkingInternet/Conceptual/RemoteNotificationsPG/PayloadKeyReference.html).
package struct APSField: Sendable {
  enum Shape {
    case text
    case texts
    case integer
    case number
    /// The number 1 for yes; a boolean is read as meant, with an issue.
    case flag
    /// A boolean; a number is read as a flag, with an issue.
    case boolean
    case dictionary
    /// A text, or a dictionary with these fields.
    case textOr([APSField])
  }

  package let key: String
  let length: Int
  let shape: Shape

  init(_ key: String, _ shape: Shape) {
    self.key = key
    length = key.utf8.count
    self.shape = shape
  }
}

extension APSField {
  package static let aps = [
    APSField("alert", .textOr(alert)),
    APSField("badge", .integer),
    APSField("sound", .textOr(sound)),
    APSField("thread-id", .text),
    APSField("category", .text),
    APSField("content-available", .flag),
    APSField("content-changed", .boolean),
    APSField("mutable-content", .flag),
    APSField("target-content-id", .text),
    APSField("interruption-level", .text),
    APSField("relevance-score", .number),
    APSField("filter-criteria", .text),
    APSField("stale-date", .number),
    APSField("content-state", .dictionary),
    APSField("timestamp", .number),
    APSField("event", .text),
    APSField("dismissal-date", .number),
    APSField("attributes-type", .text),
    APSField("attributes", .dictionary),
    APSField("input-push-token", .flag),
    APSField("input-push-channel", .text),
    APSField("url-args", .texts),
  ]

  package static let alert = [
    APSField("title", .textOr(localization)),
    APSField("subtitle", .textOr(localization)),
    APSField("body", .textOr(localization)),
    APSField("title-loc-key", .text),
    APSField("title-loc-args", .texts),
    APSField("subtitle-loc-key", .text),
    APSField("subtitle-loc-args", .texts),
    APSField("loc-key", .text),
    APSField("loc-args", .texts),
    APSField("launch-image", .text),
    APSField("sound", .text),
    APSField("summary-arg", .text),
    APSField("summary-arg-count", .integer),
    APSField("action-loc-key", .text),
    APSField("action", .text),
  ]

  package static let sound = [
    APSField("critical", .flag),
    APSField("name", .text),
    APSField("volume", .number),
  ]

  /// Of a Live Activity's text.
  package static let localization = [
    APSField("loc-key", .text),
    APSField("loc-args", .texts),
  ]
}

extension APSField.Shape {
  /// The shape as a reader of an issue knows it.
  fileprivate var name: String {
    switch self {
    case .text: "a string"
    case .texts: "an array of strings"
    case .integer, .number, .flag: "a number"
    case .boolean: "a boolean"
    case .dictionary: "a dictionary"
    case .textOr: "a string or a dictionary"
    }
  }
}

// MARK: - Checking

extension PayloadTape {
  /// Reports the fields of `aps` that aren't of the type that Apple documents.
  ///
  /// They read as nil, but for flags, which read as meant. Unknown keys are nobody's mistake.
  /// - Returns: The position of the dictionary.
  mutating func checkAPS() -> Int? {
    guard let aps = value(for: "aps", in: 0) else {
      report(.missing, at: 0, "has no aps dictionary; an empty one is read instead.")
      return nil
    }
    guard tokens[aps].kind == .object else {
      expect(.dictionary, at: aps)
      return nil
    }
    check(aps, against: APSField.aps)
    return aps
  }

  private mutating func check(_ object: Int, against fields: [APSField]) {
    for key in children(of: object) where !tokens[key].flags.contains(.shadowed) {
      let token = tokens[key]
      let isEscaped = token.flags.contains(.escaped)
      if let field = fields.first(where: {
        (isEscaped || token.length == $0.length) && isText($0.key, at: key)
      }) {
        check(key + 1, field.shape)
      }
    }
  }

  private mutating func check(_ position: Int, _ shape: APSField.Shape) {
    switch (shape, tokens[position].kind) {
    case (.text, .string), (.textOr, .string), (.dictionary, .object): break
    case (.boolean, .true), (.boolean, .false): break
    case (.textOr(let fields), .object): check(position, against: fields)
    case (.texts, .array):
      // One field, one issue: the first wrong element costs the whole list.
      let wrong = children(of: position).first { tokens[$0].kind != .string }
      if let wrong { expect(.text, at: wrong) }
    case (.integer, .number):
      let number = JSONNumber(validated: string(at: position))
      if number.int == nil { limit("a whole number", at: position) }
    case (.number, .number), (.flag, .number):
      // The shortest number beyond a Double is 1e309.
      if tokens[position].length > 4, value(at: position).doubleValue == nil {
        limit(shape.name, at: position)
      }
    default: expect(shape, at: position)
    }
  }

  private mutating func limit(_ name: String, at position: Int) {
    report(.outOfRange, at: position, "should be \(name) and doesn't fit; it is taken as absent.")
  }

  private mutating func expect(_ shape: APSField.Shape, at position: Int) {
    let value = value(at: position)
    let meaning =
      switch shape {
      case .flag, .boolean: value.isSet ? "yes" : "no"
      default: "absent"
      }
    let problem = "should be \(shape.name) and is \(value.kind); it is taken as \(meaning)."
    report(.wrongType, at: position, problem)
  }
}

extension JSONValue {
  /// Whether a flag is set, by the number 1 or, as many servers have it, by `true`.
  var isSet: Bool { boolValue ?? (doubleValue == 1) }

  /// The kind as a reader of an issue knows it.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .object: "a dictionary"
    case .array: "an array"
    }
  }
}
