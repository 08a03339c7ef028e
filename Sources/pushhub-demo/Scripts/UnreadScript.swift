import PushHub
public import PushHubObservers
import PushHubRecorder
public import PushHubReplay

/// The unread sync, with a server that answers what the transcript says, as late as it says.
@MainActor
final class UnreadScript: ReadyMadeScript {
  let name = "unread"
  let title = "Unread count"

  private let badges: TabBadges
  private(set) var sync: UnreadSync?
  private var server: Server?

  /// - Parameter badges: Where the count is shown, on the tab of the first page that shows it.
  init(badges: TabBadges = TabBadges()) {
    self.badges = badges
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    let pages = stage.transcript[.tracked]
    let server = Server(stage: stage)
    let sync = UnreadSync(
      source: server,
      configuration: UnreadSync.Configuration(trackedPages: Set(pages), spread: .zero),
      generator: SequenceGenerator()
    )
    sync.log = { event in
      if case .sync = event {
        server.requestCount += 1
      }
    }
    if let page = pages.first {
      badges.sources[page] = sync
    }
    self.server = server
    self.sync = sync
    return sync
  }

  func apply(_ answer: UnreadAnswer) {
    server?.answer = answer
  }

  @MainActor
  private final class Server: UnreadCountSource {
    var answer = UnreadAnswer(result: .success(0))
    var requestCount = 0
    private let stage: Stage

    init(stage: Stage) {
      self.stage = stage
    }

    @MainActor
    func unreadCount(for account: AccountID) async throws -> Int {
      let (answer, number) = (answer, requestCount)
      defer {
        if number == requestCount {
          stage.trace(.ends(.request))
        }
      }
      try await stage.scheduler.sleep(until: stage.scheduler.now + answer.latency)
      return try answer.result.get()
    }
  }
}

// MARK: - What is true

extension UnreadScript {
  func facts(on stage: Stage) -> [any FeatureFact] {
    guard let sync else { return [] }
    let state = sync.state
    let arrival = "the answer changes nothing that is shown"
    let count = PlainFact(
      "count",
      state.isKnown ? state.count.json : nil,
      words: state.isKnown ? "\(state.count) unread\(.since)" : "the count is not known yet",
      firstOrigins: state.isKnown ? [[.request]] : [],
      arrival: arrival,
      toldBy: { $0 is UnreadSyncEvent && $0.name == "count" }
    )
    let request = sync.latestRequest.map { request in
      let began = stage.time(of: request.began)
      let (name, words): (JSONValue, FactWords) =
        if request.isUnderWay {
          ("underWay", "asking since \(began.clockText)")
        } else if state.isStale {
          ("failed", "stale: asked \(.ago(began)), and that failed")
        } else {
          (
            "answered",
            "\(.before(began + .seconds(60), "fresh: "))asked \(.ago(began)), and answered"
          )
        }
      return PlainFact(
        "request",
        ["state": name, "began": began.json],
        words: words,
        arrival: arrival,
        toldBy: { $0 is UnreadSyncEvent }
      )
    }
    let next = sync.nextRequest.map { instant, reason in
      let time = stage.time(of: instant)
      return PlainFact(
        "next",
        ["reason": .string(reason.rawValue), "at": time.json],
        words: "asks next \(.ahead(time)): \(reason.words)",
        hasCauses: false
      )
    }
    return [count, request, next].compactMap { $0 }
  }
}

// MARK: - On the timeline

extension UnreadScript {
  func appearance(of answer: UnreadAnswer) -> RecordAppearance {
    let delay = answer.latency == .zero ? "" : ", \(answer.latency.words) after it is asked"
    return switch answer.result {
    case .success(let count):
      RecordAppearance("from now on the server answers \(count)\(delay)", "◇")
    case .failure(let error):
      RecordAppearance(
        "from now on the server fails\(delay): \(error.message.clause)",
        "✕",
        isProblem: true
      )
    }
  }

  var reasonForNothing: String? { "Nobody asked the server while it answered so." }

  func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so the server was not asked." }
      ?? "no push came, and no page that shows the count was visible."
  }
}

extension Topic {
  private enum OfUnread { case request, failure }

  fileprivate static let request = Self(OfUnread.request)
  fileprivate static let failure = Self(OfUnread.failure)
}

extension UnreadSyncEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .sync(let reason): MarkLook(reason.glyph, label: reason.rawValue)
    case .count(let count): MarkLook("\(count)", label: "\(count)")
    case .failed: MarkLook("✕", isProblem: true)
    case .skipped: MarkLook()
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .sync(.retry): [.failure]
    case .sync(.push): [HubEvent.latestPush]
    case .sync(.background): [RefreshEvent.latestRefresh]
    case .sync, .count, .failed, .skipped: [.request]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .sync: [.beginsWork(.request)]
    case .count(let count): [.shows(count)]
    case .failed: [.marks(.failure)]
    case .skipped: []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .sync: "No answer came that changes what is shown."
    case .count, .skipped: .seen
    case .failed: "The server was not asked again because of it."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .sync(let reason): Tally("Requests for the count", of: reason.words)
    case .count, .skipped: nil
    case .failed(let message, _): Tally("Failed requests", of: message)
    }
  }
}

extension UnreadSyncReason {
  fileprivate var glyph: String {
    switch self {
    case .push: "▼"
    case .interval: "◷"
    case .firstAppearance: "★"
    case .return: "↩"
    case .account: "@"
    case .retry: "↻"
    case .request: "?"
    case .background: "◐"
    }
  }
}
