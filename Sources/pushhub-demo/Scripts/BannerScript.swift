import PushHub
public import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// Banners of the app's own, on a screen that shows and dismisses them without delay.
@MainActor
final class BannerScript: ReadyMadeScript {
  let name = "banner"
  let title = "Banners"
  let banners = ForegroundBanners(presenter: Screen())

  func plugin(on stage: Stage) -> any PushPlugin { banners }

  func apply(_ touch: ForegroundBannerTouch) {
    banners.shown?.touch(touch)
  }

  private final class Screen: ForegroundBannerPresenting {
    func present(_ banner: ForegroundBanner) async throws {}

    func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {}
  }
}

extension BannerScript {
  func facts(on stage: Stage) -> [any FeatureFact] {
    let isUp = banners.shown != nil
    return [
      PlainFact(
        "banner",
        ["isUp": .bool(isUp)],
        words: isUp ? "a banner is up\(.since)" : "no banner is up",
        hasCauses: isUp,
        toldBy: { $0 is ForegroundBannerEvent }
      )
    ]
  }

  func appearance(of touch: ForegroundBannerTouch) -> RecordAppearance {
    let words =
      switch touch {
      case .shown: "the screen shows a banner"
      case .tapped: "the user taps the banner"
      case .swiped: "the user swipes the banner away"
      case .held: "the user rests on the banner"
      case .released: "the user lets go of the banner"
      }
    return RecordAppearance(words, "▲")
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) && input.record(as: ForegroundBannerTouch.self) != .shown ? [.marks(.touch)] : []
  }

  var reasonForNothing: String? { "At most it changes how long a banner stays that is up." }

  func reasonForNoHistory(signedOut: String?) -> String { "no push came that has a banner." }
}

extension Topic {
  private enum OfBanner { case banner, touch }

  fileprivate static let banner = Self(OfBanner.banner)
  fileprivate static let touch = Self(OfBanner.touch)
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
    case .ended(_, .opened), .ended(_, .swiped): [.touch]
    case .ended: [.banner]
    default: [HubEvent.latestPush]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .shown: [.begins(.banner)]
    case .ended: [.ends(.banner)]
    default: []
    }
  }
}
