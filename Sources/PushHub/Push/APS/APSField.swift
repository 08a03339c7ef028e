/// A key that Apple documents, and what its value must be.
///
/// The keys and types are those of
/// [Generating a remote notification](https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification)
/// and, for Live Activities, of
/// [Starting and updating Live Activities with ActivityKit push notifications](https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications),
/// for widgets of
/// [Updating widgets with WidgetKit push notifications](https://developer.apple.com/documentation/widgetkit/updating-widgets-with-widgetkit-push-notifications),
/// and those that servers still send of
/// [Payload Key Reference](https://developer.apple.com/library/archive/documentation/NetworkingInternet/Conceptual/RemoteNotificationsPG/PayloadKeyReference.html).
struct APSField {
  enum Shape {
    case text
    case texts
    case integer
    case number
    /// The number 1 for yes; a boolean is read as meant, with an issue.
    case flag
    /// A boolean; a number is read as a flag, with an issue.
    case boolean
    case dictionary
    case alert
    case sound
    /// A text, or a Live Activity's dictionary with `loc-key` and `loc-args`.
    case localizable
  }

  let key: String
  let length: Int
  let shape: Shape

  init(_ key: String, _ shape: Shape) {
    self.key = key
    self.length = key.utf8.count
    self.shape = shape
  }
}

extension APSField {
  static let aps = [
    APSField("alert", .alert),
    APSField("badge", .integer),
    APSField("sound", .sound),
    APSField("thread-id", .text),
    APSField("category", .text),
    APSField("content-available", .flag),
    APSField("content-changed", .boolean),
    APSField("mutable-content", .flag),
    APSField("target-content-id", .text),
    APSField("interruption-level", .text),
    APSField("relevance-score", .number),
    APSField("filter-criteria", .text),
    APSField("stale-date", .number),
    APSField("content-state", .dictionary),
    APSField("timestamp", .number),
    APSField("event", .text),
    APSField("dismissal-date", .number),
    APSField("attributes-type", .text),
    APSField("attributes", .dictionary),
    APSField("input-push-token", .flag),
    APSField("input-push-channel", .text),
    APSField("url-args", .texts),
  ]

  static let alert = [
    APSField("title", .localizable),
    APSField("subtitle", .localizable),
    APSField("body", .localizable),
    APSField("title-loc-key", .text),
    APSField("title-loc-args", .texts),
    APSField("subtitle-loc-key", .text),
    APSField("subtitle-loc-args", .texts),
    APSField("loc-key", .text),
    APSField("loc-args", .texts),
    APSField("launch-image", .text),
    APSField("sound", .text),
    APSField("summary-arg", .text),
    APSField("summary-arg-count", .integer),
    APSField("action-loc-key", .text),
    APSField("action", .text),
  ]

  static let sound = [
    APSField("critical", .flag),
    APSField("name", .text),
    APSField("volume", .number),
  ]

  static let localization = [
    APSField("loc-key", .text),
    APSField("loc-args", .texts),
  ]
}
