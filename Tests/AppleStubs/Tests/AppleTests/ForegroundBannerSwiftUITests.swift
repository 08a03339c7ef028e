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
  final class BannerViewTests: BannerViewWorld {
    @Test func `a banner is over the view while it is up`() async {
      #expect(host.texts == ["Content"])
      await present(title: "Mira", body: "Hi")
      #expect(host.texts == ["Content", "Mira", "Hi"])
      await wait(5)
      #expect(outcomes == [.timeout])
      #expect(host.texts == ["Content"])
    }

    @Test func `two lines show banners`() throws {
      let presenter = ViewBannerPresenter()
      try app.host.install(ForegroundBanners(presenter: presenter), named: "banners")
      #expect(StubHost(BannerRoot(presenter: presenter)).texts == ["Content"])
    }

    @Test func `a tap opens, a swipe up closes, and another one does nothing`() async {
      await present()
      host.stubDrag(.zero)
      await settle()
      await present()
      host.stubDrag(CGSize(width: 0, height: 30))
      host.stubDrag(CGSize(width: 60, height: -30))
      #expect(outcomes == [.opened])
      #expect(host.elements.last?.look.offset == 0)
      host.stubDrag(CGSize(width: 0, height: -20), CGSize(width: 2, height: -40))
      await settle()
      #expect(outcomes == [.opened, .swiped])
      #expect(manager.statistics.opened == 1)
    }

    @Test func `a touch that the system takes lets the banner's time run again`() async {
      await present()
      host.stubCancelledDrag(.zero, CGSize(width: 0, height: -60))
      #expect(host.elements.last?.look.offset == 0)
      await wait(5)
      #expect(outcomes == [.timeout])
    }

    @Test func `VoiceOver announces, opens and closes it, and stops its time`() async throws {
      UIAccessibility.stubSpoken = []
      await present(title: "Mira", body: "Hi")
      #expect(UIAccessibility.stubSpoken == ["Notification: Mira, Hi"])
      let element = try #require(host.elements.last)
      #expect(element.label == "Mira, Hi")
      #expect(element.hint == "Opens the notification.")
      #expect(element.traits.contains(.isButton))
      #expect(host.stubActions == ["default", "escape", "Close"])
      host.stubFocus(true)
      await wait(20)
      #expect(outcomes == [])
      host.stubFocus(false)
      host.stubAct("escape")
      await settle()
      await present()
      host.stubAct("default")
      await settle()
      await present()
      host.stubAct("Close")
      await settle()
      #expect(outcomes == [.swiped, .opened, .swiped])
    }

    @Test func `it moves in from above, and only fades with reduced motion`() async {
      await present()
      let moving = host.elements.last?.look.insertion
      #expect(moving == .move(edge: .top).combined(with: .opacity))
      host.environment.stubReducesMotion = true
      #expect(host.elements.last?.look.insertion == .opacity)
    }

    @Test func `without a view on the screen there is no banner, which is logged`() async {
      host.disappear()
      await present()
      #expect(outcomes == [.failed])
      host.appear()
      await present()
      #expect(presenter.banner != nil)
    }
  }
}

/// An app with one view, and banners over it.
class BannerViewWorld: BannerWorld {
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
