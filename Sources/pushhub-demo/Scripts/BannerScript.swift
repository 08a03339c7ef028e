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

  private let banners = ForegroundBanners(presenter: Screen())

  /// The banner that is up.
  public var shown: ForegroundBanner? { banners.shown }

  /// Makes a script.
  public init() {}

  /// The feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin { banners }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    guard let touch = (record as? ForegroundBannerMoment)?.touch else { return }
    shown?.touch(touch)
  }

  private final class Screen: ForegroundBannerPresenting {
    func present(_ banner: ForegroundBanner) async throws {}

    func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {}
  }
}

// MARK: - On the timeline

extension BannerScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    let isUp = shown != nil
    return [
      PlainFact(
        name: "banner",
        json: ["isUp": .bool(isUp)],
        words: isUp ? "a banner is up\(.since)" : "no banner is up",
        hasCauses: isUp,
        toldBy: ForegroundBannerEvent.self
      )
    ]
  }

  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    let words =
      switch record as? ForegroundBannerMoment {
      case .shown: "the screen shows a banner"
      case .tapped: "the user taps the banner"
      case .swiped: "the user swipes the banner away"
      case .held: "the user rests on the banner"
      case .released: "the user lets go of the banner"
      case nil: ""
      }
    return RecordAppearance(words: words, look: MarkLook("▲"))
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    let touch = input.record(as: ForegroundBannerMoment.self)?.touch
    return touch == nil ? [] : [.marks(Topic(BannerTopic.touch))]
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "At most it changes how long a banner stays that is up."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "no push came that has a banner."
  }
}

private enum BannerTopic: Hashable {
  case banner, touch
}

extension ForegroundBannerEvent: TimelineEvent {
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
    case .ended(_, .opened), .ended(_, .swiped): [Topic(BannerTopic.touch)]
    case .ended: [Topic(BannerTopic.banner)]
    default: [HubEvent.latestPush]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .shown: [.begins(Topic(BannerTopic.banner))]
    case .ended: [.ends(Topic(BannerTopic.banner))]
    default: []
    }
  }
}
