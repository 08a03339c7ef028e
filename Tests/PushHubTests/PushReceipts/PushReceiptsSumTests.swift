import PushHub
import Synchronization
import Testing

@testable import PushHubBackend

/// Long days at random, after which every receipt has ended once.
@MainActor
struct PushReceiptsSumTests {
  /// What one day does, on small files so that receipts have to go.
  private func day(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let app = PushReceiptsApp(
      PushReceipts.Configuration(batchSize: 5, spread: .seconds(5)),
      maximumByteCount: 4 << 10
    )
    let service = ReceiptWriter(outbox: app.folder.outbox("service", 4 << 10))
    let accounts: [AccountID?] = ["ann", "bob", nil]
    var (pushCount, serviceCount) = (0, 0)
    app.endpoint.isRejected = { $0.pushID.hasSuffix("7") }
    await app.start(nil)
    for _ in 0..<150 {
      switch generator.below(12) {
      case 0...4:
        pushCount += 1
        try await app.push("m\(pushCount)")
      case 5, 6:
        serviceCount += 1
        try service.append(
          .delivered,
          of: message("s\(serviceCount)"),
          requestIdentifier: nil,
          account: accounts[generator.below(3)],
          date: app.scheduler.date
        )
      case 7: await app.signIn(accounts[generator.below(3)])
      case 8: app.lifecycle.setPhase(generator.below(2) == 0 ? .active : .background)
      case 9:
        let advice: Duration? = generator.below(2) == 0 ? nil : .seconds(20)
        app.endpoint.answers.append(ScriptedEndpoint.Failure(retryAfter: advice))
      default: await app.advance(by: .seconds(generator.below(90)))
      }
    }
    await app.scheduler.settle()
    let statistics = app.statistics
    #expect(statistics.appended == pushCount && statistics.failedAppends == 0)
    var (waiting, lost) = (0, 0)
    for name in try app.outbox.files.names() {
      let file = try OutboxFile(.existing, at: app.outbox.files.path(of: name))
      let text = OutboxText(try file.bytes(upTo: file.status?.byteCount ?? 0))
      app.outbox.memory.withLock { memory in
        memory.note(text.lines, lost: text.lost, in: name)
        lost += memory.untold(text.lost, of: name)
        waiting += text.lines.count { !memory.isAcknowledged($0.number, in: name) }
      }
    }
    let ended = statistics.sent + statistics.rejected + statistics.dropped + statistics.removed
    #expect(
      ended + waiting + lost == pushCount + serviceCount,
      "\(statistics), \(waiting) wait, \(lost) lost; \(SeededGenerator.hint(seed))"
    )
    let ids = app.endpoint.batches.flatMap(\.receipts).map(\.id)
    #expect(Set(ids).count >= statistics.sent + statistics.rejected)
  }

  @Test func `every receipt ends in exactly one way`() async throws {
    let start = SeededGenerator.startingSeed()
    for number in 0..<Exhaustive.choose(2, thorough: 30) {
      try await day(seed: start + UInt64(number))
    }
  }
}
