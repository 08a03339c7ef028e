#if canImport(UIKit) && !os(watchOS)
import CoreGraphics
import Foundation
public import UIKit

/// A hidden view in that of a screen, which reports the screen.
private final class AppearanceView: UIView {
  private let page: PageID?
  private let lifecycle: AppLifecycle
  private let followsWindow: Bool
  private let appearance = Appearance()

  init(_ page: PageID?, to lifecycle: AppLifecycle, followsWindow: Bool) {
    self.page = page
    self.lifecycle = lifecycle
    self.followsWindow = followsWindow
    super.init(frame: .zero)
    isHidden = true
    isUserInteractionEnabled = false
  }

  required init?(coder: NSCoder) {
    nil
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard followsWindow else { return }
    if window == nil { disappear() } else { appear() }
  }

  func appear() {
    let scene = window?.windowScene
    appearance.appear(page, in: lifecycle, scene: scene.map { SceneID($0) } ?? .main)
  }

  func disappear() {
    appearance.disappear()
  }
}

/// A view controller that tells its view when the parent appears and disappears.
///
/// The system calls a child as it calls the parent, so that nothing has to be swizzled and no
/// base class is needed; see
/// [UIViewController](https://developer.apple.com/documentation/uikit/uiviewcontroller). It shows
/// nothing, and goes with its parent.
private final class AppearanceReporter: UIViewController {
  private let reporter: AppearanceView

  init(_ reporter: AppearanceView) {
    self.reporter = reporter
    super.init(nibName: nil, bundle: nil)
    view = reporter
  }

  required init?(coder: NSCoder) {
    nil
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    reporter.appear()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    reporter.disappear()
  }

  override func removeFromParent() {
    super.removeFromParent()
    reporter.removeFromSuperview()
    reporter.disappear()
  }
}

extension UIViewController {
  /// Reports this screen to the lifecycle as a page of its window's scene whenever it is visible.
  ///
  /// A screen that is released while it is visible is gone as a page with the next turn of the main
  /// actor.
  ///
  /// ```swift
  /// override func viewDidLoad() {
  ///   super.viewDidLoad()
  ///   reportPage("home", to: lifecycle)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - page: Which page it is; several screens may be the same page.
  ///   - lifecycle: Where to report it.
  /// - Returns: What reports, until its `removeFromParent()`; it may be ignored.
  @discardableResult
  public func reportPage(_ page: PageID, to lifecycle: AppLifecycle) -> UIViewController {
    report(page, to: lifecycle)
  }

  /// Reports this screen as something that covers the pages of its scene, whenever it is visible.
  ///
  /// For what is presented over a page that stays visible behind it: a sheet, a popover, an alert.
  ///
  /// - Parameter lifecycle: Where to report it.
  /// - Returns: What reports, until its `removeFromParent()`; it may be ignored.
  @discardableResult
  public func reportOverlay(to lifecycle: AppLifecycle) -> UIViewController {
    report(nil, to: lifecycle)
  }

  private func report(_ page: PageID?, to lifecycle: AppLifecycle) -> UIViewController {
    let view = AppearanceView(page, to: lifecycle, followsWindow: showsItsChildren)
    let reporter = AppearanceReporter(view)
    if !showsItsChildren { addChild(reporter) }
    self.view.addSubview(view)
    if !showsItsChildren { reporter.didMove(toParent: self) }
    return reporter
  }

  /// Whether a child would be a tab, a screen on the stack or a column, so that only the view is
  /// added, which is in a window as long as these are.
  private var showsItsChildren: Bool {
    self is UITabBarController || self is UINavigationController || self is UISplitViewController
  }
}
#endif
