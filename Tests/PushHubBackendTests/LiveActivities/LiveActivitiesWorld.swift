import Foundation
import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import TestSupport

/// The core in an app with a silent, hostile ActivityKit, beside the model.
struct LiveActivitiesWorld: CheckedWorld {
  enum Operation: Hashable {
    /// The system has a new activity, and says nothing.
    case start(String)

    /// The system has another token, and says nothing.
    case rotate(String)
    case rotateStartToken

    /// The property has no token although there was one.
    case loseTokens

    /// A sequence yields what an activity is now; of one that is gone, that it was dismissed.
    case yield(String)

    /// A sequence yields late that an activity is active.
    case yieldLate(String)

    /// An activity is over or changes, and a sequence yields that.
    case become(String, LiveActivity.State)

    /// An activity is gone from the list, and no sequence yields.
    case vanish(String)

    /// A push arrives, so that the core reads.
    case read
    case end(String)
    case signIn(AccountID?)
    case relaunch
    case wait

    /// The user sets the wall clock.
    case turnClock(days: Double)
  }

  private var simulation: FeatureSimulation<LiveActivitiesCore>
  private var model = LiveActivitiesModel()
  private var published: LiveActivitiesState?
  private var system: [String: LiveActivity] = [:]
  private var startToken: PushToken?
  private var tokenCount = 0
  private var hours = 0
  private let core: LiveActivitiesCore

  static let ids = ["a", "b"]

  init(endsOnSignOut: Bool = false) {
    core = LiveActivitiesCore(endsActivitiesOnSignOut: endsOnSignOut)
    simulation = FeatureSimulation(core, store: [:])
    launch()
  }

  func allows(_ operation: Operation) -> Bool {
    switch operation {
    case .start(let id): system[id] == nil
    case .rotate(let id), .vanish(let id), .become(let id, _): system[id] != nil
    case .wait: hours < 150
    default: true
    }
  }

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .start(let id): system[id] = LiveActivity(id: id, type: "Delivery", name: name(of: id))
    case .rotate(let id):
      let token = nextToken()
      system[id]?.token = token
    case .rotateStartToken: startToken = nextToken()
    case .loseTokens:
      startToken = nil
      for id in system.keys { system[id]?.token = nil }
    case .yield(let id): yield(system[id] ?? activity(id, .dismissed))
    case .yieldLate(let id):
      var late = activity(id, .active)
      late.token = PushToken(text: "late")
      yield(late)
    case .become(let id, let state):
      system[id]?.state = state
      yield(activity(id, state))
      if state == .dismissed { system[id] = nil }
    case .vanish(let id): system[id] = nil
    case .read:
      simulation.handle(.push(.received(.empty)))
      handleEffects()
    case .end(let id): send(LiveActivityReport(ending: id))
    case .signIn(let account): signIn(account)
    case .relaunch: launch()
    case .wait:
      hours += 5
      simulation.advance(by: .seconds(5 * 3_600))
      handleEffects()
    case .turnClock(let days): simulation.date += days * 86_400
    }
  }

  private func name(of id: String) -> String { "name of \(id)" }

  private func activity(_ id: String, _ state: LiveActivity.State) -> LiveActivity {
    LiveActivity(id: id, type: "Delivery", name: name(of: id), state: state)
  }

  private mutating func nextToken() -> PushToken {
    tokenCount += 1
    return PushToken(text: "t\(tokenCount)")
  }

  /// The time that no clock changes.
  private var date: Date { Date(timeIntervalSinceReferenceDate: TimeInterval(hours) * 3_600) }

  private mutating func yield(_ activity: LiveActivity) {
    send(LiveActivityReport(changed: activity))
  }

  private mutating func signIn(_ account: AccountID?) {
    guard simulation.lifecycle.account != account else { return }
    model.sign(in: account, at: date)
    simulation.changeLifecycle { $0.account = account }
    handleEffects()
  }

  private mutating func launch() {
    simulation.relaunch(core)
    published = nil
    simulation.changeLifecycle { _ in }
    send(snapshot)
  }

  private mutating func send(_ report: LiveActivityReport) {
    model.report(report, at: date)
    // What a read repeats is not sent again.
    simulation.send(report == simulation.kernel.core.latest ? LiveActivityReport() : report)
    handleEffects()
  }

  private mutating func handleEffects() {
    for effect in simulation.takeEffects() {
      switch effect {
      case .perform(.read, _): send(snapshot)
      case .perform(.publish, _): published = simulation.state
      case .perform(.end(let id), _): if system[id] != nil { perform(.become(id, .dismissed)) }
      case .perform(.signOut(let id), _): perform(.end(id))
      default: break
      }
    }
  }

  private var snapshot: LiveActivityReport {
    LiveActivityReport(
      all: system.values.sorted { $0.id < $1.id },
      startTokens: startToken.map { ["Delivery": $0] }
    )
  }

  var mistake: String? {
    let state = simulation.state
    for account in ["ann", "bob"] as [AccountID] {
      let actual = state.activities(of: account)
      let expected = model.activities(of: account, ids: Self.ids)
      guard actual == expected else { return "\(account) has \(actual), not \(expected)." }
      if actual.contains(where: { [.dismissed, .gone].contains($0.state) && $0.token != nil }) {
        return "An activity that is over has a token."
      }
    }
    guard state.startTokens["Delivery"] == model.startToken else {
      return "The start token differs."
    }
    guard simulation.store[""] == state else { return "The store has something else." }
    guard published == state else { return "Something else was published." }
    return nil
  }
}
