/// Something that happened in the outside world of a feature, as a record of a transcript tells it:
/// a server's answer, a touch.
///
/// The type says in one place under which key it stands, how it is read, checked and written, and
/// what of it may be shown. That is all that recording, reading and redacting need:
///
/// ```swift
/// struct OrderStatus: FeatureRecord {
///   static let key = "order"
///   var id: String
///   var status: String
///
///   init(from fields: TranscriptFields) throws(TranscriptMistake) {
///     let order = try fields.fields(Self.key, allowing: ["id", "status"])
///     id = try order.text("id")
///     status = try order.text("status")
///   }
///
///   var fields: [TranscriptField] {
///     [TranscriptField(Self.key, ["id": .string(id), "status": .string(status)])]
///   }
///
///   func redacted(by redactor: TranscriptRedactor) -> Self {
///     var record = self
///     record.id = redactor.hash(id)
///     return record
///   }
/// }
/// ```
///
/// A feature tells of it with ``FeatureRecords/note(_:)`` of its context; a recorder that is installed
/// writes it down. Let a record be what arrives, when it arrives: played, a server that waits for it
/// answers at the same moment. What holds from some time on, such as the answer to all later requests,
/// is known too late to be recorded where it matters.
public protocol FeatureRecord: Hashable, Sendable {
  /// Has in mind what was recorded, so that another recording can begin there; by default nothing is
  /// restated.
  associatedtype Recap: RecordRecap = NoRecap

  /// The key that says what happened, unlike any other that may stand in a record.
  static var key: String { get }

  /// The keys that may stand beside it; by default none.
  static var siblings: [String] { get }

  /// Reads and checks a record.
  ///
  /// - Parameter fields: The record, with no other keys than ``key``, ``siblings`` and the time.
  /// - Throws: What is wrong with it; ``TranscriptFields`` finds the words.
  init(from fields: TranscriptFields) throws(TranscriptMistake)

  /// The record as it is written: ``key`` first, then those of its siblings that are needed.
  ///
  /// Reading them gives an equal record.
  var fields: [TranscriptField] { get }

  /// The record without what somebody said or who they are.
  func redacted(by redactor: TranscriptRedactor) -> Self
}

extension FeatureRecord {
  /// None.
  public static var siblings: [String] { [] }
}

/// A record of any feature.
public struct AnyFeatureRecord: Sendable {
  /// The record.
  public let record: any FeatureRecord

  /// Wraps a record.
  public init(_ record: any FeatureRecord) {
    self.record = record
  }
}

extension AnyFeatureRecord: Hashable {
  /// Whether both are equal records of one kind.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    AnyHashable(lhs.record) == AnyHashable(rhs.record)
  }

  /// Feeds the record to the hasher.
  public func hash(into hasher: inout Hasher) {
    record.hash(into: &hasher)
  }
}

// MARK: - Beginning anew

/// Has in mind what a feature's records have told, so that another recording can begin there.
///
/// A recording that has become full is put aside, and the next must play alone: it begins with what
/// is true. What that is, only the feature's records tell.
public protocol RecordRecap: Sendable {
  /// Begins with nothing recorded.
  init(header: TranscriptHeader)

  /// Takes a record of a kind that has this recap.
  mutating func take(_ record: any FeatureRecord, at now: ContinuousClock.Instant)

  /// Takes what is true of the app's life, at first and after each change.
  mutating func follow(_ lifecycle: LifecycleState, at now: ContinuousClock.Instant)

  /// What a new recording begins with, before pages, phase and account are told.
  func recordsBeforeLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord]

  /// What a new recording begins with, after pages, phase and account are told.
  func recordsAfterLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord]

  /// Notes that a recording has begun here.
  mutating func noteBeginning(at now: ContinuousClock.Instant)

  /// What must be told now, after a change of the app's life, that was true before the recording
  /// began.
  mutating func takeUntold() -> [any FeatureRecord]

  /// A record without what this recording does not know to be nothing new.
  func whatIsNew(of record: any FeatureRecord) -> any FeatureRecord
}

extension RecordRecap {
  /// Does nothing.
  public mutating func follow(_ lifecycle: LifecycleState, at now: ContinuousClock.Instant) {}

  /// None.
  public func recordsBeforeLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord] { [] }

  /// None.
  public func recordsAfterLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord] { [] }

  /// Does nothing.
  public mutating func noteBeginning(at now: ContinuousClock.Instant) {}

  /// Nothing.
  public mutating func takeUntold() -> [any FeatureRecord] { [] }

  /// The record.
  public func whatIsNew(of record: any FeatureRecord) -> any FeatureRecord { record }
}

/// Nothing is restated: what happened is over.
public struct NoRecap: RecordRecap {
  /// Has nothing in mind.
  public init(header: TranscriptHeader) {}

  /// Does nothing.
  public mutating func take(_ record: any FeatureRecord, at now: ContinuousClock.Instant) {}
}

/// The latest record of a kind holds until another comes.
public struct LatestRecord<Record: FeatureRecord>: RecordRecap {
  private var latest: Record?

  /// Begins with nothing recorded.
  public init(header: TranscriptHeader) {}

  /// Takes a record's place.
  public mutating func take(_ record: any FeatureRecord, at now: ContinuousClock.Instant) {
    latest = record as? Record ?? latest
  }

  /// The latest record.
  public func recordsBeforeLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord] {
    latest.map { [$0] } ?? []
  }
}

// MARK: - Vocabulary

/// The kinds of record and the header's keys that features bring to transcripts, beside those that
/// every transcript may have.
public struct TranscriptVocabulary: Sendable {
  /// The kinds of record.
  public var kinds: [any FeatureRecord.Type]

  /// The pages that the header may name.
  public var pages: [TranscriptPages]

  /// The keys of payloads that features read, which stay in a redacted recording; what stands under
  /// them is hashed as everything is, and equal to what a record's ``TranscriptRedactor/hash(_:)`` gives.
  public var payloadKeys: Set<String>

  /// Makes a vocabulary; without anything, that of an app without features.
  public init(
    kinds: [any FeatureRecord.Type] = [],
    pages: [TranscriptPages] = [],
    payloadKeys: Set<String> = []
  ) {
    self.kinds = kinds
    self.pages = pages
    self.payloadKeys = payloadKeys
  }

  /// All that both know.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(
      kinds: lhs.kinds + rhs.kinds,
      pages: lhs.pages + rhs.pages,
      payloadKeys: lhs.payloadKeys.union(rhs.payloadKeys)
    )
  }
}

extension TranscriptVocabulary {
  func kind(of key: String) -> (any FeatureRecord.Type)? { kinds.first { $0.key == key } }

  /// A key that has more than one meaning: as a kind, as what stands beside one, or in the header.
  var disputedKey: String? {
    let keys = TranscriptKind.allCases.map(\.rawValue) + kinds.map { $0.key }
    let others = Set(
      ["t", "transcript"] + TranscriptKind.allCases.flatMap(\.siblings)
        + kinds.flatMap { $0.siblings }
    )
    return Self.firstRepeated(keys) ?? keys.first(where: others.contains)
      ?? Self.firstRepeated(["transcript", "start"] + pages.map(\.key))
  }

  private static func firstRepeated(_ keys: [String]) -> String? {
    var known: Set<String> = []
    return keys.first { !known.insert($0).inserted }
  }
}

// MARK: - Errors of the outside world

/// An error that a transcript lets happen in a feature's outside world.
public struct ScriptedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public var message: String

  /// How long whoever failed wants to be left alone.
  public var retryAfter: Duration?

  /// Makes an error.
  public init(message: String, retryAfter: Duration? = nil) {
    self.message = message
    self.retryAfter = retryAfter
  }

  /// What went wrong.
  public var description: String { message }
}

extension ScriptedError {
  /// Reads `{"error":text,"retryAfter":s}`.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    message = try fields.text("error")
    retryAfter = try fields.optionalSeconds("retryAfter")
  }

  /// The object that is read.
  public var json: JSONValue {
    var members: [String: JSONValue] = ["error": .string(message)]
    members["retryAfter"] = retryAfter.map { .number($0.secondsNumber) }
    return .object(members)
  }

  /// The error without its words, unless they are the three digits of an HTTP status.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    let isStatus = message.utf8.count == 3 && message.utf8.allSatisfy(ASCII.isDigit)
    return Self(
      message: isStatus ? message : redactor.redact(name: message),
      retryAfter: retryAfter
    )
  }
}
