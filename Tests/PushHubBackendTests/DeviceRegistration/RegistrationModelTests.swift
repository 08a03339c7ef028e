import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// The core with a server: all short sequences of what can happen.
///
/// After each step the rest runs with a server that works, which must then have what it should.
struct RegistrationModelTests {
  typealias Operation = RegistrationWorld.Operation

  private func check(
    _ operations: [Operation] = Operation.allCases,
    after start: [Operation] = [],
    upTo length: Int,
    thorough: Int
  ) throws {
    try EverySequence(of: operations, upTo: length, thorough: thorough, after: start)
      .check(RegistrationWorld())
  }

  @Test func `every sequence of operations after the first launch`() throws {
    let rare: Set<Operation> = [.hour, .refuse, .signOff, .discard, .lock, .lose]
    try check(
      Operation.allCases.filter { !rare.contains($0) },
      upTo: 3,
      thorough: 5
    )
  }

  @Test func `every sequence of operations with two accounts that the server knows`() throws {
    try check(
      after: [.token, .signInAnn, .signInBob, .ok, .ok],
      upTo: 2,
      thorough: 4
    )
  }

  @Test func `every sequence of operations while an account is leaving`() throws {
    let start: [Operation] = [.token, .signInAnn, .signInBob, .ok, .ok, .signOutAnn]
    for next in [[], [.fail], [.refuse], [.relaunch], [.signInAnn]] as [[Operation]] {
      try check(after: start + next, upTo: 2, thorough: 3)
    }
  }

  @Test func `long random days of two accounts`() async throws {
    for settling in [Duration.zero, .seconds(2)] {
      try await RandomSequences(
        of: Operation.allCases,
        length: 60,
        count: 20,
        thorough: 400
      )
      .check(RegistrationWorld(.init(environment: .sandbox, settling: settling)))
    }
  }

  @Test func `a server that ignores the numbers keeps an account that has left`() {
    #expect(throws: SequenceFailure<Operation>.self) {
      try EverySequence(
        of: [.signOutAnn, .signInAnn, .relaunch, .token, .lock],
        upTo: 3,
        after: [.token, .signInAnn, .signInBob]
      ).check(RegistrationWorld(ignoresOld: false))
    }
  }

  @Test func `every sequence of what happens to any feature`() throws {
    let world = FeatureWorld(RegistrationCore(), store: [:]) {
      $0.answers = [Done()]
      $0.actions = [.setTags(tags: Private(["a": "b"])), .refresh]
      $0.pushes = [.registered(.first)]
    }
    try EverySequence(of: world.operations, upTo: 3, thorough: 4).check(world)
  }
}
