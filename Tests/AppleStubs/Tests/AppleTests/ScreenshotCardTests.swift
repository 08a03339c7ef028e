import CoreGraphics
import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing
import UIKit

extension ScreenshotOnUIKitTests {
  final class CardTests: ScreenshotWorld {
    private let beside = CGPoint(x: 200, y: 100)

    private func isClose(_ one: CGFloat, _ other: CGFloat) -> Bool {
      abs(one - other) < 0.001
    }

    @Test func `one line previews screenshots`() async throws {
      let world = AppleWorld()
      let (lifecycle, scheduler, host) = (world.lifecycle, world.scheduler, world.hub.host)
      let preview = ScreenshotPreview(page: "reader") { openEditor(with: $0) }
      try host.install(preview, named: "screenshots")
      lifecycle.setPhase(.active)
      lifecycle.pageAppeared("reader")
      lifecycle.screenshotTaken()
      #expect(preview.state == .capturing)
      await scheduler.settle()
      #expect(preview.state == .idle)
    }

    @Test(arguments: [false, true])
    func `the card is in the bottom leading corner, clear of the edges`(
      isRightToLeft: Bool
    ) async throws {
      window.stubLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
      await takeScreenshot()
      let card = try #require(self.card)
      #expect(isClose(card.frame.maxY, 794))
      #expect(isClose(isRightToLeft ? 390 - card.frame.maxX : card.frame.minX, 16))
      #expect(card.alpha == 1)
      #expect(state == .shown)
    }

    @Test func `the card stays in its corner when the window or its safe area changes`()
      async throws
    {
      await takeScreenshot()
      window.bounds = CGRect(x: 0, y: 0, width: 844, height: 390)
      window.stubSafeAreaInsets = UIEdgeInsets(top: 0, left: 47, bottom: 21, right: 47)
      window.layoutIfNeeded()
      let card = try #require(self.card)
      #expect(isClose(card.frame.minX, 63))
      #expect(isClose(card.frame.maxY, 353))
      window.stubSafeAreaInsets = .zero
      window.layoutIfNeeded()
      #expect(isClose(card.frame.minX, 16))
    }

    @Test func `a tap opens the editor with the image, once`() async {
      await takeScreenshot()
      let middle = middleOfCard
      let touches = [
        UITouch(stubOn: window, at: middle), .init(stubOn: window, at: middle),
      ]
      for touch in touches {
        touch.stubLift()
      }
      await settle()
      #expect(edited.map(\.size) == [window.bounds.size])
      #expect(outcomes == [.edit])
      #expect(overlay == nil)
    }

    @Test(arguments: [false, true])
    func `a swipe to the edge closes, another one does nothing`(isRightToLeft: Bool) async {
      window.stubLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
      await takeScreenshot()
      let toEdge: CGFloat = isRightToLeft ? 60 : -60
      for (x, y) in [(-toEdge, 0), (0, -60), (0, 60), (toEdge / 4, 0)] as [(CGFloat, CGFloat)] {
        await drag(x: x, y: y)
        #expect(state == .shown)
        #expect(card?.transform == .identity)
      }
      await drag(x: toEdge)
      #expect(outcomes == [.cancel])
      #expect(overlay == nil)
    }

    @Test func `the card follows the finger until the system takes the touch`() async {
      await takeScreenshot()
      let middle = middleOfCard
      let touch = UITouch(stubOn: window, at: middle)
      touch.stubMove(to: CGPoint(x: middle.x - 40, y: middle.y))
      #expect(card?.transform.tx == -40)
      touch.stubCancel()
      #expect(card?.transform == .identity)
      await settle()
      #expect(state == .shown)
    }

    @Test func `a touch beside the card closes it, and reaches the app too`() async {
      await takeScreenshot()
      let recognizer = window.gestureRecognizers?.first
      let touch = UITouch(stubOn: window, at: beside)
      #expect(touch.view === button)
      #expect(button.isTracking)
      #expect(recognizer?.stubReceivedCount == 0)
      await settle()
      #expect(outcomes == [.cancel])
      await takeScreenshot()
      #expect(state == .shown)
    }

    @Test func `nothing is left of a card that went`() async {
      await takeScreenshot()
      let card = WeakBox(self.card)
      let overlay = WeakBox(self.overlay)
      await wait(10)
      #expect(outcomes == [.timeout])
      #expect(window.subviews == [button])
      #expect(window.gestureRecognizers?.isEmpty == true)
      #expect(!card.isAlive)
      #expect(!overlay.isAlive)
    }
  }
}

// MARK: - What the article leaves to the app

@MainActor
private func openEditor(with image: UIImage) {}
