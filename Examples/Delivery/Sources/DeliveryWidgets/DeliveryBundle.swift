import AppIntents
import DeliveryShared
import SwiftUI
import WidgetKit

@main
struct DeliveryBundle: WidgetBundle {
  var body: some Widget {
    OrdersWidget()
    OrdersControl()
    DeliveryActivity()
  }
}

struct WidgetPackage: AppIntentsPackage {
  static var includedPackages: [any AppIntentsPackage.Type] { [SharedIntents.self] }
}

#Preview("Lock Screen", as: .content, using: DeliveryAttributes(order: "7")) {
  DeliveryActivity()
} contentStates: {
  DeliveryAttributes.ContentState(minutes: 7)
}
