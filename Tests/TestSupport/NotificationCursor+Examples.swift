import PushHubObservers

extension NotificationCursor {
  /// A notification with a name that goes with its order.
  static func numbered(_ order: Int) -> Self {
    Self(order: order, id: "n\(order)")
  }
}

extension ReadMark {
  /// Read up to a notification; nothing for zero.
  static func numbered(_ order: Int) -> Self {
    order == 0 ? .nothing : .upTo(.numbered(order))
  }
}
