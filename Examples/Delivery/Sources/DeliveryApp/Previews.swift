import AppIntents
import DeliveryShared
import PushHub
import PushHubAlerts
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

@MainActor
private func countdown() -> CountdownHandler {
  let handler = CountdownHandler(scheduler: LiveScheduler())
  handler.add(CountdownItem(id: "order", total: .seconds(600)))
  return handler
}

#Preview("Countdown") {
  CountdownText("order", in: countdown(), named: "Order 7")
}

/// A hub that receives one push.
@MainActor
private final class BannerPreview {
  let presenter = ViewBannerPresenter()
  private let hub = AppHub()

  init() {
    hub.lifecycle.setPhase(.active)
    let banners = ForegroundBanners(presenter: presenter, duration: .seconds(86_400))
    try? hub.host.install(banners, named: "banners")
  }

  func show() async {
    let text = #"{"aps":{"alert":{"title":"Order 7","body":"It is on its way."}}}"#
    guard let payload = try? PushPayload(json: text.utf8) else { return }
    _ = await hub.manager.present(payload, requestIdentifier: "preview")
  }
}

#Preview("Banner") {
  let preview = BannerPreview()
  OrderList(navigator: Navigator(), badge: badge(.dot))
    .foregroundBanner(preview.presenter)
    .task { await preview.show() }
}
