import Foundation
public import PushHub

/// The decisions of ``LiveActivities``: compares what ActivityKit reports with what is known.
public struct LiveActivitiesCore: FeatureCore {
  /// An event of the feature.
  public typealias Event = LiveActivitiesEvent

  /// A report of ActivityKit or of the app; an empty one says that ActivityKit has nothing new.
  public typealias Action = LiveActivityReport

  /// An effect that the feature carries out itself.
  public enum Effect: Equatable, Sendable {
    /// Read ActivityKit, and send the report.
    case read

    /// End an activity that ActivityKit may list.
    case end(String)

    /// Let the app end an activity whose account has signed out.
    case signOut(String)

    /// Pass the state on, for the device record.
    case publish
  }

  /// The name of the feature.
  public static let name = LiveActivityReport.key

  /// All accounts.
  public static let scope = FeatureScope.app

  let endsActivitiesOnSignOut: Bool

  /// The tokens and activities.
  public private(set) var state = LiveActivitiesState()

  /// The time when an activity reaches the system's limit, its token is no longer waited for, ActivityKit may list an
  /// activity that was ended, or the accounts that have signed out are known.
  public private(set) var nextDeadline: ContinuousClock.Instant?

  /// Whether work in the background waits for a report or a token.
  public private(set) var isBusy = false

  /// The latest report of everything.
  private(set) var lastRead: LiveActivityReport?

  /// The latest report; reading it again right after it has nothing new.
  private(set) var latest: LiveActivityReport?

  /// The time when ActivityKit is read again after an activity was ended, and the delay before.
  private var check: (time: ContinuousClock.Instant, delay: Duration)?

  /// The problems that were logged, each with an identifier.
  private var problems: Set<String> = []

  private var clock = WallClock()

  /// By how many seconds the wall clock was set ahead in this process, which dates leave out.
  private var ahead: TimeInterval = 0
  private var date = Date.distantPast

  init(endsActivitiesOnSignOut: Bool) {
    self.endsActivitiesOnSignOut = endsActivitiesOnSignOut
  }
}

extension LiveActivitiesCore {
  /// The tokens and activities.
  public var stored: LiveActivitiesState? { state }

  /// Returns the event of a store that fails.
  public static func event(for event: KernelEvent) -> LiveActivitiesEvent? {
    if case .storeFailed(let error) = event { .storeFailed(error: error) } else { nil }
  }

  /// The accounts whose activities end with them.
  public var keptAccounts: Set<AccountID> {
    let entries = endsActivitiesOnSignOut ? state.entries.values.filter { !$0.isOver } : []
    return Set(entries.compactMap(\.account))
  }
}

// MARK: - Inputs

extension LiveActivitiesCore {
  /// Handles an input.
  public mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    let former = state
    followClock(in: turn)
    switch input {
    case .begin(let stored):
      state = stored ?? state
      state.mapDates { min($0, date) }
      if turn.lifecycle.accounts != nil { follow(in: &turn) }
    case .lifecycle(.accountsChanged), .lifecycle(.accountChanged): follow(in: &turn)
    case .lifecycle(.phaseChanged(let phase)) where phase.isForeground: turn.perform(.read)
    case .push: turn.perform(.read)
    case .deadline:
      latest = nil
      if let (time, delay) = check, time <= turn.now {
        check = delay < Self.longestCheck ? (turn.now + delay * 2, delay * 2) : nil
      }
      turn.perform(.read)
    case .refresh:
      isBusy = true
      turn.perform(.read)
    case .action(let report):
      if report.all != nil {
        lastRead = report
        turn.perform(.publish)
      }
      if report != LiveActivityReport() { latest = report }
      apply(report, in: &turn)
      endActivitiesOfSignedOutAccounts(in: &turn)
      isBusy = isBusy && state.running.contains { $0.isTokenExpected(at: date) }
    case .lifecycle, .asked, .progress, .answered, .signedOut, .merged: break
    }
    nextDeadline = check?.time
    guard lastRead != nil else { return }
    if clock.isSteady(for: Self.clockTime, at: turn.now) {
      state.entries = state.entries.filter {
        date.timeIntervalSince($0.value.end ?? date) <= LiveActivitiesState.memory
      }
    }
    let rests = state.running.map { entry in
      (isBusy && entry.isTokenExpected(at: date)
        ? LiveActivitiesState.tokenTime : LiveActivitiesState.limit) - entry.age(at: date)
    }
    let times = rests.filter { $0 > 0 }.map { turn.now + .seconds($0) }
    nextDeadline = ([nextDeadline] + times).compactMap(\.self).min()
    if state != former { turn.perform(.publish) }
  }

  /// Lets ages stay as they are if the clock is set ahead, or back again.
  ///
  /// Set back further, it was ahead at the launch: what is in the future moves with it.
  private mutating func followClock(in turn: FeatureTurn<Self>) {
    let sum = ahead + (clock.jump(at: turn.now, date: turn.date) ?? 0)
    ahead = max(0, sum)
    date = date(at: turn.date)
    if sum < 0 { state.mapDates { [date] in $0 > date ? $0 + sum : $0 } }
  }

  func date(at date: Date) -> Date { date - ahead }

  /// Follows the accounts; what was reported before the first one was known is that account's.
  private mutating func follow(in turn: inout FeatureTurn<Self>) {
    let account = turn.lifecycle.account
    if !state.isAccountKnown {
      for (id, entry) in state.entries { state.entries[id]?.account = entry.account ?? account }
    }
    (state.isAccountKnown, state.account, latest) = (true, account, nil)
    endActivitiesOfSignedOutAccounts(in: &turn)
  }

  /// Also ends those that ActivityKit does not list at the moment.
  private mutating func endActivitiesOfSignedOutAccounts(in turn: inout FeatureTurn<Self>) {
    guard endsActivitiesOnSignOut else { return }
    for entry in state.ordered
    where !entry.isOver && turn.hasSignedOut(entry.account) {
      end(entry.activity.id, as: Event.signedOut, in: &turn)
      turn.perform(.signOut(entry.activity.id))
    }
  }
}

// MARK: - Reports

extension LiveActivitiesCore {
  private mutating func apply(_ report: LiveActivityReport, in turn: inout FeatureTurn<Self>) {
    let former = state
    if let types = report.types {
      // A token that is missing is unknown, but the app has no activity of another type.
      state.types = types
      state.startTokens = state.startTokens.filter { types.contains($0.key) }
    }
    state.isAllowed = report.isAllowed ?? state.isAllowed
    state.allowsFrequentUpdates = report.allowsFrequentUpdates ?? state.allowsFrequentUpdates
    for (type, token) in (report.startTokens ?? [:]).sorted(by: { $0.key < $1.key }) {
      let token = token.wrappedValue
      if token.text.isEmpty {
        logProblem(Event.emptyToken, LiveActivity(id: type, type: type), in: &turn)
      } else if token != state.startTokens[type] {
        state.startTokens[type] = token
        state.startTokenDates[type] = date
        turn.log(.startToken(type: type))
      }
    }
    for activity in (report.all ?? []) + [report.changed].compactMap({ $0 }) {
      apply(activity, in: &turn)
    }
    if let id = report.ending {
      state.entries[id] = entry(of: id, type: "")
      end(id, as: Event.endedByApp, in: &turn)
      if report.isAnnounced != true {
        state.entries[id]?.isUnwanted = true
        check = nil
        endAgain(id, after: .seconds(1), in: &turn)
      }
    }
    if let all = report.all {
      let ids = Set(all.map(\.id))
      for entry in state.running where !ids.contains(entry.activity.id) {
        end(entry.activity.id, as: Event.missing, in: &turn)
      }
    }
    if state == former { turn.log(.unchanged) }
  }

  private mutating func apply(_ report: LiveActivity, in turn: inout FeatureTurn<Self>) {
    var activity = report
    let (id, type, account) = (activity.id, activity.type, activity.account)
    activity.account = nil
    if activity.token?.text == "" {
      activity.token = nil
      logProblem(Event.emptyToken, activity, in: &turn)
    }
    guard !id.isEmpty else { return logProblem(Event.noIdentifier, activity, in: &turn) }
    var entry = entry(of: id, type: type)
    let former = entry.activity
    if entry.isUnwanted == true, activity.state != .dismissed {
      endAgain(id, after: Self.longestCheck, in: &turn)
    }
    guard !entry.isOver else { return }
    guard former.type == type else { return logProblem(Event.otherType, activity, in: &turn) }
    if let account, !account.rawValue.isEmpty { entry.account = account }
    let isPastLimit = entry.age(at: date) >= LiveActivitiesState.limit
    if [.ended, .dismissed, .gone].contains(activity.state) {
      state.entries[id] = entry
      let wasShown = entry.end == nil ? former.state != .pending && !isPastLimit : entry.isGone
      guard wasShown, activity.state != .ended else { return end(id, as: Event.ended, in: &turn) }
      let isUser = (activity.state, former.state) == (.dismissed, .active) && entry.end == nil
      return end(id, as: isUser ? Event.dismissed : Event.gone, in: &turn)
    }
    if entry.end != nil { turn.log(.began(type: type)) }
    entry.end = nil
    if activity.state != .pending { entry.start = entry.start ?? date }
    if let token = activity.token, token != former.token {
      entry.tokenSince = date
      turn.log(.updateToken(type: type))
    }
    activity.name = activity.name ?? former.name
    activity.channel = activity.channel ?? former.channel
    activity.token = activity.token ?? former.token
    if isPastLimit { logProblem(Event.pastLimit, activity, in: &turn) }
    entry.activity = activity
    state.entries[id] = entry
    if state.isAccountKnown, entry.account == nil {
      logProblem(Event.noAccount, activity, in: &turn)
    }
    guard let name = activity.name, !name.isEmpty else {
      return logProblem(Event.noName, activity, in: &turn)
    }
    let namesakes = state.running.filter {
      ($0.account, $0.activity.type, $0.activity.name) == (entry.account, type, name)
    }
    if namesakes.count > 1 { logProblem(Event.sameName, activity, in: &turn) }
  }

  private func entry(of id: String, type: String) -> LiveActivitiesState.Entry {
    let unknown = LiveActivity(id: id, type: type, state: .pending)
    return state.entries[id] ?? .init(activity: unknown, account: state.account, end: date)
  }

  /// Logs a problem once for each identifier.
  private mutating func logProblem(
    _ problem: (String) -> Event,
    _ activity: LiveActivity,
    in turn: inout FeatureTurn<Self>
  ) {
    let event = problem(activity.type)
    if problems.insert("\(event.name) \(activity.id)").inserted { turn.log(event) }
  }

  private static let longestCheck = Duration.seconds(64)

  /// The time for which a clock must be right before an activity is forgotten.
  private static let clockTime = Duration.seconds(3_600)

  /// Ends an activity that may be on the Lock Screen, and reads ActivityKit later.
  private mutating func endAgain(
    _ id: String,
    after delay: Duration,
    in turn: inout FeatureTurn<Self>
  ) {
    turn.perform(.end(id))
    check = check ?? (turn.now + delay, delay)
    latest = nil
  }

  /// Ends an activity, and removes its token; it may come back only if it is missing.
  private mutating func end(
    _ id: String,
    as reason: (String) -> Event,
    in turn: inout FeatureTurn<Self>
  ) {
    guard var entry = state.entries[id], !entry.isOver else { return }
    let event = reason(entry.activity.type)
    if entry.end == nil { turn.log(event) }
    entry.end = entry.end ?? date
    entry.activity.token = nil
    switch event {
    case .missing: break
    case .dismissed: entry.activity.state = .dismissed
    case .gone: entry.activity.state = .gone
    default: entry.activity.state = .ended
    }
    state.entries[id] = entry
  }
}
