public import PushHub
import PushHubNetworking
public import PushHubObservers
public import PushHubRecorder
public import PushHubReplay

/// The badge dot, with a listener that reports what the transcript says.
@MainActor
public final class BadgeScript: FeatureScript {
  /// The name.
  public let name = "badge"
  /// The title of the lane.
  public let title = "Dots"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [
    LatestNotifications.self, ReadNotifications.self,
  ]

  /// Told when somebody has begun to listen.
  public var didSubscribe: (() -> Void)? {
    get { listener.didSubscribe }
    set { listener.didSubscribe = newValue }
  }

  private let badges: TabBadges
  private let listener = Listener()
  private(set) var dot: BadgeDot?
  private var page: PageID = ""

  /// Makes a script.
  ///
  /// - Parameter badges: Where the dot is shown, on the tab of the page that lists the notifications.
  public init(badges: TabBadges = TabBadges()) {
    self.badges = badges
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    page = stage.transcript.page(.list)
    let dot = BadgeDot(
      source: listener,
      store: MemoryStore<[String: ReadMark]>(),
      // What a transcript doesn't tell has not failed.
      configuration: BadgeDot.Configuration(listPage: page, listTimeout: .seconds(86_400)),
      generator: SequenceGenerator()
    )
    badges.add(name, on: page) { [weak dot] in dot?.badge ?? .none }
    self.dot = dot
    return dot
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record {
    case let report as LatestNotifications: listener.report(report.result)
    case let record as ReadNotifications: dot?.markRead(upTo: record.mark)
    default: break
    }
  }

  /// A listener that reports what the transcript says, to whoever listens at that instant.
  @MainActor
  private final class Listener: LatestNotificationSource {
    var didSubscribe: (() -> Void)?

    private var subscription: ScheduledStream<[NotificationCursor]>?

    func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
      let subscription = ScheduledStream<[NotificationCursor]>()
      self.subscription = subscription
      didSubscribe?()
      return subscription
    }

    /// Reports a list, or ends the subscription with an error.
    func report(_ result: Result<[NotificationCursor], ScriptedError>) {
      switch result {
      case .success(let cursors): subscription?.send(cursors)
      case .failure(let error): subscription?.finish(throwing: error)
      }
    }
  }
}

// MARK: - What it does

extension BadgeDotEvent: TimelineEvent {
  private enum Mark: Hashable {
    case news
    case dot(PageID)
  }

  /// What may light the dot or put it out.
  fileprivate static var news: Topic { Topic(Mark.news) }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .dot(let page, let isShown): MarkLook(isShown ? "●" : "○", label: page.rawValue)
    case .storeFailed: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] { [Self.news] }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .dot(let page, isShown: true): [.begins(Topic(Mark.dot(page)))]
    case .dot(let page, isShown: false): [.ends(Topic(Mark.dot(page)))]
    case .storeFailed: []
    }
  }
}

// MARK: - What is true

/// What is true of the badge dot.
enum BadgeFact: FeatureFact {
  case dot(PageID, isShown: Bool)
  case newest(NotificationCursor)
  case readMark(ReadMark)
  case listening(for: AccountID, isStale: Bool)
  case failed(nextAttempt: Duration?)
  case total(Badge)

  var name: String {
    switch self {
    case .dot: "dot"
    case .newest: "newest"
    case .readMark: "mark"
    case .listening, .failed: "listener"
    case .total: "total"
    }
  }

  var json: JSONValue {
    switch self {
    case .dot(_, let isShown): .bool(isShown)
    case .newest(let cursor): .string(cursor.id)
    case .readMark(.nothing): nil
    case .readMark(.upTo(let cursor)): .string(cursor.id)
    case .listening(let account, let isStale):
      ["account": .string(account.rawValue), "stale": .bool(isStale)]
    case .failed(let next): object(["next": next.map { .number($0.secondsNumber) }])
    case .total(let badge): .number(JSONNumber(badge.number))
    }
  }

  var words: FactWords {
    switch self {
    case .dot(let page, let isShown):
      "page \(page.rawValue) has \(isShown ? "a" : "no") dot\(.since)"
    case .newest(let cursor): "the newest notification is \(cursor.words)\(.since)"
    case .readMark(.nothing): "nothing read; whatever comes is new"
    case .readMark(.upTo(let cursor)): "read up to \(cursor.words)\(.since)"
    case .listening(let account, isStale: false):
      "listens for notifications of \(account.rawValue)\(.since)"
    case .listening(_, isStale: true): "listens again\(.since), and has heard nothing yet"
    case .failed(nil): "the listener failed, and does not begin again by itself"
    case .failed(let next?): "the listener failed, and begins again \(.ahead(next))"
    case .total(let badge):
      "the badges of all pages add up to \(badge.mark == .dot ? "a dot" : "\(badge.number)")"
    }
  }

  var hasCauses: Bool {
    if case .total = self { false } else { true }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    if case .dot = self { event is BadgeDotEvent } else { false }
  }

  var arrival: String { "listens again" }
}

extension NotificationCursor {
  fileprivate var words: String { "\(id) (order \(order.text))" }
}

extension BadgeScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let dot else { return [] }
    let facts: [BadgeFact?] = [
      .dot(page, isShown: dot.isShown),
      dot.newest.map(BadgeFact.newest),
      dot.readMark.map(BadgeFact.readMark),
      dot.state.account.map { account in
        dot.isListening
          ? .listening(for: account, isStale: dot.state.isStale)
          : .failed(nextAttempt: dot.nextAttempt.map(stage.time(of:)))
      },
      .total(badges.tree(on: stage.scheduler).badge(at: .root)),
    ]
    return facts.compactMap { $0 }
  }
}

// MARK: - On the timeline

extension BadgeScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    switch record {
    case let report as LatestNotifications: report.appearance
    case let record as ReadNotifications:
      RecordAppearance(
        words: "everything \(record.mark.map { "up to \($0.id)" } ?? "known") is read",
        look: MarkLook("✓")
      )
    default: RecordAppearance(words: "")
    }
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    if case .page = input { return [.marks(BadgeDotEvent.news)] }
    return owns(input) ? [.marks(BadgeDotEvent.news)] : []
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "Whether something is unread stays as it was."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so nobody listens." } ?? "no notifications were reported."
  }
}

extension LatestNotifications {
  fileprivate var appearance: RecordAppearance {
    switch result {
    case .success(let cursors):
      let list =
        switch cursors.count {
        case 0: "an empty list"
        case 1: "1 notification, \(cursors[0].id)"
        default: "\(cursors.count) notifications, \(cursors.map(\.id).listed)"
        }
      return RecordAppearance(words: "the listener reports \(list)", look: MarkLook("☰"))
    case .failure(let error):
      return RecordAppearance(
        words: "the listener fails: \(error.message.clause)",
        look: MarkLook("✕", isProblem: true)
      )
    }
  }
}
