import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

/// When users are asked, in every short life of an app.
struct PermissionModelTests {
  private let alphabet: [PermissionWorld.Operation] = [
    .moment, .answer(.accepted), .answer(.later), .answer(.never), .decide(true), .decide(false),
    .hang, .settings(true), .settings(false), .leaveOrReturn, .days(10), .days(30), .die,
  ]

  @Test func `every sequence of what happens to an app and its user`() throws {
    let count = try EverySequence(of: alphabet, upTo: 5, thorough: 7).check(PermissionWorld())
    #expect(count > Exhaustive.choose(5_000, thorough: 10_000))
  }

  @Test func `every sequence after the user has been asked once`() throws {
    for answer in [PermissionWorld.Operation.answer(.later), .hang, .die] {
      let count = try EverySequence(of: alphabet, upTo: 5, after: [.moment, answer, .days(30)])
        .check(PermissionWorld())
      #expect(count > 3_000)
    }
  }

  @Test func `every sequence while the system asks`() throws {
    let count = try EverySequence(of: alphabet, upTo: 5, after: [.moment, .answer(.accepted)])
      .check(PermissionWorld())
    #expect(count > 3_000)
  }

  @Test func `long random lives`() async throws {
    let seed = SeededGenerator.startingSeed()
    try await RandomSequences(of: alphabet, length: 80, count: 300, seed: seed)
      .check(PermissionWorld())
  }

  @Test func `what can happen to an app happens to a policy`() throws {
    let core = PermissionCore(PermissionWorld.configuration)
    let world = FeatureWorld(core, store: [:]) {
      $0.answers = [.notDetermined, .authorized, nil]
      $0.actions = [.opportunity, .respond(with: .later), .respond(with: .accepted)]
    }
    let start: [FeatureWorld<PermissionCore>.Operation] = [
      .phase(.active), .answer(.provisional), .action(.opportunity),
    ]
    let count = try EverySequence(of: world.operations, upTo: 3, after: start).check(world)
    #expect(count > 2_000)
  }
}
