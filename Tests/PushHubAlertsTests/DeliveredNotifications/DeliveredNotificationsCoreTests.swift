import PushHubTesting
import Testing

@testable import TestSupport

struct DeliveredNotificationsCoreTests {
  typealias Operation = DeliveredNotificationsWorld.Operation

  @Test func `every sequence of operations`() throws {
    let count = try EverySequence(of: Operation.allCases, upTo: 3, thorough: 4)
      .check(DeliveredNotificationsWorld())
    #expect(count > Exhaustive.choose(2_000, thorough: 40_000))
  }

  @Test func `every sequence of operations with an account and a focused page`() throws {
    let start: [Operation] = [
      .annSignsIn, .deliverOfAnnAboutTea, .deliverOfBobAboutTea, .focusTea,
    ]
    let count = try EverySequence(of: Operation.allCases, upTo: 3, thorough: 4, after: start)
      .check(DeliveredNotificationsWorld())
    #expect(count > Exhaustive.choose(1_000, thorough: 20_000))
  }

  @Test func `long random sequences of operations`() async throws {
    try await RandomSequences(
      of: Operation.allCases,
      length: 60,
      count: 100,
      thorough: 500
    )
    .check(DeliveredNotificationsWorld())
  }
}
