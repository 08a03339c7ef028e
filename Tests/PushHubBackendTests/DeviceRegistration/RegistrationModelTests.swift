import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// The core with a server: all short sequences of what can happen.
///
/// After each step the rest is let run with a server that is well, which must then know what it should.
struct RegistrationModelTests {
  typealias Operation = RegistrationWorld.Operation

  private func check(
    _ alphabet: [Operation],
    from start: [Operation] = [],
    upTo length: Int
  ) throws -> Int {
    try EverySequence(of: alphabet, upTo: length, after: start).check(RegistrationWorld())
  }

  /// Five operations in long searches, three otherwise.
  private let depth = Exhaustive.choose(3, thorough: 5)

  /// What happens to most users, up to six in the checks.
  private let usual: [Operation] = [
    .token, .signIn("ann"), .signIn("bob"), .signIn(nil), .permit, .topic, .succeed, .fail, .hang,
    .die,
  ]

  private let everything: [Operation] = [
    .token, .signIn("ann"), .signIn("bob"), .signIn(nil), .permit, .topic, .succeed, .fail,
    .loseAnswer, .turnAway, .refuse, .hang, .arrive, .die, .dieUnknowing, .wait(2), .wait(30),
  ]

  @Test func `every sequence of operations after the first launch`() throws {
    let count = try check(usual, upTo: Exhaustive.choose(4, thorough: 6))
    #expect(count > Exhaustive.choose(100, thorough: 10_000))
  }

  @Test func `every sequence of operations with an account that the server knows`() throws {
    let count = try check(everything, from: [.token, .signIn("ann"), .succeed], upTo: depth - 1)
    #expect(count > Exhaustive.choose(100, thorough: 10_000))
  }

  @Test func `every sequence of operations while an account signs out and another signs in`() throws
  {
    let alphabet: [Operation] = [
      .token, .signIn("ann"), .signIn("bob"), .signIn(nil), .succeed, .fail, .loseAnswer, .refuse,
      .hang, .arrive, .die, .dieUnknowing, .wait(2),
    ]
    let start: [Operation] = [.token, .signIn("ann"), .succeed, .signIn("bob")]
    let count = try check(alphabet, from: start, upTo: depth - 1)
    #expect(count > Exhaustive.choose(100, thorough: 10_000))
  }

  /// What was canceled, timed out or lost its answer comes when it likes.
  @Test func `every sequence of operations with requests that arrive late`() throws {
    let alphabet: [Operation] = [
      .signIn("ann"), .signIn(nil), .permit, .succeed, .loseAnswer, .hang, .arrive, .die,
      .dieUnknowing, .wait(2),
    ]
    let count = try check(alphabet, from: [.token, .signIn("ann"), .hang], upTo: depth)
    #expect(count > Exhaustive.choose(100, thorough: 10_000))
  }

  @Test func `long random days of an account`() async throws {
    let seed = SeededGenerator.startingSeed()
    try await RandomSequences(
      of: everything,
      length: 60,
      count: Exhaustive.choose(20, thorough: 150),
      seed: seed
    )
    .check(RegistrationWorld())
  }

  @Test func `long random days with a settling time`() async throws {
    let seed = SeededGenerator.startingSeed()
    let configuration = DeviceRegistration.Configuration(
      environment: .sandbox,
      settling: .seconds(2)
    )
    let operations = everything + [.wait(1), .wait(1)]
    try await RandomSequences(
      of: operations,
      length: 60,
      count: Exhaustive.choose(20, thorough: 150),
      seed: seed
    )
    .check(RegistrationWorld(configuration))
  }

  /// Besides the invariants, an account that can't be deregistered delays no other for longer.
  @Test func `every sequence of operations with a sign-off that fails`() throws {
    let alphabet: [Operation] = [
      .signIn("ann"), .signIn("bob"), .signIn("cid"), .signIn(nil), .permit, .refresh, .succeed,
      .fail, .refuse, .die, .dieUnknowing, .wait(70),
    ]
    let start: [Operation] = [.token, .signIn("ann"), .succeed, .signIn("bob"), .fail]
    let count = try EverySequence(of: alphabet, upTo: depth - 1, after: start)
      .check(RegistrationWorld())
    #expect(count > Exhaustive.choose(100, thorough: 5_000))
  }
}
