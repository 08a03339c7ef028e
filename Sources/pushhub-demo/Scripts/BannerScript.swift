import PushHub
public import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// Banners of the app's own, on a screen that shows and dismisses them without delay.
@MainActor
final class BannerScript: ReadyMadeScript, RecordedScript {
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
  func facts(on stage: Stage) -> [FeatureFact] {
    let isUp = banners.shown != nil
    return [
      FeatureFact(
        "banner",
        ["isUp": .bool(isUp)],
        isUp ? "a banner is up\(.since)" : "no banner is up",
        toldBy: { _ in true }
      )
    ]
  }

  func mark(of touch: ForegroundBannerTouch) -> TimelineMark {
    let message =
      switch touch {
      case .shown: "the screen shows a banner"
      case .tapped: "the user taps the banner"
      case .swiped: "the user swipes the banner away"
      case .held: "the user rests on the banner"
      case .released: "the user lets go of the banner"
      }
    return TimelineMark("▲", message: message)
  }

  var reasonForNothing: String? { "At most it changes how long a banner stays that is up." }
}

extension Topic {
  fileprivate static let shown: Self = "banner shown"
}

extension ForegroundBannerEvent: TimelineEvent {
  /// How it stands on the timeline.
  public var mark: TimelineMark {
    switch self {
    case .refused: TimelineMark("–", from: [.latestPush])
    case .shown:
      TimelineMark("▲", label: "banner", from: [.latestPush], traces: [.begins(.shown)])
    case .failed: TimelineMark("✕", isProblem: true, from: [.latestPush])
    case .ended(_, let outcome):
      TimelineMark(
        "◁",
        from: [outcome == .opened || outcome == .swiped ? "banner" : .shown],
        traces: [.ends(.shown)]
      )
    }
  }
}
