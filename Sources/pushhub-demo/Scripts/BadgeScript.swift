import PushHub
import PushHubAlerts
import PushHubNetworking
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The badge dot, with a listener whose reports are in the transcript.
@MainActor
final class BadgeScript: FeatureScript {
  let name = "badge"
  let title = "Dots"
  let vocabulary: [any FeatureRecord.Type] = [LatestNotifications.self, ReadNotifications.self]

  let listener = Listener()

  private var dot: BadgeDot?
  private let badges: TabBadges

  /// - Parameter badges: The tabs, of which the list page's shows the dot.
  init(badges: TabBadges) {
    self.badges = badges
  }

  func plugin(in replay: Replay) -> any PushPlugin {
    let page = replay.transcript.page(.list)
    let recorded = replay.transcript.configuration(over: BadgeDot.Configuration(listPage: page))
    let dot = BadgeDot(
      source: listener,
      store: MemoryStore<[String: ReadMark]>(),
      // A list that a transcript doesn't have has not failed.
      configuration: BadgeDot.Configuration(
        listPage: page,
        firstRun: recorded.firstRun,
        listTimeout: .seconds(86_400)
      ),
      generator: replay.generator
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

  /// A listener that reports to the subscription of that instant.
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

extension BadgeScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let dot else { return [] }
    let read: String? = dot.readMark.map { mark in
      if case .upTo(let cursor) = mark { "up to \(cursor.id)" } else { "nothing" }
    }
    let next = dot.nextAttempt.map { "failed, next attempt at \(replay.clock($0))" } ?? "failed"
    let listener = dot.state.account.map { account in
      !dot.isListening
        ? next : (dot.failure != nil) ? "waiting for a list" : "listening for \(account.rawValue)"
    }
    let texts = [("newest", dot.newest?.id), ("read", read), ("listener", listener)]
      .compactMap { name, text in text.map { (name: name, value: JSONValue.string($0)) } }
    let total = badges.tree(on: replay.scheduler).badge(at: .root)
    return [("dot", dot.isShown ? "shown" : "hidden")] + texts
      + [("badge of all pages", total.mark == .dot ? "dot" : total.number.json)]
  }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? BadgeDotEvent {
    case .dot(let page, true):
      TimelineMark("●", label: page.rawValue, until: ["dot"])
    case .dot(let page, false): TimelineMark("○", label: page.rawValue)
    // The record of the failure is the problem.
    case .failed: TimelineMark("✕")
    case .storeFailed: TimelineMark("✕", isProblem: true)
    case nil: TimelineMark()
    }
  }
}
