public import PushHub

/// What the listener to an account's notifications reports now; an error ends that subscription.
///
///     {"t":0,"latest":[{"id":"n1","order":41},{"id":"n2","order":42}]}
///     {"t":5,"latest":{"error":"connection lost"}}
public struct LatestNotifications: FeatureRecord {
  /// The list, and up to where each account has read, are restated.
  public typealias Recap = NotificationRecap

  /// The key in a transcript.
  public static let key = "latest"

  /// The notifications; an error has no `retryAfter`.
  public var result: Result<[NotificationCursor], ScriptedError>

  /// Makes a report.
  public init(_ result: Result<[NotificationCursor], ScriptedError>) {
    self.result = result
  }

  /// Reads a list, or an error.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    if fields.isObject(Self.key) {
      let error = try fields.fields(Self.key, allowing: ["error"])
      result = .failure(try ScriptedError(from: error))
    } else {
      var cursors: [NotificationCursor] = []
      for item in try fields.list(Self.key, allowing: NotificationCursor.keys) {
        cursors.append(try NotificationCursor(from: item))
      }
      result = .success(cursors)
    }
  }

  /// The list or the error.
  public var fields: [TranscriptField] {
    switch result {
    case .success(let cursors): [TranscriptField(Self.key, .array(cursors.map(\.json)))]
    case .failure(let error): [TranscriptField(Self.key, ["error": .string(error.message)])]
    }
  }

  /// The report with other names and without an error's words.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    Self(
      result.map { $0.map { $0.redacted(by: redactor) } }
        .mapError { $0.redacted(by: redactor) }
    )
  }
}

/// The user read everything up to a notification.
///
///     {"t":9,"read":{"id":"n2","order":42}}
///     {"t":9,"read":null}
public struct ReadNotifications: FeatureRecord {
  /// Up to where each account has read is restated.
  public typealias Recap = NotificationRecap

  /// The key in a transcript.
  public static let key = "read"

  /// Up to which one; `nil` for the newest known.
  public var mark: NotificationCursor?

  /// Makes a record.
  public init(upTo mark: NotificationCursor?) {
    self.mark = mark
  }

  /// Reads a notification, or null.
  public init(from fields: TranscriptFields) throws(TranscriptMistake) {
    mark =
      fields.isNull(Self.key)
      ? nil
      : try NotificationCursor(from: fields.fields(Self.key, allowing: NotificationCursor.keys))
  }

  /// The notification, or null.
  public var fields: [TranscriptField] { [TranscriptField(Self.key, mark?.json ?? .null)] }

  /// The record with another name.
  public func redacted(by redactor: TranscriptRedactor) -> Self {
    Self(upTo: mark?.redacted(by: redactor))
  }
}

extension TranscriptInput {
  /// What the listener to an account's notifications reports now.
  public static func latest(_ result: Result<[NotificationCursor], ScriptedError>) -> Self {
    .feature(LatestNotifications(result))
  }

  /// The user read everything up to a notification; without one, up to the newest known.
  public static func read(_ mark: NotificationCursor?) -> Self {
    .feature(ReadNotifications(upTo: mark))
  }
}

extension TranscriptPages {
  /// The page that lists the notifications.
  public static let list = TranscriptPages("list", standard: "notifications")
}

extension NotificationCursor {
  fileprivate static let keys = ["id", "order"]

  fileprivate init(from fields: TranscriptFields) throws(TranscriptMistake) {
    self.init(order: try fields.number("order"), id: try fields.text("id"))
  }

  fileprivate var json: JSONValue { ["id": .string(id), "order": .number(order)] }

  fileprivate func redacted(by redactor: TranscriptRedactor) -> Self {
    Self(order: order, id: redactor.hash(id))
  }
}

extension TranscriptVocabulary {
  /// What the badge dot brings to transcripts.
  public static let badge = TranscriptVocabulary(
    kinds: [LatestNotifications.self, ReadNotifications.self],
    pages: [.list]
  )
}

// MARK: - Beginning anew

/// The notifications where a recording has got to, and up to which of them each account has read.
public struct NotificationRecap: RecordRecap {
  private enum Mark {
    /// Before all notifications.
    case nothing
    case upTo(NotificationCursor)
  }

  private let listPage: PageID
  private var account: AccountID?
  private var isLooking = false
  private var latest: [NotificationCursor]?
  private var marks: [AccountID: Mark] = [:]

  /// The accounts whose marks follow from the recording.
  private var toldAccounts: Set<AccountID> = []

  /// Begins with nothing recorded.
  public init(header: TranscriptHeader) {
    listPage = header.page(.list)
  }
}

extension NotificationRecap {
  /// Takes a list or a mark.
  public mutating func take(_ record: any FeatureRecord, at now: ContinuousClock.Instant) {
    switch record {
    case let report as LatestNotifications:
      if case .success(let cursors) = report.result {
        self.report(cursors)
      }
    case let record as ReadNotifications: read(upTo: record.mark)
    default: break
    }
  }

  /// Follows who is signed in, and whether the list is looked at.
  public mutating func follow(_ lifecycle: LifecycleState, at now: ContinuousClock.Instant) {
    if lifecycle.account != account {
      account = lifecycle.account
      latest = nil
    }
    isLooking = lifecycle.isLooking(at: listPage)
    readWhatIsSeen()
  }

  /// Takes a list; with the first one of an account, what is in it counts as read.
  private mutating func report(_ cursors: [NotificationCursor]) {
    latest = cursors
    guard let account else { return }
    if marks[account] == nil {
      marks[account] = cursors.max().map(Mark.upTo) ?? .nothing
    }
    readWhatIsSeen()
  }

  private mutating func read(upTo mark: NotificationCursor?) {
    guard let account, let mark = mark ?? latest?.max() else { return }
    if case .upTo(let former) = marks[account], former >= mark { return }
    marks[account] = .upTo(mark)
  }

  private mutating func readWhatIsSeen() {
    if isLooking {
      read(upTo: nil)
    }
  }
}

extension NotificationRecap {
  /// The list comes last, since it reaches only who listens, behind the mark that it is seen by.
  ///
  /// Who has read nothing has begun with an empty list.
  public func recordsAfterLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord] {
    markRecords + (latest.map { [LatestNotifications(.success($0))] } ?? [])
  }

  private var markRecords: [any FeatureRecord] {
    switch account.flatMap({ marks[$0] }) {
    case nil: []
    case .upTo(let mark): [ReadNotifications(upTo: mark)]
    case .nothing: latest == [] ? [] : [LatestNotifications(.success([]))]
    }
  }

  /// The mark of who is signed in is told with the beginning.
  public mutating func noteBeginning(at now: ContinuousClock.Instant) {
    toldAccounts = account.map { [$0] } ?? []
  }

  /// The mark of an account that comes back, and was last there before the recording began.
  public mutating func takeUntold() -> [any FeatureRecord] {
    guard let account, toldAccounts.insert(account).inserted else { return [] }
    return markRecords
  }
}
