import PushHub
import PushHubObservers

/// The unread sync, with a server that answers what the transcript says.
@MainActor
final class PlayedUnread: PlayedFeature {
  let name = "unread"
  let sync: UnreadSync
  private let page: PageID?
  private let server: ScriptedUnreadServer

  init(header: TranscriptHeader, scheduler: any Scheduler, journal: Journal) {
    page = header.trackedPages.first
    server = ScriptedUnreadServer(scheduler: scheduler)
    sync = UnreadSync(
      source: server,
      configuration: UnreadSync.Configuration(
        trackedPages: Set(header.trackedPages),
        spread: .zero
      ),
      generator: SequenceGenerator()
    )
    sync.log = { Self.tell($0, to: journal) }
  }

  var plugin: any PushPlugin { sync }

  var tabBadge: (page: PageID, content: BadgeContent)? {
    page.map { ($0, sync.badgeContent) }
  }

  func facts(since start: ContinuousClock.Instant) -> [ExplainedFact] {
    let outlook = sync.outlook
    let next: ExplainedFact.NextRequest =
      outlook.next.map {
        .at($0.instant - start, $0.reason, isHeldBack: $0.isHeldBack)
      } ?? .none(outlook.obstacle, pushIsWaiting: outlook.pushIsWaiting)
    let isSignedIn = outlook.account != nil
    return [.count(sync.state.count)]
      + (isSignedIn ? [.request(request(outlook, since: start))] : []) + [.nextRequest(next)]
  }

  private func request(
    _ outlook: UnreadSyncOutlook,
    since start: ContinuousClock.Instant
  ) -> ExplainedFact.Request {
    guard let began = outlook.latestSync.map({ $0 - start }) else { return .none }
    if let reason = outlook.request { return .underWay(reason, began: began) }
    return sync.state.isStale ? .failed(began: began) : .answered(began: began)
  }

  func apply(_ input: TranscriptInput) {
    if case .unread(let answer) = input {
      server.answer = answer
    }
  }

  private static func tell(_ entry: UnreadSyncLogEntry, to journal: Journal) {
    switch entry {
    case .began(let reason):
      journal.note(.unread, "sync", ["reason": .string(reason.rawValue)])
    case .counted(let count):
      journal.note(.unread, "count", ["count": .number(JSONNumber(count))])
    case .failed(let message, let delay):
      journal.note(
        .unread,
        "failed",
        ["error": .string(message), "retryIn": delay.map { .number($0.secondsNumber) }]
      )
    }
  }
}
