import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// The time that the system gives the app in the background is used to send what waits.
@MainActor
struct PushReceiptsRefreshTests {
  private let app = PushReceiptsApp(PushReceipts.Configuration())
  private let results = Holder<[FetchResult]>([])

  private func refresh() async {
    app.clock.perform { [manager = app.manager, results] in
      results.value.append(await manager.refresh())
    }
    await app.clock.settle()
  }

  @Test func `what waits is sent at once, also what the service extension wrote`() async throws {
    await app.start()
    try await app.push("m1")
    #expect(app.endpoint.batches.isEmpty)
    try Outbox(directory: app.folder.url).append(
      .received,
      of: try message("m2"),
      requestIdentifier: nil,
      account: "ann",
      date: app.clock.date
    )
    await refresh()
    #expect(Set(app.endpoint.receipts.map(\.messageID)) == ["m1", "m2"])
    #expect(results.value == [.newData])
    #expect(try app.waitingCount == 0)
  }

  @Test func `the Retry-After of the service extension holds for the app`() async throws {
    try Outbox(directory: app.folder.url).pause("ann", at: app.clock.date, for: .seconds(600))
    await app.start()
    try await app.push("m1")
    await refresh()
    #expect(app.endpoint.batches.isEmpty)
    await app.advance(by: .seconds(661))
    #expect(app.endpoint.batches.count == 1)
  }

  @Test func `a failure is one, and what must wait for its time does`() async throws {
    await app.start()
    try await app.push("m1")
    app.endpoint.answers = [ScriptedEndpoint.Failure(retryAfter: .seconds(600))]
    await refresh()
    await refresh()
    #expect(app.endpoint.batches.count == 1)
    #expect(results.value == [.failed, .failed])
    #expect(app.outbox.pause(for: "ann", at: app.clock.date) == .seconds(600))
  }
}
