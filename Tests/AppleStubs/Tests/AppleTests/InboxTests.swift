import PushHub
import SwiftUI
import Testing
import UserNotifications

@testable import Inbox

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct InboxTests {
  @Test
  func `the example shows the unread number once its pages are visible`() async {
    let clock = ManualScheduler()
    let hub = PushHubAppDelegate(scheduler: clock, center: UNUserNotificationCenter(stub: ()))
    let features = Features()
    hub.lifecycle.setPhase(.active)
    let screen = StubScreen(InboxTabs(features: features).environment(hub))
    features.start(on: hub.host, lifecycle: hub.lifecycle)
    features.start(on: hub.host, lifecycle: hub.lifecycle)
    await clock.settle()
    #expect(hub.lifecycle.state.visiblePages == ["home", "inbox", "me"])
    #expect(screen.texts.contains("0 unread"))
    let later = StubScreen(InboxTabs(features: features).environment(hub))
    #expect(later.texts.contains("3 unread"))
    #expect(later.badges == [3])
  }
}
