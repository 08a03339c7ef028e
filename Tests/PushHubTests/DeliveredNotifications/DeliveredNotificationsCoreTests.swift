import Foundation
import PushHub
import PushHubReplay
import Testing

@testable import PushHubAlerts

struct DeliveredNotificationsCoreTests {
  typealias Operation = DeliveredNotificationsWorld.Operation

  @Test func `every sequence of operations`() throws {
    let depth = Exhaustive.choose(3, thorough: 4)
    let count = try EverySequence(of: Operation.allCases, upTo: depth)
      .check(DeliveredNotificationsWorld())
    #expect(count > Exhaustive.choose(2_000, thorough: 40_000))
  }

  @Test func `every sequence of operations without those about a clock and several accounts`()
    throws
  {
    let others: Set<Operation> = [
      .deliverOfBobAboutRum, .bobSignsIn, .setClockBack, .restart, .lookAway,
    ]
    let depth = Exhaustive.choose(4, thorough: 5)
    let count = try EverySequence(
      of: Operation.allCases.filter { !others.contains($0) },
      upTo: depth
    )
    .check(DeliveredNotificationsWorld())
    #expect(count > Exhaustive.choose(5_000, thorough: 100_000))
  }

  @Test func `every sequence of operations while somebody is signed in and looks`() throws {
    let start: [Operation] = [
      .annSignsIn, .deliverOfAnnAboutTea, .deliverOfBobAboutRum, .lookAtTea,
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

  // MARK: - Beginning

  private typealias Core = DeliveredNotificationsCore

  private static let date = Date(timeIntervalSince1970: 1_767_225_600)

  private static let item = Core.Item(
    id: "a",
    subjects: [.thread("tea")],
    owner: nil,
    date: date
  )

  /// Which question follows when the core begins.
  private func begin(_ core: inout Core) -> Core.Question? {
    let effects = core.handle(
      .began(account: nil, isForeground: true, looking: []),
      at: ContinuousClock.now
    )
    guard case .list(let question) = effects.first, effects.count == 1 else { return nil }
    return question
  }

  @Test func `before it has begun nothing is read, and what was wanted by then goes`() throws {
    var core = Core(timeout: .seconds(10))
    let now = ContinuousClock.now
    #expect(core.handle(.removal([.thread("tea")], at: Self.date), at: now) == [])
    #expect(core.nextDeadline == nil)
    let question = try #require(begin(&core))
    let effects = core.handle(.listed(question, [Self.item], at: Self.date), at: now)
    #expect(effects == [.remove(["a"]), .settled])
  }

  @Test func `detached while it waits for a list, it asks anew, and takes no answer from before`()
    throws
  {
    var core = Core(timeout: .seconds(10))
    let now = ContinuousClock.now
    let former = try #require(begin(&core))
    #expect(core.handle(.detached, at: now) == [.cancel, .settled])
    #expect(core.nextDeadline == nil)
    let question = try #require(begin(&core))
    #expect(core.handle(.listed(former, [], at: Self.date), at: now) == [])
    #expect(core.count == nil)
    #expect(core.handle(.listed(question, [Self.item], at: Self.date), at: now) == [.settled])
    #expect(core.count == 1)
  }
}
