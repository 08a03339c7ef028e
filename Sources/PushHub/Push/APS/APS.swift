/// The `aps` dictionary of a payload, with a typed property for each key of an app's notifications.
///
/// The keys and types are those of Apple's page
/// [Generating a remote notification](https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification).
/// A field of another type, or `null`, reads as nil and adds one issue to ``PushPayload/issues``; it doesn't
/// affect other fields. A flag that is `true` or `false` instead of 1 or 0 is read as such, since many servers
/// send that, and adds the issue. Unknown keys are not an issue.
///
/// The keys that only ActivityKit, WidgetKit and websites read are checked in the same way, and are read by
/// subscript.
///
/// ```swift
/// payload.aps.title
/// payload.aps.badge
/// payload.aps.interruptionLevel == .timeSensitive
/// ```
///
/// Each property is looked up and decoded when it is read.
public struct APS: Sendable {
  /// The dictionary, or nil if the payload has none.
  let node: PushPayload.Node?

  /// The alert, found when the payload was read.
  let alert: PushPayload.Node?

  /// The value of any key of the dictionary, documented or not.
  public subscript(key: String) -> JSONValue? { node?[key]?.value }
}

// MARK: - The alert

extension APS {
  /// Whether there is an alert, given as a text, which is its ``body``, or as a dictionary.
  public var hasAlert: Bool { alert.map { $0.isString || $0.isObject } ?? false }

  /// The alert's title, unless it is localized by the app.
  public var title: String? { text("title", in: alert) }

  /// The line below the title, unless it is localized by the app.
  public var subtitle: String? { text("subtitle", in: alert) }

  /// The alert's text, unless it is localized by the app.
  public var body: String? { alert.flatMap { $0.stringValue ?? text("body", in: $0) } }

  /// The localization of the title: `title-loc-key` and `title-loc-args`.
  public var titleLocalization: Localization? { localization("title", "title-loc-") }

  /// The localization of the subtitle: `subtitle-loc-key` and `subtitle-loc-args`.
  public var subtitleLocalization: Localization? { localization("subtitle", "subtitle-loc-") }

  /// The localization of the text: `loc-key` and `loc-args`.
  public var bodyLocalization: Localization? { localization("body", "loc-") }

  /// The image to launch the app with.
  public var launchImage: String? { text("launch-image", in: alert) }

  /// The key in the app's strings of the button that opens the app.
  public var actionLocalizationKey: String? { text("action-loc-key", in: alert) }

  private func localization(_ key: String, _ prefix: String) -> Localization? {
    Localization(alert, prefix) ?? Localization(alert?[key])
  }
}

// MARK: - The sound

extension APS {
  /// The name of the sound, given as a text or in a dictionary: a file of the app, or `default`.
  ///
  /// For a Live Activity it is the sound of its alert.
  public var sound: String? {
    soundNode?.stringValue ?? text("name", in: soundNode) ?? text("sound", in: alert)
  }

  /// Whether the alert is critical and plays despite the mute switch.
  public var isCritical: Bool { soundNode?["critical"]?.value.isSet == true }

  /// The volume of a critical alert, from 0 to 1.
  public var volume: Double? { soundNode?["volume"]?.value.doubleValue }

  private var soundNode: PushPayload.Node? { node?["sound"] }
}

// MARK: - The notification

extension APS {
  /// The number to show on the app's icon; 0 removes it.
  public var badge: Int? { node?["badge"]?.value.intValue }

  /// The identifier that groups related notifications.
  public var threadID: String? { text("thread-id") }

  /// The category of the notification, which determines its actions.
  public var category: String? { text("category") }

  /// Whether the push wakes the app in the background; false for a number other than 1.
  public var contentAvailable: Bool { flag("content-available") }

  /// Whether the service extension may change the notification; false for a number other than 1.
  public var mutableContent: Bool { flag("mutable-content") }

  /// The window to bring to the front.
  public var targetContentID: String? { text("target-content-id") }

  /// The importance and urgency of the notification.
  public var interruptionLevel: InterruptionLevel? {
    text("interruption-level").map(InterruptionLevel.init(rawValue:))
  }

  /// The score by which the system sorts; 0 to 1 for notifications.
  public var relevanceScore: Double? { node?["relevance-score"]?.value.doubleValue }

  /// The value that a Focus filter compares with.
  public var filterCriteria: String? { text("filter-criteria") }

  /// The event of a Live Activity: `start`, `update`, `end`, or one that Apple adds.
  public var event: String? { text("event") }
}

// MARK: - Values

extension APS {
  /// A text in the app's strings, with its arguments.
  ///
  /// Live Activities may put the two keys in a dictionary of their own in place of the text, see
  /// [Starting and updating Live Activities with ActivityKit push notifications](https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications).
  public struct Localization: Sendable, Hashable {
    /// The key in the app's strings.
    public let key: String

    /// The arguments for the text's placeholders, in order.
    ///
    /// An argument that isn't a string is an empty one, so that the others keep their places.
    public let arguments: [String]

    init?(_ node: PushPayload.Node?, _ prefix: String = "loc-") {
      guard let node, let key = node[prefix + "key"]?.stringValue else { return nil }
      self.key = key
      let elements = node[prefix + "args"]?.value.arrayValue ?? []
      arguments = elements.map { $0.stringValue ?? "" }
    }
  }

  /// The importance and urgency of a notification; open to levels that Apple adds.
  public struct InterruptionLevel: RawRepresentable, Sendable, Hashable {
    /// The level as the payload spells it.
    public let rawValue: String

    /// Creates a level from its spelling in a payload, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Added to the list without lighting up the screen or playing a sound.
    public static let passive = Self(rawValue: "passive")
    /// Lights up the screen and may play a sound; the default.
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

  private func flag(_ key: String) -> Bool { node?[key]?.value.isSet == true }
}
