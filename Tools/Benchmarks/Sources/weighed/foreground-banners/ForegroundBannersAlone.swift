import PushHub
import PushHubAlerts
import WeighedApp

@main
struct ForegroundBannersAlone {
  static func main() throws {
    print(try WeighedApp { _ in [ForegroundBanners(presenter: Screen())] }.hear())
  }

  final class Screen: ForegroundBannerPresenting {
    func present(_ banner: ForegroundBanner) async throws {}
    func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {}
  }
}
