extension APS {
  /// What an alert says, or under which keys the app keeps what it says.
  ///
  /// An alert given as a text has that text as its ``body`` and nothing else.
  public struct Alert: Sendable {
    private let node: PushPayload.Node

    init?(_ node: PushPayload.Node) {
      guard node.isObject || node.isString else { return nil }
      self.node = node
    }

    /// The title, unless it is to be looked up.
    public var title: String? { text("title") }

    /// The line below the title, unless it is to be looked up.
    public var subtitle: String? { text("subtitle") }

    /// The text, unless it is to be looked up.
    public var body: String? { node.stringValue ?? text("body") }

    /// How to look the title up: `title-loc-key` and `title-loc-args`.
    public var titleLocalization: Localization? {
      Localization(node, "title-loc-key", "title-loc-args") ?? Localization(node["title"])
    }

    /// How to look the subtitle up: `subtitle-loc-key` and `subtitle-loc-args`.
    public var subtitleLocalization: Localization? {
      Localization(node, "subtitle-loc-key", "subtitle-loc-args")
        ?? Localization(node["subtitle"])
    }

    /// How to look the text up: `loc-key` and `loc-args`.
    public var bodyLocalization: Localization? {
      Localization(node, "loc-key", "loc-args") ?? Localization(node["body"])
    }

    /// The image to launch the app with.
    public var launchImage: String? { text("launch-image") }

    /// The sound that goes with a Live Activity's alert.
    public var sound: String? { text("sound") }

    /// What the summary of a group names for this notification; not read since iOS 15.
    public var summaryArgument: String? { text("summary-arg") }

    /// How many items this notification adds to the summary of a group; not read since iOS 15.
    public var summaryArgumentCount: Int? { node["summary-arg-count"]?.value.intValue }

    /// The key in the app's strings of the button that opens the app.
    public var actionLocalizationKey: String? { text("action-loc-key") }

    /// The label of the button of a website's notification.
    public var action: String? { text("action") }

    private func text(_ key: String) -> String? { node[key]?.stringValue }
  }

  /// A text that the app keeps in its own strings, with what to fill in.
  ///
  /// Live Activities may put the two keys in a dictionary of their own in place of the text, see
  /// [Starting and updating Live Activities with ActivityKit push notifications](https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications).
  public struct Localization: Sendable, Hashable {
    /// The key in the app's strings.
    public let key: String

    /// What replaces the key's placeholders, in order; empty if there is nothing to fill in.
    public let arguments: [String]

    init?(_ node: PushPayload.Node?, _ key: String = "loc-key", _ arguments: String = "loc-args") {
      guard let node, let text = node[key]?.stringValue else { return nil }
      self.key = text
      self.arguments = node[arguments]?.value.strings ?? []
    }
  }

  /// The sound of a notification.
  ///
  /// A sound given as a text has that text as its ``name``. Critical alerts, which play in spite
  /// of the mute switch, give a dictionary.
  public struct Sound: Sendable, Hashable {
    /// The name of a sound file of the app's, or `default`.
    public let name: String?

    /// Whether the alert is critical: `critical` is 1.
    public let isCritical: Bool

    /// How loud a critical alert is, from 0 to 1.
    public let volume: Double?

    init?(_ node: PushPayload.Node) {
      guard node.isObject || node.isString else { return nil }
      name = node.stringValue ?? node["name"]?.stringValue
      isCritical = node["critical"]?.value.isSet == true
      volume = node["volume"]?.value.doubleValue
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

extension APS.Alert: Hashable {
  /// Whether both have the same content; a text differs from a dictionary with that body.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.node.content == rhs.node.content }

  /// Feeds the content to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(node.content) }
}

extension JSONValue {
  /// The elements of an array of strings, or nil if this isn't one throughout.
  var strings: [String]? {
    let strings = arrayValue?.compactMap(\.stringValue)
    return strings?.count == arrayValue?.count ? strings : nil
  }
}
