import PushHub
import Testing

@testable import PushHubBackend

/// Long days at random, after which every receipt has ended once.
@MainActor
struct PushReceiptsSumTests {
  /// What one day does, with so little room that receipts have to go.
  private func day(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let app = PushReceiptsApp(
      PushReceipts.Configuration(batchSize: 5, spread: .seconds(5)),
      maximumCount: 12
    )
    let service = app.folder.outbox(maximumCount: 12)
    let accounts: [AccountID?] = ["ann", "bob", nil]
    var (pushCount, serviceCount, serviceLost) = (0, 0, 0)
    app.endpoint.isRejected = { $0.pushID.hasSuffix("7") }
    await app.start(nil)
    for _ in 0..<150 {
      switch generator.below(12) {
      case 0...4:
        pushCount += 1
        try await app.push("m\(pushCount)")
      case 5, 6:
        serviceCount += 1
        let receipt = PushReceipt(
          .delivered,
          pushID: "s\(serviceCount)",
          account: accounts[generator.below(3)],
          date: app.scheduler.date
        )
        serviceLost += try service.append(receipt).dropped
      case 7: await app.signIn(accounts[generator.below(3)])
      case 8: app.lifecycle.setPhase(generator.below(2) == 0 ? .active : .background)
      case 9:
        let advice: Duration? = generator.below(2) == 0 ? nil : .seconds(20)
        app.endpoint.answers.append(ScriptedEndpoint.Failure(retryAfter: advice))
      default: await app.advance(by: .seconds(generator.below(90)))
      }
    }
    await app.scheduler.settle()
    let waiting = try app.outbox.count
    let ended = app.sentCount + app.rejectedCount + app.droppedCount + app.removedCount
    #expect(
      ended + waiting + serviceLost == pushCount + serviceCount,
      "\(app.log), \(waiting) wait; \(SeededGenerator.hint(seed))"
    )
    let ids = app.endpoint.batches.flatMap(\.receipts).map(\.id)
    #expect(Set(ids).count >= app.sentCount + app.rejectedCount)
  }

  @Test func `every receipt ends in exactly one way`() async throws {
    let start = SeededGenerator.startingSeed()
    for number in 0..<Exhaustive.choose(2, thorough: 30) {
      try await day(seed: start + UInt64(number))
    }
  }
}
