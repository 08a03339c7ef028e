import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The unread sync, with a server whose answers are in the transcript.
@MainActor
final class UnreadScript: ReadyMadeScript {
  let name = "unread"
  let title = "Unread count"

  private let badges: TabBadges
  private var sync: UnreadSync?
  private var server: Server?

  /// - Parameter badges: The tabs, of which the first tracked page's shows the count.
  init(badges: TabBadges) {
    self.badges = badges
  }

  func plugin(in replay: Replay) -> any PushPlugin {
    let pages = replay.transcript[.tracked]
    var configuration = replay.transcript.configuration(
      over: UnreadSync.Configuration(trackedPages: [], spread: .zero)
    )
    configuration.trackedPages = Set(pages)
    let server = Server(replay, timeout: configuration.requestTimeout) { [weak self, weak replay] in
      if let self { replay?.record($0, of: self) }
    }
    let sync = UnreadSync(
      source: server,
      configuration: configuration,
      generator: replay.generator
    )
    if let page = pages.first {
      badges.sources[BadgePath(page.rawValue)] = sync
    }
    self.server = server
    self.sync = sync
    return sync
  }

  func apply(_ answer: UnreadAnswer) {
    server?.handle(answer)
  }

  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let sync else { return [] }
    let state = sync.state
    let request = sync.latestRequest.map { request in
      let result = request.isUnderWay ? "under way" : state.isStale ? "failed" : "answered"
      return (name: "request", value: "\(result), begun at \(replay.clock(request.began))")
    }
    let next = sync.nextRequest.map { instant, reason in
      (name: "next request", value: "at \(replay.clock(instant)), reason: \(reason.rawValue)")
    }
    return [("count", state.isKnown ? state.count.json : "not known")]
      + [request, next].compactMap(\.self).map { ($0.name, .string($0.value)) }
  }
}

// MARK: - Server

extension UnreadScript {
  /// What happens to a request besides what the sync reports.
  private enum RequestEvent: FeatureEvent {
    /// No request is under way any more.
    case answered

    /// The recording has no answer to a request.
    case notRecorded

    var name: String { "\(self)" }
    var isSkip: Bool { self == .answered }
    var message: String {
      self == .answered ? "the answer changes nothing" : "the server's answer was not recorded"
    }
  }

  @MainActor
  private final class Server: UnreadCountSource {
    private let answers = ScriptedAnswers<UnreadAnswer>()

    /// An answer that came while no request was under way, and the account that was signed in.
    ///
    /// A recording has an answer while its account is signed in, and delays are drawn again in a replay. So
    /// the answer is for the next request of that account, unless a newer one comes before.
    private var kept: (account: AccountID?, answer: UnreadAnswer)?

    private let scheduler: any Scheduler
    private let lifecycle: AppLifecycle
    private let timeout: Duration
    private let report: (RequestEvent) -> Void

    /// Whether the transcript has the answer to each request.
    private let isRecorded: Bool
    private var requestCount = 0

    init(_ replay: Replay, timeout: Duration, report: @escaping (RequestEvent) -> Void) {
      scheduler = replay.scheduler
      lifecycle = replay.lifecycle
      self.timeout = timeout
      self.report = report
      let answers: [UnreadAnswer] = replay.transcript.records.compactMap { $0.input.record() }
      isRecorded =
        answers.contains(where: \.isAsked)
        || answers.isEmpty && replay.transcript.hasConfiguration(UnreadSync.Configuration.self)
      if !isRecorded { self.answers.provide(standing: UnreadAnswer(result: .success(0))) }
    }

    func handle(_ answer: UnreadAnswer) {
      if !answer.isAsked {
        if !isRecorded { answers.provide(standing: answer) }
      } else if answers.isAsked {
        answers.provide(answer)
      } else {
        kept = (lifecycle.state.account, answer)
      }
    }

    @MainActor
    func unreadCount(for account: AccountID) async throws -> Int {
      requestCount += 1
      let (number, began) = (requestCount, scheduler.now)
      defer {
        if number == requestCount { report(.answered) }
      }
      do {
        let answer = try await answer(for: account)
        if !answer.isAsked || answer.latency > .zero {
          try await scheduler.sleep(until: scheduler.now + answer.latency)
        }
        return try answer.result.get()
      } catch is CancellationError {
        if isRecorded, scheduler.now - began >= timeout { report(.notRecorded) }
        throw CancellationError()
      }
    }

    private func answer(for account: AccountID) async throws -> UnreadAnswer {
      if let kept = kept.take(), kept.account ?? account == account { return kept.answer }
      return try await answers.next()
    }
  }
}

// MARK: - Timeline

extension UnreadScript {
  func mark(of event: any FeatureEvent) -> TimelineMark {
    if let event = event as? UnreadSyncEvent { return mark(of: event) }
    return TimelineMark("?", isProblem: true)
  }

  func mark(of event: UnreadSyncEvent) -> TimelineMark {
    switch event {
    case .sync(let reason):
      TimelineMark(
        "→",
        label: reason.rawValue,
        from: reason.causes,
        until: ["sync", "answered"],
        isWork: true
      )
    case .count(let count):
      TimelineMark("\(count)", label: "\(count)", from: ["sync"], number: count)
    case .failed: TimelineMark("✕", isProblem: true, from: ["sync"])
    case .skipped: TimelineMark()
    }
  }
}

extension UnreadSyncReason {
  fileprivate var causes: [String] {
    switch self {
    case .push: ["received"]
    case .background: ["refresh"]
    case .retry: ["failed"]
    case .interval, .firstAppearance, .return, .account, .request: ["sync"]
    }
  }
}
