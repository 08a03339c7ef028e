import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The unread sync, with a server whose answers are in the transcript.
final class UnreadScript: KernelScript<UnreadSync> {
  /// An event of a request besides what the sync reports.
  private enum RequestEvent: FeatureEvent {
    /// No request is under way any more.
    case answered

    /// The recording has no answer to a request.
    case notRecorded

    var isSkip: Bool { self == .answered }
    var message: String {
      self == .answered ? "the answer changes nothing" : "the server's answer was not recorded"
    }
  }

  /// Whether the transcript has the answer to each request.
  private var isRecorded = false

  /// Whether a recording of the play lacks what the server answers.
  private var isUnwritten = false

  /// The recorded answer to the next request.
  private var answer: Result<Int, SourceFailure>?

  /// The account that was shown when the answer came.
  ///
  /// A recording has an answer while its account is shown, and delays are drawn again in a replay.
  private var account: AccountID?
  private var isWaiting = false

  init() {
    super.init(title: "Unread count") { replay in
      var configuration = replay.transcript.configuration(
        over: UnreadSync.Configuration(trackedPages: [], spread: .zero)
      )
      configuration.trackedPages = Set(replay.transcript[.tracked])
      return UnreadSync(source: StubWorld(), configuration: configuration)
    } mark: { event in
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

  override var vocabulary: [any FeatureRecord.Type] { [UnreadAnswer.self, UnreadRefresh.self] }

  override func plugin(in replay: Replay) -> any PushPlugin {
    let transcript = replay.transcript
    let recorded: [UnreadAnswer] = transcript.records.compactMap { $0.input.record() }
    isRecorded =
      recorded.contains(where: \.isAsked)
      || recorded.isEmpty && transcript.isRecorded(with: UnreadSync.Configuration(trackedPages: []))
    standing = isRecorded ? nil : (.success(0), .zero)
    isUnwritten = !isRecorded && recorded.isEmpty
    return super.plugin(in: replay)
  }

  override func apply(_ record: any FeatureRecord) {
    switch record {
    case let answer as UnreadAnswer where answer.isAsked != isRecorded: break
    case let answer as UnreadAnswer where isRecorded:
      (self.answer, account) = (answer.result, replay?.lifecycle.state.account)
      answerRequest()
    case let answer as UnreadAnswer: standing = (answer.result, answer.latency)
    case is UnreadRefresh: super.apply(Record(.action(.refresh)))
    default:
      endRequest()
      super.apply(record)
    }
  }

  override func receive(_ event: any FeatureEvent) {
    if case .asked? = event as? KernelEvent {
      isWaiting = true
      if isUnwritten { replay?.world.record(UnreadAnswer(result: .success(0))) }
      isUnwritten = false
      super.receive(event)
      answerRequest()
    } else if isWaiting, let event = event as? UnreadSyncEvent {
      let hasFailed = if case .failed = event { true } else { false }
      guard hasFailed || feature?.runtime.kernel.request == nil else { return }
      if hasFailed, isRecorded { replay?.record(RequestEvent.notRecorded, of: self) }
      endRequest()
    }
  }

  override func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let feature else { return [] }
    let state = feature.state
    let request = feature.latestRequest.map { request in
      let result = request.isUnderWay ? "under way" : state.isStale ? "failed" : "answered"
      return "\(result), begun at \(replay.clock(request.began))"
    }
    let next = feature.nextRequest.map { instant, reason in
      "at \(replay.clock(instant)), reason: \(reason.rawValue)"
    }
    return [("count", state.isKnown ? JSONValue(state.count) : "not known")]
      + stringFacts(["request": request, "next request": next])
  }
}

// MARK: - Server

extension UnreadScript {
  private func answerRequest() {
    guard let answer, let asking = feature?.runtime.kernel.requests.keys.first else { return }
    self.answer = nil
    if asking == account ?? asking { answerRequests(with: answer) }
  }

  private func endRequest() {
    isWaiting = false
    replay?.record(RequestEvent.answered, of: self)
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
