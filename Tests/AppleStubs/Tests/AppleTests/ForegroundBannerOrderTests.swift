import PushHub
import PushHubAlerts
import PushHubTesting
import Testing
import UserNotifications

/// The system's callbacks with a banner of the app's between them.
@MainActor
struct ForegroundBannerOrderTests {
  /// A presenter that does at once what it is asked.
  private final class Presenter: ForegroundBannerPresenting {
    private(set) var presented: [ForegroundBanner] = []

    func present(_ banner: ForegroundBanner) {
      presented.append(banner)
    }

    func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {}
  }

  @Test func `a tapped banner is the one response, though the system's is tapped too`()
    async
  {
    let app = AppleWorld()
    let presenter = Presenter()
    let banners = ForegroundBanners(presenter: presenter)
    let shown = notification(#"{"aps":{"alert":"Hi"}}"#)
    app.activate()
    app.launch()
    app.hub.host.context.attach(banners)
    #expect(await app.center.stubPresent(shown) == [.list, .sound, .badge])
    #expect(await app.center.stubPresent(shown) == [])
    await app.scheduler.settle()
    for _ in 0..<2 { presenter.presented.last?.open() }
    await app.center.stubRespond(UNNotificationResponse(stub: shown))
    await app.scheduler.settle()
    #expect(presenter.presented.count == 1)
    #expect(app.hub.manager.statistics.opened == 1)
  }
}
