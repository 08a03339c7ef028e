import PushHub
import SwiftUI

/// A small app with four tabs: everything about pushes is in the line of the delegate adaptor.
@main
struct InboxApp: App {
  #if os(macOS)
  @NSApplicationDelegateAdaptor(InboxDelegate.self) private var delegate
  #else
  @UIApplicationDelegateAdaptor(InboxDelegate.self) private var delegate
  #endif

  var body: some Scene {
    WindowGroup {
      InboxTabs(features: delegate.features)
        .environment(\.appLifecycle, delegate.hub.lifecycle)
    }
  }
}

/// Installs the features at the launch, so that they also work when a push wakes the app.
final class InboxDelegate: PushHubAppDelegate {
  private(set) lazy var features = Features(on: hub)

  override func willLaunch() {
    _ = features
  }
}
