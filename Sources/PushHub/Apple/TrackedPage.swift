#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
  /// Whom ``SwiftUI/View/trackedPage(_:)`` and ``SwiftUI/View/trackedOverlay()`` tell.
  ///
  /// ```swift
  /// ContentView().environment(\.appLifecycle, lifecycle)
  /// ```
  public var appLifecycle: AppLifecycle? {
    get { self[AppLifecycleKey.self] }
    set { self[AppLifecycleKey.self] = newValue }
  }
}

extension EnvironmentValues {
  /// The scene to which ``SwiftUI/View/trackedPage(_:)`` and ``SwiftUI/View/trackedOverlay()``
  /// belong.
  ///
  /// SwiftUI does not say which it is. Without it a page is as present as the app, and covered by
  /// whatever covers any page, which is right for an app of one window. An app of several sets it
  /// where it knows the window: `.environment(\.appSceneID, SceneID(windowScene))`.
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
  /// the app delegate that SwiftUI made; without either nothing is reported. See
  /// [onAppear(perform:)](https://developer.apple.com/documentation/swiftui/view/onappear(perform:)).
  public func trackedPage(_ page: PageID) -> some View {
    modifier(TrackedPage(page: page))
  }

  /// Reports this view as something that covers the page, whenever it is visible.
  ///
  /// For the content of a sheet, a popover or a cover.
  public func trackedOverlay() -> some View {
    modifier(TrackedOverlay())
  }
}

/// Finds the lifecycle in the environment, where SwiftUI also puts an observable app delegate.
///
/// See [UIApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor).
private struct LifecycleReader: DynamicProperty {
  @Environment(\.appLifecycle) private var given
  #if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
  @Environment(PushHubAppDelegate.self) private var delegate: PushHubAppDelegate?
  #endif
  #if canImport(AppKit) && canImport(UserNotifications) && !targetEnvironment(macCatalyst)
  @Environment(PushHubMacAppDelegate.self) private var macDelegate: PushHubMacAppDelegate?
  #endif
  #if canImport(WatchKit) && canImport(UserNotifications) && !os(iOS)
  @Environment(PushHubWatchAppDelegate.self) private var watchDelegate: PushHubWatchAppDelegate?
  #endif

  @MainActor var lifecycle: AppLifecycle? {
    var found = given
    #if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
    found = found ?? delegate?.lifecycle
    #endif
    #if canImport(AppKit) && canImport(UserNotifications) && !targetEnvironment(macCatalyst)
    found = found ?? macDelegate?.lifecycle
    #endif
    #if canImport(WatchKit) && canImport(UserNotifications) && !os(iOS)
    found = found ?? watchDelegate?.lifecycle
    #endif
    return found
  }
}

/// One view that is on the screen or not, however often it is told so.
@MainActor
private final class Appearance {
  private var lifecycle: AppLifecycle?

  /// A view that SwiftUI lets go while it is visible may never disappear.
  deinit {
    guard let lifecycle else { return }
    Task { @MainActor in lifecycle.forgetTheGone() }
  }

  func appear(in lifecycle: AppLifecycle?, _ report: (AppLifecycle) -> Void) {
    guard self.lifecycle == nil, let lifecycle else { return }
    self.lifecycle = lifecycle
    report(lifecycle)
  }

  func disappear(_ report: (AppLifecycle) -> Void) {
    guard let lifecycle else { return }
    self.lifecycle = nil
    report(lifecycle)
  }
}

private struct TrackedPage: ViewModifier {
  let page: PageID
  private var environment = LifecycleReader()
  @Environment(\.appSceneID) private var scene
  @State private var appearance = Appearance()

  init(page: PageID) {
    self.page = page
  }

  func body(content: Content) -> some View {
    content
      .onAppear {
        appearance.appear(in: environment.lifecycle) {
          $0.pageAppeared(page, scene: scene, instance: appearance)
        }
      }
      .onDisappear {
        appearance.disappear { $0.pageDisappeared(page, instance: appearance) }
      }
  }
}

private struct TrackedOverlay: ViewModifier {
  private var environment = LifecycleReader()
  @Environment(\.appSceneID) private var scene
  @State private var appearance = Appearance()

  func body(content: Content) -> some View {
    content
      .onAppear {
        appearance.appear(in: environment.lifecycle) {
          $0.overlayAdded(scene: scene, instance: appearance)
        }
      }
      .onDisappear {
        appearance.disappear { $0.overlayRemoved(instance: appearance) }
      }
  }
}
#endif
