import PushHub
import SwiftUI

/// A small app with three tabs: everything about pushes is in the line of the delegate adaptor.
@main
struct InboxApp: App {
  @PushHubAppDelegateAdaptor(InboxDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup {
      InboxTabs(features: delegate.features)
        .environment(\.appLifecycle, delegate.lifecycle)
        .task { await delegate.features.askForPermission() }
    }
  }
}
