import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

struct DeliveredNotificationsCoreTests {
  typealias Operation = DeliveredNotificationsWorld.Operation

  @Test func `every sequence of operations`() throws {
    let depth = Exhaustive.choose(3, thorough: 4)
    let count = try EverySequence(of: Operation.allCases, upTo: depth)
      .check(DeliveredNotificationsWorld())
    #expect(count > Exhaustive.choose(2_000, thorough: 40_000))
  }

  @Test func `every sequence of operations with an account and a focused page`() throws {
    let start: [Operation] = [
      .annSignsIn, .deliverOfAnnAboutTea, .deliverOfBobAboutTea, .focusTea,
    ]
    let depth = Exhaustive.choose(3, thorough: 4)
    let count = try EverySequence(of: Operation.allCases, upTo: depth, after: start)
      .check(DeliveredNotificationsWorld())
    #expect(count > Exhaustive.choose(1_000, thorough: 20_000))
  }

  @Test func `long random sequences of operations`() async throws {
    let seed = SeededGenerator.startingSeed()
    print("seed of the delivered notifications' sequences: \(seed)")
    try await RandomSequences(
      of: Operation.allCases,
      length: 60,
      count: Exhaustive.choose(100, thorough: 500),
      seed: seed
    )
    .check(DeliveredNotificationsWorld())
  }
}
