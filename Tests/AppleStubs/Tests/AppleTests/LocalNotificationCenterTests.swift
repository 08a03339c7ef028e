import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing
import UserNotifications

struct LocalNotificationCenterTests: AppFixture {
  let app = SimulatedApp()
  private let center = UNUserNotificationCenter(stub: ())

  private func add(_ notification: LocalNotification, after seconds: Double) async throws {
    try await SystemNotificationCenter(center)
      .add(notification, as: "pushhub.local.\(notification.id)", in: seconds)
  }

  @Test
  func `a notification is the system's, with its texts and its payload`() async throws {
    let notification = LocalNotification(
      id: "cart",
      title: "Cart",
      subtitle: "Three things",
      body: "Still there.",
      sound: "ping.caf",
      thread: "shop",
      category: "order",
      trigger: .after(.seconds(90)),
      userInfo: ["order": "A-1", "nothing": nil, "list": [1, nil, 2.5, true]]
    )
    try await add(notification, after: 90)
    let request = try #require(center.stubPending.first)
    #expect(request.identifier == "pushhub.local.cart")
    #expect(request.content.title == "Cart")
    #expect(request.content.subtitle == "Three things")
    #expect(request.content.body == "Still there.")
    #expect(request.content.sound?.stubName == "ping.caf")
    #expect(request.content.threadIdentifier == "shop")
    #expect(request.content.categoryIdentifier == "order")
    let trigger = try #require(request.trigger as? UNTimeIntervalNotificationTrigger)
    #expect(abs(trigger.stubTimeInterval - 90) < 0.001)
    let payload = PushPayload(request)
    #expect(payload.aps.category == "order")
    #expect(payload["order"] == "A-1")
    #expect(payload["nothing"] == nil)
    #expect(payload["list"] == [1, 2.5, true])
  }

  @Test func `a notification of the app's own has what its content shows`() {
    let content = UNMutableNotificationContent()
    (content.title, content.subtitle, content.body) = ("Tea", "Kitchen", "It is ready.")
    (content.categoryIdentifier, content.threadIdentifier) = ("TEA", "kitchen")
    (content.badge, content.sound) = (3, .default)
    content.interruptionLevel = .timeSensitive
    content.userInfo = ["pot": "green"]
    let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)
    let payload = PushPayload(request)
    let aps = payload.aps
    #expect([aps.title, aps.subtitle, aps.body] == ["Tea", "Kitchen", "It is ready."])
    #expect([aps.category, aps.threadID] == ["TEA", "kitchen"])
    #expect(aps.badge == 3)
    #expect(aps.interruptionLevel == .timeSensitive)
    #expect(payload["aps"]?["sound"] == "default")
    #expect(payload["pot"] == "green")
    #expect(payload.issues.isEmpty)
  }

  @Test func `an aps of a notification's own stays, also an empty one`() {
    let content = UNMutableNotificationContent()
    content.title = "Tea"
    content.userInfo = ["aps": [String: Any]()]
    let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)
    #expect(PushPayload(request).aps.title == nil)
    content.userInfo = [:]
    let push = UNNotificationRequest(
      identifier: "tea",
      content: content,
      trigger: UNPushNotificationTrigger()
    )
    #expect(PushPayload(push)["aps"] == nil)
  }

  @Test
  func `a time that is past in the meantime is as soon as the system can`() async throws {
    let notification = LocalNotification(id: "a", body: "", sound: nil, trigger: .after(.zero))
    try await add(notification, after: -5)
    let request = try #require(center.stubPending.first)
    #expect((request.trigger as? UNTimeIntervalNotificationTrigger)?.stubTimeInterval == 1)
    #expect(request.content.sound == nil)
  }

  @Test(arguments: [nil, .buddhist] as [Calendar.Identifier?])
  func `the calendar's components are the system's, Gregorian unless they say otherwise`(
    own: Calendar.Identifier?
  ) async throws {
    var components = DateComponents(hour: 9)
    components.calendar = own.map { Calendar(identifier: $0) }
    let daily = LocalNotification(
      id: "a",
      body: "",
      trigger: .calendar(components, repeats: true)
    )
    try await add(daily, after: 60)
    let trigger = center.stubPending.first?.trigger as? UNCalendarNotificationTrigger
    #expect(trigger?.stubComponents.hour == 9)
    #expect(trigger?.stubComponents.timeZone == nil)
    #expect(trigger?.stubComponents.calendar?.identifier == own ?? .gregorian)
    #expect(trigger?.stubRepeats == true)
    #expect(center.stubPending.first?.content.sound?.stubName == nil)
  }

  @Test
  func `what the system refuses is thrown, and so is that there is none`() async {
    let notification = LocalNotification(id: "a", body: "", trigger: .after(.seconds(9)))
    center.stubError = CocoaError(.featureUnsupported)
    await #expect(throws: CocoaError.self) { try await add(notification, after: 9) }
    let nowhere = SystemNotificationCenter()
    await #expect(throws: NotificationCenterError.noCenter) { try await nowhere.pending() }
  }

  @Test func `a notification at once is the system's when the call returns`() throws {
    let notification = LocalNotification(id: "a", body: "Keep running", trigger: .after(.zero))
    let system = SystemNotificationCenter(center)
    try system.show(notification, as: "pushhub.local.a")
    #expect(center.stubPending.map(\.identifier) == ["pushhub.local.a"])
    #expect(center.stubPending.first?.trigger == nil)
    center.stubError = CocoaError(.featureUnsupported)
    #expect(throws: CocoaError.self) { try system.show(notification, as: "pushhub.local.b") }
  }

  @Test
  func `others' requests stay, and ours come and go`() async {
    center.stubPending = [.stub(identifier: "theirs", userInfo: [:])]
    let notifications = LocalNotifications(
      system: SystemNotificationCenter(center),
      store: MemoryStore<LocalNotificationLedger>()
    )
    context.attach(notifications)
    for id in ["a", "b"] {
      notifications.schedule(
        LocalNotification(id: id, body: "", trigger: .after(.seconds(60))),
        isBoundToAccount: false
      )
    }
    #expect(await eventually { center.stubPending.count >= 3 })
    notifications.cancel(["a"])
    #expect(await eventually { center.stubPending.count <= 2 })
    #expect(center.stubPending.map(\.identifier) == ["theirs", "pushhub.local.b"])
  }
}
