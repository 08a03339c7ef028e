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
  /// What is reported of the parent.
  enum Thing {
    case page(PageID)
    case overlay
  }

  private let thing: Thing
  private let lifecycle: AppLifecycle
  private var hasAppeared = false

  init(_ thing: Thing, to lifecycle: AppLifecycle) {
    self.thing = thing
    self.lifecycle = lifecycle
    super.init(nibName: nil, bundle: nil)
  }

  /// Does nothing: a reporter is made in code.
  public required init?(coder: NSCoder) {
    nil
  }

  /// A parent that is let go while it is visible never disappears.
  deinit {
    Task { @MainActor [lifecycle] in lifecycle.forgetTheGone() }
  }

  /// Reports that the parent has appeared.
  public override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard !hasAppeared else { return }
    hasAppeared = true
    let scene = (parent?.view.window?.windowScene).map { SceneID($0) } ?? .main
    switch thing {
    case .page(let page): lifecycle.pageAppeared(page, scene: scene, instance: self)
    case .overlay: lifecycle.overlayAdded(scene: scene, instance: self)
    }
  }

  /// Reports that the parent has disappeared.
  public override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    disappear()
  }

  /// Takes the reporter out of its parent, as disappeared if it was not.
  public func stop() {
    willMove(toParent: nil)
    view.removeFromSuperview()
    removeFromParent()
    disappear()
  }

  private func disappear() {
    guard hasAppeared else { return }
    hasAppeared = false
    switch thing {
    case .page(let page): lifecycle.pageDisappeared(page, instance: self)
    case .overlay: lifecycle.overlayRemoved(instance: self)
    }
  }
}

extension UIViewController {
  /// Reports this screen to the lifecycle as a page of its window's scene whenever it is visible.
  ///
  /// A screen that is let go while it is visible is gone as a page with the next turn of the main
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
  ///   - lifecycle: Whom to tell.
  /// - Returns: The child that reports, which can be stopped; it may be ignored.
  @discardableResult
  public func reportPage(_ page: PageID, to lifecycle: AppLifecycle) -> AppearanceReporter {
    add(AppearanceReporter(.page(page), to: lifecycle))
  }

  /// Reports this screen as something that covers the pages of its scene, whenever it is visible.
  ///
  /// For what is presented over a page that stays visible behind it: a sheet, a popover, an alert.
  ///
  /// - Parameter lifecycle: Whom to tell.
  /// - Returns: The child that reports, which can be stopped; it may be ignored.
  @discardableResult
  public func reportOverlay(to lifecycle: AppLifecycle) -> AppearanceReporter {
    add(AppearanceReporter(.overlay, to: lifecycle))
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
