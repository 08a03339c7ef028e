import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing
import UserNotifications

/// Notifications of the system's own list, that are removed from it.
struct DeliveredNotificationTests: AppFixture {
  let app = SimulatedApp()
  private let center = UNUserNotificationCenter(stub: ())
  private let delivered: DeliveredNotifications

  init() {
    delivered = DeliveredNotifications(center: SystemNotificationCenter(center))
    lifecycle.setPhase(.active)
  }

  private func show(_ id: String, _ target: String) {
    let content = UNMutableNotificationContent()
    content.userInfo = ["aps": ["target-content-id": target]]
    let request = UNNotificationRequest(identifier: id, content: content, trigger: nil)
    center.stubDelivered.append(UNNotification(stub: request, date: scheduler.date))
  }

  /// Returns when so many notifications are known to be left.
  private func arrival(of count: Int) async {
    #expect(await eventually { delivered.count == count })
  }

  @Test(arguments: [false, true])
  func `what the user looks at goes, however often the system answers`(twice: Bool) async {
    center.stubListsTwice = twice
    show("a", "chat")
    show("b", "other")
    context.attach(delivered)
    await arrival(of: 2)
    lifecycle.pageAppeared("chat")
    await arrival(of: 1)
    #expect(center.stubDelivered.map(\.request.identifier) == ["b"])
  }

  @Test func `a late answer of the system is not waited for, and ignored`() async {
    center.stubIsSilent = true
    show("a", "chat")
    var log: [DeliveredNotificationsEvent] = []
    delivered.log = { log.append($0) }
    context.attach(delivered)
    lifecycle.pageAppeared("chat")
    pass(10)
    #expect(log == [.noAnswer])
    center.stubIsSilent = false
    center.stubAnswerAll()
    lifecycle.pageDisappeared("chat")
    await arrival(of: 0)
    #expect(center.stubDelivered.isEmpty)
  }

  @Test func `a process without a notification center has an empty list`() async {
    let system = SystemNotificationCenter()
    #expect(await system.delivered() == [])
    system.remove(["a"])
  }
}
