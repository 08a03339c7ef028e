public import PushHub
import PushHubObservers
public import PushHubRecorder
public import PushHubReplay

/// The unread sync, with a server that answers what the transcript says.
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
  private var stage: Stage?

  /// Makes a script.
  ///
  /// - Parameter badges: Where the count is shown, on the tab of the first page that shows it.
  public init(badges: TabBadges = TabBadges()) {
    self.badges = badges
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let pages = stage.transcript[.tracked]
    let server = Server(stage: stage)
    let sync = UnreadSync(
      source: server,
      configuration: UnreadSync.Configuration(trackedPages: Set(pages), spread: .zero),
      generator: SequenceGenerator()
    )
    sync.log = { [weak self] in self?.tell($0, on: stage) }
    if let page = pages.first {
      badges.add(name, on: page) { [weak sync] in sync?.badge ?? .none }
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
      let reason =
        "The server tells nobody by itself; the first request with this answer begins \(moment)."
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
      return UnreadReport(
        count: try answer.result.mapError { ScriptedRefusal(error: $0, advice: nil) }.get()
      )
    }
  }
}

extension UnreadAnswer {
  /// Why nobody says anything about it.
  fileprivate var silence: String {
    switch result {
    case .success(let count): "The answer was \(count), which changes nothing that is shown."
    case .failure: "The server failed, and the feature said nothing about it."
    }
  }

  fileprivate var words: String {
    let delay = latency == .zero ? "" : ", \(latency.words) after it is asked"
    return switch result {
    case .success(let count): "from now on the server answers \(count)\(delay)"
    case .failure(let error): "from now on the server fails\(delay): \(error.message.clause)"
    }
  }

  fileprivate var look: MarkLook {
    switch result {
    case .success: MarkLook("◇")
    case .failure: MarkLook("✕", isProblem: true)
    }
  }
}

// MARK: - What is true

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
    let count: UnreadFact =
      outlook.account != nil && sync.state.isKnown
      ? .count(sync.state.count) : .noCount(isSignedIn: outlook.account != nil)
    return [count]
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
    (record as? UnreadAnswer).map { RecordAppearance(words: $0.words, look: $0.look) }
      ?? RecordAppearance(words: "")
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(Topic(UnreadTopic.answer))] : []
  }

  /// Whether it might bring the feature to do something.
  public func isConcerned(with input: TranscriptInput) -> Bool {
    switch input {
    case .app(let phase): phase != .background
    case .page(let page, isVisible: true): stage?.transcript[.tracked].contains(page) ?? false
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
    if sync.outlook.request != nil {
      return "A request was under way, and one more was to follow it."
    }
    return sync.outlook.next.flatMap { next in
      next.isHeldBack ? "The server wanted to be left alone, and is asked when that is over." : nil
    }
  }

  /// Why nothing will come of it, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    guard let stage else { return nil }
    let state = stage.lifecycle
    let visible = state.visiblePages.filter(stage.transcript[.tracked].contains)
    switch input {
    case .app(.background):
      return "Nothing is asked when the app goes to the background; the user is away from here on."
    case .app where state.isForeground:
      return "The app was in the foreground before, too."
    case .app:
      return visible.isEmpty
        ? "No page that shows the count was visible." : reasonForNoRequest(inForeground: true)
    case .page(let page, let isVisible) where stage.transcript[.tracked].contains(page):
      return isVisible
        ? reasonForNoRequest(inForeground: state.isForeground)
        : "Nothing is asked when a page disappears; the user is away from it from here on."
    case .account(nil): return "From here on nobody is signed in, and nothing is asked."
    case .account:
      if visible.isEmpty {
        return "No page that shows the count is visible; once one appears, the server is asked."
      }
      return state.isForeground
        ? "The server was not asked." : "The app is in the background, where no page asks."
    default:
      return owns(input) ? "Nobody asked the server while it answered so." : nil
    }
  }

  private func reasonForNoRequest(inForeground isForeground: Bool) -> String {
    guard let stage, let outlook = sync?.outlook, outlook.account != nil else {
      return "Nobody is signed in, so the server is not asked."
    }
    if !isForeground { return "The app is in the background, where no page asks." }
    if outlook.request != nil { return "A request is under way, which answers this, too." }
    if sync?.state.isStale ?? false {
      return outlook.obstacle == .refusal
        ? "The server refused, and is not asked again by itself."
        : "The last request failed, and the server is asked again when its time has come."
    }
    return outlook.latestSync.map {
      "The count is fresh: it was asked for \((stage.scheduler.now - $0).words) ago."
    } ?? "The server was not asked."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so the server was not asked." }
      ?? "no push came, and no page that shows the count was visible."
  }
}
