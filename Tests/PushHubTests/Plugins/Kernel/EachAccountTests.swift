import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct EachAccountTests {
  @Test func `every sequence from nothing`() throws {
    let operations = SignOnWorld.Operation.allCases.filter { $0 != .tag && $0 != .short }
    try EverySequence(of: operations, upTo: 3, thorough: 5).check(SignOnWorld())
  }

  @Test func `every sequence with two accounts, one of which may be leaving`() throws {
    for start in [[], [.signOutAnn]] as [[SignOnWorld.Operation]] {
      try EverySequence(
        of: SignOnWorld.Operation.allCases,
        upTo: 2,
        thorough: 4,
        after: [.signInAnn, .signInBob, .ok, .ok] + start
      ).check(SignOnWorld())
    }
  }

  @Test func `every sequence of what happens to any feature`() throws {
    let world = FeatureWorld(SignOnCore(), store: [:]) {
      $0.answers = [Done()]
      $0.actions = [.setTag(1), .withdraw]
      $0.pushes = [.registered(token)]
    }
    try EverySequence(of: world.operations, upTo: 3, thorough: 4).check(world)
  }

  @Test func `long random sequences`() async throws {
    try await RandomSequences(
      of: SignOnWorld.Operation.allCases,
      length: 40,
      count: 60,
      thorough: 1_000
    ).check(SignOnWorld())
  }

  @Test func `a server that ignores the numbers keeps an account that has left`() {
    #expect(throws: SequenceFailure<SignOnWorld.Operation>.self) {
      try EverySequence(
        of: [.signOutAnn, .signInAnn, .relaunch, .token, .lock],
        upTo: 3,
        after: [.signInAnn, .signInBob]
      ).check(SignOnWorld(ignoresOld: false))
    }
  }

  @Test func `an action for all does not reach an account that is leaving`() {
    var simulation = signedIn(["ann", "bob"])
    simulation.changeLifecycle { $0.setAccounts(["bob"], shown: "bob") }
    simulation.send(.discard)
    #expect(simulation.kernel.leavingAccounts == ["ann"])
    simulation.send(.discard, for: "ann")
    #expect(simulation.kernel.leavingAccounts == [])
  }

  @Test func `what is recorded has its account`() {
    var simulation = FeatureSimulation(SignOnCore(), store: [:])
    simulation.changeLifecycle { $0.setAccounts(["ann", "bob"], shown: "ann") }
    simulation.handle(.push(.registered(token)))
    simulation.answer(.success(Done()), for: "bob")
    #expect(simulation.takeEffects().contains(.record(KernelRecord(.answer(Done()), for: "bob"))))
  }

  let token = DeviceToken([1, 2, 3])

  func signedIn(_ accounts: Set<AccountID>) -> FeatureSimulation<SignOnCore> {
    var simulation = FeatureSimulation(SignOnCore(), store: [:])
    simulation.changeLifecycle {
      $0.setAccounts(accounts, shown: accounts.sorted { "\($0)" < "\($1)" }.first)
    }
    simulation.handle(.push(.registered(token)))
    for account in accounts { simulation.answer(.success(Done()), for: account) }
    _ = simulation.takeEffects()
    return simulation
  }
}
