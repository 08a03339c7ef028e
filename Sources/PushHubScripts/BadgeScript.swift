import PushHub
import PushHubAlerts
import PushHubNetworking
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The badge dot, with a listener whose reports are in the transcript.
@MainActor
final class BadgeScript: FeatureScript, LatestNotificationSource {
  let name = "badge"
  let title = "Dots"
  let vocabulary: [any FeatureRecord.Type] = [LatestNotifications.self, ReadNotifications.self]

  /// Called when the dot subscribes to the list.
  var didSubscribe: (() -> Void)?

  private weak var dot: BadgeDot?
  private let unread: UnreadScript

  /// The pages whose tabs show the count and the dot.
  private var pages: (unread: PageID?, list: PageID) = (nil, "")
  private var subscription: ScheduledStream<[NotificationCursor]>?

  /// - Parameter unread: The script of the unread count, which is played before this one.
  init(after unread: UnreadScript) {
    self.unread = unread
  }

  func plugin(in replay: Replay) -> any PushPlugin {
    let page = replay.transcript.page(.list)
    // A list that a transcript written by hand doesn't have has not failed.
    var configuration = replay.transcript.configuration(
      over: BadgeDot.Configuration(listPage: page, listTimeout: .seconds(86_400))
    )
    configuration.listPage = page
    let dot = BadgeDot(
      source: self,
      store: MemoryStore<[String: ReadMark]>(),
      configuration: configuration,
      generator: replay.generator
    )
    pages = (replay.transcript[.tracked].first, page)
    self.dot = dot
    return dot
  }

  func apply(_ record: any FeatureRecord) {
    switch record {
    case let report as LatestNotifications:
      // It is for the subscription of this instant.
      switch report.result {
      case .success(let cursors): subscription?.send(cursors)
      case .failure(let error): subscription?.finish(throwing: error)
      }
    case let record as ReadNotifications: dot?.markRead(upTo: record.mark)
    default: break
    }
  }

  func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
    let subscription = ScheduledStream<[NotificationCursor]>()
    self.subscription = subscription
    didSubscribe?()
    return subscription
  }
}

extension BadgeScript {
  /// The badges on the tabs of the app's pages, and their sum at the root.
  func badges(on scheduler: any Scheduler) -> BadgeTree {
    let tree = BadgeTree(scheduler: scheduler)
    let tabs: [(page: PageID?, source: (any BadgeSource)?)] = [
      (pages.unread, unread.sync), (pages.list, dot),
    ]
    for case (let page?, let source?) in tabs {
      let path = BadgePath(page.rawValue)
      tree.setPolicy(BadgePolicy(cap: 99), at: path)
      tree.set(source.badge, at: path, because: source.badgeReason)
    }
    return tree
  }

  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let dot else { return [] }
    let read: String? = dot.readMark.map { mark in
      if case .upTo(let cursor) = mark { "up to \(cursor.id)" } else { "nothing" }
    }
    let next = dot.nextAttempt.map { "failed, next attempt at \(replay.clock($0))" } ?? "failed"
    let listener = replay.lifecycle.state.account.map { account in
      !dot.isListening
        ? next : dot.failure != nil ? "waiting for a list" : "listening for \(account.rawValue)"
    }
    let texts = [("newest", dot.newest?.id), ("read", read), ("listener", listener)]
      .compactMap { name, text in text.map { (name: name, value: JSONValue.string($0)) } }
    let total = badges(on: replay.scheduler).badge(at: .root)
    return [("dot", dot.isShown ? "shown" : "hidden")] + texts
      + [("badge of all pages", total.mark == .dot ? "dot" : JSONValue(total.number))]
  }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? BadgeDotEvent {
    case .dot(let page, true):
      TimelineMark("●", label: page.rawValue, until: ["dot"])
    case .dot(let page, false): TimelineMark("○", label: page.rawValue)
    // The record of the failure is the problem.
    case .failed: TimelineMark("✕")
    case .storeFailed: .problem()
    case nil: TimelineMark()
    }
  }
}
