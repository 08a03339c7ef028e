import Foundation
public import PushHub

/// The Live Activities and tokens that are known, as ``LiveActivities`` keeps them.
public struct LiveActivitiesState: Codable, Equatable, Sendable {
  /// An activity that is running, or was.
  struct Entry: Codable, Equatable, Sendable {
    var activity: LiveActivity

    /// The account that was signed in when it started.
    var account: AccountID?

    /// When it was first reported as shown.
    var start: Date?
    var tokenSince: Date?

    /// When it was over; `nil` while it is running.
    var end: Date?

    /// Whether it is over only since ActivityKit does not have it; it may come back.
    var isMissing = false
  }

  /// By identifier.
  var entries: [String: Entry] = [:]

  /// The tokens that start activities, by the name of the attributes type.
  public internal(set) var startTokens: [String: PushToken] = [:]
  var startTokenDates: [String: Date] = [:]

  /// The account that is signed in, or was when the app ran last.
  var account: AccountID?
  var isAccountKnown = false

  /// Nothing is known.
  public init() {}
}

extension LiveActivitiesState {
  /// How long an activity is active at most; it stays on the Lock Screen for up to four hours more.
  ///
  /// See [Displaying live data with Live
  /// Activities](https://developer.apple.com/documentation/activitykit/displaying-live-data-with-live-activities).
  static let limit: TimeInterval = 8 * 3_600

  /// How long it is remembered that an activity is over.
  static let memory: TimeInterval = 7 * 86_400

  /// The activities that are running, by identifier.
  var running: [Entry] {
    entries.values.filter { $0.end == nil }.sorted { $0.activity.id < $1.activity.id }
  }

  /// The activities that started while an account was signed in, by identifier: those that are running, and
  /// those that the user has dismissed in the last week, without a token.
  public func activities(of account: AccountID) -> [LiveActivity] {
    entries.values
      .filter { $0.account == account && ($0.end == nil || $0.activity.state == .dismissed) }
      .map(\.activity)
      .sorted { $0.id < $1.id }
  }
}
