import PushHubTesting
import Testing

@testable import TestSupport

/// The inbox beside a plain list, after each operation of every short sequence and of long random ones.
@MainActor
struct PushInboxModelTests {
  typealias Operation = PushInboxWorld.Operation

  @Test func `every sequence of operations`() throws {
    let count = try EverySequence(of: Operation.allCases, upTo: 3, thorough: 4).check(
      PushInboxWorld()
    )
    #expect(count > Exhaustive.choose(3_000, thorough: 50_000))
  }

  @Test func `every sequence of operations with an account whose notifications are known`() throws {
    let start: [Operation] = [
      .annSignsIn, .extensionWritesM, .callbackShowsM, .extensionWritesC, .refresh,
      .extensionWritesU,
    ]
    try EverySequence(of: Operation.allCases, upTo: 3, thorough: 4, after: start).check(
      PushInboxWorld()
    )
  }

  @Test(arguments: [Operation.refresh, .relaunch])
  func `arrivals that are read after a later one count by their dates`(reading: Operation) {
    var world = PushInboxWorld()
    for operation in [.extensionWritesC, .extensionWritesC, .callbackShowsC, reading] {
      world.perform(operation)
    }
    #expect(world.mistake == nil)
  }

  /// An unread entry keeps the system's date, which the next one is later than; and what the extension wrote before
  /// an account has left goes as well.
  @Test(
    arguments: [
      [.bobSignsIn, .signOut, .extensionWritesM, .relaunch, .openM, .callbackShowsM, .relaunch],
      [.bobSignsIn, .extensionWritesC, .callbackShowsC, .extensionWritesC, .annSignsIn, .openM],
      [
        .annSignsIn, .callbackShowsM, .signOut, .openM, .signOut, .extensionWritesM, .relaunch,
        .extensionWritesM, .refresh,
      ],
    ] as [[Operation]]
  )
  func `sequences that have once been wrong`(operations: [Operation]) {
    var world = PushInboxWorld()
    for operation in operations { world.perform(operation) }
    #expect(world.mistake == nil)
  }

  @Test func `long random sequences of operations`() async throws {
    try await RandomSequences(
      of: Operation.allCases,
      length: 60,
      count: 100,
      thorough: 1_000
    )
    .check(PushInboxWorld())
  }
}
