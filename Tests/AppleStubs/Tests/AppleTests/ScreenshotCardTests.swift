import CoreGraphics
import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing
import UIKit

extension ScreenshotOnUIKitTests {
  @MainActor
  struct CardTests {
    private let world = ScreenshotWorld()
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
      world.window.stubLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
      await world.takeScreenshot()
      let card = try #require(world.card)
      #expect(isClose(card.frame.maxY, 794))
      #expect(isClose(isRightToLeft ? 390 - card.frame.maxX : card.frame.minX, 16))
      #expect(card.alpha == 1)
      #expect(world.state == .shown)
    }

    @Test func `the card stays in its corner when the window or its safe area changes`()
      async throws
    {
      await world.takeScreenshot()
      world.window.bounds = CGRect(x: 0, y: 0, width: 844, height: 390)
      world.window.stubSafeAreaInsets = UIEdgeInsets(top: 0, left: 47, bottom: 21, right: 47)
      world.window.layoutIfNeeded()
      let card = try #require(world.card)
      #expect(isClose(card.frame.minX, 63))
      #expect(isClose(card.frame.maxY, 353))
      world.window.stubSafeAreaInsets = .zero
      world.window.layoutIfNeeded()
      #expect(isClose(card.frame.minX, 16))
    }

    @Test func `a tap opens the editor with the image, once`() async {
      await world.takeScreenshot()
      let middle = world.middleOfCard
      let touches = [
        UITouch(stubOn: world.window, at: middle), .init(stubOn: world.window, at: middle),
      ]
      for touch in touches {
        touch.stubLift()
      }
      await world.settle()
      #expect(world.edited.map(\.size) == [world.window.bounds.size])
      #expect(world.outcomes == [.edit])
      #expect(world.overlay == nil)
    }

    @Test(arguments: [false, true])
    func `a swipe to the edge closes, another one does nothing`(isRightToLeft: Bool) async {
      world.window.stubLayoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
      await world.takeScreenshot()
      let toEdge: CGFloat = isRightToLeft ? 60 : -60
      for (x, y) in [(-toEdge, 0), (0, -60), (0, 60), (toEdge / 4, 0)] as [(CGFloat, CGFloat)] {
        await world.drag(x: x, y: y)
        #expect(world.state == .shown)
        #expect(world.card?.transform == .identity)
      }
      await world.drag(x: toEdge)
      #expect(world.outcomes == [.cancel])
      #expect(world.overlay == nil)
    }

    @Test func `the card follows the finger, and goes back when the system takes the touch`() async
    {
      await world.takeScreenshot()
      let middle = world.middleOfCard
      let touch = UITouch(stubOn: world.window, at: middle)
      touch.stubMove(to: CGPoint(x: middle.x - 40, y: middle.y))
      #expect(world.card?.transform.tx == -40)
      touch.stubCancel()
      #expect(world.card?.transform == .identity)
      await world.settle()
      #expect(world.state == .shown)
    }

    @Test func `a touch beside the card closes it, and reaches the app too`() async {
      await world.takeScreenshot()
      let recognizer = world.window.gestureRecognizers?.first
      let touch = UITouch(stubOn: world.window, at: beside)
      #expect(touch.view === world.button)
      #expect(world.button.isTracking)
      #expect(recognizer?.stubReceivedCount == 0)
      await world.settle()
      #expect(world.outcomes == [.cancel])
      await world.takeScreenshot()
      #expect(world.state == .shown)
    }

    @Test func `nothing is left of a card that went`() async {
      await world.takeScreenshot()
      let card = WeakBox(world.card)
      let overlay = WeakBox(world.overlay)
      await world.wait(10)
      #expect(world.outcomes == [.timeout])
      #expect(world.window.subviews == [world.button])
      #expect(world.window.gestureRecognizers?.isEmpty == true)
      #expect(!card.isAlive)
      #expect(!overlay.isAlive)
    }
  }
}

// MARK: - What the article leaves to the app

@MainActor
private func openEditor(with image: UIImage) {}
