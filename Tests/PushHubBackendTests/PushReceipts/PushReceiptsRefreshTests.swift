import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// The time that the system gives the app in the background is used to send what waits.
final class PushReceiptsRefreshTests: PushReceiptsApp, RefreshFixture {
  let results = Holder<[FetchResult]>([])

  init() {
    super.init(PushReceipts.Configuration())
  }

  @Test func `what waits is sent at once, also what the service extension wrote`() async throws {
    await start()
    await push("m1")
    #expect(endpoint.batches.isEmpty)
    try Outbox(directory: folder.url).append(
      .received,
      of: message("m2"),
      requestIdentifier: nil,
      account: "ann",
      date: clock.date
    )
    await refresh()
    #expect(Set(endpoint.receipts.map(\.messageID)) == ["m1", "m2"])
    #expect(results.value == [.newData])
    #expect(try waitingCount == 0)
  }

  @Test func `the Retry-After of the service extension holds for the app`() async throws {
    try Outbox(directory: folder.url).pause("ann", at: clock.date, for: .seconds(600))
    await start()
    await push("m1")
    await refresh()
    #expect(endpoint.batches.isEmpty)
    await wait(661)
    #expect(endpoint.batches.count == 1)
  }

  @Test func `a failure is one, and what must wait for its time does`() async {
    await start()
    await push("m1")
    endpoint.answers = [Unavailable(retryAfter: .seconds(600))]
    await refresh()
    await refresh()
    #expect(endpoint.batches.count == 1)
    #expect(results.value == [.failed, .failed])
    #expect(outbox.pause(for: "ann", at: clock.date) == .seconds(600))
  }
}
