public import Foundation

/// What starts, updates and ends Live Activities.
extension APS {
  /// What happens to a Live Activity; open to events that Apple adds.
  public struct Event: RawRepresentable, Sendable, Hashable {
    /// The event as the payload spells it.
    public let rawValue: String

    /// Creates an event from its spelling in a payload, known or not.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A Live Activity starts.
    public static let start = Self(rawValue: "start")
    /// A Live Activity has new content.
    public static let update = Self(rawValue: "update")
    /// A Live Activity ends.
    public static let end = Self(rawValue: "end")
  }

  /// What happens to the Live Activity.
  public var event: Event? { text("event").map(Event.init(rawValue:)) }

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
  public var inputPushToken: Bool { node?.flag("input-push-token") ?? false }

  /// The channel on which the Live Activity to start receives its updates.
  public var inputPushChannel: String? { text("input-push-channel") }

  /// What fills the placeholders in the URL of a website's notification.
  public var urlArguments: [String]? { node?["url-args"]?.stringValues }
}
