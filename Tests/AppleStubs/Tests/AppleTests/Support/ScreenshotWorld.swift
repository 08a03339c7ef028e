import CoreGraphics
import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import UIKit

/// An app with one window and a page in it, of which screenshots are taken.
@MainActor
final class ScreenshotWorld: TimeFixture {
  let scheduler = ManualScheduler()
  let lifecycle = AppLifecycle()
  let application = UIApplication()
  let scene = UIWindowScene()
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

  /// What is on the page, under everything else.
  let button = UIControl(frame: CGRect(x: 0, y: 0, width: 390, height: 844))

  private(set) var log: [ScreenshotEvent] = []
  private(set) var edited: [UIImage] = []
  private var preview: ScreenshotPreview<UIImage>?

  init() {
    setUpWindow()
    attach(
      ScreenshotPreview(page: "reader", application: application) { [weak self] in
        self?.edited.append($0)
      }
    )
  }

  /// An app that renders its page itself.
  init(render: @escaping @MainActor () async throws -> UIImage) {
    setUpWindow()
    attach(
      ScreenshotPreview(page: "reader", application: application, render: render) { _ in }
    )
  }

  private func setUpWindow() {
    window.stubSafeAreaInsets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    window.addSubview(button)
    scene.stubActivationState = .foregroundActive
    scene.stubKeyWindow = window
    application.stubScenes = [scene]
    application.stubState = .active
  }

  private func attach(_ preview: ScreenshotPreview<UIImage>) {
    self.preview = preview
    preview.log = { [weak self] in self?.log.append($0) }
    PluginContext(
      push: NotificationManager(scheduler: scheduler),
      lifecycle: lifecycle,
      scheduler: scheduler
    ).attach(preview)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("reader")
  }
}

extension ScreenshotWorld {
  /// The card, while there is one.
  var card: UIControl? { overlay?.subviews.first as? UIControl }

  /// What holds the card.
  var overlay: UIView? { window.subviews.first { $0 !== button } }

  var state: ScreenshotPreviewState? { preview?.state }

  var outcomes: [ScreenshotOutcome] {
    log.compactMap { if case .hidden(let outcome) = $0 { outcome } else { nil } }
  }

  /// Takes a screenshot, and returns when the card is there.
  func takeScreenshot() async {
    lifecycle.screenshotTaken()
    await scheduler.settle()
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
    await scheduler.settle()
  }

  /// A finger taps somewhere.
  func tap(at point: CGPoint) async {
    UITouch(stubOn: window, at: point).stubLift()
    await scheduler.settle()
  }

  /// The user leaves the app.
  func leave() {
    application.stubState = .inactive
    scene.stubActivationState = .foregroundInactive
    lifecycle.setPhase(.inactive)
  }
}
