public import PushHub

/// A report of ActivityKit: everything that it has now, or one change.
///
///     {"t":0,"liveActivities":{"all":[],"isAllowed":true,"startTokens":{"Delivery":"a1b2"}}}
///     {"t":9,"liveActivities":{"changed":{"id":"A","name":"7","state":"active","type":"Delivery"}}}
///     {"t":60,"liveActivities":{"ending":"A"}}
///
/// A property that is `nil` is not part of the report. A token that is missing is unknown, and was not deleted.
public struct LiveActivityReport: FeatureRecord {
  /// The key in a transcript.
  public static let key = "liveActivities"

  /// All activities; every other activity is over.
  public var all: [LiveActivity]?

  /// One activity, as it is now.
  public var changed: LiveActivity?

  /// The names of the attributes types that the app has; ``LiveActivities`` adds them.
  public internal(set) var types: [String]?

  /// The token that starts an activity, by the name of its attributes type.
  public var startTokens: [String: Private<PushToken>]?

  /// Whether the app's Info.plist has `NSSupportsLiveActivities`.
  public var isSupported: Bool?

  /// Whether the user allows Live Activities.
  public var isAllowed: Bool?

  /// Whether the user allows frequent updates.
  public var allowsFrequentUpdates: Bool?

  /// The identifier of an activity that ends since the app wants that.
  public var ending: String?

  /// Whether the app ends that activity by itself, with ActivityKit.
  var isAnnounced: Bool?

  /// Creates a report of some properties.
  public init(
    all: [LiveActivity]? = nil,
    changed: LiveActivity? = nil,
    startTokens: [String: PushToken]? = nil,
    ending: String? = nil
  ) {
    self.all = all
    self.changed = changed
    self.startTokens = startTokens?.mapValues { Private($0) }
    self.ending = ending
  }

  /// A report of everything holds until the next one.
  public var isState: Bool { all != nil }
}

/// The source of reports on Live Activities; `ActivityKitSource` reads ActivityKit.
@MainActor
public protocol LiveActivitySource: AnyObject {
  /// The names of the attributes types that the source follows.
  var types: [String] { get }

  /// Reads all activities, tokens and permissions.
  func read() -> LiveActivityReport

  /// Reports each change from now on, in any order, late, twice or never.
  func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void)

  /// Ends reporting.
  func stop()

  /// Ends an activity that the system lists now, and removes it from the Lock Screen.
  func end(_ id: String)
}
