import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct ParcelSequenceTests {
  /// A mistake of a kernel.
  private enum Fault: CaseIterable {
    case staleAnswers, noTimeouts, forgottenSaves
  }

  private func world(_ fault: Fault? = nil) -> FeatureWorld<ParcelsCore> {
    FeatureWorld(ParcelsCore(), store: [:]) {
      $0.answers = [["A-17"], []]
      $0.actions = [.refresh]
      $0.simulation.distort = { input, kernel in
        switch (fault, input) {
        case (.staleAnswers, .answer(_, let result)):
          kernel.request.map { .answer($0.number, result) }
        case (.noTimeouts, .deadline): nil
        case (.forgottenSaves, .storeFailed): .saved([:])
        default: input
        }
      }
    }
  }

  @Test func `every sequence`() throws {
    let world = world()
    let count = try EverySequence(of: world.operations, upTo: 3, thorough: 4).check(world)
    #expect(count > 2_000)
  }

  @Test func `every sequence after a failure in the background`() throws {
    let world = world()
    let busy = FeatureWorld<ParcelsCore>.Operation.fail(SourceFailure(message: "503"))
    try EverySequence(
      of: world.operations,
      upTo: 3,
      thorough: 4,
      after: [busy, .work(isRefresh: true)]
    )
    .check(world)
  }

  @Test(arguments: Fault.allCases)
  private func `a kernel with a fault is found out`(fault: Fault) throws {
    let world = world(fault)
    #expect(throws: SequenceFailure<FeatureWorld<ParcelsCore>.Operation>.self) {
      try EverySequence(of: world.operations, upTo: 3).check(world)
    }
  }

  /// Forgets to replace its deadline, or moves it on for ever.
  private struct RestlessCore: FeatureCore {
    typealias Event = ParcelsEvent
    static let name = "restless"
    let step: Duration
    let state = 0
    private(set) var nextDeadline: ContinuousClock.Instant?

    mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
      switch input {
      case .push: nextDeadline = turn.now + .seconds(1)
      case .deadline: nextDeadline = nextDeadline.map { $0 + step }
      default: break
      }
    }
  }

  @Test(arguments: [Duration.zero, .nanoseconds(1)])
  func `a core that never comes to rest is named`(step: Duration) {
    let world = FeatureWorld(RestlessCore(step: step))
    let failure = #expect(throws: SequenceFailure<FeatureWorld<RestlessCore>.Operation>.self) {
      try EverySequence(of: world.operations, upTo: 3).check(world)
    }
    #expect(failure?.mistake.hasPrefix("restless has a deadline") == true)
  }
}
