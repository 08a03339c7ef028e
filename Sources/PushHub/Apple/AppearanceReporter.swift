#if canImport(UIKit) && !os(watchOS)
import CoreGraphics
import Foundation
public import UIKit

/// A hidden subview of a screen, which reports the screen.
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

/// A child view controller that reports when its parent appears and disappears.
///
/// The system calls a child like its parent, so this needs no swizzling and no base class; see
/// [UIViewController](https://developer.apple.com/documentation/uikit/uiviewcontroller). It shows nothing, and
/// is deallocated with its parent.
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
  /// The page of a screen that is deallocated while it is visible disappears with the next turn of the main
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
  ///   - page: The page; several screens may be the same page.
  ///   - lifecycle: The app's lifecycle.
  /// - Returns: The child that reports, until its `removeFromParent()`.
  @discardableResult
  public func reportPage(_ page: PageID, to lifecycle: AppLifecycle) -> UIViewController {
    report(page, to: lifecycle)
  }

  /// Reports this screen as something that covers the pages of its scene, whenever it is visible.
  ///
  /// For a sheet, a popover or an alert over a page that stays visible.
  ///
  /// - Parameter lifecycle: The app's lifecycle.
  /// - Returns: The child that reports, until its `removeFromParent()`.
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

  /// Whether a child would be shown as a tab, on the stack or as a column.
  ///
  /// Then only the view is added.
  private var showsItsChildren: Bool {
    self is UITabBarController || self is UINavigationController || self is UISplitViewController
  }
}
#endif
