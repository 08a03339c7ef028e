import DeliveryShared
import Foundation
import PushHub
import PushHubObservers
import SwiftUI

@main
struct DeliveryApp: App {
  @UIApplicationDelegateAdaptor(DeliveryDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup {
      OrderList(navigator: .shared, badge: delegate.badges["orders"])
        .environment(\.appLifecycle, delegate.hub.lifecycle)
    }
  }
}

/// The orders, and above them what was tapped.
struct OrderList: View {
  @Bindable var navigator: Navigator
  let badge: BadgeNode

  var body: some View {
    NavigationStack(path: $navigator.path) {
      Text("Orders")
        .badgeDot(badge)
        .navigationDestination(for: DeliveryPage.self) { page in
          Text(page.link).trackedPage(PageID(rawValue: page.link))
        }
    }
    .onOpenURL { navigator.open($0.absoluteString) }
  }
}
