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
  private var interval = Duration.zero

  /// - Parameter badges: Where the count is shown, on the tab of the first page that shows it.
  init(badges: TabBadges) {
    self.badges = badges
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    let pages = stage.transcript[.tracked]
    var configuration = stage.transcript.configuration(
      over: UnreadSync.Configuration(trackedPages: [], spread: .zero)
    )
    configuration.trackedPages = Set(pages)
    interval = configuration.interval
    let server = Server(stage: stage, timeout: configuration.requestTimeout)
    let sync = UnreadSync(
      source: server,
      configuration: configuration,
      generator: stage.generator
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

  /// That no request is under way any more, which is not listed.
  private struct Answered: TimelineEvent {
    let name = "answered"
    let message = "the answer changes nothing that is shown"
    let isSkip = true
    var mark: TimelineMark { TimelineMark(traces: [.ends(.request)]) }
  }

  /// That the recording has no answer to a request.
  private struct NotRecorded: TimelineEvent {
    let name = "notRecorded"
    let message = "the answer of the server was not recorded"
    var mark: TimelineMark { TimelineMark("?", isProblem: true) }
  }

  @MainActor
  private final class Server: UnreadCountSource {
    private let answers = ScriptedAnswers<UnreadAnswer>()
    private let stage: Stage

    /// Whether the transcript has the answer to each request.
    private let isRecorded: Bool
    private let timeout: Duration
    private var requestCount = 0

    init(stage: Stage, timeout: Duration) {
      self.stage = stage
      self.timeout = timeout
      let answers: [UnreadAnswer] = stage.transcript.records.compactMap { $0.input.record() }
      isRecorded =
        answers.contains(where: \.isAsked)
        || answers.isEmpty && stage.transcript.hasConfiguration(UnreadSync.Configuration.self)
      if !isRecorded { self.answers.provide(standing: UnreadAnswer(result: .success(0))) }
    }

    func handle(_ answer: UnreadAnswer) {
      if answer.isAsked {
        answers.provide(answer)
      } else if !isRecorded {
        answers.provide(standing: answer)
      }
    }

    @MainActor
    func unreadCount(for account: AccountID) async throws -> Int {
      requestCount += 1
      let (number, began) = (requestCount, stage.time)
      defer {
        if number == requestCount { stage.record(Answered()) }
      }
      let answer: UnreadAnswer
      do {
        answer = try await answers.next()
      } catch {
        if stage.time - began >= timeout { stage.record(NotRecorded()) }
        throw error
      }
      if !answer.isAsked || answer.latency > .zero {
        try await stage.scheduler.sleep(until: stage.scheduler.now + answer.latency)
      }
      return try answer.result.get()
    }
  }
}

// MARK: - What is true

extension UnreadScript {
  func facts(on stage: Stage) -> [FeatureFact] {
    guard let sync else { return [] }
    let state = sync.state
    let count = FeatureFact(
      "count",
      state.isKnown ? state.count.json : nil,
      state.isKnown ? "\(state.count) unread\(.since)" : "the count is not known yet",
      from: state.isKnown ? [.request] : [],
      toldBy: { $0.name == "count" }
    )
    let request = sync.latestRequest.map { request in
      let began = stage.time(of: request.began)
      let (name, message): (JSONValue, FactMessage) =
        if request.isUnderWay {
          ("underWay", "asking since \(began.clockText)")
        } else if state.isStale {
          ("failed", "stale: asked \(.ago(began)), and that failed")
        } else {
          (
            "answered",
            "\(.before(began + interval, "fresh: "))asked \(.ago(began)), and answered"
          )
        }
      return FeatureFact(
        "request",
        ["state": name, "began": began.json],
        message,
        toldBy: { $0 is UnreadSyncEvent }
      )
    }
    let next = sync.nextRequest.map { instant, reason in
      let time = stage.time(of: instant)
      return FeatureFact(
        "next",
        ["reason": .string(reason.rawValue), "at": time.json],
        "asks next \(.ahead(time)): \(reason.message)",
        hasCauses: false
      )
    }
    return [count, request, next].compactMap { $0 }
  }
}

// MARK: - On the timeline

extension UnreadScript {
  func mark(of answer: UnreadAnswer) -> TimelineMark {
    let beginning = answer.isAsked ? "the server" : "from now on the server"
    let delay = answer.latency == .zero ? "" : ", \(answer.latency.text) after it is asked"
    return switch answer.result {
    case .success(let count):
      TimelineMark("◇", message: "\(beginning) answers \(count)\(delay)")
    case .failure(let error):
      TimelineMark(
        "✕",
        message: "\(beginning) fails\(delay): \(error.message.clause)",
        isProblem: true
      )
    }
  }

  var reasonForNothing: String? { "Nobody asked the server while it answered so." }
}

extension Topic {
  fileprivate static let request: Self = "unread request"
  fileprivate static let failure: Self = "unread failure"
}

extension UnreadSyncEvent: TimelineEvent {
  /// How it stands on the timeline.
  public var mark: TimelineMark {
    switch self {
    case .sync(let reason):
      TimelineMark(
        "→",
        label: reason.rawValue,
        from: [reason.origin],
        traces: [.beginsWork(.request)],
        reasonForNothing: "No answer came that changes what is shown.",
        tally: ("Requests for the count", reason.message)
      )
    case .count(let count):
      TimelineMark("\(count)", label: "\(count)", from: [.request], traces: [.shows(count)])
    case .failed(let message, _):
      TimelineMark(
        "✕",
        isProblem: true,
        from: [.request],
        traces: [.marks(.failure)],
        reasonForNothing: "The server was not asked again because of it.",
        tally: ("Failed requests", message)
      )
    case .skipped: TimelineMark()
    }
  }
}

extension UnreadSyncReason {
  fileprivate var origin: Topic {
    switch self {
    case .push: .latestPush
    case .background: .latestRefresh
    case .retry: .failure
    case .interval, .firstAppearance, .return, .account, .request: .request
    }
  }
}
