import Foundation

/// Something that a feature did.
///
/// It is a value, so a test compares it, and its message is created only when it is read. The feature's log, the
/// lines of a play and a report all use the same event.
///
/// ```swift
/// enum OrderEvent: FeatureEvent {
///   case asked(order: String)
///
///   var message: String {
///     switch self { case .asked(let order): "asks for order \(order)" }
///   }
/// }
/// ```
///
/// In JSON it is `{"event":"asked","order":"A-17"}`: the name of the case, and its labeled values, each
/// `Encodable` one as it is encoded. A duration is in seconds, and a date is as in ISO 8601.
public protocol FeatureEvent: Equatable, Sendable {
  /// The name of the event in JSON, under `event`; by default the name of the enum's case.
  var name: String { get }

  /// Further members of its JSON, beside the labeled values of its case; `nil` values are left out.
  ///
  /// By default none.
  var fields: KeyValuePairs<String, JSONValue?> { get }

  /// A description for people: a clause without a full stop. It may contain what users have written; print
  /// ``logLine`` in its place.
  var message: String { get }

  /// Whether the event is only the reason why the feature does nothing.
  ///
  /// A play does not list it. An explanation gives it as the reason.
  var isSkip: Bool { get }

  /// The importance of the event in a log; by default ``LogLevel/info``, or ``LogLevel/debug`` for a skip.
  var level: LogLevel { get }

  /// Whether the message has no text of a user and no name of an account, so that a log may show it;
  /// `false` by default.
  var isPublic: Bool { get }
}

/// The importance of an event in a log.
public enum LogLevel: Comparable, Sendable {
  /// A detail, such as the reason why a feature did nothing.
  case debug

  /// What a feature did.
  case info

  /// A failure, or a likely mistake in the app.
  case error
}

extension FeatureEvent {
  /// The name of the enum's case.
  public var name: String { caseName(of: self) }

  /// The labeled values of the enum's case, as JSON.
  package var labelledValues: [(key: String, value: JSONValue)] {
    let values = Mirror(reflecting: self).children.first.map { Mirror(reflecting: $0.value) }
    guard let values, values.displayStyle == .tuple else { return [] }
    return values.children.compactMap { label, value in
      // The second of two values without a label has the label ".1".
      guard let label, !label.hasPrefix(".") else { return nil }
      return JSONValue(reflecting: value).map { (label, $0) }
    }
  }

  /// An empty list.
  public var fields: KeyValuePairs<String, JSONValue?> { [:] }

  /// `false`.
  public var isSkip: Bool { false }

  /// Information, or a detail.
  public var level: LogLevel { isSkip ? .debug : .info }

  /// `false`.
  public var isPublic: Bool { false }

  /// The message on one line, with control characters as `\u{...}`; an entry of the manager also names its push
  /// and its observer.
  public var logLine: String { printable((self as? PushLogEntry)?.description ?? message) }
}

/// A problem of the hub with the system or with another library, or a likely mistake in the app.
public struct HubProblem: FeatureEvent {
  /// The problem in a sentence, and what to do about it.
  public let message: String

  /// `problem`.
  public var name: String { "problem" }

  /// An error.
  public var level: LogLevel { .error }

  /// `true`.
  public var isPublic: Bool { true }
}

extension PushLogEntry: FeatureEvent {
  /// The code.
  public var name: String { code.rawValue }

  /// An error where work failed or something was lost or refused.
  public var level: LogLevel {
    switch code {
    case .merged, .held: .debug
    case .issue, .unhandled, .signedOut, .refreshed, .presented: .info
    default: .error
    }
  }

  /// Whether it is no decision on a presentation, which has the reasons of voters.
  ///
  /// Any other entry names pushes by id alone.
  public var isPublic: Bool { code != .presented }
}

extension JSONValue {
  /// Converts a value of a feature; `nil` for an optional without a value.
  ///
  /// What is not encodable becomes an object of its properties, or the name of its case.
  init?(reflecting value: Any) {
    let mirror = Mirror(reflecting: value)
    let children = mirror.children
    switch (value, mirror.displayStyle) {
    case (let value as any RawRepresentable<String>, _): self = .string(value.rawValue)
    case (let value as Duration, _): self.init(value)
    case (_, .optional):
      guard let wrapped = children.first?.value else { return nil }
      self.init(reflecting: wrapped)
    case (_, .collection):
      self = .array(children.compactMap { JSONValue(reflecting: $0.value) })
    case (_, .set):
      // The order of a set differs from one process to the next.
      let elements = children.compactMap { JSONValue(reflecting: $0.value) }
      self = .array(elements.sorted { $0.jsonText < $1.jsonText })
    case (let value as any Encodable, _): self.init(encoding: value)
    case (_, .enum) where children.isEmpty: self = .string("\(value)")
    default:
      self = .object(
        children.enumerated().reduce(into: [:]) { members, child in
          members[child.element.label ?? "\(child.offset)"] = JSONValue(
            reflecting: child.element.value
          )
        }
      )
    }
  }

  private init?(encoding value: any Encodable) {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    guard let data = try? encoder.encode(value),
      let tape = try? PayloadParser.tape(of: ContiguousArray(data))
    else { return nil }
    self = tape.value(at: 0)
  }
}

/// A plugin that logs what it does, and has facts.
///
/// A replay lists, explains and draws both without knowing the feature.
@MainActor
public protocol LoggingPlugin: PushPlugin {
  /// The type of the feature's events.
  associatedtype Event: FeatureEvent

  /// Called with each event, at once.
  var log: ((Event) -> Void)? { get set }

  /// The facts about the feature now, by distinct names, the most important first; by default none.
  var facts: [(name: String, value: JSONValue)] { get }

  /// The pages that the feature was configured with, for the header of a recording; by default none.
  var recordedPages: [TranscriptPages: [PageID]] { get }

  /// The feature's configuration, for the header of a recording; by default none.
  var recordedConfiguration: (any RecordedConfiguration)? { get }

  /// The keys of payloads that the feature reads, which a redacted recording keeps; by default none.
  var payloadKeys: Set<String> { get }
}

extension LoggingPlugin {
  /// An empty array.
  public var facts: [(name: String, value: JSONValue)] { [] }

  /// An empty dictionary.
  public var recordedPages: [TranscriptPages: [PageID]] { [:] }

  /// `nil`.
  public var recordedConfiguration: (any RecordedConfiguration)? { nil }

  /// An empty set.
  public var payloadKeys: Set<String> { [] }
}
