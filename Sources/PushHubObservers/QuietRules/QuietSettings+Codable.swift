import Foundation
import PushHub

/// An object of `exempt`, `hours`, `mutes` and `zone`, of which any may be missing:
///
///     {"exempt":["critical","time-sensitive"],
///      "hours":[{"days":["sat","sun"],"from":"22:00","to":"07:00"}],
///      "mutes":[{"thread":"orders","until":1767225600},{"key":"topic","value":"news"}],
///      "zone":"Europe/Berlin"}
///
/// Dates are seconds since 1970, whatever the coder's own way is. Without `days` hours are on all days.
extension QuietSettings: Codable {
  /// Takes what can be understood, and puts the rest into ``issues``; throws nothing.
  public init(from decoder: any Decoder) {
    self.init()
    let notes = IssueNotes()
    if let object = StoredObject(decoder, at: "", notes) {
      object.allow(["exempt", "hours", "mutes", "zone"])
      mutes = object.list("mutes") { QuietMute($0) }
      windows = object.list("hours") { QuietWindow($0) }
      if let names = object.texts("exempt") {
        exemptions = Set(
          names.compactMap { name in
            Exemption(rawValue: name) ?? object.drop("exempt", "has an unknown word")
          }
        )
      }
      timeZone = object.text("zone").flatMap {
        TimeZone(identifier: $0) ?? object.drop("zone", "is none that this system knows")
      }
    }
    issues = notes.issues
  }

  /// Writes all but the issues.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: StoredKey.self)
    try values.encode(exemptions.map(\.rawValue).sorted(), forKey: "exempt")
    try values.encode(windows.map(StoredWindow.init), forKey: "hours")
    try values.encode(mutes.map(StoredMute.init), forKey: "mutes")
    try values.encodeIfPresent(timeZone?.identifier, forKey: "zone")
  }
}

// MARK: - Parts

extension QuietMute {
  /// Reads a mute; nil if it doesn't say of what.
  fileprivate init?(_ object: StoredObject) {
    object.allow(["category", "thread", "sender", "key", "value", "until"])
    let subjects = [
      object.text("category").map(Subject.category), object.text("thread").map(Subject.thread),
      object.text("sender").map(Subject.sender),
      object.text("key").flatMap { key in object.text("value").map { .value($0, forKey: key) } },
    ]
    .compactMap(\.self)
    guard subjects.count == 1, let subject = subjects.first else {
      object.note(nil, "doesn't say of what it is, in one way")
      return nil
    }
    let end = object.date("until")
    // An end that isn't understood must not make a mute for ever.
    guard end != nil || !object.has("until") else { return nil }
    self.init(subject, until: end)
  }
}

private struct StoredMute: Encodable {
  let mute: QuietMute

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: StoredKey.self)
    switch mute.subject {
    case .category(let category):
      try values.encode(
        Private(category, at: ["aps", "category"]),
        forKey: "category"
      )
    case .thread(let thread):
      try values.encode(Private(thread, at: ["aps", "thread-id"]), forKey: "thread")
    case .sender(let sender): try values.encode(sender, forKey: "sender")
    case .value(let value, let key):
      try values.encode(Private(payloadKey: key), forKey: "key")
      try values.encode(Private(value, at: [key]), forKey: "value")
    }
    try values.encodeIfPresent(mute.until?.storable, forKey: "until")
  }
}

extension QuietWindow {
  /// Reads a window; nil if it lacks an end, or if none of its days is known.
  fileprivate init?(_ object: StoredObject) {
    object.allow(["days", "from", "to"])
    func time(_ key: StoredKey) -> TimeOfDay? {
      object.text(key).flatMap { TimeOfDay($0) ?? object.drop(key, "is no time of day") }
    }
    guard let from = time("from"), let to = time("to") else {
      object.note(nil, "lacks a beginning or an end")
      return nil
    }
    self.init(from: from, to: to)
    guard object.has("days") else { return }
    guard let days = object.texts("days") else { return nil }
    weekdays = Set(
      days.compactMap { day in
        WallClock.weekdays.first { $0.rawValue == day } ?? object.drop("days", "has an unknown day")
      }
    )
    guard days.isEmpty || !weekdays.isEmpty else { return nil }
  }
}

private struct StoredWindow: Encodable {
  let window: QuietWindow

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: StoredKey.self)
    try values.encode(window.from.description, forKey: "from")
    try values.encode(window.to.description, forKey: "to")
    if window.weekdays != QuietWindow.everyDay {
      try values.encode(window.weekdays.map(\.rawValue).sorted(), forKey: "days")
    }
  }
}

extension Date {
  /// Seconds since 1970, as a number that is read again.
  fileprivate var storable: Double {
    let fraction = timeIntervalSince1970 - Double(wholeSeconds)
    return fraction > 0 && fraction < 1 ? secondsToTheMillisecond : Double(wholeSeconds)
  }
}
