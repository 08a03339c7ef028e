import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the articles on receipts and on the server that is in no example.
@MainActor
struct DeviceSnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `a service extension writes what the app sends`() async throws {
    let group = FileManager.default.temporaryDirectory
      .appending(path: "device-snippets-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: group) }
    let scheduler = app.clock
    let notification = ExtensionNotification(
      try PushPayload(json: #"{"aps":{"alert":"Hi"}}"#.utf8),
      requestIdentifier: "r1",
      date: scheduler.date
    )

    let outbox = Outbox(directory: group.appending(path: "receipts"))
    try outbox.append(.delivered, of: notification)

    let server = Server()
    let receipts = PushReceipts(
      outbox: Outbox(directory: group.appending(path: "receipts")),
      endpoint: server
    )
    context.attach(receipts)
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    await clock.settle()
    clock.advance(by: .seconds(600))
    await clock.settle()
    #expect(await server.receipts.map(\.pushID) == ["r1"])
    #expect(await server.receipts.map(\.kind) == [.delivered])
  }

  @Test func `a key of the payload identifies a push`() throws {
    var configuration = NotificationManager.Configuration()
    configuration.identification.messageIDKeys = ["message-id"]

    let app = SimulatedApp { $0 = configuration }
    let json = #"{"aps": {"alert": "Hello", "mutable-content": 1}, "message-id": "m1"}"#
    #expect(app.manager.receive(try payload(json), via: .remote).messageID == "m1")
  }

  private actor Server: ReceiptEndpoint {
    private(set) var receipts: [PushReceipt] = []

    func send(_ batch: ReceiptBatch) {
      receipts += batch.receipts
    }
  }
}
