public import PushHub

/// What ActivityKit reports: all that there is now, or one change.
///
///     {"t":0,"liveActivities":{"all":[],"isAllowed":true,"startTokens":{"Delivery":"a1b2"}}}
///     {"t":9,"liveActivities":{"changed":{"id":"A","name":"7","state":"active","type":"Delivery"}}}
///     {"t":60,"liveActivities":{"ending":"A"}}
///
/// A property that is `nil` says nothing: a token that is missing is not known, and was not deleted.
public struct LiveActivityReport: FeatureRecord {
  /// The key in a transcript.
  public static let key = "liveActivities"

  /// All activities that there are; the others that were known are over.
  public var all: [LiveActivity]?

  /// One activity, as it is now.
  public var changed: LiveActivity?

  /// The token that starts an activity, by the name of its attributes type.
  public var startTokens: [String: Private<PushToken>]?

  /// Whether the app's Info.plist has `NSSupportsLiveActivities`.
  public var isSupported: Bool?

  /// Whether the user allows Live Activities.
  public var isAllowed: Bool?

  /// Whether the user allows frequent updates.
  public var allowsFrequentUpdates: Bool?

  /// The identifier of an activity that the app ends itself.
  public var ending: String?

  /// Reports what is given, and says nothing of the rest.
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

  /// All that there is holds until the next report of all.
  public var isState: Bool { all != nil }
}

/// The source of reports on Live Activities; `ActivityKitSource` is the real one.
@MainActor
public protocol LiveActivitySource: AnyObject {
  /// The names of the attributes types that it follows.
  var types: [String] { get }

  /// Reads all activities, tokens and permissions that there are now.
  func read() -> LiveActivityReport

  /// Reports each change from now on, in any order, late, twice or never.
  func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void)

  /// Ends reporting.
  func stop()

  /// Ends an activity and removes it from the Lock Screen.
  func end(_ id: String)
}
