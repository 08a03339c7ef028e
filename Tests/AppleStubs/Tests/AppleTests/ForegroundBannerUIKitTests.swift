import CoreGraphics
import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing
import UIKit

extension ScreenshotOnUIKitTests {
  /// Banners over a window.
  final class BannerTests: BannerWindowWorld {
    @Test func `one line shows banners`() throws {
      let banners = ForegroundBanners(presenter: WindowBannerPresenter())
      try host.install(banners, named: "banners")
      #expect(host.names == ["banners"])
    }

    @Test func `a banner is below the safe area, and other touches pass`()
      async throws
    {
      await present()
      let card = try #require(self.card)
      #expect((card.frame.minX, card.frame.width) == (0, 390))
      #expect(abs(card.frame.minY - 47) < 0.001)
      #expect(card.alpha == 1)
      for point in [CGPoint(x: 200, y: 600), CGPoint(x: 4, y: 70), CGPoint(x: 200, y: 50)] {
        #expect(UITouch(stubOn: window, at: point).view === button)
      }
      #expect(UITouch(stubOn: window, at: CGPoint(x: 200, y: 70)).view === card)
      #expect(outcomes == [])
    }

    @Test func `it gets higher with more text, and not higher than half of the window`()
      async
    {
      var heights: [CGFloat] = []
      for text in ["Hi", String(repeating: "long ", count: 30)] {
        await present(title: text, body: text)
        heights.append(card?.frame.height ?? 0)
        await wait(5)
      }
      #expect(heights[0] >= 44)
      #expect(heights[1] > heights[0])
      window.bounds = CGRect(x: 0, y: 0, width: 1_024, height: 120)
      await present(title: "1", body: String(repeating: "long ", count: 90))
      #expect(card?.frame.height == 60)
      #expect(card?.frame.width == 576)
      #expect(card?.frame.midX == 512)
    }

    @Test func `it comes from above, and only fades with reduced motion`() async {
      for reducesMotion in [false, true] {
        let settings = StubAccessibilitySettings()
        settings.reducesMotion = reducesMotion
        await UIAccessibility.$stubSettings.withValue(settings) {
          let world = BannerWindowWorld()
          let offsets = Holder<[CGFloat]>([])
          StubAnimations.willBegin = { [weak world] in
            offsets.value.append(world?.card?.transform.ty ?? .nan)
          }
          await world.present()
          StubAnimations.willBegin = nil
          #expect(offsets.value.count == 1)
          #expect(offsets.value.allSatisfy { reducesMotion ? $0 == 0 : $0 < -47 })
          #expect(world.card?.transform == .identity)
        }
      }
    }

    @Test func `it goes without an animation when the app is left`() async {
      await present()
      let before = StubAnimations.count
      lifecycle.setPhase(.inactive)
      await settle()
      #expect(StubAnimations.count == before)
      #expect(window.subviews == [button])
    }

    @Test func `VoiceOver announces it`() async {
      UIAccessibility.stubSpoken = []
      await present(title: "Mira", body: "Hi")
      #expect(UIAccessibility.stubSpoken == ["Notification: Mira, Hi"])
    }

    @Test func `without a window there is no banner, which is logged`() async {
      scene.stubActivationState = .foregroundInactive
      await present()
      #expect(outcomes == [.failed])
      #expect(failures.map { $0.contains("give it a window") } == [true])
    }

    @Test func `nothing is left of a banner that went`() async {
      await present()
      let card = WeakBox(self.card)
      await wait(5)
      #expect(outcomes == [.timeout])
      #expect(!card.isAlive)
    }
  }
}

/// An app with one window, and banners over it.
class BannerWindowWorld: BannerWorld, AppWindow {
  let screen = AppScreen()

  init() {
    super.init(presenter: WindowBannerPresenter(application: screen.application))
  }

  var card: UIView? { overlay?.subviews.first }
}
