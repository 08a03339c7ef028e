import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// When the center's list is read, and until when.
@MainActor
struct DeliveredNotificationsReadingTests: AppFixture {
  let app = SimulatedApp {
    $0.identification.account = { $0["for"]?.stringValue.map { AccountID(rawValue: $0) } }
  }
  private let center = ListCenter()
  private let ending: WorkEnding
  private let delivered: DeliveredNotifications

  init() {
    ending = WorkEnding(on: app.clock)
    delivered = DeliveredNotifications(center: center)
  }

  @Test func `reading the list again cancels the former call`() async throws {
    center.isSilent = true
    context.attach(delivered)
    await clock.settle()
    for id in ["m1", "m2"] {
      manager.receive(try message(id), via: .remote)
      await clock.settle()
    }
    #expect(center.callCount == 3)
    #expect(center.cancelled == [1, 2])
  }

  @Test func `an unrelated event does not read the list`() async {
    context.attach(delivered)
    await clock.settle()
    lifecycle.screenshotTaken()
    await clock.settle()
    #expect(center.callCount == 1)
  }

  @Test func `notifications of an account stay until it is known who is signed in`() async throws {
    for (id, thread) in [("a", "s"), ("b", "t")] {
      let payload = try payload(#"{"for":"ann","aps":{"thread-id":"\#(thread)"}}"#)
      center.notifications.append(
        DeliveredNotification(id: id, payload: payload, date: clock.date)
      )
    }
    delivered.attach(to: context)
    delivered.remove([.thread("t")])
    await clock.settle()
    #expect(center.notifications.map(\.id) == ["a"])
  }
}

/// A center that numbers its calls from one, and may not answer.
@MainActor
private final class ListCenter: DeliveredNotificationCenter {
  var notifications: [DeliveredNotification] = []
  var isSilent = false
  private(set) var callCount = 0
  private(set) var cancelled: [Int] = []
  private let never = ScheduledCondition()

  func delivered() async -> [DeliveredNotification] {
    callCount += 1
    let number = callCount
    if isSilent {
      try? await never.wait()
      cancelled.append(number)
    }
    return notifications
  }

  func remove(_ ids: [String]) {
    notifications.removeAll { ids.contains($0.id) }
  }
}
