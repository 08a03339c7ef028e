import PushHub
import PushHubAlerts
import PushHubNetworking
public import PushHubObservers
import PushHubRecorder
public import PushHubReplay

/// The badge dot, with a listener that reports what the transcript says.
@MainActor
final class BadgeScript: FeatureScript {
  let name = "badge"
  let title = "Dots"
  let vocabulary: [any FeatureRecord.Type] = [LatestNotifications.self, ReadNotifications.self]

  let listener = Listener()
  private(set) var dot: BadgeDot?

  private let badges: TabBadges
  private var page: PageID = ""

  /// - Parameter badges: Where the dot is shown, on the tab of the page that lists the notifications.
  init(badges: TabBadges = TabBadges()) {
    self.badges = badges
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    page = stage.transcript.page(.list)
    let dot = BadgeDot(
      source: listener,
      store: MemoryStore<[String: ReadMark]>(),
      // What a transcript doesn't tell has not failed.
      configuration: BadgeDot.Configuration(listPage: page, listTimeout: .seconds(86_400)),
      generator: SequenceGenerator()
    )
    badges.sources[page] = dot
    self.dot = dot
    return dot
  }

  func apply(_ record: any FeatureRecord) {
    switch record {
    case let report as LatestNotifications: listener.report(report.result)
    case let record as ReadNotifications: dot?.markRead(upTo: record.mark)
    default: break
    }
  }

  /// A listener that reports what the transcript says, to whoever listens at that instant.
  @MainActor
  final class Listener: LatestNotificationSource {
    var didSubscribe: (() -> Void)?

    private var subscription: ScheduledStream<[NotificationCursor]>?

    func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
      let subscription = ScheduledStream<[NotificationCursor]>()
      self.subscription = subscription
      didSubscribe?()
      return subscription
    }

    func report(_ result: Result<[NotificationCursor], ScriptedError>) {
      switch result {
      case .success(let cursors): subscription?.send(cursors)
      case .failure(let error): subscription?.finish(throwing: error)
      }
    }
  }
}

// MARK: - What is true

extension BadgeScript {
  func facts(on stage: Stage) -> [any FeatureFact] {
    guard let dot else { return [] }
    let newest = dot.newest.map { newest in
      fact("newest", .string(newest.id), "the newest notification is \(newest.words)\(.since)")
    }
    let mark = dot.readMark.map { mark in
      switch mark {
      case .nothing: fact("mark", nil, "nothing read; whatever comes is new")
      case .upTo(let cursor):
        fact("mark", .string(cursor.id), "read up to \(cursor.words)\(.since)")
      }
    }
    let total = badges.tree(on: stage.scheduler).badge(at: .root)
    let sum = total.mark == .dot ? "a dot" : "\(total.number)"
    let facts = [
      PlainFact(
        "dot",
        .bool(dot.isShown),
        words: "page \(page.rawValue) has \(dot.isShown ? "a" : "no") dot\(.since)",
        arrival: Self.arrival,
        toldBy: { $0 is BadgeDotEvent }
      ),
      newest,
      mark,
      dot.state.account.map { listener(for: $0, of: dot, on: stage) },
      PlainFact(
        "total",
        total.number.json,
        words: "the badges of all pages add up to \(sum)",
        hasCauses: false
      ),
    ]
    return facts.compactMap { $0 }
  }

  private func listener(
    for account: AccountID,
    of dot: BadgeDot,
    on stage: Stage
  ) -> PlainFact {
    let isStale = dot.state.isStale
    if dot.isListening {
      return fact(
        "listener",
        ["account": .string(account.rawValue), "stale": .bool(isStale)],
        isStale
          ? "listens again\(.since), and has heard nothing yet"
          : "listens for notifications of \(account.rawValue)\(.since)"
      )
    }
    let next = dot.nextAttempt.map(stage.time(of:))
    return fact(
      "listener",
      .members(["next": next?.json]),
      next.map { "the listener failed, and begins again \(.ahead($0))" }
        ?? "the listener failed, and does not begin again by itself"
    )
  }

  private func fact(_ name: String, _ json: JSONValue, _ words: FactWords) -> PlainFact {
    PlainFact(name, json, words: words, arrival: Self.arrival)
  }

  private static let arrival = "listens again"
}

extension NotificationCursor {
  fileprivate var words: String { "\(id) (order \(order.text))" }
}

// MARK: - On the timeline

extension BadgeScript {
  func appearance(of record: any FeatureRecord) -> RecordAppearance {
    switch (record as? LatestNotifications)?.result {
    case .success(let cursors):
      let ids = cursors.map(\.id)
      let list = ids.isEmpty ? "an empty list" : "\(ids.count.notifications), \(ids.listed)"
      return RecordAppearance("the listener reports \(list)", "☰")
    case .failure(let error):
      let words = "the listener fails: \(error.message.clause)"
      return RecordAppearance(words, "✕", isProblem: true)
    case nil:
      let mark = (record as? ReadNotifications)?.mark
      return RecordAppearance("everything \(mark.map { "up to \($0.id)" } ?? "known") is read", "✓")
    }
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    if case .page = input { return [.marks(.news)] }
    return owns(input) ? [.marks(.news)] : []
  }

  var reasonForNothing: String? { "Whether something is unread stays as it was." }

  func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so nobody listens." } ?? "no notifications were reported."
  }
}

extension Topic {
  private enum OfBadge: Hashable {
    case news
    case dot(PageID)
  }

  /// What may light the dot or put it out.
  fileprivate static let news = Self(OfBadge.news)
  fileprivate static func dot(_ page: PageID) -> Self { Self(OfBadge.dot(page)) }
}

extension BadgeDotEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .dot(let page, let isShown): MarkLook(isShown ? "●" : "○", label: page.rawValue)
    case .storeFailed: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] { [.news] }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .dot(let page, isShown: true): [.begins(.dot(page))]
    case .dot(let page, isShown: false): [.ends(.dot(page))]
    case .storeFailed: []
    }
  }
}
