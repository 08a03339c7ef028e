public import PushHub
public import PushHubObservers
import PushHubRecorder
public import PushHubReplay

/// The unread sync, with a server that answers what the transcript says, as late as it says.
@MainActor
public final class UnreadScript: FeatureScript {
  /// The name.
  public let name = "unread"
  /// The title of the lane.
  public let title = "Unread count"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [UnreadAnswer.self]

  private let badges: TabBadges
  private(set) var sync: UnreadSync?
  private var server: Server?
  private var pages: [PageID] = []

  /// Makes a script.
  ///
  /// - Parameter badges: Where the count is shown, on the tab of the first page that shows it.
  public init(badges: TabBadges = TabBadges()) {
    self.badges = badges
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    pages = stage.transcript[.tracked]
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
      badges.add(name, on: page) { [weak sync] in sync?.badge ?? .none }
    }
    self.server = server
    self.sync = sync
    return sync
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    if let answer = record as? UnreadAnswer {
      server?.answer = answer
    }
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
          stage.trace(.ends(UnreadSyncEvent.request))
        }
      }
      try await stage.scheduler.sleep(until: stage.scheduler.now + answer.latency)
      return try answer.result.get()
    }
  }
}

// MARK: - What it does

extension UnreadSyncEvent: TimelineEvent {
  private enum Mark: Hashable {
    case request
    case failure
  }

  fileprivate static var request: Topic { Topic(Mark.request) }

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
    case .sync(.retry): [Topic(Mark.failure)]
    case .sync(.push): [HubEvent.latestPush]
    case .sync(.background): [RefreshEvent.latestRefresh]
    case .sync, .count, .failed, .skipped: [Self.request]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .sync: [.beginsWork(Self.request)]
    case .count(let count): [.shows(count)]
    case .failed: [.marks(Topic(Mark.failure))]
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

// MARK: - What is true

/// What is true of the unread sync.
enum UnreadFact: FeatureFact {
  /// What is shown; `nil` before it is known.
  case count(Int?)
  case request(Request, began: Duration)

  /// What comes by itself.
  case nextRequest(UnreadSyncReason, at: Duration)

  /// How the account's latest request stands.
  enum Request: String {
    case underWay
    case answered
    case failed
  }

  var name: String {
    switch self {
    case .count: "count"
    case .request: "request"
    case .nextRequest: "next"
    }
  }

  var json: JSONValue {
    switch self {
    case .count(let count): count.map { .number(JSONNumber($0)) } ?? nil
    case .request(let request, let began):
      ["state": .string(request.rawValue), "began": .number(began.secondsNumber)]
    case .nextRequest(let reason, let time):
      ["reason": .string(reason.rawValue), "at": .number(time.secondsNumber)]
    }
  }

  var words: FactWords {
    switch self {
    case .count(nil): "the count is not known yet"
    case .count(let count?): "\(count) unread\(.since)"
    case .request(.underWay, let began): "asking since \(began.clockText)"
    case .request(.answered, let began):
      "\(.before(began + .seconds(60), "fresh: "))asked \(.ago(began)), and answered"
    case .request(.failed, let began): "stale: asked \(.ago(began)), and that failed"
    case .nextRequest(let reason, let time): "asks next \(.ahead(time)): \(reason.words)"
    }
  }

  var hasCauses: Bool {
    if case .nextRequest = self { false } else { true }
  }

  var firstOrigins: [[Topic]] {
    if case .count(.some) = self { [[UnreadSyncEvent.request]] } else { [] }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? UnreadSyncEvent) {
    case (.count, .count), (.request, .some): true
    default: false
    }
  }

  var arrival: String { "the answer changes nothing that is shown" }
}

extension UnreadScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let sync else { return [] }
    let state = sync.state
    let facts: [UnreadFact?] = [
      .count(state.isKnown ? state.count : nil),
      sync.latestRequest.map {
        .request(
          $0.isUnderWay ? .underWay : state.isStale ? .failed : .answered,
          began: stage.time(of: $0.began)
        )
      },
      sync.nextRequest.map { .nextRequest($0.reason, at: stage.time(of: $0.instant)) },
    ]
    return facts.compactMap { $0 }
  }
}

// MARK: - On the timeline

extension UnreadScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    guard let answer = record as? UnreadAnswer else { return RecordAppearance(words: "") }
    let delay = answer.latency == .zero ? "" : ", \(answer.latency.words) after it is asked"
    return switch answer.result {
    case .success(let count):
      RecordAppearance(
        words: "from now on the server answers \(count)\(delay)",
        look: MarkLook("◇")
      )
    case .failure(let error):
      RecordAppearance(
        words: "from now on the server fails\(delay): \(error.message.clause)",
        look: MarkLook("✕", isProblem: true)
      )
    }
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "Nobody asked the server while it answered so."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so the server was not asked." }
      ?? "no push came, and no page that shows the count was visible."
  }
}
