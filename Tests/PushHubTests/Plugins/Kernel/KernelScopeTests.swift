import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct KernelScopeTests {
  private struct AppCore: FeatureCore {
    typealias Event = ParcelsEvent
    static let name = "app"
    static let scope = FeatureScope.app
    private(set) var state = 0
    private(set) var accounts: [AccountID?] = []
    var stored: Int? { state == 0 ? nil : state }
    var request: Int? { state < 2 ? state : nil }

    mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
      switch input {
      case .begin(let value): state = value ?? 0
      case .lifecycle: accounts.append(turn.lifecycle.account)
      case .answered: state += 1
      default: break
      }
    }
  }

  @Test func `an app's core asks without an account, and goes on with the next`() {
    var simulation = FeatureSimulation(AppCore(), store: [:])
    simulation.changeLifecycle { $0.phase = .active }
    #expect(simulation.request == 0)
    simulation.changeLifecycle { $0.account = "ann" }
    simulation.changeLifecycle { $0.account = nil }
    simulation.answer(.success(Done()))
    #expect(simulation.state == 1 && simulation.kernel.core.accounts == ["ann", nil])
    #expect(simulation.store.accounts == ["": 1])
    simulation.relaunch(AppCore())
    simulation.changeLifecycle { $0.account = "bob" }
    #expect(simulation.request == 1)
  }

  @Test func `every sequence of a core of the app`() throws {
    let world = FeatureWorld(AppCore(), store: [:]) { $0.answers = [Done()] }
    try EverySequence(of: world.operations, upTo: 3).check(world)
  }

  /// Each account wants the same for good.
  private struct EachCore: FeatureCore {
    typealias Event = ParcelsEvent
    static let name = "each"
    static let scope = FeatureScope.each
    private(set) var state = 0
    let stored: Int? = 1
    let request: Int? = 1

    mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
      if case .answered(_, .success) = input { state += 1 }
      if case .push(.opened) = input { state += 2 }
    }
  }

  @Test func `a response before the accounts are set is for its account then`() {
    var simulation = FeatureSimulation(EachCore(), store: [:])
    simulation.changeLifecycle { $0.phase = .active }
    simulation.handle(
      .push(.opened(Push(payload: payload("{}"), account: "bob"), PushResponse()))
    )
    simulation.changeLifecycle { $0.setAccounts(["ann", "bob"], shown: "ann") }
    #expect(simulation.kernel.states["bob"] == simulation.kernel.states["ann"].map { $0 + 2 })
  }

  @Test func `an answer to a core that has ended is nothing to the next of its account`() {
    var simulation = FeatureSimulation(EachCore(), store: [:])
    for account in ["ann", nil, "ann"] as [AccountID?] {
      simulation.changeLifecycle { $0.account = account }
    }
    simulation.answer(.success(Done()), for: "ann")
    #expect(simulation.kernel.states == ["ann": 0] && simulation.kernel.requests["ann"] != nil)
  }

  @Test func `a failure of one account hides no other's news`() {
    var simulation = FeatureSimulation(EachCore(), store: [:])
    simulation.changeLifecycle { $0.setAccounts(["ann", "bob"], shown: "ann") }
    simulation.handle(.work(isRefresh: true))
    simulation.answer(.failure(SourceFailure(message: "401", isFinal: true)), for: "bob")
    simulation.answer(.success(Done()), for: "ann")
    #expect(simulation.takeEffects().contains(.finishWork(.newData)))
  }

  @Test func `a refused request is asked once more when its account returns`() {
    var simulation = FeatureSimulation(EachCore(), store: [:])
    for (account, count) in [("ann", 1), (nil, 0), ("ann", 1)] as [(AccountID?, Int)] {
      simulation.changeLifecycle { $0.account = account }
      simulation.answer(.failure(SourceFailure(message: "401", isFinal: true)), for: "ann")
      let asked = simulation.takeEffects().count { if case .ask = $0 { true } else { false } }
      #expect(asked == count)
    }
  }
}
