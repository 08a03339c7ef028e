import ActivityKit
import AppIntents
import DeliveryShared
import Foundation
import SwiftUI
import WidgetKit

/// The Live Activity of an order: a tap opens the order, and the button opens its courier.
struct DeliveryActivity: Widget {
  var body: some WidgetConfiguration {
    ActivityConfiguration(for: DeliveryAttributes.self) { context in
      DeliveryView(order: context.attributes.order, state: context.state)
        .widgetURL(URL(string: DeliveryPage.order(context.attributes.order).link))
    } dynamicIsland: { context in
      DynamicIsland {
        DynamicIslandExpandedRegion(.bottom) {
          DeliveryView(order: context.attributes.order, state: context.state)
        }
      } compactLeading: {
        Text(context.attributes.order)
      } compactTrailing: {
        Text(context.state.text)
      } minimal: {
        Text("\(context.state.minutes)")
      }
      .widgetURL(URL(string: DeliveryPage.order(context.attributes.order).link))
    }
  }
}

struct DeliveryView: View {
  let order: String
  let state: DeliveryAttributes.ContentState

  var body: some View {
    VStack {
      Text("Order \(order): \(state.text)")
      Button("Courier", intent: OpenPage(URL(string: DeliveryPage.courier(order).link)))
    }
  }
}
