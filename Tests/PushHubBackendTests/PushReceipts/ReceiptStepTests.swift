import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Receipts that a service extension writes, and sends when there is time.
@MainActor
struct ReceiptStepTests {
  private let folder = OutboxFolder()
  private let endpoint = ScriptedEndpoint()
  private let clock = ManualScheduler()
  private var outbox: Outbox { Outbox(directory: folder.url) }

  private func run(
    for account: AccountID? = "ann",
    sends: Bool = true,
    files: FileSystem = .system,
    spread: Duration = .zero,
    after seconds: Double = 0
  ) async throws {
    let notification = ExtensionNotification(
      message("m1"),
      requestIdentifier: "r1",
      date: Date(timeIntervalSince1970: 1_767_225_600 + seconds),
      identification: PushIdentification { _ in account }
    )
    let makeEndpoint: @MainActor @Sendable () throws -> any ReceiptEndpoint = { [endpoint] in
      endpoint
    }
    let step = ServiceExtensionStep.receipt(
      to: Outbox(directory: folder.url, files: files),
      spread: spread,
      scheduler: { [clock] in clock },
      endpoint: sends ? makeEndpoint : nil
    )
    #expect(step.isReadOnly)
    #expect(try await step.process(notification) == notification)
  }

  @Test func `a receipt is sent with those that wait, and removed`() async throws {
    try await run(sends: false)
    #expect(try outbox.count() == 1)
    try await run()
    #expect(endpoint.receipts.map(\.kind) == [.delivered, .delivered])
    #expect(endpoint.receipts.map(\.pushID) == ["m1", "m1"])
    #expect(endpoint.batches.count == 1)
    #expect(try outbox.count() == 0)
  }

  @Test func `without an account nothing is sent`() async throws {
    try await run(for: nil)
    #expect(endpoint.batches.isEmpty)
    #expect(try outbox.count() == 1)
  }

  @Test func `nothing is sent before the end of Retry-After`() async throws {
    endpoint.answers = [Unavailable(retryAfter: .seconds(3_600))]
    await #expect(throws: Unavailable.self) { try await run() }
    for second in 1...10 { try await run(after: Double(second)) }
    #expect(endpoint.batches.count == 1)
    #expect(try outbox.count() == 11)
    try await run(after: 3_601)
    #expect(endpoint.batches.count == 2)
    #expect(try outbox.count() == 0)
  }

  @Test func `a server that fails is asked once a minute`() async throws {
    endpoint.answers = [Unavailable(), Unavailable()]
    for second in 0...100 { try? await run(after: Double(second)) }
    #expect(endpoint.batches.count == 2)
  }

  @Test func `a request is put off by a random time, up to half of the limit`() async {
    let ended = Holder(false)
    clock.perform {
      try? await run(spread: .seconds(60))
      ended.value = true
    }
    await clock.settle()
    #expect(!ended.value && endpoint.batches.isEmpty)
    clock.advance(by: .milliseconds(2_500))
    await clock.settle()
    #expect(ended.value && endpoint.batches.count == 1)
  }

  @Test func `an unwritable receipt is sent at once`() async throws {
    try await run(sends: false)
    try await run(files: .failing { $0 == .write ? .ENOSPC : nil })
    #expect(endpoint.receipts.count == 2)
    #expect(try outbox.count() == 0)
    await #expect(throws: POSIXError.self) {
      try await run(for: nil, files: .failing { $0 == .write ? .ENOSPC : nil })
    }
  }

  @Test func `receipts of other accounts stay`() async throws {
    for account in ["bob", "bob", nil] as [AccountID?] { try await run(for: account, sends: false) }
    try await run()
    #expect(endpoint.receipts.count == 1)
    #expect(try outbox.count() == 3)
  }

  @Test func `receipts that the server refused are sent by the app, as one batch`() async throws {
    endpoint.answers = [Unavailable()]
    await #expect(throws: Unavailable.self) { try await run() }
    #expect(try outbox.count() == 1)
    let app = SimulatedApp()
    let receipts = PushReceipts(outbox: outbox, endpoint: endpoint)
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    app.host.context.attach(receipts)
    await app.settle()
    #expect(endpoint.batches.count == 2)
    #expect(endpoint.batches.first?.id == endpoint.batches.last?.id)
    #expect(try outbox.count() == 0)
  }
}
