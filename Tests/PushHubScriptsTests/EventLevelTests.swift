import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import Testing

/// What a log may show of the ready-made features' events, and how important they are.
struct EventLevelTests {
  @Test(
    arguments: [
      UnreadSyncEvent.failed(error: "503", retryIn: nil), RegistrationEvent.emptyTopic,
      ReceiptsEvent.outboxFailed(error: "full"), LiveActivitiesEvent.sameName(type: "Order"),
      PermissionEvent.store(error: "full"), PermissionEvent.systemAnswered(level: nil),
      LocalNotificationsEvent.neverShown(id: "a"), PushInboxEvent.broken(count: 1),
      DeliveredNotificationsEvent.noAnswer, ForegroundBannerEvent.failed("1", error: "x"),
      BadgeDotEvent.failed(error: "x", retryIn: nil), ScreenshotEvent.failed(error: "x"),
      CountdownEvent.limitReached(maximum: 1),
    ] as [any FeatureEvent]
  )
  func `a failure or a likely mistake is an error`(event: any FeatureEvent) {
    #expect(event.level == .error)
  }

  @Test(
    arguments: [
      UnreadSyncEvent.skipped(.signedOut), RegistrationEvent.skipped(reason: .known),
      ReceiptsEvent.waiting(signedIn: true), LiveActivitiesEvent.unchanged,
      QuietEvent.unlimited(id: "1"), CountdownEvent.tick(id: "a", remaining: .zero),
    ] as [any FeatureEvent]
  )
  func `a reason to do nothing is a detail`(event: any FeatureEvent) {
    #expect(event.level == .debug)
  }

  @Test(
    arguments: [
      QuietEvent.limited(id: "1", reason: "ann is muted"), QuietEvent.unlimited(id: "1"),
      LocalNotificationsEvent.noAccount(id: "ann"), PushInboxEvent.added(ids: ["1"]),
      DeliveredNotificationsEvent.removed(ids: ["1"]),
      ForegroundBannerEvent.refused(id: "1", reason: .looking), CountdownEvent.expired(id: "a"),
      BadgeDotEvent.dot(node: "ann", shown: true),
    ] as [any FeatureEvent]
  )
  func `an event that names content is private`(event: any FeatureEvent) {
    #expect(!event.isPublic && event.level < .error || event.name == "noAccount")
  }

  @Test(
    arguments: [
      UnreadSyncEvent.count(count: 3), RegistrationEvent.acknowledged(purpose: .signOn),
      PermissionEvent.asked(count: 1), ReceiptsEvent.sent(count: 3),
      LiveActivitiesEvent.began(type: "Order"), ScreenshotEvent.preview, QuietEvent.began,
      LocalNotificationsEvent.failed(error: "x"), PushInboxEvent.emptied(count: 1),
      ForegroundBannerEvent.ended("1", outcome: .timeout),
      BadgeDotEvent.storeFailed(error: "full"),
    ] as [any FeatureEvent]
  )
  func `any other event is public`(event: any FeatureEvent) {
    #expect(event.isPublic)
  }
}
