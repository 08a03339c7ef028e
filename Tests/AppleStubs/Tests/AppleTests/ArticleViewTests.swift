import Foundation
import PushHub
import PushHubObservers
import SwiftUI
import Testing
import UIKit
import UserNotifications

/// The views of the articles on recordings and on the badge tree.
@MainActor
struct ArticleViewTests {
  private struct RecordingLink: View {
    let files: [URL]

    var body: some View {
      ShareLink("Send the Recording", items: files)
    }
  }

  private struct Tabs: View {
    let badges: BadgeTree

    var body: some View {
      TabView {
        Text("Chat").tabItem { Text("Chat") }.tabBadge(badges["tabs/chat"])
        Text("Me").tabItem { Text("Me") }.tabBadge(badges["tabs/me"])
      }
    }
  }

  @Test func `a link shares the files of a recording`() {
    let screen = StubHost(
      RecordingLink(files: [URL.temporaryDirectory.appending(path: "day.jsonl")])
    )
    #expect(screen.texts == ["Send the Recording", "day.jsonl"])
  }

  @Test func `tabs and the icon show what the tree adds up`() async {
    let world = AppleWorld()
    let (hub, tabBarItem, bell) = (world.hub, UITabBarItem(), UIView())
    let badges = BadgeTree(scheduler: hub.scheduler, policies: ["tabs/chat": BadgePolicy(cap: 99)])
    badges.set(.number(120), at: "tabs/chat", because: "unread messages")
    badges.set(.dot, at: "tabs/me/drafts", because: "unsent drafts")
    #expect(StubHost(Tabs(badges: badges)).badges.map { $0?.stubText } == ["99+", "●"])

    badges["tabs/me"].follow(on: tabBarItem)
    let dot = BadgeDotView()
    dot.attach(to: bell)
    dot.follow(badges["tabs/chat"])

    let number = BadgeNumber(lifecycle: hub.lifecycle, scheduler: hub.scheduler, center: hub.center)
    number.follow(badges[.root])

    #expect(tabBarItem.badgeValue == "●")
    #expect(!dot.isHidden)
    #expect(await eventually { world.center.stubBadgeCounts == [120] })
    number.stop()
  }
}
