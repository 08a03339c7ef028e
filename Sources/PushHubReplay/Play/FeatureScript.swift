public import PushHub
public import PushHubRecorder

/// The outside world of a feature in a replay, such as its server and what its user touches.
///
/// A script creates the feature and applies the transcript's records to it. What the feature does and what is
/// true of it come from the feature itself, if it is a `LoggingPlugin`: from its `FeatureEvent`s and its
/// `facts`. A script with a ``name`` and a ``plugin(in:)`` is complete:
///
/// ```swift
/// final class OrdersScript: FeatureScript {
///   let name = "orders"
///
///   func plugin(in replay: Replay) -> any PushPlugin { Orders() }
/// }
/// ```
///
/// A script is played once. Create new ones for another replay.
@MainActor
public protocol FeatureScript: AnyObject {
  /// The name of the feature in the output, in options and among the plugins.
  ///
  /// It must differ from the names of the other features, have no comma, and be none of `app`, `hub`,
  /// `phase`, `pages`, `account` and `pushes`.
  var name: String { get }

  /// The title of the feature's lane on the timeline; by default its name.
  var title: String { get }

  /// The kinds of record that the feature adds to transcripts; by default none.
  var vocabulary: [any FeatureRecord.Type] { get }

  /// Creates the feature. The replay calls it once, before the first record.
  ///
  /// A feature of several parts is attached by one plugin that has the others.
  ///
  /// - Parameter replay: The time, the transcript and the generator. Don't retain it.
  func plugin(in replay: Replay) -> any PushPlugin

  /// Applies a record of one of the feature's own kinds.
  func apply(_ record: any FeatureRecord)

  /// Whether the feature takes part in the replay of a transcript; by default it does.
  ///
  /// A feature that few transcripts are about returns whether it ``hasRecords(in:)``.
  func takesPart(in transcript: Transcript) -> Bool

  /// Returns the facts about the feature now, by names that differ; by default those of its plugin.
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)]

  /// Returns the appearance of an event of the feature on the timeline; by default a dot.
  func mark(of event: any FeatureEvent) -> TimelineMark

  /// The names by which events can refer to a record of the feature's own kinds, besides its key; by default
  /// none.
  func names(of record: any FeatureRecord) -> [String]
}

extension FeatureScript {
  /// The name.
  public var title: String { name }

  /// No kinds.
  public var vocabulary: [any FeatureRecord.Type] { [] }

  /// Does nothing.
  public func apply(_ record: any FeatureRecord) {}

  /// Always.
  public func takesPart(in transcript: Transcript) -> Bool { true }

  /// The plugin's facts.
  public func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    (replay.plugin(named: name) as? any LoggingPlugin)?.facts ?? []
  }

  /// A dot.
  public func mark(of event: any FeatureEvent) -> TimelineMark { TimelineMark() }

  /// No further names.
  public func names(of record: any FeatureRecord) -> [String] { [] }

  /// Whether a record is of one of the feature's own kinds.
  public func owns(_ input: TranscriptInput) -> Bool {
    guard let record = input.featureRecord else { return false }
    return vocabulary.contains { $0 == type(of: record) }
  }

  /// Whether a transcript has records of the feature's own kinds.
  public func hasRecords(in transcript: Transcript) -> Bool {
    transcript.records.contains { owns($0.input) }
  }
}

extension Replay {
  /// The script of the feature that a record names or, if no feature has that name, of the only one that has
  /// such records, which are of one feature.
  func owner(of input: TranscriptInput) -> (any FeatureScript)? {
    let owners = scripts.filter { $0.owns(input) }
    let isOnly = owners.count == 1 && recordedNames[input.key]?.count ?? 1 == 1
    return owners.first { $0.name == input.featureName } ?? (isOnly ? owners[0] : nil)
  }

  /// Checks that it is clear whether a record belongs to a feature of this replay.
  func checkOwner(of record: TranscriptRecord) throws {
    let names = scripts.filter { $0.owns(record.input) }.map(\.name)
    guard let first = names.first, owner(of: record.input) == nil,
      names.count > 1 || recordedNames[record.input.key]?.contains(first) != true
    else { return }
    let feature = record.input.featureName.map { "the feature \"\($0)\"" } ?? "no feature"
    throw TranscriptError(
      line: record.lineNumber ?? 0,
      message: """
        "\(record.input.key)" names \(feature), and several have such records; add "feature" with \
        one of \(names.joined(separator: ", "))
        """
    )
  }

  /// Returns all kinds of record that the features of some scripts add.
  public static func records(of scripts: [any FeatureScript]) -> [any FeatureRecord.Type] {
    scripts.flatMap(\.vocabulary)
  }
}
