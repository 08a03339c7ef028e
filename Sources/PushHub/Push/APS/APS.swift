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

// MARK: - The alert

extension APS {
  /// Whether there is an alert, given as a text, which is its ``body``, or as a dictionary.
  public var hasAlert: Bool { alert != nil }

  /// The alert's title, unless it is to be looked up.
  public var title: String? { text("title", in: alert) }

  /// The line below the title, unless it is to be looked up.
  public var subtitle: String? { text("subtitle", in: alert) }

  /// The alert's text, unless it is to be looked up.
  public var body: String? { alert?.stringValue ?? text("body", in: alert) }

  /// How to look the title up: `title-loc-key` and `title-loc-args`.
  public var titleLocalization: Localization? { localization("title", "title-loc-") }

  /// How to look the subtitle up: `subtitle-loc-key` and `subtitle-loc-args`.
  public var subtitleLocalization: Localization? { localization("subtitle", "subtitle-loc-") }

  /// How to look the text up: `loc-key` and `loc-args`.
  public var bodyLocalization: Localization? { localization("body", "loc-") }

  /// The image to launch the app with.
  public var launchImage: String? { text("launch-image", in: alert) }

  /// The key in the app's strings of the button that opens the app.
  public var actionLocalizationKey: String? { text("action-loc-key", in: alert) }

  /// The label of the button of a website's notification.
  public var action: String? { text("action", in: alert) }

  private var alert: PushPayload.Node? { textOrDictionary("alert") }

  private func localization(_ key: String, _ prefix: String) -> Localization? {
    Localization(alert, prefix) ?? Localization(alert?[key])
  }
}

// MARK: - The sound

extension APS {
  /// The name of the sound to play, given as a text or in a dictionary: a file of the app's, or
  /// `default`.
  ///
  /// Of a Live Activity it is the sound of its alert.
  public var sound: String? {
    soundNode?.stringValue ?? text("name", in: soundNode) ?? text("sound", in: alert)
  }

  /// Whether the alert is critical and plays in spite of the mute switch: the sound is a dictionary
  /// whose `critical` is 1.
  public var isCritical: Bool { soundNode?["critical"]?.value.isSet == true }

  /// How loud a critical alert is, from 0 to 1.
  public var volume: Double? { soundNode?["volume"]?.value.doubleValue }

  private var soundNode: PushPayload.Node? { textOrDictionary("sound") }
}

// MARK: - The notification

extension APS {
  /// The number to show on the app's icon; 0 removes it.
  public var badge: Int? { node?["badge"]?.value.intValue }

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

  /// When the push was sent, given in seconds since 1970; older pushes are ignored.
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

  /// What fills the placeholders in the URL of a website's notification; one that is no string is empty.
  public var urlArguments: [String]? { node?["url-args"]?.value.strings }
}

// MARK: - Values

extension APS {
  /// A text that the app keeps in its own strings, with what to fill in.
  ///
  /// Live Activities may put the two keys in a dictionary of their own in place of the text, see
  /// [Starting and updating Live Activities with ActivityKit push notifications](https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications).
  public struct Localization: Sendable, Hashable {
    /// The key in the app's strings.
    public let key: String

    /// What replaces the key's placeholders, in order; empty if there is nothing to fill in.
    ///
    /// An argument of another type than a string is an empty one, so that the others keep their places.
    public let arguments: [String]

    init?(_ node: PushPayload.Node?, _ prefix: String = "loc-") {
      guard let node, let key = node[prefix + "key"]?.stringValue else { return nil }
      self.key = key
      arguments = node[prefix + "args"]?.value.strings ?? []
    }
  }

  /// How important and urgent a notification is; open to levels that Apple adds.
  public struct InterruptionLevel: RawRepresentable, Sendable, Hashable {
    /// The level as the payload spells it.
    public let rawValue: String

    /// Creates a level from its spelling in a payload, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Goes to the list without lighting the screen or playing a sound.
    public static let passive = Self(rawValue: "passive")
    /// Lights the screen and may play a sound; what the system assumes without a level.
    public static let active = Self(rawValue: "active")
    /// Breaks through a Focus that allows it.
    public static let timeSensitive = Self(rawValue: "time-sensitive")
    /// Breaks through the mute switch; needs an entitlement.
    public static let critical = Self(rawValue: "critical")
  }
}

// MARK: - Reading

extension APS {
  private func text(_ key: String) -> String? { text(key, in: node) }

  private func text(_ key: String, in node: PushPayload.Node?) -> String? {
    node?[key]?.stringValue
  }

  private func textOrDictionary(_ key: String) -> PushPayload.Node? {
    node?[key].flatMap { $0.isString || $0.isObject ? $0 : nil }
  }

  private func number(_ key: String) -> Double? { node?[key]?.value.doubleValue }

  private func date(_ key: String) -> Date? { number(key).map(Date.init(timeIntervalSince1970:)) }

  private func flag(_ key: String) -> Bool { node?[key]?.value.isSet == true }
}

extension JSONValue {
  /// The elements of an array of strings; one that is none is empty, so that the others keep their
  /// places.
  var strings: [String]? { arrayValue?.map { $0.stringValue ?? "" } }
}

extension APS: Hashable {
  /// Whether both have the same content, unknown keys included.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.node?.content == rhs.node?.content }

  /// Feeds the content to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(node?.content) }
}
