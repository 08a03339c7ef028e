import Foundation
public import PushHub

/// The tokens and the activities of ``LiveActivities``.
public struct LiveActivitiesState: Codable, Equatable, Sendable {
  /// An activity that is running or over.
  struct Entry: Codable, Equatable, Sendable {
    var activity: LiveActivity

    /// The account that the app named, or that was shown when it started.
    var account: AccountID?

    /// The date when it was first reported as shown.
    var start: Date?
    var tokenSince: Date?

    /// The date when it was over; `nil` while it is running.
    var end: Date?

    /// Whether it is ended again whenever ActivityKit lists it.
    var isUnwanted: Bool?

    /// Whether it is over for good; one that ActivityKit does not have may come back.
    var isOver: Bool { [.ended, .dismissed, .gone].contains(activity.state) }

    /// Whether it was shown, and was over before the system's limit without a known reason.
    var isGone: Bool {
      end.map { start != nil && age(at: $0) < LiveActivitiesState.limit } ?? false
    }

    /// The activity as the server gets it; `nil` for one that has ended.
    var reported: LiveActivity? {
      var reported = activity
      if end != nil, !isOver { reported.state = isGone ? .gone : .ended }
      return reported.state == .ended ? nil : reported
    }

    /// Returns the time since it was first shown.
    func age(at date: Date) -> TimeInterval { start.map { date.timeIntervalSince($0) } ?? 0 }

    /// Whether it has just started, and its token should come in a moment.
    func isTokenExpected(at date: Date) -> Bool {
      start != nil && activity.token == nil && activity.channel == nil
        && age(at: date) < LiveActivitiesState.tokenTime
    }
  }

  /// The activities, by identifier.
  var entries: [String: Entry] = [:]

  /// The tokens that start activities, by the name of the attributes type.
  public internal(set) var startTokens: [String: PushToken] = [:]
  var startTokenDates: [String: Date] = [:]

  /// The names of the attributes types that the app has; `nil` if they aren't known yet.
  var types: [String]?

  /// Whether the user allows Live Activities, and their frequent updates; `nil` if that isn't known.
  var isAllowed, allowsFrequentUpdates: Bool?

  /// The account that is shown, or was when the app last ran.
  var account: AccountID?
  var isAccountKnown = false

  /// Creates a state without tokens and activities.
  public init() {}
}

extension LiveActivitiesState {
  /// The longest time an activity is active; it stays on the Lock Screen for up to four hours more.
  ///
  /// See [Displaying live data with Live
  /// Activities](https://developer.apple.com/documentation/activitykit/displaying-live-data-with-live-activities).
  static let limit: TimeInterval = 8 * 3_600

  /// The time that work in the background waits for the token of an activity that has started.
  static let tokenTime: TimeInterval = 10

  /// The time that an activity that is over stays in the state.
  static let memory: TimeInterval = 7 * 86_400

  /// The attributes types that the app has or, in a transcript without them, those that have a token.
  var knownTypes: [String] {
    types ?? startTokens.keys.sorted()
  }

  /// The activities by identifier.
  var ordered: [Entry] { entries.values.sorted { $0.activity.id < $1.activity.id } }

  /// The activities that are running, by identifier.
  var running: [Entry] { ordered.filter { $0.end == nil } }

  /// Corrects the dates of a wall clock that was wrong.
  mutating func mapDates(_ transform: (Date) -> Date) {
    entries = entries.mapValues { entry in
      var entry = entry
      entry.start = entry.start.map(transform)
      entry.tokenSince = entry.tokenSince.map(transform)
      entry.end = entry.end.map(transform)
      return entry
    }
    startTokenDates = startTokenDates.mapValues(transform)
  }

  /// The activities of an account, by identifier: those that are running, and without a token those that the user
  /// has dismissed, or that are gone, in the last week.
  public func activities(of account: AccountID) -> [LiveActivity] {
    ordered.filter { $0.account == account }.compactMap(\.reported)
  }
}
