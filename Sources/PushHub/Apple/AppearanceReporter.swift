#if canImport(UIKit) && !os(watchOS)
public import Foundation
public import UIKit

/// A child view controller that reports when its parent appears and disappears.
///
/// The system tells a child what it tells the parent, so that nothing has to be swizzled and no
/// base class is needed; see
/// [UIViewController](https://developer.apple.com/documentation/uikit/uiviewcontroller). It shows
/// nothing, and goes with its parent. ``UIKit/UIViewController/reportPage(_:to:)`` makes one.
public final class AppearanceReporter: UIViewController {
  private let appeared: (UIViewController) -> Void
  private let disappeared: (UIViewController) -> Void
  private var hasAppeared = false

  init(
    appeared: @escaping (UIViewController) -> Void,
    disappeared: @escaping (UIViewController) -> Void
  ) {
    self.appeared = appeared
    self.disappeared = disappeared
    super.init(nibName: nil, bundle: nil)
  }

  /// Does nothing: a reporter is made in code.
  public required init?(coder: NSCoder) {
    nil
  }

  /// Reports that the parent has appeared.
  public override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard !hasAppeared else { return }
    hasAppeared = true
    appeared(self)
  }

  /// Reports that the parent has disappeared.
  public override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    guard hasAppeared else { return }
    hasAppeared = false
    disappeared(self)
  }

  /// Takes the reporter out of its parent, as disappeared if it was not.
  public func stop() {
    willMove(toParent: nil)
    view.removeFromSuperview()
    removeFromParent()
    guard hasAppeared else { return }
    hasAppeared = false
    disappeared(self)
  }
}

extension UIViewController {
  /// Reports this screen to the lifecycle as a page whenever it is visible.
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
  ///   - lifecycle: Whom to tell.
  /// - Returns: The child that reports, which can be stopped; it may be ignored.
  @discardableResult
  public func reportPage(_ page: PageID, to lifecycle: AppLifecycle) -> AppearanceReporter {
    add(
      AppearanceReporter(
        appeared: { lifecycle.pageAppeared(page, instance: $0) },
        disappeared: { lifecycle.pageDisappeared(page, instance: $0) }
      )
    )
  }

  /// Reports this screen as something that covers the page, whenever it is visible.
  ///
  /// For what is presented over a page that stays visible behind it: a sheet, a popover, an alert.
  ///
  /// - Parameter lifecycle: Whom to tell.
  /// - Returns: The child that reports, which can be stopped; it may be ignored.
  @discardableResult
  public func reportOverlay(to lifecycle: AppLifecycle) -> AppearanceReporter {
    add(
      AppearanceReporter(
        appeared: { _ in lifecycle.overlayAdded() },
        disappeared: { _ in lifecycle.overlayRemoved() }
      )
    )
  }

  private func add(_ reporter: AppearanceReporter) -> AppearanceReporter {
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
