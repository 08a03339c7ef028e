import CoreGraphics
import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import SwiftUI
import Testing
import UIKit

extension ScreenshotOnUIKitTests {
  /// Banners on a view.
  @MainActor
  struct BannerViewTests {
    private let world = BannerViewWorld()

    @Test func `a banner is over the view while it is up`() async throws {
      #expect(world.host.texts == ["Content"])
      try await world.present(title: "Mira", body: "Hi")
      #expect(world.host.texts == ["Content", "Mira", "Hi"])
      await world.wait(5)
      #expect(world.outcomes == [.timeout])
      #expect(world.host.texts == ["Content"])
    }

    @Test func `two lines show banners`() throws {
      let presenter = ViewBannerPresenter()
      try world.app.host.install(ForegroundBanners(presenter: presenter), named: "banners")
      #expect(StubHost(BannerRoot(presenter: presenter)).texts == ["Content"])
    }

    @Test func `a tap opens, a swipe up closes, and another one does nothing`() async throws {
      try await world.present()
      world.host.stubDrag(.zero)
      await world.settle()
      try await world.present()
      world.host.stubDrag(CGSize(width: 0, height: 30))
      world.host.stubDrag(CGSize(width: 60, height: -30))
      #expect(world.outcomes == [.opened])
      #expect(world.host.elements.last?.look.offset == 0)
      world.host.stubDrag(CGSize(width: 0, height: -20), CGSize(width: 2, height: -40))
      await world.settle()
      #expect(world.outcomes == [.opened, .swiped])
      #expect(world.manager.statistics.opened == 1)
    }

    @Test func `a touch that the system takes lets the banner's time run again`() async throws {
      try await world.present()
      world.host.stubCancelledDrag(.zero, CGSize(width: 0, height: -60))
      #expect(world.host.elements.last?.look.offset == 0)
      await world.wait(5)
      #expect(world.outcomes == [.timeout])
    }

    @Test func `VoiceOver announces, opens and closes it, and stops its time`() async throws {
      UIAccessibility.stubSpoken = []
      try await world.present(title: "Mira", body: "Hi")
      #expect(UIAccessibility.stubSpoken == ["Notification: Mira, Hi"])
      let element = try #require(world.host.elements.last)
      #expect(element.label == "Mira, Hi")
      #expect(element.hint == "Opens the notification.")
      #expect(element.traits.contains(.isButton))
      #expect(world.host.stubActions == ["default", "escape", "Close"])
      world.host.stubFocus(true)
      await world.wait(20)
      #expect(world.outcomes == [])
      world.host.stubFocus(false)
      world.host.stubAct("escape")
      await world.settle()
      try await world.present()
      world.host.stubAct("default")
      await world.settle()
      try await world.present()
      world.host.stubAct("Close")
      await world.settle()
      #expect(world.outcomes == [.swiped, .opened, .swiped])
    }

    @Test func `it moves in from above, and only fades with reduced motion`() async throws {
      try await world.present()
      let moving = world.host.elements.last?.look.insertion
      #expect(moving == .move(edge: .top).combined(with: .opacity))
      world.host.environment.stubReducesMotion = true
      #expect(world.host.elements.last?.look.insertion == .opacity)
    }

    @Test func `without a view on the screen there is no banner, which is logged`() async throws {
      world.host.disappear()
      try await world.present()
      #expect(world.outcomes == [.failed])
      world.host.appear()
      try await world.present()
      #expect(world.presenter.banner != nil)
    }
  }
}

/// An app with one view, and banners over it.
@MainActor
final class BannerViewWorld: BannerWorld {
  let presenter = ViewBannerPresenter()
  let host: StubHost<AnyBannerContent>

  init() {
    host = StubHost(AnyBannerContent(presenter: presenter))
    super.init(presenter: presenter)
  }
}

/// A view that shows banners.
struct AnyBannerContent: View {
  let presenter: ViewBannerPresenter

  var body: some View {
    Text("Content").foregroundBanner(presenter)
  }
}

// MARK: - What the article leaves to the app

private struct BannerRoot: View {
  let presenter: ViewBannerPresenter

  var body: some View {
    ContentView().foregroundBanner(presenter)
  }
}

private struct ContentView: View {
  var body: some View { Text("Content") }
}
