#if canImport(SwiftUI) && canImport(UserNotifications)
public import SwiftUI

extension EnvironmentValues {
  /// The lifecycle of ``SwiftUI/View/trackedPage(_:)`` and ``SwiftUI/View/trackedOverlay()``.
  ///
  /// ```swift
  /// ContentView().environment(\.appLifecycle, lifecycle)
  /// ```
  public var appLifecycle: AppLifecycle? {
    get { self[AppLifecycleKey.self] }
    set { self[AppLifecycleKey.self] = newValue }
  }

  /// The scene to which ``SwiftUI/View/trackedPage(_:)`` and ``SwiftUI/View/trackedOverlay()``
  /// belong.
  ///
  /// SwiftUI does not provide it. Without it a page has the phase of the app, and any overlay covers it, which is
  /// right for an app with one window. An app with several sets it where it knows the window:
  /// `.environment(\.appSceneID, SceneID(windowScene))`. Visible pages then move to that scene.
  public var appSceneID: SceneID {
    get { self[AppSceneKey.self] }
    set { self[AppSceneKey.self] = newValue }
  }
}

private struct AppSceneKey: EnvironmentKey {
  static var defaultValue: SceneID { .main }
}

private struct AppLifecycleKey: EnvironmentKey {
  static var defaultValue: AppLifecycle? { nil }
}

extension View {
  /// Reports this view as a page whenever it is visible.
  ///
  /// The lifecycle is the environment's ``SwiftUI/EnvironmentValues/appLifecycle``, else that of
  /// the app delegate that SwiftUI created; without either nothing is reported. See
  /// [onAppear(perform:)](https://developer.apple.com/documentation/swiftui/view/onappear(perform:)).
  public func trackedPage(_ page: PageID) -> some View {
    modifier(Tracked(page: page))
  }

  /// Reports this view as an overlay of the page, whenever it is visible.
  ///
  /// For the content of a sheet, a popover or a cover.
  public func trackedOverlay() -> some View {
    modifier(Tracked(page: nil))
  }
}

/// Finds the lifecycle in the environment, where SwiftUI also puts an observable app delegate.
///
/// See [UIApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor).
private struct Tracked: ViewModifier {
  let page: PageID?
  @Environment(\.appLifecycle) private var given
  @Environment(\.appSceneID) private var scene
  @Environment(PushHubAppDelegate.self) private var delegate: PushHubAppDelegate?
  @State private var appearance = Appearance()

  init(page: PageID?) {
    self.page = page
  }

  func body(content: Content) -> some View {
    content
      .onAppear { appearance.appear(page, in: lifecycle, scene: scene) }
      .onDisappear { appearance.disappear() }
      .onChange(of: page) { appearance.change(to: page, scene: scene) }
      .onChange(of: scene) { appearance.change(to: page, scene: scene) }
  }

  private var lifecycle: AppLifecycle? {
    given ?? delegate?.hub.lifecycle
  }
}
#endif
