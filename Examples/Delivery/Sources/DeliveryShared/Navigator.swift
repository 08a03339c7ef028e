import Foundation
public import Observation

/// A page of the app above the list of orders.
public enum DeliveryPage: Hashable, Sendable {
  /// An order by its number.
  case order(String)

  /// The courier who brings an order.
  case courier(String)

  /// The link of the page, for pushes, widgets and App Intents.
  public var link: String {
    switch self {
    case .order(let order): "delivery://orders/\(order)"
    case .courier(let order): "delivery://orders/\(order)/courier"
    }
  }

  /// Returns the pages that a link leads to, the last one on top; `nil` if it isn't a link of this app.
  public static func path(to link: String?) -> [DeliveryPage]? {
    guard
      let url = link.flatMap({ URL(string: $0) }), url.scheme == "delivery", url.host() == "orders"
    else { return nil }
    let components = url.pathComponents.dropFirst()
    guard let order = components.first else { return [] }
    switch components.dropFirst() {
    case []: return [.order(order)]
    case ["courier"]: return [.order(order), .courier(order)]
    default: return nil
    }
  }
}

/// The pages that the app shows.
@MainActor
@Observable
public final class Navigator {
  /// The navigator of the app's window, which App Intents reach in the app's process.
  public static let shared = Navigator()

  /// The pages above the list of orders.
  public var path: [DeliveryPage] = []

  /// Creates a navigator that shows the list of orders.
  public init() {}

  /// Shows the page of a link, and returns whether there is one.
  ///
  /// All taps end here: those on notifications, widgets, the Live Activity, its button and the control.
  @discardableResult
  public func open(_ link: String?) -> Bool {
    guard let path = DeliveryPage.path(to: link) else { return false }
    self.path = path
    return true
  }
}
