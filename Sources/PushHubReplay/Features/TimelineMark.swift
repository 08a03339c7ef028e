import PushHub
import PushHubRecorder

/// The appearance of an event on the timeline of a report, and its relation to other marks.
///
/// ```swift
/// func mark(of event: any FeatureEvent) -> TimelineMark {
///   switch event as? OrderEvent {
///   case .asked: TimelineMark("?", label: "asked", until: ["asked", "failed", "changed"], isWork: true)
///   case .failed: TimelineMark("✕", isProblem: true, from: ["asked"])
///   default: TimelineMark()
///   }
/// }
/// ```
///
/// Marks name each other by the names of events and the keys of records, and by ``names``. Without a cause
/// that is named, an event came of the push that the manager was delivering, of the record that was applied,
/// or, when a timer was due, of the latest mark of the feature.
public struct TimelineMark: Sendable {
  /// One or two characters.
  public var glyph: String

  /// One or two words that are shown where there is room.
  public var label: String

  /// Whether it went wrong.
  public var isProblem: Bool

  /// Whether it means that the feature didn't do what the user or the server wanted, as designed.
  public var isRefusal: Bool

  /// Its causes by name, of which the latest mark is the cause.
  ///
  /// Names of other features' events are unknown. The hub's are `received`, `opened` and `token`.
  public var from: [String]

  /// Names by which marks can refer to this one, besides the event's.
  public var names: [String]

  /// The names of the marks that end it, if it lasts for a while.
  public var until: [String]

  /// Whether the feature works as long as it lasts.
  public var isWork: Bool

  /// The number that the feature shows from now on.
  public var number: Int?

  /// Whether it is one of many, such as ticks, that are put together if they have the same label and follow
  /// each other within 30 s.
  public var isTick: Bool

  /// A description as a clause without a full stop.
  var message = ""

  /// The reason why it had no effect.
  var reason: String?

  /// Creates a mark.
  public init(
    _ glyph: String = "•",
    label: String = "",
    isProblem: Bool = false,
    isRefusal: Bool = false,
    from: [String] = [],
    names: [String] = [],
    until: [String] = [],
    isWork: Bool = false,
    number: Int? = nil,
    isTick: Bool = false
  ) {
    self.glyph = glyph
    self.label = label
    self.isProblem = isProblem
    self.isRefusal = isRefusal
    self.from = from
    self.names = names
    self.until = until
    self.isWork = isWork
    self.number = number
    self.isTick = isTick
  }
}

extension TimelineMark {
  /// A mark of the replay's own.
  init(
    _ glyph: String,
    _ message: String = "",
    label: String = "",
    isProblem: Bool = false,
    names: [String] = [],
    until: [String] = [],
    because reason: String? = nil
  ) {
    self.init(glyph, label: label, isProblem: isProblem, from: [], names: names, until: until)
    self.message = message
    self.reason = reason
  }

  /// The mark of a feature's record, with its content.
  init(of record: TranscriptRecord, names: [String]) {
    var members = (try? PushPayload(json: record.jsonLine.utf8).object) ?? [:]
    members["t"] = nil
    let key = record.input.key
    let isProblem = members["error"] != nil || members[key]?["error"] != nil
    let texts = ([key] + members.keys.filter { $0 != key }.sorted())
      .map { Fact(name: $0, value: members[$0] ?? .null).text }
    self.init(
      isProblem ? "✕" : "◇",
      texts.joined(separator: ", "),
      isProblem: isProblem,
      names: names
    )
  }

  /// The mark with control characters made visible.
  var printable: Self {
    var shown = self
    shown.message = PushHub.printable(message)
    shown.label = PushHub.printable(label)
    shown.reason = reason.map { PushHub.printable($0) }
    return shown
  }
}
