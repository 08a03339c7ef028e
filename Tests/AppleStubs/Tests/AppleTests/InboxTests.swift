import CoreGraphics
import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import SwiftUI
import Testing
import UIKit
import UserNotifications

@testable import Inbox

/// The example as its user sees it.
final class InboxTests: AppleWorld {
  private let folder = TemporaryFolder()
  private lazy var features = Features(on: hub, folder: folder.url, group: folder.url)

  private func open() -> StubHost<some View> {
    lifecycle.setPhase(.active)
    return StubHost(
      InboxTabs(features: features).environment(\.appLifecycle, lifecycle)
    )
  }

  @Test func `the unread number is on the first tab and on the page`() async {
    let screen = open()
    #expect(screen.texts.contains("0 unread"))
    await settle()
    #expect(screen.texts.contains("3 unread"))
    #expect(screen.badges.map { $0?.stubText }.first == "3")
  }

  @Test func `the offers count down`() {
    let screen = open()
    #expect(screen.texts.contains("1:35"))
    pass(31)
    #expect(screen.texts.contains("1:04"))
    #expect(screen.texts.contains("1:01:34"))
  }

  @Test func `a tap on a notification shows where it leads`() async {
    let screen = open()
    manager.open(
      payload(#"{"aps":{"alert":"Hi"},"link":"app://offers"}"#),
      requestIdentifier: "1",
      response: PushResponse()
    )
    await settle()
    #expect(screen.texts.contains("app://offers"))
  }

  @Test func `a tap on the app's own banner in the foreground is a response`()
    async
  {
    let screen = open()
    await settle()
    let decision = await manager.present(
      payload(#"{"aps":{"alert":{"title":"Ann","body":"Hello"}},"link":"app://news"}"#),
      requestIdentifier: "1"
    )
    #expect(!decision.options.contains(.banner))
    await settle()
    #expect(screen.texts.contains("Hello"))
    screen.stubAct("default")
    await settle()
    #expect(features.openedLink == "app://news")
    #expect(!screen.texts.contains("Hello"))
  }

  @Test func `an inbox entry leads to its link, and is removed by a swipe`()
    async
  {
    let screen = open()
    await settle()
    manager.receive(
      payload(#"{"aps":{"alert":{"title":"Ann"}},"link":"app://ann","gcm.message_id":"m1"}"#),
      via: .remote
    )
    await settle()
    #expect(await eventually { screen.texts.contains("Ann") && screen.texts.contains("●") })
    #expect(screen.badges.map { $0?.stubText }.dropLast().last == "1")
    screen.stubAct("Ann")
    await settle()
    #expect(features.openedLink == "app://ann")
    #expect(await eventually { !screen.texts.contains("●") })
    screen.stubAct("Remove")
    #expect(await eventually { !screen.texts.contains("Ann") })
  }

  @Test func `a button of a message sets a reminder, after which the user is asked`() async {
    let screen = open()
    await settle()
    manager.open(
      payload(#"{"aps":{"alert":"Hi","category":"message"},"id":"m1"}"#),
      requestIdentifier: "1",
      response: PushResponse(action: .custom("later"))
    )
    await settle()
    #expect(features.reminders.scheduled.map(\.body) == ["Hi"])
    #expect(features.openedLink == nil)
    #expect(await eventually { screen.texts.contains("Yes") })
    screen.stubAct("Not now")
    #expect(await eventually { !screen.texts.contains("Yes") })
    #expect(features.permission.level == .provisional)
  }

  @Test func `news light the dot, and seeing them puts it out`() async {
    #expect(await eventually { features.news.isShown })
    let screen = open()
    #expect(lifecycle.state.visiblePages == ["home", "offers", "inbox", "news"])
    #expect(!features.news.isShown)
    #expect(screen.badges.map { $0?.stubText }.last == .some(nil))
  }

  @Test func `a screenshot to be edited comes in a sheet that covers the page`() {
    let screen = open()
    features.editedScreenshot = UIImage(
      stubSize: CGSize(width: 390, height: 844),
      scale: 3
    )
    #expect(screen.texts.contains("image 390.0 × 844.0"))
    #expect(lifecycle.state.overlayCount == 1)
    features.editedScreenshot = nil
    screen.update()
    #expect(lifecycle.state.overlayCount == 0)
  }
}
