import PushHub
import PushHubObservers
import SwiftUI

/// A small app with three tabs: everything about pushes is in the line of the delegate adaptor.
@main
struct InboxApp: App {
  #if canImport(UIKit)
  @UIApplicationDelegateAdaptor(PushHubAppDelegate.self) private var hub
  #else
  @NSApplicationDelegateAdaptor(PushHubMacAppDelegate.self) private var hub
  #endif
  @State private var features = Features()

  var body: some Scene {
    WindowGroup {
      InboxTabs(features: features)
        .task { features.start(on: hub.host, lifecycle: hub.lifecycle) }
    }
  }
}
