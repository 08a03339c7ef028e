/// The type of a key's value that Apple documents.
///
/// The keys and types are those of
/// [Generating a remote notification](https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification)
/// and, for Live Activities, of
/// [Starting and updating Live Activities with ActivityKit push notifications](https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications),
/// for widgets of
/// [Updating widgets with WidgetKit push notifications](https://developer.apple.com/documentation/widgetkit/updating-widgets-with-widgetkit-push-notifications),
/// and those that servers still send of
/// [Payload Key Reference](https://developer.apple.com/library/archive/documentation/NetworkingInternet/Conceptual/RemoteNotificationsPG/PayloadKeyReference.html).
enum APSField: Sendable {
  /// Fields by key.
  typealias Table = KeyValuePairs<String, APSField>

  case text
  case texts
  case integer
  case number
  /// The number 1 for yes; a boolean is read too, with an issue.
  case flag
  /// A boolean; a number is read as a flag, with an issue.
  case boolean
  case dictionary
  /// A text, or a dictionary with these fields.
  case textOr(Table)
}

extension APSField {
  static let aps: Table = [
    "alert": .textOr(alert),
    "badge": .integer,
    "sound": .textOr(sound),
    "thread-id": .text,
    "category": .text,
    "content-available": .flag,
    "content-changed": .boolean,
    "mutable-content": .flag,
    "target-content-id": .text,
    "interruption-level": .text,
    "relevance-score": .number,
    "filter-criteria": .text,
    "stale-date": .number,
    "content-state": .dictionary,
    "timestamp": .number,
    "event": .text,
    "dismissal-date": .number,
    "attributes-type": .text,
    "attributes": .dictionary,
    "input-push-token": .flag,
    "input-push-channel": .text,
    "url-args": .texts,
  ]

  static let alert: Table = [
    "title": .textOr(localization),
    "subtitle": .textOr(localization),
    "body": .textOr(localization),
    "title-loc-key": .text,
    "title-loc-args": .texts,
    "subtitle-loc-key": .text,
    "subtitle-loc-args": .texts,
    "loc-key": .text,
    "loc-args": .texts,
    "launch-image": .text,
    "sound": .text,
    "action-loc-key": .text,
    "action": .text,
  ]

  static let sound: Table = [
    "critical": .flag,
    "name": .text,
    "volume": .number,
  ]

  /// The fields of a Live Activity's text.
  static let localization: Table = [
    "loc-key": .text,
    "loc-args": .texts,
  ]
}

extension APSField {
  /// The name of the type in issues.
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
  /// They read as nil, except for flags. Unknown keys aren't an issue.
  ///
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

  private mutating func check(_ object: Int, against fields: APSField.Table) {
    for key in children(of: object) where !tokens[key].isHidden {
      if let field = fields.first(where: { isText($0.key, at: key) }) {
        check(key + 1, field.value)
      }
    }
  }

  private mutating func check(_ position: Int, _ field: APSField) {
    switch (field, tokens[position].kind) {
    case (.text, .string), (.textOr, .string), (.dictionary, .object), (.boolean, .bool): break
    case (.textOr(let fields), .object): check(position, against: fields)
    case (.texts, .array):
      for element in children(of: position) { check(element, .text) }
    case (.integer, .number):
      let number = JSONNumber(validated: string(at: position))
      if number.int == nil { limit("a whole number", at: position) }
    case (.number, .number), (.flag, .number):
      if value(at: position).doubleValue == nil { limit(field.name, at: position) }
    default: expect(field, at: position)
    }
  }

  private mutating func limit(_ name: String, at position: Int) {
    report(.outOfRange, at: position, "should be \(name) and doesn't fit; it is taken as absent.")
  }

  private mutating func expect(_ field: APSField, at position: Int) {
    let meaning =
      switch field {
      case .flag, .boolean: value(at: position).isSet ? "yes" : "no"
      default: "absent"
      }
    let kind = tokens[position].kind.rawValue
    let problem = "should be \(field.name) and is \(kind); it is taken as \(meaning)."
    report(.wrongType, at: position, problem)
  }
}

extension JSONValue {
  /// Whether a flag is set, by the number 1 or, as many servers have it, by `true`.
  var isSet: Bool { boolValue ?? (doubleValue == 1) }
}
