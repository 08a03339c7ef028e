import CoreGraphics
import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import UIKit

/// An app with one window and a page in it, of which screenshots are taken.
class ScreenshotWorld: AppFixture, AppWindow {
  let app = SimulatedApp()
  let screen = AppScreen()

  private(set) var log: [ScreenshotEvent] = []
  private(set) var edited: [UIImage] = []
  private var preview: ScreenshotPreview<UIImage>?

  init() {
    attach(
      ScreenshotPreview(page: "reader", application: screen.application) { [weak self] in
        self?.edited.append($0)
      }
    )
  }

  /// An app that renders its page itself.
  init(render: @escaping @MainActor () async throws -> UIImage) {
    attach(
      ScreenshotPreview(page: "reader", application: screen.application, render: render) { _ in }
    )
  }

  private func attach(_ preview: ScreenshotPreview<UIImage>) {
    self.preview = preview
    preview.log = { [weak self] in self?.log.append($0) }
    context.attach(preview)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("reader")
  }
}

extension ScreenshotWorld {
  /// The card, while there is one.
  var card: UIControl? { overlay?.subviews.first as? UIControl }

  var state: ScreenshotPreviewState? { preview?.state }

  var outcomes: [ScreenshotOutcome] {
    log.compactMap { if case .hidden(let outcome) = $0 { outcome } else { nil } }
  }

  /// Takes a screenshot, and returns when the card is there.
  func takeScreenshot() async {
    lifecycle.screenshotTaken()
    await settle()
  }

  /// Where a finger hits the middle of the card.
  var middleOfCard: CGPoint { card?.center ?? .zero }

  /// A finger goes from the middle of the card to somewhere, and leaves.
  func drag(x: CGFloat, y: CGFloat = 0) async {
    let middle = middleOfCard
    let touch = UITouch(stubOn: window, at: middle)
    touch.stubMove(to: CGPoint(x: middle.x + x / 2, y: middle.y + y / 2))
    touch.stubMove(to: CGPoint(x: middle.x + x, y: middle.y + y))
    touch.stubLift()
    await settle()
  }

  /// A finger taps somewhere.
  func tap(at point: CGPoint) async {
    UITouch(stubOn: window, at: point).stubLift()
    await settle()
  }

  /// The user leaves the app.
  func leave() {
    screen.application.stubState = .inactive
    scene.stubActivationState = .foregroundInactive
    lifecycle.setPhase(.inactive)
  }
}
