import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

final class PushReceiptsTests: PushReceiptsApp {
  @Test func `a received and answered push has two receipts`() async {
    await start()
    let push = await self.push("m1")
    pass(4)
    manager.open(
      message("m1"),
      response: PushResponse(action: .custom("REPLY"), reply: "secret")
    )
    await settle()
    #expect(waits == [true])
    #expect(endpoint.receipts.map(\.kind) == [.received, .opened(.custom("REPLY"))])
    #expect(endpoint.receipts.map(\.pushID) == [push.id, push.id])
    #expect(endpoint.receipts.map(\.messageID) == ["m1", "m1"])
    #expect(endpoint.receipts.map(\.account) == ["ann", "ann"])
    let dates = endpoint.receipts.map(\.date)
    #expect(dates == [clock.date.addingTimeInterval(-4), clock.date])
    #expect(endpoint.batches.map(\.account) == ["ann"])
    #expect(log == [.sent(count: 2)])
    #expect(folder.files.isEmpty)
  }

  @Test func `nothing of what the user wrote is in the outbox`() async throws {
    let app = PushReceiptsApp(PushReceipts.Configuration())
    await app.start()
    app.manager.open(
      payload(#"{"aps":{"alert":"private"},"gcm.message_id":"m1","key":"private"}"#),
      response: PushResponse(action: .custom("REPLY"), reply: "private")
    )
    await app.settle()
    let text = try app.folder.text()
    #expect(text.contains(#""action":"REPLY""#))
    #expect(!text.contains("private"))
  }

  @Test(
    arguments: [
      .received, .delivered, .opened(.default), .dismissed, .opened(.custom("a\"b\n")),
      .presented([]), .presented(.all), .presented([.list, .sound]), .dropped(.overflowed),
    ] as [PushReceipt.Kind]
  )
  func `a receipt comes out of the outbox as it went in`(kind: PushReceipt.Kind) throws {
    let receipt = PushReceipt(
      kind,
      pushID: "pü\"\\\u{0}sh",
      messageID: "m",
      account: "ann",
      date: Date(timeIntervalSince1970: 1_767_225_600.123)
    )
    _ = try outbox.append(receipt)
    #expect(outbox.read(limit: 1, of: ["ann"]).contents == [receipt])
  }

  @Test func `what the service extension wrote is sent by the app`() async throws {
    let service = folder.outbox()
    let written = try service.append(
      .delivered,
      of: message("m1"),
      requestIdentifier: "r1",
      account: nil,
      date: clock.date
    )
    let anonymousOne = try service.append(
      .delivered,
      of: anonymous(),
      requestIdentifier: "r2",
      account: "ann",
      date: clock.date
    )
    await start()
    #expect(endpoint.receipts == [written, anonymousOne])
    #expect(endpoint.receipts.map(\.pushID) == ["m1", "r2"])
    #expect(endpoint.receipts.map(\.messageID) == ["m1", nil])
    #expect(sentCount == 2)
  }

  @Test
  func `receipts of signed-in accounts are sent, and removed at sign-out`()
    async
  {
    let app = PushReceiptsApp(identification: PushIdentification(account: account()))
    app.show("ann")
    await app.start(nil)
    for (id, account) in [("1", "ann"), ("2", "bob"), ("3", "bob"), ("4", "eve")] {
      app.receive(payload(#"{"aps":{},"gcm.message_id":"\#(id)","account":"\#(account)"}"#))
    }
    await app.settle()
    #expect(app.endpoint.batches.map(\.account) == ["bob"])
    #expect(app.endpoint.receipts.map(\.messageID) == ["2", "3"])
    app.lifecycle.setAccounts(["bob"], shown: "bob")
    await app.settle()
    #expect(app.removedCount == 1)
    #expect(app.endpoint.batches.count == 1)
    #expect(app.folder.files.isEmpty)
  }

  @Test func `a file is written after other observers' turn, within the delivery`()
    async
  {
    let app = PushReceiptsApp(PushReceipts.Configuration())
    await app.start()
    let observer = FileCounter(app.folder)
    app.manager.add(observer)
    let results = Holder<[FetchResult]>([])
    let push = message("m1")
    app.clock.perform { [manager = app.manager] in
      results.value.append(await manager.deliver(push, via: .remote))
    }
    await app.settle()
    #expect(observer.counts == [0])
    #expect(results.value == [.noData])
    #expect(app.folder.files.count == 1)
  }

  @Test func `a repeated batch has the same id, and another batch another`() async {
    endpoint.answers = [Unavailable(), nil]
    await start()
    for number in 1...4 {
      await push("m\(number)")
    }
    await wait(1)
    let ids = endpoint.batches.map(\.id)
    #expect(ids.count == 3)
    #expect(ids[0] == ids[1])
    #expect(ids[1] != ids[2])
    #expect(endpoint.batches[0] == endpoint.batches[1])
    #expect(log.first == .failed(error: "503", retryIn: .seconds(1)))
  }

  @Test func `a batch looks so on the wire`() throws {
    let receipt = PushReceipt(
      .presented([.banner]),
      pushID: "m/1",
      messageID: "m1",
      account: "ann",
      date: Date(timeIntervalSince1970: 1_767_225_600.123)
    )
    let batch = ReceiptBatch(account: "ann", lostCount: 3, receipts: [receipt])
    #expect(
      String(decoding: try batch.body.sortedJSON, as: UTF8.self) == """
        {"account":"ann","lost":3,"receipts":[{"date":1767225600123,"id":"\(receipt.id)",\
        "kind":"presented","message":"m1","options":["banner"],"push":"m/1"}]}
        """
    )
  }

  @Test func `a receipt that is never taken is given up alone`() async {
    let app = PushReceiptsApp(PushReceipts.Configuration(batchSize: 4))
    app.endpoint.isRejected = { $0.pushID == "m2" }
    await app.start()
    for number in 1...4 {
      await app.push("m\(number)")
    }
    await app.wait(10)
    #expect(app.rejectedCount == 1)
    #expect(app.sentCount == 3)
    #expect(app.folder.files.isEmpty)
    #expect(app.log.contains(.rejected(error: "422")))
    #expect(app.log.first == .halved(count: 4))
  }

  @Test func `a cold start receives a push before the account is known`() async {
    let app = PushReceiptsApp(PushReceipts.Configuration(batchSize: 100, spread: .zero))
    app.context.attach(app.receipts)
    await app.push("m1")
    await app.wait(1_000)
    #expect(app.endpoint.batches.isEmpty)
    await app.signIn("ann")
    await app.wait(1)
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1"])
    #expect(app.endpoint.receipts.map(\.account) == [nil])
  }

  @Test func `detached it writes and sends nothing, and attached again it goes on`() async throws {
    let app = PushReceiptsApp(PushReceipts.Configuration(batchSize: 100))
    await app.start()
    await app.push("m1")
    app.context.detach(app.receipts)
    await app.wait(1_000)
    #expect(app.endpoint.batches.isEmpty)
    #expect(app.clock.pendingCount == 0)
    await app.push("m2")
    #expect(try app.waitingCount == 1)
    app.context.attach(app.receipts)
    await app.settle()
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1", "m2"])
  }
}

// MARK: - Faults

extension PushReceiptsTests {
  @Test func `an unwritable receipt is logged and sent, and the push is delivered`()
    async throws
  {
    let app = PushReceiptsApp(directory: "file/receipts")
    try app.folder.make("file", "x")
    await app.start()
    let observer = PushRecorder()
    app.manager.add(observer)
    await app.push("m1")
    #expect(observer.lines == ["received m1"])
    #expect(app.log.last?.name == "outboxFailed")
    await app.push("m2")
    await app.wait(1_000)
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1", "m2"])
    #expect(app.sentCount == 2)
  }

  @Test func `receipts that were discarded are counted, and reported to the server`() async {
    let configuration = PushReceipts.Configuration(batchSize: 1_000)
    let app = PushReceiptsApp(configuration, maximumCount: 20)
    await app.start()
    for number in 1...60 {
      await app.push("m\(number)")
    }
    let dropped = app.droppedCount
    #expect(dropped == 40)
    #expect(app.receipts.waitingCount == 20)
    app.lifecycle.setPhase(.background)
    await app.settle()
    #expect(app.endpoint.batches.map(\.lostCount) == [dropped])
    #expect(app.sentCount == 60 - dropped)
    #expect(app.folder.files.isEmpty)
    app.lifecycle.setPhase(.active)
    await app.push("n")
    app.lifecycle.setPhase(.background)
    await app.settle()
    #expect(app.endpoint.batches.last?.lostCount == 0)
  }

  @Test func `a file that isn't a receipt is removed, counted and logged`() async throws {
    try folder.make("0-number.json", "1")
    try folder.make(
      "0-unheard-of.json",
      #"{"id":"1","kind":"unheard of","push":"m","date":2}"#
    )
    try folder.make("garbage.json", "\u{0}\u{0}garbage\n{}")
    await start()
    #expect(endpoint.batches.isEmpty)
    #expect(log == [.broken(count: 3)])
    #expect(folder.files.isEmpty)
    await push("m1")
    await push("m2")
    #expect(sentCount == 2)
  }

  @Test func `a failure to empty the outbox is logged, and the same is sent again`()
    async
  {
    await start()
    fails(at: .remove)
    await push("m1")
    await push("m2")
    #expect(endpoint.batches.count == 1)
    #expect(
      log == [
        .failed(error: "POSIXError (NSPOSIXErrorDomain 5)", retryIn: .seconds(1))
      ]
    )
    fails(at: nil)
    await wait(1)
    #expect(
      endpoint.batches.map(\.id) == Array(repeating: endpoint.batches[0].id, count: 2)
    )
    #expect(folder.files.isEmpty)
  }
}

/// Receipts that are sent with the third.
final class PushReceiptKindTests: PushReceiptsApp {
  init() {
    super.init(PushReceipts.Configuration(batchSize: 3))
  }

  @Test func `a presentation has a receipt with its options`() async {
    await start()
    let decision = await manager.present(message("m1"), requestIdentifier: "r1")
    let quiet = PushReceiptsVeto()
    manager.add(quiet)
    _ = await manager.present(message("m1"), requestIdentifier: "r2")
    await settle()
    #expect(
      endpoint.receipts.map(\.kind) == [
        .received, .presented(decision.options), .presented([]),
      ]
    )
  }

  @Test func `a dismissal has a receipt of its own kind`() async {
    await start()
    for action in [PushResponse.Action.dismiss, .default] {
      manager.open(message("m1"), response: PushResponse(action: action))
    }
    await wait(1)
    #expect(endpoint.receipts.map(\.kind) == [.received, .dismissed, .opened(.default)])
  }

  @Test func `an answer that no responder handles has a receipt with the reason`() async throws {
    await start()
    let responder = ResponderProbe(handles: false)
    manager.add(responder)
    manager.open(message("m1"))
    await wait(50)
    #expect(endpoint.batches.isEmpty)
    for _ in 1...60 {
      await wait(50)
    }
    let dropped = try #require(endpoint.receipts.last)
    #expect(dropped.kind == .dropped(.expired))
    #expect(dropped.pushID == endpoint.receipts.first?.pushID)
    #expect(dropped.messageID == "m1")
  }
}

/// Wants nothing shown.
private final class PushReceiptsVeto: PresentationVoter {
  func presentation(of push: Push) -> PresentationVote { .suppress(reason: "quiet") }
}

/// Counts the files that there are when a push comes.
private final class FileCounter: PushObserver {
  private let folder: OutboxFolder
  private(set) var counts: [Int] = []

  init(_ folder: OutboxFolder) { self.folder = folder }

  func receive(_ event: PushEvent) { counts.append(folder.files.count) }
}
