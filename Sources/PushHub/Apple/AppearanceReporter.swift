#if canImport(UIKit) && !os(watchOS)
import Foundation
public import UIKit

/// A child view controller that reports when its parent appears and disappears.
///
/// The system calls a child as it calls the parent, so that nothing has to be swizzled and no
/// base class is needed; see
/// [UIViewController](https://developer.apple.com/documentation/uikit/uiviewcontroller). It shows
/// nothing, and goes with its parent.
private final class AppearanceReporter: UIViewController {
  private let page: PageID?
  private let lifecycle: AppLifecycle
  private let appearance = Appearance()

  init(_ page: PageID?, to lifecycle: AppLifecycle) {
    self.page = page
    self.lifecycle = lifecycle
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    nil
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    let scene = parent?.view.window?.windowScene
    appearance.appear(page, in: lifecycle, scene: scene.map { SceneID($0) } ?? .main)
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    appearance.disappear()
  }

  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    guard parent == nil else { return }
    view.removeFromSuperview()
    appearance.disappear()
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
  /// - Returns: The child that reports, until `removeFromParent()`; it may be ignored.
  @discardableResult
  public func reportPage(_ page: PageID, to lifecycle: AppLifecycle) -> UIViewController {
    report(page, to: lifecycle)
  }

  /// Reports this screen as something that covers the pages of its scene, whenever it is visible.
  ///
  /// For what is presented over a page that stays visible behind it: a sheet, a popover, an alert.
  ///
  /// - Parameter lifecycle: Where to report it.
  /// - Returns: The child that reports, until `removeFromParent()`; it may be ignored.
  @discardableResult
  public func reportOverlay(to lifecycle: AppLifecycle) -> UIViewController {
    report(nil, to: lifecycle)
  }

  private func report(_ page: PageID?, to lifecycle: AppLifecycle) -> UIViewController {
    let reporter = AppearanceReporter(page, to: lifecycle)
    addChild(reporter)
    if let child = reporter.view {
      child.isHidden = true
      child.isUserInteractionEnabled = false
      view.addSubview(child)
    }
    reporter.didMove(toParent: self)
    return reporter
  }
}
#endif
