import DeliveryShared
import Foundation
import SwiftUI
import WidgetKit

/// A control with the number of orders; a push of the type `controls` reloads it.
struct OrdersControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "orders", provider: OrderCount()) { count in
      ControlWidgetButton(action: OpenPage(URL(string: "delivery://orders"))) {
        Label("\(count) orders", systemImage: "shippingbox")
      }
    }
    .pushHandler(OrdersControlPushHandler.self)
  }
}

struct OrderCount: ControlValueProvider {
  let previewValue = 1

  /// An app asks its server here.
  func currentValue() async throws -> Int { 2 }
}
