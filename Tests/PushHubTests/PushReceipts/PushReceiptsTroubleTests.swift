import Foundation
import PushHub
import Testing

@testable import PushHubBackend

/// Receipts when files can't be read, accounts go at odd moments, and there is no room.
@MainActor
struct PushReceiptsTroubleTests {
  private static let patient = PushReceipts.Configuration(spread: .zero)

  /// Signs out when a push comes.
  private final class Logout: PushObserver {
    let lifecycle: AppLifecycle

    init(_ lifecycle: AppLifecycle) {
      self.lifecycle = lifecycle
    }

    func receive(_ event: PushEvent) {
      if case .received = event {
        lifecycle.setAccount(nil)
      }
    }
  }

  private func deliver(
    _ id: String,
    _ account: AccountID?,
    in app: PushReceiptsApp,
    by writer: ReceiptWriter
  ) throws {
    try writer.append(
      .delivered,
      of: message(id),
      requestIdentifier: nil,
      account: account,
      date: app.scheduler.date
    )
  }

  @Test func `what can't be read for a moment is sent later`() async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    try await app.push("m1")
    let keeper = try OutboxFile(.existing, at: app.folder.path())
    #expect(keeper.lock(tries: 1))
    await app.advance(by: .seconds(61))
    keeper.unlock()
    #expect(app.receipts.waitingCount == 1)
    #expect(app.endpoint.batches.isEmpty)
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1"])
    #expect(app.receipts.waitingCount == 0)
  }

  @Test func `a directory that can't be listed for a moment is read later`() async throws {
    let app = PushReceiptsApp(Self.patient, directory: "d")
    await app.start()
    try await app.push("m1")
    let (path, aside) = (app.outbox.directory.path, app.folder.url.appending(path: "e").path)
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    try Data().write(to: URL(filePath: path))
    await app.advance(by: .seconds(61))
    #expect(app.statistics.outboxFailures == 1)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: aside, toPath: path)
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1"])
  }

  @Test func `what can't be read at the start is sent later, though nothing is known of it`()
    async throws
  {
    let app = PushReceiptsApp(Self.patient)
    try deliver("m1", "ann", in: app, by: ReceiptWriter(outbox: app.folder.outbox("extension")))
    let keeper = try OutboxFile(.existing, at: app.folder.path(of: "extension"))
    #expect(keeper.lock(tries: 1))
    await app.start()
    keeper.unlock()
    #expect(app.endpoint.batches.isEmpty)
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1"])
  }

  @Test func `what can't be read beside what is sent is sent later`() async throws {
    let app = PushReceiptsApp(Self.patient)
    try deliver("m1", "ann", in: app, by: ReceiptWriter(outbox: app.folder.outbox("extension")))
    let keeper = try OutboxFile(.existing, at: app.folder.path(of: "extension"))
    #expect(keeper.lock(tries: 1))
    await app.start()
    try await app.push("m2")
    await app.advance(by: .seconds(61))
    #expect(app.endpoint.receipts.map(\.pushID) == ["m2"])
    keeper.unlock()
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.receipts.map(\.pushID) == ["m2", "m1"])
  }

  @Test func `a file that is kept for long is tried once a minute`() async throws {
    let app = PushReceiptsApp(PushReceipts.Configuration(batchSize: 1, longestWait: .zero))
    await app.start()
    app.endpoint.answers = [ScriptedEndpoint.Failure()]
    try await app.push("m1")
    let keeper = try OutboxFile(.existing, at: app.folder.path())
    #expect(keeper.lock(tries: 1))
    await app.advance(by: .seconds(2))
    let first = try #require(app.scheduler.nextDeadline)
    #expect(first - app.scheduler.now <= PushReceiptsCore.outboxRetry)
    #expect(first - app.scheduler.now > .seconds(50))
    keeper.unlock()
  }

  @Test func `what the extension has written is sent on the way to the background`() async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    let writer = ReceiptWriter(outbox: app.folder.outbox("extension"))
    try deliver("m1", "ann", in: app, by: writer)
    app.lifecycle.setPhase(.background)
    await app.scheduler.settle()
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1"])
  }

  @Test func `what had to go is not counted as waiting`() async throws {
    let app = PushReceiptsApp(
      PushReceipts.Configuration(batchSize: 1_000),
      maximumByteCount: 4 << 10
    )
    await app.start()
    for number in 1...100 {
      try await app.push("m\(number)")
    }
    #expect(app.receipts.waitingCount == (try app.waitingCount))
    #expect(app.endpoint.batches.isEmpty)
  }

  @Test func `a batch that says more losses than before has another id`() async throws {
    let app = PushReceiptsApp()
    await app.start()
    app.endpoint.answers = [ScriptedEndpoint.Failure()]
    try await app.push("m1")
    try await app.push("m2")
    let other = app.folder.outbox("extension", 4 << 10)
    for _ in 1...12 {
      try other.append(.string(String(repeating: "x", count: 460)), account: "bob")
    }
    await app.advance(by: .seconds(10))
    try #require(app.endpoint.batches.count == 2)
    let (first, second) = (app.endpoint.batches[0], app.endpoint.batches[1])
    #expect(first.receipts == second.receipts)
    #expect(first.lostCount < second.lostCount)
    #expect(first.id != second.id)
  }

  @Test(arguments: ["ann", nil] as [AccountID?])
  func `who signs out while a file is kept leaves nothing for the next`(
    owner: AccountID?
  ) async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    let writer = ReceiptWriter(outbox: app.folder.outbox("extension"))
    try deliver("m1", owner, in: app, by: writer)
    let keeper = try OutboxFile(.existing, at: app.folder.path(of: "extension"))
    #expect(keeper.lock(tries: 1))
    await app.signIn(nil)
    keeper.unlock()
    await app.advance(by: .seconds(600))
    await app.signIn(owner ?? "bob")
    await app.advance(by: .seconds(600))
    #expect(app.endpoint.batches.isEmpty)
    #expect(app.statistics.removed == 1)
    #expect(app.folder.files.isEmpty)
  }

  @Test func `the receipt of a push that signs out is of who signs out`() async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    let logout = Logout(app.lifecycle)
    app.hub.manager.add(logout)
    try await app.push("m1")
    #expect(app.statistics.removed == 1)
    await app.signIn("bob")
    await app.advance(by: .seconds(600))
    #expect(app.endpoint.batches.isEmpty)
  }

  @Test func `what the extension writes after a sign-out stays`() async throws {
    let app = PushReceiptsApp(Self.patient)
    let writer = ReceiptWriter(outbox: app.folder.outbox("extension"))
    await app.start()
    try deliver("m1", nil, in: app, by: writer)
    app.lifecycle.setAccount(nil)
    try deliver("m2", nil, in: app, by: writer)
    await app.scheduler.settle()
    await app.signIn("bob")
    await app.advance(by: .seconds(600))
    #expect(app.endpoint.receipts.map(\.pushID) == ["m2"])
  }

  @Test func `a push that was held has the time at which it came`() async throws {
    let app = PushReceiptsApp(Self.patient)
    let push = try await app.push("m1")
    await app.advance(by: .seconds(300))
    await app.start()
    await app.advance(by: .seconds(61))
    #expect(app.endpoint.receipts.map(\.date) == [push.receivedAt])
  }

  @Test func `a file of a later version is counted`() async throws {
    let app = PushReceiptsApp()
    try app.folder.make("newer.outbox", "{\"outbox\":2}\n")
    await app.start()
    #expect(app.log == [.newerFiles(1)])
    #expect(app.statistics.newerFiles == 1)
  }
}
