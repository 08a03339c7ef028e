import Foundation
import PushHubObservers
import PushHubTesting
import SwiftUI
import Testing

/// Badges on SwiftUI views and tabs.
@MainActor
struct BadgeModifierTests {
  private let tree = BadgeTree(
    scheduler: ManualScheduler(),
    policies: ["chat": BadgePolicy(cap: 99)]
  )

  private func put(_ count: Int, at path: BadgePath = "chat") {
    tree.set(.number(count), at: path, because: "test")
  }

  private func putDot() {
    tree.set(.dot, at: "chat", because: "test")
  }

  private func bell(_ path: BadgePath = "chat") -> some View {
    Text("Bell").badgeDot(tree[path])
  }

  @Test
  func `a view has no badge until something is unread`() {
    let host = StubHost(bell())
    #expect(host.texts == ["Bell"])
    put(7)
    #expect(host.texts == ["Bell", "7"])
    put(0)
    #expect(host.texts == ["Bell"])
  }

  @Test
  func `a badge appears with motion from read to unread, once`() {
    put(0)
    let host = StubHost(bell())
    put(1)
    #expect(host.texts == ["Bell", "1"])
    #expect(host.animations.count == 1)
    put(2)
    putDot()
    #expect(host.texts == ["Bell", ""])
    #expect(host.animations.count == 1)
    put(0)
    host.update()
    #expect(host.animations.count == 1)
    put(1)
    host.update()
    #expect(host.animations.count == 2)
  }

  @Test
  func `the first binding doesn't move, nor does another source`() {
    put(1)
    put(5, at: "mail")
    let host = StubHost(bell("empty"))
    host.content = bell()
    #expect(host.texts == ["Bell", "1"])
    host.content = bell("mail")
    #expect(host.texts == ["Bell", "5"])
    #expect(StubHost(bell()).texts == ["Bell", "1"])
    #expect(host.animations.isEmpty)
  }

  @Test
  func `nothing moves where the user wants less motion`() {
    let host = StubHost(bell())
    host.environment.stubReducesMotion = true
    put(1)
    #expect(host.texts == ["Bell", "1"])
    #expect(host.animations.isEmpty)
  }

  @Test
  func `a badge is centered on the top trailing corner`() throws {
    putDot()
    let look = try #require(StubHost(bell()).elements.last).look
    #expect(look.alignment == .topTrailing)
    #expect(look.guides == ["trailing 10.0", "top 5.0"])
    #expect(look.insertion == .scale)
    #expect(look.removal == .identity)
  }

  @Test
  func `a badge grows with the text size, within bounds`() throws {
    putDot()
    let host = StubHost(bell())
    let heights = try [DynamicTypeSize.xSmall, .xxxLarge, .accessibility5].map { size in
      host.environment.dynamicTypeSize = size
      let look = try #require(host.elements.last).look
      #expect(look.minWidth == look.height)
      #expect(look.padding == 0)
      return ((look.height ?? 0) * 10).rounded() / 10
    }
    #expect(heights == [10, 15.5, 20])
    put(3)
    let look = try #require(host.elements.last).look
    #expect(look.height == 36)
    #expect(look.fontSize == 24)
    #expect(look.padding == 10)
  }

  @Test
  func `a badge has the app's colors, and those of muted nodes are quiet`() {
    put(1)
    let view = Text("Bell").badgeDot(tree["chat"], color: .blue)
    #expect(StubHost(view).elements.last?.look.fill == .blue)
    tree.setPolicy(BadgePolicy(isMuted: true), at: "chat")
    #expect(StubHost(view).elements.last?.look.fill == .gray)
    #expect(StubHost(view).elements.first?.look.fill == nil)
  }

  @Test
  func `VoiceOver finds a badge while it is shown, with the app's words`() {
    let words = { (badge: Badge) -> String? in
      badge.mark == .dot ? "Neues" : badge.isCapped ? "Mehr als \(badge.number) neue" : nil
    }
    let host = StubHost(Text("Bell").badgeDot(tree["chat"], speech: words))
    #expect(host.elements.map(\.label) == [nil])
    putDot()
    #expect(host.elements.map(\.label) == [nil, "Neues"])
    put(100)
    #expect(host.elements.map(\.label) == [nil, "Mehr als 99 neue"])
  }

  @Test
  func `a tab has a number, a dot or nothing, and says it`() {
    let host = StubHost(Text("Chat").tabBadge(tree["chat"]))
    #expect(host.badges.map(\.?.stubText) == [nil])
    put(100)
    #expect(host.badges.map(\.?.stubText) == ["99+"])
    #expect(host.badges.map(\.?.stubLabel) == ["More than 99 unread"])
    putDot()
    #expect(host.badges.map(\.?.stubText) == ["●"])
    #expect(host.badges.map(\.?.stubLabel) == ["Unread"])
    #expect(host.animations.isEmpty)
  }
}
