import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import SwiftUI
import Testing
@preconcurrency import UserNotifications

@testable import Inbox
@testable import NotificationService

/// The example's service extension, called as the system does: on a thread of its own.
@MainActor
@Suite(.serialized)
struct InboxServiceTests {
  private let folder = TemporaryFolder()

  @Test func `the sender's name stands above the message`() async {
    #expect(await title(shownFor: #"{"aps":{"alert":"Hi"},"sender":"Ann"}"#) == "Ann")
  }

  @Test func `a message without a sender is shown as it came`() async {
    #expect(await title(shownFor: #"{"aps":{"alert":"Hi"},"sender":7}"#) == "New message")
  }

  @Test func `the extension's notification is in the app's list and number`()
    async throws
  {
    let group = try #require(
      FileManager.default.containerURL(
        forSecurityApplicationGroupIdentifier: "group.org.example.Inbox"
      )
    )
    try? FileManager.default.removeItem(at: group)
    #expect(await title(shownFor: #"{"aps":{"alert":"Hi"},"sender":"Ann"}"#) == "Ann")
    let badge = SharedBadge(group.appending(path: "badge"))
    #expect(try badge.number == 1)

    let world = AppleWorld()
    let hub = world.hub
    let features = Features(on: hub, folder: folder.url)
    hub.lifecycle.setPhase(.active)
    let screen = StubHost(
      InboxTabs(features: features).environment(\.appLifecycle, hub.lifecycle)
    )
    await world.settle()
    #expect(await eventually { screen.texts.contains("Ann") && screen.texts.contains("●") })
    // With the three unread messages of the first tab.
    #expect(await eventually { (try? badge.number) == 4 })
  }

  private func title(shownFor json: String) async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let content = UNMutableNotificationContent()
        content.title = "New message"
        content.userInfo = userInfo(json)
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
