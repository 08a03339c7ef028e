import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

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

  /// The service extension writes.
  private func deliver(_ id: String, _ account: AccountID?, in app: PushReceiptsApp) throws {
    try app.folder.outbox().append(
      .delivered,
      of: message(id),
      requestIdentifier: nil,
      account: account,
      date: app.clock.date
    )
  }

  @Test(arguments: [FileSystem.Call.read, .list])
  func `what can't be read at the start is sent later, though nothing is known of it`(
    call: FileSystem.Call
  ) async throws {
    let app = PushReceiptsApp(Self.patient)
    try deliver("m1", "ann", in: app)
    app.fails(at: call)
    await app.start()
    await app.advance(by: .seconds(600))
    #expect(app.log.count < 20)
    app.fails(at: nil)
    #expect(app.endpoint.batches.isEmpty)
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1"])
  }

  @Test func `what killed processes have left does not make each receipt a batch`() async throws {
    let app = PushReceiptsApp(Self.patient)
    for number in 100...200 { try app.folder.make("\(number).json.new", "{") }
    #expect(app.receipts.waitingCount == 0)
    await app.start()
    try await app.push("m1")
    try await app.push("m2")
    #expect(app.endpoint.batches.isEmpty)
    #expect(app.receipts.waitingCount == 2)
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.batches.map(\.receipts.count) == [2])
  }

  @Test func `what the extension has written is sent on the way to the background`() async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    try deliver("m1", "ann", in: app)
    app.lifecycle.setPhase(.background)
    await app.clock.settle()
    #expect(app.endpoint.receipts.map(\.pushID) == ["m1"])
  }

  @Test(arguments: ["ann", nil] as [AccountID?])
  func `who signs out leaves nothing for the next`(owner: AccountID?) async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    try deliver("m1", owner, in: app)
    await app.signIn("bob")
    await app.advance(by: .seconds(600))
    #expect(app.endpoint.batches.isEmpty)
    #expect(app.log == [.removed(count: 1)])
    #expect(app.folder.files.isEmpty)
  }

  @Test func `what can't be removed at a sign-out is never sent for the next`() async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    try await app.push("m1")
    app.fails(at: .remove)
    await app.signIn("bob")
    await app.advance(by: .seconds(600))
    #expect(app.endpoint.batches.isEmpty)
    app.fails(at: nil)
    await app.advance(by: .seconds(60))
    #expect(app.endpoint.batches.isEmpty)
    #expect(app.removedCount == 1)
    #expect(app.folder.files.isEmpty)
  }

  @Test func `the receipt of a push that signs out is of who signs out`() async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    let logout = Logout(app.lifecycle)
    app.manager.add(logout)
    try await app.push("m1")
    #expect(app.removedCount == 1)
    await app.signIn("bob")
    await app.advance(by: .seconds(600))
    #expect(app.endpoint.batches.isEmpty)
  }

  @Test func `what the extension writes after a sign-out stays`() async throws {
    let app = PushReceiptsApp(Self.patient)
    await app.start()
    try deliver("m1", nil, in: app)
    app.lifecycle.setAccount(nil)
    try deliver("m2", nil, in: app)
    await app.clock.settle()
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
}
