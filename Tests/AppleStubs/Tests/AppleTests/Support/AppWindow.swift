import CoreGraphics
import UIKit

/// An active application with one window and a page in it.
@MainActor
struct AppScreen {
  let application = UIApplication()
  let scene = UIWindowScene()
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
  let button: UIControl

  init() {
    button = UIControl(frame: window.frame)
    window.stubSafeAreaInsets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    window.addSubview(button)
    scene.stubActivationState = .foregroundActive
    scene.stubKeyWindow = window
    application.stubScenes = [scene]
    application.stubState = .active
  }
}

/// A world that shows something over a page.
@MainActor
protocol AppWindow {
  var screen: AppScreen { get }
}

extension AppWindow {
  var scene: UIWindowScene { screen.scene }
  var window: UIWindow { screen.window }

  /// What is on the page, under everything else.
  var button: UIControl { screen.button }

  /// What is over the page.
  var overlay: UIView? { window.subviews.first { $0 !== button } }
}
