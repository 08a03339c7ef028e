import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The unread sync, with a server whose answers are in the transcript.
@MainActor
final class UnreadScript: ReadyMadeScript, UnreadCountSource {
  let name = "unread"
  let title = "Unread count"

  private(set) weak var sync: UnreadSync?
  private weak var replay: Replay?

  /// The answer to each request of a transcript that was written by hand.
  private var standing = UnreadAnswer(result: .success(0))

  /// The recorded answers, and the account that was signed in when one came while no request was under way.
  ///
  /// A recording has an answer while its account is signed in, and delays are drawn again in a replay. So
  /// the newest answer is for the next request of that account.
  private var answers = ScheduledStream<UnreadAnswer>()
  private var account: AccountID?

  /// Whether the transcript has the answer to each request.
  private var isRecorded = false
  private var isWaiting = false
  private var timeout = Duration.zero
  private var requestCount = 0

  func plugin(in replay: Replay) -> any PushPlugin {
    let transcript = replay.transcript
    let recorded: [UnreadAnswer] = transcript.records.compactMap { $0.input.record() }
    isRecorded =
      recorded.contains(where: \.isAsked)
      || recorded.isEmpty && transcript.hasConfiguration(UnreadSync.Configuration.self)
    var configuration = transcript.configuration(
      over: UnreadSync.Configuration(trackedPages: [], spread: .zero)
    )
    configuration.trackedPages = Set(transcript[.tracked])
    timeout = configuration.requestTimeout
    let sync = UnreadSync(
      source: self,
      configuration: configuration,
      generator: replay.generator
    )
    (self.replay, self.sync) = (replay, sync)
    return sync
  }

  var vocabulary: [any FeatureRecord.Type] { [UnreadAnswer.self, UnreadRefresh.self] }

  func apply(_ record: any FeatureRecord) {
    if let answer = record as? UnreadAnswer { apply(answer) } else { sync?.refresh() }
  }

  func apply(_ answer: UnreadAnswer) {
    guard answer.isAsked == isRecorded else { return }
    guard isRecorded else {
      standing = answer
      return
    }
    if !isWaiting {
      answers = ScheduledStream()
      account = replay?.lifecycle.state.account
    }
    answers.send(answer)
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
    return [("count", state.isKnown ? JSONValue(state.count) : "not known")]
      + [request, next].compactMap(\.self).map { ($0.name, .string($0.value)) }
  }
}

// MARK: - Server

extension UnreadScript {
  /// An event of a request besides what the sync reports.
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
  func unreadCount(for account: AccountID) async throws -> Int {
    guard let scheduler = replay?.scheduler else { throw CancellationError() }
    requestCount += 1
    let (number, began) = (requestCount, scheduler.now)
    isWaiting = true
    defer {
      if number == requestCount {
        isWaiting = false
        replay?.record(RequestEvent.answered, of: self)
      }
    }
    if account != self.account ?? account { answers = ScheduledStream() }
    do {
      guard let answer = isRecorded ? try await answers.next() : standing else {
        throw CancellationError()
      }
      if !answer.isAsked || answer.latency > .zero {
        try await scheduler.sleep(until: scheduler.now + answer.latency)
      }
      return try answer.result.get()
    } catch is CancellationError {
      if isRecorded, scheduler.now - began >= timeout {
        replay?.record(RequestEvent.notRecorded, of: self)
      }
      throw CancellationError()
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
    case .failed: .problem(from: ["sync"])
    case .skipped: TimelineMark()
    }
  }
}

extension UnreadSyncReason {
  fileprivate var causes: [String] {
    switch self {
    case .push: ["received"]
    case .background: ["backgroundRefresh"]
    case .request: ["refresh"]
    case .retry: ["failed"]
    case .interval, .firstAppearance, .return, .account: ["sync"]
    }
  }
}
