import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on banners of the app's own.
@MainActor
struct BannerSnippets {
  @Test func `no banner is shown for the page that is in front`() async throws {
    let (app, presenter) = (SimulatedApp(), BannerPresenterProbe())
    let banners = ForegroundBanners(presenter: presenter, duration: .seconds(4)) { push in
      push.aps.threadID.map { "chat/\($0)" }
    }
    app.lifecycle.setPhase(.active)
    app.lifecycle.pageAppeared("chat/t1")
    app.host.context.attach(banners)
    let push = try payload(#"{"aps":{"alert":"1","thread-id":"t1"}}"#)
    #expect(await app.manager.present(push).options == [.badge])
  }

  @Test func `a tap on the banner removes its entry in Notification Center`() async throws {
    let app = ForegroundBannerApp()
    let center = Center()
    let delivered = DeliveredNotifications(center: center)
    let router = TapRouter { push, response in
      delivered.remove([.message(push.id)])
      return show(push)
    }
    app.context.attach(delivered)
    app.context.attach(router)
    let decision = try await app.present(request: "r1")
    center.notifications = [
      DeliveredNotification(
        id: "r1",
        payload: decision.push.payload,
        date: app.clock.date
      )
    ]
    await app.touch(.tapped)
    #expect(center.notifications.isEmpty)
  }

  private final class Center: DeliveredNotificationCenter {
    var notifications: [DeliveredNotification] = []

    func delivered() async -> [DeliveredNotification] { notifications }

    func remove(_ ids: [String]) {
      notifications.removeAll { ids.contains($0.id) }
    }
  }
}

// MARK: - What the article leaves to the app

@MainActor
private func show(_ push: Push) -> Bool { true }
