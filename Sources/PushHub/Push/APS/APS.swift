public import Foundation

/// The part of a payload that speaks to the system, typed in full.
///
/// The keys and types are those of Apple's page
/// [Generating a remote notification](https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification).
/// A field of another type than documented reads as nil, costs nothing but itself, and leaves one
/// issue in ``PushPayload/issues``; this includes `null`. Only flags are read as meant, with the
/// issue, if `true` or `false` stands in place of 1 or 0: many servers send that. Unknown keys are
/// no issue.
///
/// ```swift
/// payload.aps.title
/// payload.aps.badge
/// payload.aps.interruptionLevel == .timeSensitive
/// ```
///
/// This is a view: each property is looked up and decoded when it is read.
public struct APS: Sendable {
  /// The dictionary, or nil if the payload has none.
  let node: PushPayload.Node?

  /// The value of any key of the dictionary, those that Apple doesn't document included.
  public subscript(key: String) -> JSONValue? { node?[key]?.value }
}

extension APS {
  /// What the alert says, given as a text or as a dictionary.
  public var alert: Alert? { node?["alert"].flatMap(Alert.init) }

  /// The alert's title, unless it is to be looked up by a localisation key.
  public var title: String? { alert?.title }

  /// The alert's text, unless it is to be looked up by a localisation key.
  public var body: String? { alert?.body }

  /// The number to show on the app's icon; 0 removes it.
  public var badge: Int? { node?["badge"]?.value.intValue }

  /// The sound to play, given as a name or as a dictionary for critical alerts.
  public var sound: Sound? { node?["sound"].flatMap(Sound.init) }

  /// What groups related notifications.
  public var threadID: String? { text("thread-id") }

  /// The type of the notification, which decides on its actions.
  public var category: String? { text("category") }

  /// Whether the app is to be woken in the background; a number other than 1 says no.
  public var contentAvailable: Bool { flag("content-available") }

  /// Whether the service extension may change the notification; a number other than 1 says no.
  public var mutableContent: Bool { flag("mutable-content") }

  /// Whether the push tells widgets to reload.
  public var contentChanged: Bool { flag("content-changed") }

  /// The window to bring forward.
  public var targetContentID: String? { text("target-content-id") }

  /// How important and urgent the notification is.
  public var interruptionLevel: InterruptionLevel? {
    text("interruption-level").map(InterruptionLevel.init(rawValue:))
  }

  /// What the system sorts by; 0 to 1 for notifications, anything for Live Activities.
  public var relevanceScore: Double? { number("relevance-score") }

  /// What a Focus filter compares with.
  public var filterCriteria: String? { text("filter-criteria") }
}

// MARK: - Live Activities, widgets and websites

extension APS {
  /// What happens to the Live Activity: `start`, `update`, `end`, or what Apple adds.
  public var event: String? { text("event") }

  /// When the push was sent, given in seconds since 1970; older pushes are passed over.
  public var timestamp: Date? { date("timestamp") }

  /// When the content is out of date, given in seconds since 1970.
  public var staleDate: Date? { date("stale-date") }

  /// When the system removes the ended Live Activity, given in seconds since 1970.
  public var dismissalDate: Date? { date("dismissal-date") }

  /// The content of the Live Activity, as its `ContentState` encodes it.
  public var contentState: [String: JSONValue]? { node?["content-state"]?.value.objectValue }

  /// The name of the type of the attributes of a Live Activity to start.
  public var attributesType: String? { text("attributes-type") }

  /// The attributes of a Live Activity to start.
  public var attributes: [String: JSONValue]? { node?["attributes"]?.value.objectValue }

  /// Whether the Live Activity to start asks for a push token of its own.
  public var inputPushToken: Bool { flag("input-push-token") }

  /// The channel on which the Live Activity to start receives its updates.
  public var inputPushChannel: String? { text("input-push-channel") }

  /// What fills the placeholders in the URL of a website's notification.
  public var urlArguments: [String]? { node?["url-args"]?.value.strings }
}

// MARK: - Reading

extension APS {
  private func text(_ key: String) -> String? { node?[key]?.stringValue }

  private func number(_ key: String) -> Double? { node?[key]?.value.doubleValue }

  private func date(_ key: String) -> Date? { number(key).map(Date.init(timeIntervalSince1970:)) }

  private func flag(_ key: String) -> Bool { node?[key]?.value.isSet == true }
}

extension APS: Hashable {
  /// Whether both have the same content, unknown keys included.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.node?.content == rhs.node?.content }

  /// Feeds the content to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(node?.content) }
}
