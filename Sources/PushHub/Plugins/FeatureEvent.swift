/// Something that a feature did.
///
/// It is a value: a test compares it, and its words are made when somebody wants to read them. A
/// feature's log, the lines of a play and a report all read the same one.
///
/// ```swift
/// enum OrderEvent: FeatureEvent {
///   case asked(order: String)
///
///   var name: String { "asked" }
///   var fields: KeyValuePairs<String, JSONValue?> {
///     switch self { case .asked(let order): ["order": .string(order)] }
///   }
///   var words: String {
///     switch self { case .asked(let order): "asks for order \(order)" }
///   }
/// }
/// ```
public protocol FeatureEvent: Equatable, Sendable {
  /// What it is called in JSON, under `event`.
  var name: String { get }

  /// What else stands in its JSON; what is `nil` is left out.
  var fields: KeyValuePairs<String, JSONValue?> { get }

  /// What happened, for people, as a clause without an end; what users have written may stand in it.
  var message: String { get }

  /// Whether it only says why what has just happened brings the feature to do nothing.
  ///
  /// A play does not list it; it is the answer to "why did nothing come of it?".
  var isSkip: Bool { get }
}

extension FeatureEvent {
  /// Nothing else.
  public var fields: KeyValuePairs<String, JSONValue?> { [:] }

  /// No, it is something that the feature did.
  public var isSkip: Bool { false }
}

/// A plugin that says what it does, when it does it, and what is true of it.
///
/// A replay lists, explains and draws what is said so, without knowing the feature.
@MainActor
public protocol LoggingPlugin: PushPlugin {
  /// What the feature does.
  associatedtype Event: FeatureEvent

  /// Called with each event, at once.
  var log: ((Event) -> Void)? { get set }

  /// What is true of the feature now, by names that differ, in the order in which people want to know
  /// it; by default nothing.
  var facts: [(name: String, value: JSONValue)] { get }

  /// The app's pages that the feature was configured with, for the header of a recording; by default
  /// none.
  var recordedPages: [TranscriptPages: [PageID]] { get }

  /// How the feature was configured, for the header of a recording; by default nothing.
  var recordedConfiguration: (any RecordedConfiguration)? { get }
}

extension LoggingPlugin {
  /// Nothing.
  public var facts: [(name: String, value: JSONValue)] { [] }

  /// None.
  public var recordedPages: [TranscriptPages: [PageID]] { [:] }

  /// Nothing.
  public var recordedConfiguration: (any RecordedConfiguration)? { nil }
}
