import PushHub
import PushHubAlerts
import PushHubObservers
import Testing

/// The code of the article on banners of the app's own.
@MainActor
struct BannerSnippets {
  @Test func `an app says what a push is about, and whose it is`() async throws {
    var configuration = ForegroundBanners.Configuration(duration: .seconds(4), maximumWaiting: 2)
    configuration.page = { push in push.aps.threadID.map { "chat/\($0)" } }
    configuration.owner = { payload in
      payload["account"]?.stringValue.map(AccountID.init(rawValue:))
    }
    let app = ForegroundBannerApp(configuration)
    app.lifecycle.pageAppeared("chat/t1")
    try await app.present("1", thread: "t1")
    try await app.present(json: #"{"aps":{"alert":"2"},"account":"y"}"#)
    #expect(app.refusals == [.looking, .foreign])
  }

  @Test func `an entry is taken away when the banner is answered`() async throws {
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
        date: app.scheduler.date
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
