import Foundation
import PushHub
import Testing
import UserNotifications

@testable import NotificationService

/// The example's service extension, called as the system does: on a thread of its own.
struct InboxServiceTests {
  @Test func `the sender's name stands above the message`() async throws {
    #expect(await title(shownFor: #"{"aps":{"alert":"Hi"},"sender":"Ann"}"#) == "Ann")
  }

  @Test func `a message without a sender is shown as it came`() async throws {
    #expect(await title(shownFor: #"{"aps":{"alert":"Hi"},"sender":7}"#) == "New message")
  }

  private func title(shownFor json: String) async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let content = UNMutableNotificationContent()
        content.title = "New message"
        content.userInfo = (try? userInfo(json)) ?? [:]
        let request = UNNotificationRequest(
          identifier: "r1",
          content: content,
          trigger: UNPushNotificationTrigger()
        )
        NotificationService().didReceive(request) { continuation.resume(returning: $0.title) }
      }
    }
  }
}
