import Foundation
import SwiftUI
import WidgetKit

/// How many orders are under way; a push of the type `widgets` reloads it.
struct OrdersWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: "orders", provider: OrdersProvider()) { entry in
      Text("\(entry.count) orders")
        .containerBackground(Color.blue, for: .widget)
        .widgetURL(URL(string: "delivery://orders"))
    }
    .pushHandler(OrdersPushHandler.self)
  }
}

struct OrdersEntry: TimelineEntry {
  let date = Date()
  let count: Int
}

struct OrdersProvider: TimelineProvider {
  func placeholder(in context: Context) -> OrdersEntry { OrdersEntry(count: 1) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (OrdersEntry) -> Void) {
    completion(OrdersEntry(count: 1))
  }

  /// An app asks its server here.
  func getTimeline(
    in context: Context,
    completion: @escaping @Sendable (Timeline<OrdersEntry>) -> Void
  ) {
    completion(Timeline(entries: [OrdersEntry(count: 2)], policy: .never))
  }
}
