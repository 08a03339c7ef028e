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
  private var isVisible = false

  func appear(_ report: () -> Void) {
    guard !isVisible else { return }
    isVisible = true
    report()
  }

  func disappear(_ report: () -> Void) {
    guard isVisible else { return }
    isVisible = false
    report()
  }
}

private struct TrackedPage: ViewModifier {
  let page: PageID
  private var environment = LifecycleReader()
  @State private var appearance = Appearance()

  init(page: PageID) {
    self.page = page
  }

  func body(content: Content) -> some View {
    content
      .onAppear {
        appearance.appear { environment.lifecycle?.pageAppeared(page, instance: appearance) }
      }
      .onDisappear {
        appearance.disappear { environment.lifecycle?.pageDisappeared(page, instance: appearance) }
      }
  }
}

private struct TrackedOverlay: ViewModifier {
  private var environment = LifecycleReader()
  @State private var appearance = Appearance()

  func body(content: Content) -> some View {
    content
      .onAppear {
        appearance.appear { environment.lifecycle?.overlayAdded() }
      }
      .onDisappear {
        appearance.disappear { environment.lifecycle?.overlayRemoved() }
      }
  }
}
#endif
