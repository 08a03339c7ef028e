public import PushHub
public import PushHubObservers
public import PushHubReplay

/// The unread sync, with a server that answers what the transcript says.
@MainActor
public final class UnreadScript: FeatureScript {
  /// The name.
  public let name = "unread"
  /// The title of the lane.
  public let title = "Unread count"
  /// What it brings to transcripts.
  public let vocabulary = TranscriptVocabulary.unread

  private let badges: TabBadges
  private(set) var sync: UnreadSync?
  private var server: Server?
  private var stage: Stage?

  /// Makes a script.
  ///
  /// - Parameter badges: Where the count is shown, on the tab of the first page that shows it.
  public init(badges: TabBadges = TabBadges()) {
    self.badges = badges
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let pages = stage.header[.tracked]
    let server = Server(stage: stage)
    let sync = UnreadSync(
      source: server,
      configuration: UnreadSync.Configuration(trackedPages: Set(pages), spread: .zero),
      generator: SequenceGenerator()
    )
    sync.log = { [weak self] in self?.tell($0, on: stage) }
    if let page = pages.first {
      badges.add(name, on: page) { [weak sync] in sync?.badgeContent ?? .nothing }
    }
    self.stage = stage
    self.server = server
    self.sync = sync
    return sync
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    if let answer = record as? UnreadAnswer {
      server?.take(answer)
    }
  }

  private func tell(_ entry: UnreadSyncLogEntry, on stage: Stage) {
    switch entry {
    case .began(let reason):
      server?.begin(reason)
      stage.tell(UnreadEvent.sync(reason))
      server?.explainAnswer()
    case .counted(let count): stage.tell(UnreadEvent.count(count))
    case .failed(let message, let delay):
      stage.tell(UnreadEvent.failed(message, retryIn: delay))
    }
  }
}

// MARK: - The server

extension UnreadScript {
  /// A server that answers what the transcript says, as late as it says.
  @MainActor
  private final class Server: UnreadCountSource {
    private var answer = UnreadAnswer(result: .success(0))
    private let stage: Stage

    /// When the transcript told the answer, until a request has been answered so.
    private var newAnswer: Duration?

    init(stage: Stage) {
      self.stage = stage
    }

    func take(_ answer: UnreadAnswer) {
      self.answer = answer
      newAnswer = stage.time
    }

    /// The number of the latest request, and whether it has no answer.
    private var request = 0
    private var isAsked = false

    /// Notes that another request begins, in place of one without an answer.
    func begin(_ reason: UnreadSyncReason) {
      if isAsked {
        end(request, because: Self.reason(isOfOther: reason == .account))
      }
      request += 1
      isAsked = true
    }

    /// Says why nothing came of a request, unless another one has begun.
    private func end(_ number: Int, because reason: String) {
      guard number == request, isAsked else { return }
      isAsked = false
      let topic = Topic(UnreadTopic.request)
      stage.trace(.explains(topic, reason), .ends(topic))
    }

    private static func reason(isOfOther: Bool) -> String {
      "The request was given up" + (isOfOther ? ", since the account changed." : ".")
    }

    /// Says when the answer was asked for first.
    func explainAnswer() {
      guard let told = newAnswer else { return }
      newAnswer = nil
      let delay = stage.time - told
      let moment = delay == .zero ? "at once" : "\(delay.words) later"
      let reason = "Nobody is told; the first request that gets this answer begins \(moment)."
      stage.trace(.explains(Topic(UnreadTopic.answer), reason))
    }

    @MainActor
    func unreadCount(for account: AccountID) async throws -> UnreadReport {
      let answer = answer
      let number = request
      do {
        try await stage.scheduler.sleep(until: stage.scheduler.now + answer.latency)
      } catch {
        let isOfOther = account != stage.lifecycle.account
        end(number, because: Self.reason(isOfOther: isOfOther))
        throw error
      }
      end(number, because: answer.silence)
      return UnreadReport(count: try answer.result.mapError(Failure.init).get())
    }
  }

  private struct Failure: RetryAdvice, LoggableError {
    let cause: ScriptedError

    var description: String { cause.message }
    var retryAfter: Duration? { cause.retryAfter }
    var isFinal: Bool { false }
  }
}

extension UnreadAnswer {
  /// Why nobody says anything about it.
  fileprivate var silence: String {
    switch result {
    case .success(let count): "The answer was \(count), as is shown already."
    case .failure: "The server failed, and nothing was said about it."
    }
  }

  fileprivate var words: String {
    let delay = latency == .zero ? "" : ", after \(latency.words)"
    return switch result {
    case .success(let count): "the server answers \(count) from now on\(delay)"
    case .failure(let error): "the server fails from now on\(delay): \(error.message)"
    }
  }
}

// MARK: - What it does

/// What marks about the unread sync are about.
private enum UnreadTopic: Hashable {
  case answer
  case request
  case failure
}

/// What the unread sync did.
public enum UnreadEvent: FeatureEvent {
  /// It asks the server.
  case sync(UnreadSyncReason)

  /// It shows another count.
  case count(Int)

  /// The server gave no count, and is asked again after a time, if by itself.
  case failed(String, retryIn: Duration?)

  /// The name.
  public var name: String {
    switch self {
    case .sync: "sync"
    case .count: "count"
    case .failed: "failed"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .sync(let reason): ["reason": .string(reason.rawValue)]
    case .count(let count): ["count": .number(JSONNumber(count))]
    case .failed(let message, let delay):
      ["error": .string(message), "retryIn": delay.map { .number($0.secondsNumber) }]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .sync(let reason): "asks the server: \(reason.words)"
    case .count(let count): "\(count) unread"
    case .failed(let message, nil): "no answer: \(message.clause); not tried again by itself"
    case .failed(let message, let delay?):
      "no answer: \(message.clause); tried again in \(delay.words)"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .sync(let reason): MarkLook(reason.glyph, label: reason.rawValue)
    case .count(let count): MarkLook("\(count)", label: "\(count)")
    case .failed: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .sync(.retry): [Topic(UnreadTopic.failure)]
    case .sync(.push): [HubEvent.latestPush]
    case .sync, .count, .failed: [Topic(UnreadTopic.request)]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .sync: [.beginsWork(Topic(UnreadTopic.request))]
    case .count(let count): [.shows(count)]
    case .failed: [.marks(Topic(UnreadTopic.failure))]
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .sync: nil
    case .count: "This is what the user sees; nothing more comes of it."
    case .failed(_, nil):
      "It is not tried again by itself: nobody is looking, or the server refused."
    case .failed:
      "Something else asked the server before, or nobody was looking any more."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .sync(let reason): Tally("Requests for the count", of: reason.words)
    case .count: nil
    case .failed(let message, _): Tally("Failed requests", of: message)
    }
  }
}

extension UnreadSyncReason {
  /// Why the server is asked.
  fileprivate var words: String {
    switch self {
    case .push: "a push came"
    case .interval: "the count is a minute old"
    case .firstAppearance: "the page appears for the first time"
    case .return: "the user is back after more than a minute"
    case .account: "somebody else is signed in"
    case .retry: "the last try failed"
    case .request: rawValue
    }
  }

  fileprivate var glyph: String {
    switch self {
    case .push: "▼"
    case .interval: "◷"
    case .firstAppearance: "★"
    case .return: "↩"
    case .account: "@"
    case .retry: "↻"
    case .request: "?"
    }
  }

  /// Why a request begins by itself, and not sooner.
  fileprivate var delay: String {
    switch self {
    case .interval: "as the count is a minute old then, and fresh before"
    case .retry: "waiting longer after each failure"
    case .push: "as pushes with no page visible are spread"
    case .firstAppearance, .return, .account, .request: "by itself"
    }
  }
}

extension String {
  /// A sentence as a part of one that goes on: without its full stop.
  fileprivate var clause: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}

// MARK: - What is true

/// What is true of the unread sync.
enum UnreadFact: FeatureFact {
  case count(Int)
  case request(Request)
  case nextRequest(NextRequest)

  /// How the latest request for the unread count stands.
  enum Request: Hashable {
    /// There was none for who is signed in now.
    case none
    case underWay(UnreadSyncReason, began: Duration)
    case answered(began: Duration)
    case failed(began: Duration)
  }

  /// Which request comes next by itself, or why none does.
  enum NextRequest: Hashable {
    case at(Duration, UnreadSyncReason, isHeldBack: Bool)
    case none(UnreadSyncOutlook.Obstacle?, pushIsWaiting: Bool)
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
    case .count(let count): .number(JSONNumber(count))
    case .request(let request): request.json
    case .nextRequest(let next): next.json
    }
  }

  func words(at now: Duration, since: String) -> String {
    switch self {
    case .count(let count): "\(count) unread\(since)"
    case .request(let request): request.words(at: now)
    case .nextRequest(let next): next.words(at: now)
    }
  }

  var hasCauses: Bool {
    switch self {
    case .request(.none), .nextRequest: false
    case .count, .request: true
    }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? UnreadEvent) {
    case (.count, .count), (.request, .some): true
    default: false
    }
  }

  var arrival: String {
    if case .request(.answered) = self {
      "the answer is what is shown already"
    } else {
      "a timer was due"
    }
  }
}

extension UnreadFact.Request {
  private static let minute = Duration.seconds(60)

  fileprivate func words(at now: Duration) -> String {
    switch self {
    case .none: "no request for this account so far"
    case .underWay(let reason, let began): "asking since \(began.clockText): \(reason.words)"
    case .answered(let began) where now - began <= Self.minute:
      "fresh: asked \(began.ago(at: now)), and answered"
    case .answered(let began): "asked \(began.ago(at: now)), and answered"
    case .failed(let began): "stale: asked \(began.ago(at: now)), and that failed"
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .none: nil
    case .underWay(let reason, let began):
      [
        "state": "underWay", "began": .number(began.secondsNumber),
        "reason": .string(reason.rawValue),
      ]
    case .answered(let began): ["state": "answered", "began": .number(began.secondsNumber)]
    case .failed(let began): ["state": "failed", "began": .number(began.secondsNumber)]
    }
  }
}

extension UnreadFact.NextRequest {
  fileprivate func words(at now: Duration) -> String {
    switch self {
    case .at(let time, let reason, let isHeldBack):
      "asks next \(time.ahead(at: now)), "
        + (isHeldBack ? "not sooner, as the server asked" : reason.delay)
    case .none(.request, pushIsWaiting: true): "asks once more after the answer: a push came"
    case .none(.account, _): "asks nothing: nobody is signed in"
    case .none(.request, _): "asks nothing more until the answer comes"
    case .none(.refusal, _): "asks nothing by itself: the server refused"
    case .none(.background, _): "asks nothing by itself in the background; a push asks"
    case .none(.page, _): "asks nothing by itself with no page that shows it; a push asks"
    case .none(nil, _): "asks nothing by itself"
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .at(let time, let reason, let isHeldBack):
      [
        "at": .number(time.secondsNumber), "reason": .string(reason.rawValue),
        "heldBack": .bool(isHeldBack),
      ]
    case .none(let obstacle, let pushIsWaiting):
      object([
        "obstacle": obstacle.map { .string($0.rawValue) }, "pushWaits": .bool(pushIsWaiting),
      ])
    }
  }
}

extension UnreadScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let sync else { return [] }
    let outlook = sync.outlook
    let next: UnreadFact.NextRequest =
      outlook.next.map {
        .at(stage.time(of: $0.instant), $0.reason, isHeldBack: $0.isHeldBack)
      } ?? .none(outlook.obstacle, pushIsWaiting: outlook.pushIsWaiting)
    let request = request(outlook, isStale: sync.state.isStale, on: stage)
    return [UnreadFact.count(sync.state.count)]
      + (outlook.account == nil ? [] : [UnreadFact.request(request)])
      + [UnreadFact.nextRequest(next)]
  }

  private func request(
    _ outlook: UnreadSyncOutlook,
    isStale: Bool,
    on stage: Stage
  ) -> UnreadFact.Request {
    guard let began = outlook.latestSync.map(stage.time(of:)) else { return .none }
    if let reason = outlook.request { return .underWay(reason, began: began) }
    return isStale ? .failed(began: began) : .answered(began: began)
  }
}

// MARK: - On the timeline

extension UnreadScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    RecordAppearance(words: (record as? UnreadAnswer)?.words ?? "", look: MarkLook("◇"))
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(Topic(UnreadTopic.answer))] : []
  }

  /// Whether it might bring the feature to do something.
  public func isConcerned(with input: TranscriptInput) -> Bool {
    switch input {
    case .app(let phase): phase != .background
    case .page(let page, isVisible: true): stage?.header[.tracked].contains(page) ?? false
    default: false
    }
  }

  /// Whether it might bring the feature to do something.
  public func isConcerned(with event: HubEvent) -> Bool {
    if case .received = event { true } else { false }
  }

  /// Why nothing will come of it, as far as the feature knows.
  public func reasonForNothing(after event: HubEvent) -> String? {
    guard case .received = event, let sync else { return nil }
    if sync.outlook.account == nil { return "Nobody was signed in, so the server was not asked." }
    return sync.outlook.request == nil
      ? nil : "A request was under way, and one more was to follow it."
  }

  /// Why nothing will come of it, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    guard let stage else { return nil }
    let state = stage.lifecycle
    let visible = state.visiblePages.filter(stage.header[.tracked].contains)
    switch input {
    case .app(.background):
      return "Going to the background asks for nothing; from here on the time away is measured."
    case .app where state.isForeground:
      return "The app was in the foreground before, too."
    case .app:
      return visible.isEmpty
        ? "No page that shows the count was visible." : reasonForNoRequest(inForeground: true)
    case .page(let page, let isVisible) where stage.header[.tracked].contains(page):
      return isVisible
        ? reasonForNoRequest(inForeground: state.isForeground)
        : "Leaving a page asks for nothing; from here on the time away is measured."
    case .account(nil): return "From here on nobody is signed in, and nothing is asked."
    case .account:
      return state.isForeground && !visible.isEmpty
        ? "Nobody asked for the count."
        : "No page that shows the count is visible; one that appears will ask for it."
    default:
      return owns(input) ? "No request began while this held." : nil
    }
  }

  private func reasonForNoRequest(inForeground isForeground: Bool) -> String {
    guard let stage, let outlook = sync?.outlook, outlook.account != nil else {
      return "Nobody is signed in, so the server is not asked."
    }
    if !isForeground { return "The app is in the background, where no page asks." }
    if outlook.request != nil { return "A request is under way, which answers this, too." }
    return outlook.latestSync.map {
      "The count is fresh: it was asked for \((stage.scheduler.now - $0).words) ago."
    } ?? "The server was not asked."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so the server was not asked." }
      ?? "no push came, and no page that shows the count was looked at."
  }
}
