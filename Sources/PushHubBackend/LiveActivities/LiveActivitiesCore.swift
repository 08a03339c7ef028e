import Foundation
import PushHub

/// Compares what ActivityKit reports with what is known.
struct LiveActivitiesCore: ManualFeatureCore {
  typealias Event = LiveActivitiesEvent
  typealias Stored = LiveActivitiesState
  typealias Input = LiveActivityReport

  enum Effect: Equatable {
    /// Reads ActivityKit; the report is handled at once.
    case read
    case end(String)

    /// Passes the state on, for the device record.
    case publish
  }

  static let waitsForStore = true

  let endsActivitiesOnSignOut: Bool
  private(set) var state = LiveActivitiesState()

  /// The time when an activity reaches the system's limit, or its token is no longer waited for.
  private(set) var nextDeadline: ContinuousClock.Instant?

  /// The latest report of everything.
  private(set) var lastRead: LiveActivityReport?

  /// Whether work in the background waits.
  private var isWorking = false

  /// The problems that were logged, each with an identifier.
  private var problems: Set<[String]> = []

  init(endsActivitiesOnSignOut: Bool) {
    self.endsActivitiesOnSignOut = endsActivitiesOnSignOut
  }

  static func storeFailed(_ message: String) -> LiveActivitiesEvent? {
    .storeFailed(error: message)
  }
}

// MARK: - Inputs

extension LiveActivitiesCore {
  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    let former = (state: state, read: lastRead)
    switch input {
    case .lifecycle(let lifecycle, after: nil):
      if lifecycle.account != nil { follow(lifecycle, in: &turn) }
      turn.perform(.read)
    case .lifecycle(let lifecycle, after: .accountsChanged),
      .lifecycle(let lifecycle, after: .accountChanged):
      follow(lifecycle, in: &turn)
    case .lifecycle(_, after: .phaseChanged(let phase)) where phase.isForeground:
      turn.perform(.read)
    case .push, .deadline: turn.perform(.read)
    case .work:
      isWorking = true
      turn.perform(.read)
    case .loaded(let stored): state = stored ?? state
    case .own(let report):
      if report != lastRead { turn.record(report) }
      if report.all != nil { lastRead = report }
      apply(report, in: &turn)
      guard isWorking, !state.running.contains(where: { $0.isTokenExpected(at: turn.date) })
      else { break }
      isWorking = false
      turn.finishWork(state == former.state ? .noData : .newData)
    case .lifecycle, .saved, .detached: break
    }
    guard lastRead != nil else { return }
    // A clock that was set back must not keep an entry forever.
    state.entries = state.entries.filter { _, entry in
      entry.end.map { abs(turn.date.timeIntervalSince($0)) <= LiveActivitiesState.memory } ?? true
    }
    let rests = state.running.map { entry in
      (isWorking && entry.isTokenExpected(at: turn.date)
        ? LiveActivitiesState.tokenTime : LiveActivitiesState.limit) - entry.age(at: turn.date)
    }
    nextDeadline = rests.filter { $0 > 0 }.min().map { turn.now + .seconds($0) }
    if former.read == nil || state != former.state {
      turn.save(state)
      turn.perform(.publish)
    }
  }

  /// Follows the accounts; what was reported before the first one was known is that account's.
  private mutating func follow(_ lifecycle: LifecycleState, in turn: inout ManualFeatureTurn<Self>)
  {
    let account = lifecycle.account
    if !state.isAccountKnown {
      for id in state.entries.keys { state.entries[id]?.account = account }
    } else if endsActivitiesOnSignOut {
      for entry in state.running where entry.account.map(lifecycle.isSignedOut) == true {
        end(entry.activity.id, as: Event.signedOut, in: &turn)
        turn.record(LiveActivityReport(ending: entry.activity.id))
        turn.perform(.end(entry.activity.id))
      }
    }
    state.isAccountKnown = true
    state.account = account
  }
}

// MARK: - Reports

extension LiveActivitiesCore {
  private mutating func apply(_ report: LiveActivityReport, in turn: inout ManualFeatureTurn<Self>)
  {
    let former = state
    for (type, token) in (report.startTokens ?? [:]).sorted(by: { $0.key < $1.key }) {
      let token = token.wrappedValue
      if token.text.isEmpty {
        logProblem(Event.emptyToken, LiveActivity(id: type, type: type), in: &turn)
      } else if token != state.startTokens[type] {
        state.startTokens[type] = token
        state.startTokenDates[type] = turn.date
        turn.log(.startToken(type: type))
      }
    }
    for activity in (report.all ?? []) + [report.changed].compactMap({ $0 }) {
      apply(activity, in: &turn)
    }
    if let id = report.ending { end(id, as: Event.endedByApp, in: &turn) }
    if let all = report.all {
      let ids = Set(all.map(\.id))
      for entry in state.running where !ids.contains(entry.activity.id) {
        end(entry.activity.id, as: Event.missing, in: &turn)
      }
    }
    if state == former { turn.log(.unchanged) }
  }

  private mutating func apply(_ report: LiveActivity, in turn: inout ManualFeatureTurn<Self>) {
    var activity = report
    let (id, type) = (activity.id, activity.type)
    if activity.token?.text == "" {
      activity.token = nil
      logProblem(Event.emptyToken, activity, in: &turn)
    }
    guard !id.isEmpty else { return logProblem(Event.noIdentifier, activity, in: &turn) }
    var entry =
      state.entries[id]
      ?? .init(activity: activity, account: state.account, end: turn.date, isMissing: true)
    let former = entry.activity
    guard former.type == type else { return logProblem(Event.otherType, activity, in: &turn) }
    guard entry.end == nil || entry.isMissing else { return }
    let isPastLimit = entry.age(at: turn.date) >= LiveActivitiesState.limit
    if [.ended, .dismissed].contains(activity.state) {
      let isUser =
        activity.state == .dismissed && entry.end == nil && former.state != .pending && !isPastLimit
      state.entries[id] = entry
      return end(id, as: isUser ? Event.dismissed : Event.ended, in: &turn)
    }
    if entry.end != nil { turn.log(.began(type: type)) }
    (entry.end, entry.isMissing) = (nil, false)
    if activity.state != .pending { entry.start = entry.start ?? turn.date }
    if let token = activity.token, token != former.token || entry.tokenSince == nil {
      entry.tokenSince = turn.date
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

  /// Logs a problem once for each identifier.
  private mutating func logProblem(
    _ problem: (String) -> Event,
    _ activity: LiveActivity,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    let event = problem(activity.type)
    if problems.insert([activity.id, event.name]).inserted { turn.log(event) }
  }

  /// Ends an activity, and removes its token; it may come back only if it is missing.
  private mutating func end(
    _ id: String,
    as reason: (String) -> Event,
    in turn: inout ManualFeatureTurn<Self>
  ) {
    guard var entry = state.entries[id], entry.end == nil || entry.isMissing else { return }
    let event = reason(entry.activity.type)
    if entry.end == nil { turn.log(event) }
    entry.end = entry.end ?? turn.date
    entry.isMissing = if case .missing = event { true } else { false }
    entry.activity.token = nil
    entry.activity.state = if case .dismissed = event { .dismissed } else { .ended }
    state.entries[id] = entry
  }
}
