#if canImport(SwiftUI) || canImport(UIKit)
/// Whether one view is visible, however often that is reported.
@MainActor
final class Appearance {
  private var lifecycle: AppLifecycle?
  private var page: PageID?

  /// A view that is deallocated while it is visible may not report that it disappears.
  deinit {
    guard let lifecycle else { return }
    Task { @MainActor in lifecycle.removeReleasedViews() }
  }

  /// - Parameter page: The page of the view; `nil` if it covers one.
  func appear(_ page: PageID?, in lifecycle: AppLifecycle?, scene: SceneID) {
    guard let lifecycle else { return }
    if self.lifecycle !== lifecycle || self.page != page { disappear() }
    self.lifecycle = lifecycle
    self.page = page
    if let page {
      lifecycle.pageAppeared(page, scene: scene, instance: self)
    } else {
      lifecycle.overlayAdded(scene: scene, instance: self)
    }
  }

  /// Changes the page or the scene, if the view is visible.
  func change(to page: PageID?, scene: SceneID) {
    appear(page, in: lifecycle, scene: scene)
  }

  func disappear() {
    guard let lifecycle else { return }
    self.lifecycle = nil
    if let page {
      lifecycle.pageDisappeared(page, instance: self)
    } else {
      lifecycle.overlayRemoved(instance: self)
    }
  }
}
#endif
