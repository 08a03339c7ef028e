public import PushHub
public import PushHubAlerts
public import PushHubRecorder
public import PushHubReplay

/// Banners of the app's own, on a screen that shows and dismisses them without delay.
@MainActor
public final class BannerScript: FeatureScript {
  /// The name.
  public let name = "banner"
  /// The title of the lane.
  public let title = "Banners"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [ForegroundBannerMoment.self]

  private let screen = Screen()
  private(set) var banners: ForegroundBanners?

  /// The banner that is up.
  public var shown: ForegroundBanner? { banners?.shown }

  /// Makes a script.
  public init() {}

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let banners = ForegroundBanners(presenter: screen)
    banners.log = { stage.tell(BannerEvent($0)) }
    self.banners = banners
    return banners
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    if case .touched(let touch) = record as? ForegroundBannerMoment {
      banners?.shown?.touch(touch)
    }
  }

  @MainActor
  private final class Screen: ForegroundBannerPresenting {
    func present(_ banner: ForegroundBanner) async throws {}

    func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {}
  }
}

// MARK: - What it does

private enum BannerTopic: Hashable {
  case banner
  case touch
}

/// What banners of the app's own did.
public enum BannerEvent: TimelineEvent {
  /// A push has no banner of the app's.
  case refused(String, reason: String)

  /// One is up.
  case shown

  /// One could not be shown, with the error's summary.
  case failed(String)

  /// One is gone, or will not come.
  case ended(outcome: String)

  init(_ entry: ForegroundBannerLogEntry) {
    switch entry {
    case .refused(let push, let reason): self = .refused(push, reason: reason.rawValue)
    case .shown: self = .shown
    case .failed(_, let message): self = .failed(message)
    case .ended(_, let outcome): self = .ended(outcome: outcome.rawValue)
    }
  }

  /// The name.
  public var name: String {
    switch self {
    case .refused: "refused"
    case .shown: "shown"
    case .failed: "failed"
    case .ended: "ended"
    }
  }

  /// What stands in its JSON.
  public var fields: KeyValuePairs<String, JSONValue?> {
    switch self {
    case .refused(let push, let reason): ["id": .string(push), "reason": .string(reason)]
    case .shown: [:]
    case .failed(let message): ["error": .string(message)]
    case .ended(let outcome): ["outcome": .string(outcome)]
    }
  }

  /// What happened, for people.
  public var words: String {
    switch self {
    case .refused(let push, let reason):
      "push \(push) has no banner of the app's: "
        + (ForegroundBannerRefusal(rawValue: reason)?.words ?? reason)
    case .shown: "a banner is shown"
    case .failed(let message): "the banner can't be shown: \(message.clause)"
    case .ended(let outcome):
      "the banner goes: \(ForegroundBannerOutcome(rawValue: outcome)?.words ?? outcome)"
    }
  }

  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .refused: MarkLook("–")
    case .shown: MarkLook("▲", label: "banner")
    case .failed: MarkLook("✕", isProblem: true)
    case .ended: MarkLook("◁")
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .refused, .shown, .failed: [HubEvent.latestPush]
    case .ended("opened"), .ended("swiped"): [Topic(BannerTopic.touch), Topic(BannerTopic.banner)]
    case .ended: [Topic(BannerTopic.banner)]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .shown: [.begins(Topic(BannerTopic.banner))]
    case .ended: [.ends(Topic(BannerTopic.banner))]
    case .refused, .failed: []
    }
  }
}

extension ForegroundBannerRefusal {
  fileprivate var words: String {
    switch self {
    case .again: "the system asks again"
    case .textless: "it has no text"
    case .inactive: "the app is not active"
    case .signedOut: "nobody is signed in any more"
    case .foreign: "it is another account's"
    case .looking: "the user looks at what it is about"
    case .unwanted: "there would be none of the system's either"
    }
  }
}

extension ForegroundBannerOutcome {
  fileprivate var words: String {
    switch self {
    case .opened: "it was tapped"
    case .swiped: "it was swiped away"
    case .timeout: "nobody touched it"
    case .replaced: "a newer one took its place"
    case .expired: "it waited for too long"
    case .overflowed: "too many waited"
    case .looking: "the user looks at what it is about"
    case .resigned: "the user left the app"
    case .accountChanged: "the account has changed"
    case .failed: "it could not be shown"
    case .detached: "the feature was detached"
    }
  }
}

// MARK: - What is true

/// What is true of banners of the app's own.
enum BannerFact: FeatureFact {
  case banner(isUp: Bool, until: Duration?)
  case waiting(Int)

  var name: String {
    switch self {
    case .banner: "banner"
    case .waiting: "waiting"
    }
  }

  var json: JSONValue {
    switch self {
    case .banner(let isUp, let end):
      object(["isUp": .bool(isUp), "until": end.map { .number($0.secondsNumber) }])
    case .waiting(let count): .number(JSONNumber(count))
    }
  }

  var words: FactWords {
    switch self {
    case .banner(true, let end?): "a banner is up\(.since); something ends \(.ahead(end))"
    case .banner(true, nil): "a banner is up\(.since)"
    case .banner(false, _): "no banner is up"
    case .waiting(0): "no banner waits"
    case .waiting(1): "1 banner waits"
    case .waiting(let count): "\(count) banners wait"
    }
  }

  var hasCauses: Bool {
    switch self {
    case .banner(let isUp, _): isUp
    case .waiting(let count): count > 0
    }
  }

  func isTold(by event: any FeatureEvent) -> Bool {
    switch (self, event as? BannerEvent) {
    case (.banner, .shown), (.banner, .ended), (.waiting, .shown), (.waiting, .ended): true
    default: false
    }
  }
}

extension BannerScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let banners else { return [] }
    let end = banners.deadline.map(stage.time(of:))
    return [
      BannerFact.banner(isUp: banners.shown != nil, until: end),
      BannerFact.waiting(banners.waiting.count),
    ]
  }
}

// MARK: - On the timeline

extension BannerScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    let words =
      switch record as? ForegroundBannerMoment {
      case .shown: "the screen shows a banner"
      case .touched(.tapped): "the user taps the banner"
      case .touched(.swiped): "the user swipes the banner away"
      case .touched(.held): "the user rests on the banner"
      case .touched(.released): "the user lets go of the banner"
      case nil: ""
      }
    return RecordAppearance(words: words, look: MarkLook("▲"))
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    guard case .touched = input.record(as: ForegroundBannerMoment.self) else { return [] }
    return [.marks(Topic(BannerTopic.touch))]
  }

  /// Whether something that the hub tells might bring the feature to do something.
  public func isConcerned(with event: HubEvent) -> Bool {
    if case .received = event { true } else { false }
  }

  /// Why nothing will come of a record, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    switch input.record(as: ForegroundBannerMoment.self) {
    case nil: nil
    case .shown: "It shows when the app's push comes; this is what was seen of it."
    case .touched where banners?.shown == nil: "No banner was up."
    case .touched: "It changes how long the banner stays."
    }
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "no push came that has a banner."
  }
}
