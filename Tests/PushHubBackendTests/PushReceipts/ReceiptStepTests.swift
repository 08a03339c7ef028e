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
  private var outbox: Outbox { Outbox(directory: folder.url) }

  private func run(for account: AccountID? = "ann", sends: Bool = true) async throws {
    let notification = ExtensionNotification(
      try message("m1"),
      requestIdentifier: "r1",
      date: Date(timeIntervalSince1970: 1_767_225_600)
    )
    let makeEndpoint: @MainActor @Sendable () throws -> any ReceiptEndpoint = { [endpoint] in
      endpoint
    }
    let step = ServiceExtensionStep.receipt(
      to: outbox,
      account: { _ in account },
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

  @Test func `what the server does not accept is sent by the app, as the same batch`() async throws
  {
    endpoint.answers = [ScriptedEndpoint.Failure()]
    await #expect(throws: ScriptedEndpoint.Failure.self) { try await run() }
    #expect(try outbox.count() == 1)
    let app = SimulatedApp()
    let receipts = PushReceipts(outbox: outbox, endpoint: endpoint)
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    app.host.context.attach(receipts)
    await app.clock.settle()
    #expect(endpoint.batches.count == 2)
    #expect(endpoint.batches.first?.id == endpoint.batches.last?.id)
    #expect(try outbox.count() == 0)
  }
}
