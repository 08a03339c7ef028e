import PushHub
import PushHubReplay
import Testing

@testable import PushHubBackend

/// Real files against a list, after each operation of every short sequence and of long random ones.
struct OutboxModelTests {
  private static let all = OutboxWorld.Operation.allCases

  private func mistake(after operations: [OutboxWorld.Operation]) throws -> String? {
    let world = OutboxWorld()
    for operation in operations {
      try world.perform(operation)
      if let mistake = try world.mistake() { return mistake }
    }
    return nil
  }

  @Test func `every sequence of operations`() async throws {
    let depth = Exhaustive.choose(2, thorough: 3)
    try await EverySequence(of: Self.all, upTo: depth).check(byRunning: mistake)
  }

  @Test func `every sequence of operations while entries of both processes wait`() async throws {
    let start: [OutboxWorld.Operation] = [
      .appendForNobody, .serviceAppendsForAnn, .serviceAppendsForBob, .appendForAnn, .read,
    ]
    let depth = Exhaustive.choose(2, thorough: 3)
    try await EverySequence(of: Self.all, upTo: depth, after: start).check(byRunning: mistake)
  }

  @Test func `long random sequences of operations`() async throws {
    let seed = SeededGenerator.startingSeed()
    let often: [OutboxWorld.Operation] = [
      .appendForAnn, .serviceAppendsForAnn, .read, .acknowledge,
    ]
    print("seed of an outbox's sequences: \(seed)")
    try await RandomSequences(
      of: Self.all + often,
      length: 50,
      count: Exhaustive.choose(10, thorough: 40),
      seed: seed
    )
    .check(byRunning: mistake)
  }

  /// All entries are somewhere: waiting, sent, removed or counted as lost.
  @Test func `every entry ends once, whatever has no room`() throws {
    var generator = SeededGenerator(printedAs: "an outbox without room")
    for _ in 0..<Exhaustive.choose(1, thorough: 30) {
      let folder = OutboxFolder()
      let app = folder.outbox("app", 4 << 10)
      let service = folder.outbox("service", 4 << 10)
      var (appended, ended, told) = (0, 0, 0)
      var reading = OutboxReading()
      for _ in 0..<200 {
        switch generator.below(10) {
        case 0...3:
          try app.append(bytes: 200 + generator.below(800))
          appended += 1
        case 4, 5:
          try service.append(bytes: 200 + generator.below(800))
          appended += 1
        case 6: reading = app.read(limit: 1 + generator.below(4), for: "ann")
        case 7:
          ended += app.acknowledge(reading.entries, lost: reading.lost).count
          told += reading.lostCount
          reading = OutboxReading()
        case 8: _ = app.seal()
        default:
          if generator.below(6) == 0 {
            ended += app.remove(from: app.seal()) { _ in true }.count
          }
        }
        let now = app.read(limit: .max, for: "ann")
        let sum = ended + told + now.waitingCount + now.lostCount
        #expect(now.failures.isEmpty)
        guard sum == appended else {
          Issue.record("\(appended) appended: \(ended) ended, \(told) told, now \(now)")
          return
        }
      }
    }
  }
}
