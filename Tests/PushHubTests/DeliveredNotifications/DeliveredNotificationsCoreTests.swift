import PushHubReplay
import Testing

@testable import PushHubObservers

@Suite(.timeLimit(.minutes(15)))
struct DeliveredNotificationsCoreTests {
  typealias Operation = DeliveredNotificationsWorld.Operation

  @Test func `every sequence of operations`() throws {
    let depth = Exhaustive.isWanted ? 6 : 4
    let count = try EverySequence(of: Operation.allCases, upTo: depth)
      .check(DeliveredNotificationsWorld())
    #expect(count > 40_000)
  }

  @Test func `every sequence of operations without those about a clock and several accounts`()
    throws
  {
    let others: Set<Operation> = [
      .deliverOfBobAboutRum, .bobSignsIn, .setClockBack, .restart, .lookAway,
    ]
    let depth = Exhaustive.isWanted ? 7 : 5
    let count = try EverySequence(
      of: Operation.allCases.filter { !others.contains($0) },
      upTo: depth
    )
    .check(DeliveredNotificationsWorld())
    #expect(count > 100_000)
  }

  @Test func `every sequence of operations while somebody is signed in and looks`() throws {
    let start: [Operation] = [
      .annSignsIn, .deliverOfAnnAboutTea, .deliverOfBobAboutRum, .lookAtTea,
    ]
    let depth = Exhaustive.isWanted ? 6 : 4
    let count = try EverySequence(of: Operation.allCases, upTo: depth, after: start)
      .check(DeliveredNotificationsWorld())
    #expect(count > 20_000)
  }

  @Test func `long random sequences of operations`() async throws {
    let seed = SeededGenerator.startingSeed()
    print("seed of the delivered notifications' sequences: \(seed)")
    try await RandomSequences(of: Operation.allCases, length: 60, count: 500, seed: seed)
      .check(DeliveredNotificationsWorld())
  }
}
