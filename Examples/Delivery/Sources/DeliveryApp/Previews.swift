import AppIntents
import DeliveryShared
import PushHub
import PushHubObservers
import SwiftUI
import UIKit

struct AppPackage: AppIntentsPackage {
  static var includedPackages: [any AppIntentsPackage.Type] { [SharedIntents.self] }
}

@MainActor
private func badge(_ badge: Badge) -> BadgeNode {
  let tree = BadgeTree(scheduler: LiveScheduler())
  tree.set(badge, at: "orders", because: "a preview")
  return tree["orders"]
}

#Preview("Page") {
  OrderList(navigator: Navigator(), badge: badge(.number(12)))
}

#Preview("Tab") {
  TabView {
    Text("Orders").tabBadge(badge(.dot)).tabItem { Text("Orders") }
  }
}

#Preview("UIKit") {
  let label = UILabel()
  label.text = "Orders"
  let mark = BadgeDotView()
  mark.follow(badge(.number(3)))
  mark.attach(to: label)
  return label
}
