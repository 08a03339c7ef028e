/// Compares the `aps` dictionary with what Apple documents, by the kinds of its tokens.
///
/// It finds something in a field when the field reads as nil although it is there, and in a flag
/// that is given as a boolean or the other way round, which is read as meant. Unknown keys are
/// nobody's mistake.
struct APSChecker {
  let tape: PayloadTape
  private(set) var findings: [PayloadFinding] = []
  /// The position of the alert, of any kind: what nearly every reader of a payload asks for.
  private(set) var alert: Int?

  init(tape: PayloadTape) {
    self.tape = tape
  }

  /// Checks a whole payload, and returns the position of its `aps` dictionary.
  mutating func checkPayload() -> Int? {
    guard let aps = tape.value(for: "aps", in: 0) else {
      findings.append(PayloadFinding(code: .missing, position: 0))
      return nil
    }
    guard tape.tokens[aps].kind == .object else {
      expect("a dictionary", at: aps)
      return nil
    }
    check(aps, against: APSField.aps)
    return aps
  }

  private mutating func check(_ object: Int, against fields: [APSField]) {
    let end = Int(tape.tokens[object].next)
    var position = object + 1
    while position < end {
      let token = tape.tokens[position]
      if !token.flags.contains(.shadowed),
        let field = fields.first(where: { tape.isKey(token, $0.key, length: $0.length) })
      {
        check(position + 1, field.shape)
      }
      position = Int(tape.tokens[position + 1].next)
    }
  }

  private mutating func check(_ position: Int, _ shape: APSField.Shape) {
    if case .alert = shape { alert = position }
    switch (shape, tape.tokens[position].kind) {
    case (.text, .string), (.dictionary, .object): break
    case (.alert, .string), (.sound, .string), (.localizable, .string): break
    case (.alert, .object): check(position, against: APSField.alert)
    case (.sound, .object): check(position, against: APSField.sound)
    case (.localizable, .object): check(position, against: APSField.localization)
    case (.texts, .array): checkTexts(position)
    case (.integer, .number): checkInteger(position)
    case (.number, .number), (.flag, .number): checkNumber(position)
    case (.boolean, .true), (.boolean, .false): break
    case (.flag, .true), (.flag, .false), (.boolean, .number): expectFlag(shape.name, at: position)
    case (.flag, _), (.boolean, _): expect(shape.name, at: position, takenAs: "no")
    default: expect(shape.name, at: position)
    }
  }

  private mutating func checkTexts(_ array: Int) {
    for element in tape.elements(of: array) where tape.tokens[element].kind != .string {
      // One field, one issue: the first wrong element costs the whole list.
      return expect("a string", at: element)
    }
  }

  private mutating func checkInteger(_ position: Int) {
    if tape.number(at: position)?.int == nil { limit("a whole number", at: position) }
  }

  private mutating func checkNumber(_ position: Int) {
    // The shortest number beyond a Double is 1e309.
    if tape.tokens[position].length < 5 { return }
    if tape.number(at: position)?.double == nil { limit("a number", at: position) }
  }

  private mutating func expect(_ name: String, at position: Int, takenAs meaning: String = "absent")
  {
    findings.append(
      PayloadFinding(code: .wrongType, position: position, expected: name, meaning: meaning)
    )
  }

  private mutating func expectFlag(_ name: String, at position: Int) {
    let isSet = tape.bool(at: position) ?? (tape.number(at: position)?.double == 1)
    expect(name, at: position, takenAs: isSet ? "yes" : "no")
  }

  private mutating func limit(_ name: String, at position: Int) {
    findings.append(PayloadFinding(code: .outOfRange, position: position, expected: name))
  }
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
    case .alert, .sound, .localizable: "a string or a dictionary"
    }
  }
}

// MARK: - What Apple documents

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
struct APSField {
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
    case alert
    case sound
    /// A text, or a Live Activity's dictionary with `loc-key` and `loc-args`.
    case localizable
  }

  let key: String
  let length: Int
  let shape: Shape

  init(_ key: String, _ shape: Shape) {
    self.key = key
    self.length = key.utf8.count
    self.shape = shape
  }
}

extension APSField {
  static let aps = [
    APSField("alert", .alert),
    APSField("badge", .integer),
    APSField("sound", .sound),
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

  static let alert = [
    APSField("title", .localizable),
    APSField("subtitle", .localizable),
    APSField("body", .localizable),
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

  static let sound = [
    APSField("critical", .flag),
    APSField("name", .text),
    APSField("volume", .number),
  ]

  static let localization = [
    APSField("loc-key", .text),
    APSField("loc-args", .texts),
  ]
}
