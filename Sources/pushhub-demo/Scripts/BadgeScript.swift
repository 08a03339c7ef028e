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

  /// - Parameter badges: Where the dot is shown, on the tab of the page that lists the notifications.
  init(badges: TabBadges) {
    self.badges = badges
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    let page = stage.transcript.page(.list)
    let recorded = stage.transcript.configuration(over: BadgeDot.Configuration(listPage: page))
    let dot = BadgeDot(
      source: listener,
      store: MemoryStore<[String: ReadMark]>(),
      // What a transcript doesn't tell has not failed.
      configuration: BadgeDot.Configuration(
        listPage: page,
        firstRun: recorded.firstRun,
        listTimeout: .seconds(86_400)
      ),
      generator: stage.generator
    )
    badges.sources[BadgePath(page.rawValue)] = dot
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

    func report(_ result: Result<[NotificationCursor], SourceFailure>) {
      switch result {
      case .success(let cursors): subscription?.send(cursors)
      case .failure(let error): subscription?.finish(throwing: error)
      }
    }
  }
}

// MARK: - What is true

extension BadgeScript {
  func facts(on stage: Stage) -> [FeatureFact] {
    guard let dot else { return [] }
    let newest = dot.newest.map { newest in
      FeatureFact(
        "newest",
        .string(newest.id),
        "the newest notification is \(newest.message)\(.since)"
      )
    }
    let mark = dot.readMark.map { mark in
      switch mark {
      case .nothing: FeatureFact("mark", nil, "nothing read; whatever comes is new")
      case .upTo(let cursor):
        FeatureFact("mark", .string(cursor.id), "read up to \(cursor.message)\(.since)")
      }
    }
    let page = stage.transcript.page(.list)
    let total = badges.tree(on: stage.scheduler).badge(at: .root)
    let sum = total.mark == .dot ? "a dot" : "\(total.number)"
    let facts = [
      FeatureFact(
        "dot",
        .bool(dot.isShown),
        "page \(page.rawValue) has \(dot.isShown ? "a" : "no") dot\(.since)",
        toldBy: { $0.name == "dot" }
      ),
      newest,
      mark,
      dot.state.account.map { listener(for: $0, of: dot, on: stage) },
      FeatureFact(
        "total",
        total.number.json,
        "the badges of all pages add up to \(sum)",
        hasCauses: false
      ),
    ]
    return facts.compactMap { $0 }
  }

  private func listener(
    for account: AccountID,
    of dot: BadgeDot,
    on stage: Stage
  ) -> FeatureFact {
    let isStale = dot.failure != nil
    if dot.isListening {
      return FeatureFact(
        "listener",
        ["account": .string(account.rawValue), "stale": .bool(isStale)],
        isStale
          ? "listens again\(.since), and has heard nothing yet"
          : "listens for notifications of \(account.rawValue)\(.since)"
      )
    }
    let next = dot.nextAttempt.map(stage.time(of:))
    return FeatureFact(
      "listener",
      .members(["next": next?.json]),
      next.map { "the listener failed, and begins again \(.ahead($0))" }
        ?? "the listener failed, and does not begin again by itself"
    )
  }
}

extension NotificationCursor {
  fileprivate var message: String { "\(id) (order \(order.text))" }
}

// MARK: - On the timeline

extension BadgeScript {
  func mark(of record: any FeatureRecord) -> TimelineMark {
    switch (record as? LatestNotifications)?.result {
    case .success(let cursors):
      let ids = cursors.map(\.id)
      let list = ids.isEmpty ? "an empty list" : "\(ids.count.notifications), \(ids.listed)"
      return TimelineMark("☰", message: "the listener reports \(list)")
    case .failure(let error):
      let message = "the listener fails: \(error.message.clause)"
      return TimelineMark("✕", message: message, isProblem: true)
    case nil:
      let mark = (record as? ReadNotifications)?.mark
      return TimelineMark(
        "✓",
        message: "everything \(mark.map { "up to \($0.id)" } ?? "known") is read"
      )
    }
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    if case .page = input { return [.marks("badge")] }
    return owns(input) ? [.marks("badge")] : []
  }

  var reasonForNothing: String? { "Whether something is unread stays as it was." }
}

extension BadgeDotEvent: TimelineEvent {
  /// How it stands on the timeline.
  public var mark: TimelineMark {
    switch self {
    case .dot(let page, let isShown):
      let dot: Topic = "badge dot \(page.rawValue)"
      return TimelineMark(
        isShown ? "●" : "○",
        label: page.rawValue,
        from: ["badge"],
        traces: [isShown ? .begins(dot) : .ends(dot)]
      )
    // The record of the failure stands beside it.
    case .failed: return TimelineMark("✕", from: ["badge"])
    case .storeFailed: return TimelineMark("✕", isProblem: true, from: ["badge"])
    }
  }
}
