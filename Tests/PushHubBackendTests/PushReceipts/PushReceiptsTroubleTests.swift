import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Receipts when files can't be read, accounts go at odd moments, and there is no room.
final class PushReceiptsTroubleTests: PushReceiptsApp {
  private static let patient = PushReceipts.Configuration(spread: .zero)

  init() {
    super.init(Self.patient)
  }

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
  private func deliver(_ id: String, _ account: AccountID?) throws {
    try folder.outbox().append(
      .delivered,
      of: message(id),
      requestIdentifier: nil,
      account: account,
      date: clock.date
    )
  }

  @Test(arguments: [FileSystem.Call.read, .list])
  func `receipts that can't be read at the start are sent later`(
    call: FileSystem.Call
  ) async throws {
    try deliver("m1", "ann")
    fails(at: call)
    await start()
    await wait(600)
    #expect(log.count < 20)
    fails(at: nil)
    #expect(endpoint.batches.isEmpty)
    await wait(60)
    #expect(endpoint.receipts.map(\.pushID) == ["m1"])
  }

  @Test func `what killed processes have left does not make each receipt a batch`() async throws {
    for number in 100...200 { try folder.make("\(number).json.new", "{") }
    #expect(receipts.waitingCount == 0)
    await start()
    await push("m1")
    await push("m2")
    #expect(endpoint.batches.isEmpty)
    #expect(receipts.waitingCount == 2)
    await wait(60)
    #expect(endpoint.batches.map(\.receipts.count) == [2])
  }

  @Test func `what the extension has written is sent on the way to the background`() async throws {
    await start()
    try deliver("m1", "ann")
    lifecycle.setPhase(.background)
    await settle()
    #expect(endpoint.receipts.map(\.pushID) == ["m1"])
  }

  @Test(arguments: ["ann", nil] as [AccountID?])
  func `who signs out leaves nothing for the next`(owner: AccountID?) async throws {
    await start()
    try deliver("m1", owner)
    await signIn("bob")
    await wait(600)
    #expect(endpoint.batches.isEmpty)
    #expect(log == [.removed(count: 1)])
    #expect(folder.files.isEmpty)
  }

  @Test func `receipts that outlast a sign-out are never sent for the next account`() async {
    await start()
    await push("m1")
    fails(at: .remove)
    await signIn("bob")
    await wait(600)
    #expect(endpoint.batches.isEmpty)
    fails(at: nil)
    await wait(60)
    #expect(endpoint.batches.isEmpty)
    #expect(removedCount == 1)
    #expect(folder.files.isEmpty)
  }

  @Test func `the receipt of a push that signs out is of who signs out`() async {
    await start()
    let logout = Logout(lifecycle)
    manager.add(logout)
    await push("m1")
    #expect(removedCount == 1)
    await signIn("bob")
    await wait(600)
    #expect(endpoint.batches.isEmpty)
  }

  @Test func `what the extension writes after a sign-out stays`() async throws {
    await start()
    try deliver("m1", nil)
    lifecycle.setAccount(nil)
    try deliver("m2", nil)
    await settle()
    await signIn("bob")
    await wait(600)
    #expect(endpoint.receipts.map(\.pushID) == ["m2"])
  }

  @Test func `a pending push has the time at which it came`() async {
    let push = await self.push("m1")
    await wait(300)
    await start()
    await wait(61)
    #expect(endpoint.receipts.map(\.date) == [push.receivedAt])
  }
}
