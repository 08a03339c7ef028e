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
@MainActor
final class InboxTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "inbox-\(UUID().uuidString)")
  private let clock = ManualScheduler()
  private let center = UNUserNotificationCenter(stub: ())
  private let delegate: InboxDelegate
  private let features: Features

  init() {
    delegate = InboxDelegate(
      hub: AppHub(scheduler: clock, center: center, notificationCenter: NotificationCenter())
    )
    features = Features(
      on: delegate.hub,
      folder: folder,
      group: folder
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func open() -> StubHost<some View> {
    delegate.hub.lifecycle.setPhase(.active)
    return StubHost(
      InboxTabs(features: features).environment(\.appLifecycle, delegate.hub.lifecycle)
    )
  }

  @Test func `the unread number is on the first tab and on the page`() async {
    let screen = open()
    #expect(screen.texts.contains("0 unread"))
    await clock.settle()
    #expect(screen.texts.contains("3 unread"))
    #expect(screen.badges.map { $0?.stubText }.first == "3")
  }

  @Test func `the offers count down`() async {
    let screen = open()
    #expect(screen.texts.contains("1:35"))
    clock.advance(by: .seconds(31))
    #expect(screen.texts.contains("1:04"))
    #expect(screen.texts.contains("1:01:34"))
  }

  @Test func `a tap on a notification shows where it leads`() async throws {
    let screen = open()
    let push = try PushPayload(json: Data(#"{"aps":{"alert":"Hi"},"link":"app://offers"}"#.utf8))
    delegate.hub.manager.open(push, requestIdentifier: "1", response: PushResponse())
    await clock.settle()
    #expect(screen.texts.contains("app://offers"))
  }

  private func push(_ json: String) throws -> PushPayload {
    try PushPayload(json: Data(json.utf8))
  }

  @Test func `a push in the foreground has the app's own banner, a tap on which is an answer`()
    async throws
  {
    let screen = open()
    await clock.settle()
    let decision = await delegate.hub.manager.present(
      try push(#"{"aps":{"alert":{"title":"Ann","body":"Hello"}},"link":"app://news"}"#),
      requestIdentifier: "1"
    )
    #expect(!decision.options.contains(.banner))
    await clock.settle()
    #expect(screen.texts.contains("Hello"))
    screen.stubAct("default")
    await clock.settle()
    #expect(features.openedLink == "app://news")
    #expect(!screen.texts.contains("Hello"))
  }

  @Test func `an entry of the inbox leads where its notification would, and is removed by a swipe`()
    async throws
  {
    let screen = open()
    await clock.settle()
    delegate.hub.manager.receive(
      try push(#"{"aps":{"alert":{"title":"Ann"}},"link":"app://ann","gcm.message_id":"m1"}"#),
      via: .remote
    )
    await clock.settle()
    #expect(await eventually { screen.texts.contains("Ann") && screen.texts.contains("●") })
    #expect(screen.badges.map { $0?.stubText }.dropLast().last == "1")
    screen.stubAct("Ann")
    await clock.settle()
    #expect(features.openedLink == "app://ann")
    #expect(await eventually { !screen.texts.contains("●") })
    screen.stubAct("Remove")
    #expect(await eventually { !screen.texts.contains("Ann") })
  }

  @Test func `a button of a message sets a reminder, after which the user is asked`() async throws {
    let screen = open()
    await clock.settle()
    delegate.hub.manager.open(
      try push(#"{"aps":{"alert":"Hi","category":"message"},"id":"m1"}"#),
      requestIdentifier: "1",
      response: PushResponse(action: .custom("later"))
    )
    await clock.settle()
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
    #expect(delegate.hub.lifecycle.state.visiblePages == ["home", "offers", "inbox", "news"])
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
    #expect(delegate.hub.lifecycle.state.overlayCount == 1)
    features.editedScreenshot = nil
    screen.update()
    #expect(delegate.hub.lifecycle.state.overlayCount == 0)
  }
}
