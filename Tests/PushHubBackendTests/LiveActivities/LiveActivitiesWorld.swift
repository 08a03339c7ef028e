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
  }

  private var simulation: CoreSimulation<LiveActivitiesCore>
  private var model = LiveActivitiesModel()
  private var stored: LiveActivitiesState?
  private var published: LiveActivitiesState?
  private var system: [String: LiveActivity] = [:]
  private var startToken: PushToken?
  private var tokenCount = 0
  private var hours = 0
  private let endsOnSignOut: Bool

  static let ids = ["a", "b"]

  init(endsOnSignOut: Bool = false) {
    self.endsOnSignOut = endsOnSignOut
    simulation = CoreSimulation(LiveActivitiesCore(endsActivitiesOnSignOut: endsOnSignOut))
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
    case .read: handle(.push(.received(.empty)))
    case .end(let id):
      var report = LiveActivityReport()
      report.ending = id
      handle(.own(report))
      if system[id] != nil { perform(.become(id, .dismissed)) }
    case .signIn(let account): signIn(account)
    case .relaunch: launch()
    case .wait:
      hours += 5
      simulation.advance(by: .seconds(5 * 3_600))
      handleEffects()
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

  private mutating func yield(_ activity: LiveActivity) {
    var report = LiveActivityReport()
    report.changed = activity
    handle(.own(report))
  }

  private mutating func signIn(_ account: AccountID?) {
    guard simulation.lifecycle.account != account else { return }
    model.sign(in: account, at: simulation.date)
    simulation.changeLifecycle { $0.account = account }
    handleEffects()
  }

  private mutating func launch() {
    simulation = CoreSimulation(
      LiveActivitiesCore(endsActivitiesOnSignOut: endsOnSignOut),
      date: simulation.date
    )
    published = nil
    handle(.loaded(stored))
    handle(.lifecycle(LifecycleState(), after: nil))
  }

  private mutating func handle(_ input: ManualFeatureInput<LiveActivitiesCore>) {
    if case .own(let report) = input { model.report(report, at: simulation.date) }
    simulation.handle(input)
    handleEffects()
  }

  private mutating func handleEffects() {
    for effect in simulation.takeEffects() {
      switch effect {
      case .save(let state):
        stored = state
        handle(.saved(true))
      case .own(.read): handle(.own(snapshot))
      case .own(.publish): published = simulation.core.state
      case .own(.end(let id)):
        var report = LiveActivityReport()
        report.ending = id
        model.report(report, at: simulation.date)
        if system[id] != nil { perform(.become(id, .dismissed)) }
      default: break
      }
    }
  }

  private var snapshot: LiveActivityReport {
    var report = LiveActivityReport()
    report.all = system.values.sorted { $0.id < $1.id }
    report.startTokens = startToken.map { ["Delivery": Private($0)] }
    return report
  }

  var mistake: String? {
    let state = simulation.core.state
    for account in ["ann", "bob"] as [AccountID] {
      let actual = state.activities(of: account)
      let expected = model.activities(of: account, ids: Self.ids)
      guard actual == expected else { return "\(account) has \(actual), not \(expected)." }
      if actual.contains(where: { $0.state == .dismissed && $0.token != nil }) {
        return "A dismissed activity has a token."
      }
    }
    guard state.startTokens["Delivery"] == model.startToken else {
      return "The start token differs."
    }
    guard stored == state else { return "The store has something else." }
    guard published == state else { return "Something else was published." }
    return nil
  }
}
