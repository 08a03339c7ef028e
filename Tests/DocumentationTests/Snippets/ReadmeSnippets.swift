import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import PushHubTesting
import Testing

/// The lines of README's table that need none of Apple's frameworks, which create features and use them.
@MainActor
struct ReadmeSnippets {
  @Test func `each ready-made feature is a line`() throws {
    let app = SimulatedApp()
    let (scheduler, template) = (app.clock, "https://api.example.com/accounts/{account}/news")
    let badges = BadgeTree(scheduler: scheduler)
    let unread = try unread(source: HTTPUnreadCountSource(template: template, scheduler: scheduler))
    badges.connect(unread, to: "tabs/chat")
    let source = try EventSource(template: template, scheduler: scheduler)
    let store = MemoryStore<[String: ReadMark]>()
    let dot = BadgeDot(source: source, store: store, configuration: .init(listPage: "news"))
    try app.host.install(dot, named: "dot")
    #expect(!dot.badge.isKnown)
    let category = NotificationCategory(identifier: "order", buttons: ["again": "Order Again"])
    #expect(category.actions.map(\.title) == ["Order Again"])
    let rules = QuietRules()
    let tomorrow = scheduler.date + 86_400
    rules.mute(.thread("orders"), until: tomorrow)
    #expect(rules.settings.mutes.count == 1)
  }

  private func unread(source: some UnreadCountSource) -> UnreadSync {
    UnreadSync(source: source, configuration: .init(trackedPages: ["home"]))
  }

  private func others(
    _ registration: DeviceRegistration,
    following liveActivities: LiveActivities,
    sending receipts: (outbox: Outbox, endpoint: any ReceiptEndpoint),
    _ reminders: LocalNotifications,
    _ policy: PermissionPolicy,
    _ presenter: any ForegroundBannerPresenting,
    _ delivered: DeliveredNotifications,
    keeping inbox: (folder: InboxFolder, center: any DeliveredNotificationCenter)
  ) -> [any PushPlugin] {
    registration.follow(liveActivities)
    registration.subscribe("news")
    registration.subscribe("news", for: "bob")
    registration.withdraw("bob")
    registration.register("bob")
    delivered.remove([.thread("t1")])
    policy.requestIfAppropriate()
    let (text, delay) = ("Your cart is waiting.", Duration.seconds(3_600))
    reminders.schedule(LocalNotification(id: "cart", body: text, trigger: .after(delay)))
    let (outbox, endpoint) = receipts
    let (folder, center) = inbox
    return [
      PushInbox(folder: folder, center: center),
      PushReceipts(outbox: outbox, endpoint: endpoint), ForegroundBanners(presenter: presenter),
    ]
  }
}
