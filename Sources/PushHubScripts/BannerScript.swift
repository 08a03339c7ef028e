import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The app's own banners, on a screen that shows and dismisses them without delay.
@MainActor
final class BannerScript: ReadyMadeScript, RecordedScript, ForegroundBannerPresenting {
  let name = "banner"
  let title = "Banners"

  private(set) weak var banners: ForegroundBanners?

  func plugin(in replay: Replay) -> any PushPlugin {
    let banners = ForegroundBanners(presenter: self)
    self.banners = banners
    return banners
  }

  func apply(_ touch: ForegroundBannerTouch) {
    banners?.shown?.touch(touch)
  }

  func present(_ banner: ForegroundBanner) async throws {}

  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {}
}

extension BannerScript {
  func mark(of event: ForegroundBannerEvent) -> TimelineMark {
    switch event {
    case .refused: TimelineMark("–", isRefusal: true, from: ["received"])
    case .shown: TimelineMark("▲", label: "banner", from: ["received"], until: ["ended"])
    case .failed: .problem(from: ["received"])
    case .ended(_, let outcome):
      TimelineMark("◁", from: [outcome == .opened || outcome == .swiped ? "banner" : "shown"])
    }
  }
}
