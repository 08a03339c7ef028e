public import PushHub
import PushHubNetworking
import PushHubObservers
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
  private var stage: Stage?

  /// Up to where accounts have read since their first list counts as read.
  private var firstMarks: [AccountID: ReadMark] = [:]

  /// Makes a script.
  ///
  /// - Parameter badges: Where the dot is shown, on the tab of the page that lists the notifications.
  public init(badges: TabBadges = TabBadges()) {
    self.badges = badges
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let page = stage.transcript.page(.list)
    let dot = BadgeDot(
      source: listener,
      store: MemoryStore<[String: ReadMark]>(),
      // What a transcript doesn't tell has not failed.
      configuration: BadgeDot.Configuration(listPage: page, listTimeout: .seconds(86_400)),
      generator: SequenceGenerator()
    )
    dot.log = { entry in
      guard case .turned(let isOn) = entry else { return }
      stage.tell(BadgeEvent.dot(page, isShown: isOn))
    }
    badges.add(name, on: page) { [weak dot] in dot?.badge ?? .none }
    self.page = page
    self.stage = stage
    self.dot = dot
    return dot
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record {
    case let report as LatestNotifications:
      noteFirst(report)
      listener.report(report.result)
    case let record as ReadNotifications: dot?.markRead(upTo: record.mark)
    default: break
    }
  }

  private func noteFirst(_ report: LatestNotifications) {
    guard let dot, dot.isListening, dot.readMark == nil, let account = dot.state.account,
      case .success(let cursors) = report.result
    else { return }
    firstMarks[account] = cursors.max().map(ReadMark.upTo) ?? .nothing
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

/// What marks about the dot are about.
private enum BadgeTopic: Hashable {
  /// What may light the dot or put it out.
  case news
  case dot(PageID)
}

/// What the badge dot did.
public enum BadgeEvent: TimelineEvent {
  /// A dot appears or goes.
  case dot(PageID, isShown: Bool)

  /// The name.
  public var name: String { "dot" }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .dot(let page, let isShown): ["node": .string(page.rawValue), "shown": .bool(isShown)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .dot(let page, let isShown):
      isShown ? "a dot appears on \(page.rawValue)" : "the dot on \(page.rawValue) goes"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .dot(let page, let isShown): MarkLook(isShown ? "●" : "○", label: page.rawValue)
    }
  }

  /// What it came of.
  public var origins: [Topic] { [Topic(BadgeTopic.news)] }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .dot(let page, isShown: true): [.begins(Topic(BadgeTopic.dot(page)))]
    case .dot(let page, isShown: false): [.ends(Topic(BadgeTopic.dot(page)))]
    }
  }
}

// MARK: - What is true

/// What is true of the badge dot.
enum BadgeFact: FeatureFact {
  case dot(PageID, Dot)
  case newest(NotificationCursor?)

  /// How far was read, and whether that is so since the first list counts as read.
  case readMark(ReadMark?, isFirst: Bool)
  case listener(Listener)
  case total(Badge)

  /// What a dot shows.
  enum Dot: Hashable {
    case on
    case off

    /// Off, since nothing is known of the list.
    case unknown
  }

  /// How it stands with whoever tells of new notifications.
  enum Listener: Hashable {
    /// Nobody is signed in, so nobody listens.
    case none
    case listening(for: AccountID, isStale: Bool)
    case failed(nextAttempt: Duration?)
  }

  var name: String {
    switch self {
    case .dot(let page, _): "dot \(page.rawValue)"
    case .newest: "newest"
    case .readMark: "mark"
    case .listener: "listener"
    case .total: "total"
    }
  }

  var json: JSONValue {
    switch self {
    case .dot(_, .on): true
    case .dot(_, .off): false
    case .dot(_, .unknown): nil
    case .newest(let cursor): cursor?.json ?? nil
    case .readMark(nil, _): nil
    case .readMark(.nothing?, _): "nothing"
    case .readMark(.upTo(let cursor)?, _): cursor.json
    case .listener(.none): nil
    case .listener(.listening(let account, let isStale)):
      ["state": "listening", "account": .string(account.rawValue), "stale": .bool(isStale)]
    case .listener(.failed(let next)):
      object(["state": "failed", "next": next.map { .number($0.secondsNumber) }])
    case .total(let badge): badge.json
    }
  }

  var words: FactWords {
    switch self {
    case .dot(let page, .on): "page \(page.rawValue) has a dot\(.since)"
    case .dot(let page, .off): "page \(page.rawValue) has no dot\(.since)"
    case .dot(let page, .unknown):
      "page \(page.rawValue) has no dot, as its notifications are not known yet"
    case .newest(nil): "no notification is known"
    case .newest(let cursor?): "the newest notification is \(cursor.words)\(.since)"
    case .readMark(nil, _): "nothing is known of what was read"
    case .readMark(.nothing?, isFirst: true):
      "nothing read; the first list was empty, so that whatever comes is new"
    case .readMark(.nothing?, isFirst: false): "nothing read; whatever comes is new"
    case .readMark(.upTo(let cursor)?, isFirst: true):
      "read up to \(cursor.words)\(.since), as the first list counts as read"
    case .readMark(.upTo(let cursor)?, isFirst: false): "read up to \(cursor.words)\(.since)"
    case .listener(.none): "listens to nothing, as nobody is signed in"
    case .listener(.listening(let account, isStale: false)):
      "listens for notifications of \(account.rawValue)\(.since)"
    case .listener(.listening(_, isStale: true)):
      "listens again\(.since), and has heard nothing yet"
    case .listener(.failed(nil)): "the listener failed, and does not begin again by itself"
    case .listener(.failed(let next?)): "the listener failed, and begins again \(.ahead(next))"
    case .total(let badge): "the badges of all pages add up to \(badge.words)"
    }
  }

  var hasCauses: Bool {
    if case .total = self { false } else { true }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    if case .dot = self { event is BadgeEvent } else { false }
  }

  var arrival: String {
    if case .listener(.listening) = self { "listens again" } else { "a timer was due" }
  }
}

extension NotificationCursor {
  fileprivate var words: String { "\(id) (order \(order.text))" }
  fileprivate var json: JSONValue { ["id": .string(id), "order": .number(order)] }
}

extension Badge {
  fileprivate var words: String {
    switch mark {
    case .none: "nothing"
    case .dot: "a dot"
    case .number: text
    }
  }

  fileprivate var json: JSONValue {
    switch mark {
    case .none: nil
    case .dot: "dot"
    case .number: .number(JSONNumber(number))
    }
  }
}

extension BadgeScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let dot else { return [] }
    let shown: BadgeFact.Dot = dot.isShown ? .on : dot.state.isKnown ? .off : .unknown
    let facts: [BadgeFact] = [
      .dot(page, shown),
      .newest(dot.newest),
      .readMark(dot.readMark, isFirst: isFirst(dot.readMark, of: dot.state.account)),
      .listener(listenerState(of: dot, on: stage)),
      .total(badges.tree(on: stage.scheduler).badge(at: .root)),
    ]
    return facts
  }

  private func isFirst(_ mark: ReadMark?, of account: AccountID?) -> Bool {
    mark != nil && mark == account.flatMap { firstMarks[$0] }
  }

  private func listenerState(of dot: BadgeDot, on stage: Stage) -> BadgeFact.Listener {
    guard let account = dot.state.account else { return .none }
    return dot.isListening
      ? .listening(for: account, isStale: dot.state.isStale)
      : .failed(nextAttempt: dot.nextAttempt.map(stage.time(of:)))
  }
}

// MARK: - On the timeline

extension BadgeScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    switch record {
    case let report as LatestNotifications:
      RecordAppearance(words: report.words, look: report.look)
    case let record as ReadNotifications:
      RecordAppearance(
        words: record.mark.map { "everything up to \($0.id) is read" }
          ?? "everything known is read",
        look: MarkLook("✓")
      )
    default: RecordAppearance(words: "")
    }
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    if case .page = input { return [.marks(Topic(BadgeTopic.news))] }
    return owns(input) ? [.marks(Topic(BadgeTopic.news))] : []
  }

  /// Why nothing will come of it, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    guard let dot, let state = stage?.lifecycle else { return nil }
    if case .page(page, isVisible: true) = input { return reason(afterListIn: state, dot) }
    if let record = input.record(as: ReadNotifications.self) {
      return reason(afterReading: record.mark ?? dot.newest, dot)
    }
    return input.record(as: LatestNotifications.self).map { report in
      reason(after: report.result, in: state, dot)
    }
  }

  private func reason(afterListIn state: LifecycleState, _ dot: BadgeDot) -> String {
    if !dot.isShown { return "No dot was lit, so reading the list put none out." }
    return state.phase == .active
      ? "Something covers the list, so nothing in it counts as read."
      : "The app is not active, so nothing in the list counts as read."
  }

  private func reason(afterReading cursor: NotificationCursor?, _ dot: BadgeDot) -> String {
    if dot.state.account == nil { return "Nobody is signed in who could have read anything." }
    guard let cursor else { return "No notification is known yet that could have been read." }
    if dot.readMark.map({ $0 >= .upTo(cursor) }) ?? false {
      return "Everything up to there was read before."
    }
    return dot.isShown
      ? "There is a newer notification, for which the dot stays." : "There was no dot to put out."
  }

  private func reason(
    after report: Result<[NotificationCursor], ScriptedError>,
    in state: LifecycleState,
    _ dot: BadgeDot
  ) -> String {
    if dot.state.account == nil { return "Nobody is signed in, so nobody listens." }
    if !dot.isListening { return "The listener failed before and has not begun again." }
    guard case .success(let cursors) = report else {
      return "The listener failed and begins again after a while; the dot stays as it is."
    }
    if cursors.isEmpty { return "The list is empty: there is nothing unread." }
    if dot.readMark == nil { return "This is the account's first list, which counts as read." }
    return state.isLooking(at: page)
      ? "The list is open, so the user sees it." : "Whether something is unread stays as it was."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so nobody listens." } ?? "no notifications were reported."
  }
}

extension LatestNotifications {
  fileprivate var words: String {
    switch result {
    case .success(let cursors) where cursors.isEmpty: "the listener reports an empty list"
    case .success(let cursors) where cursors.count == 1:
      "the listener reports 1 notification, \(cursors[0].id)"
    case .success(let cursors):
      "the listener reports \(cursors.count) notifications, \(cursors.map(\.id).listed)"
    case .failure(let error): "the listener fails: \(error.message.clause)"
    }
  }

  fileprivate var look: MarkLook {
    switch result {
    case .success: MarkLook("☰")
    case .failure: MarkLook("✕", isProblem: true)
    }
  }
}
