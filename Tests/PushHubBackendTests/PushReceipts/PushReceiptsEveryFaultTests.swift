import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Each operation at the doors of receipts and of their outbox fails, once or for ever.
@MainActor
struct PushReceiptsEveryFaultTests {
  @Test func `whatever the disk refuses, all that was appended arrives`() async throws {
    try await expectNoHarm(by: "files", to: "PushReceipts") { run in
      let plan = run.plan
      let life = ReceiptsLife(run, folder: OutboxFolder()) { _ in
        plan.fails() ? .EIO : nil
      }
      return await life.live()
    }
  }

  @Test func `whenever an answer is lost, all that was appended arrives`() async throws {
    try await expectNoHarm(by: "answers are lost", to: "PushReceipts") { run in
      let life = ReceiptsLife(run, folder: OutboxFolder())
      life.server.lateFault = { try run.plan.pass() }
      return await life.live()
    }
  }
}

/// A server that keeps the names of all receipts.
@MainActor
private final class KeepingReceiptServer: ReceiptEndpoint {
  var lateFault: @MainActor () async throws -> Void = {}
  private(set) var pushIDs: [AccountID: Set<String>] = [:]

  @MainActor
  func send(_ batch: ReceiptBatch) async throws {
    pushIDs[batch.account, default: []].formUnion(batch.receipts.map(\.pushID))
    try await lateFault()
  }
}

/// Ann and Bob get pushes, over two starts of an app.
private final class ReceiptsLife: AppFixture {
  private(set) var app = SimulatedApp()
  let server = KeepingReceiptServer()
  private let run: FaultRun
  private let folder: OutboxFolder
  private let files: FileSystem
  private var receipts: PushReceipts
  private var isAttached = false
  private var failedCount = 0

  /// Whose receipts are in the outbox, as far as it has said so, and must arrive.
  private var owed: [AccountID: Set<String>] = [:]

  init(
    _ run: FaultRun,
    folder: OutboxFolder,
    fault: @escaping @Sendable (FileSystem.Call) -> POSIXErrorCode? = { _ in nil }
  ) {
    self.run = run
    self.folder = folder
    files = FileSystem.failing(fault)
    receipts = ReceiptsLife.receipts(folder, files, server)
  }

  private static func receipts(
    _ folder: OutboxFolder,
    _ files: FileSystem,
    _ server: KeepingReceiptServer
  ) -> PushReceipts {
    PushReceipts(
      outbox: Outbox(directory: folder.url, files: files),
      endpoint: server,
      configuration: .small,
      generator: FixedGenerator.most
    )
  }

  /// - Returns: What is left undone, which is nothing.
  func live() async -> Int {
    lifecycle.setPhase(.active)
    attach()
    await signIn("ann")
    await push("a1", "a2")
    await pass(.seconds(200))
    refresh("first")
    await push("a4")
    lifecycle.setAccount(nil)
    owed["ann"] = nil
    lifecycle.setAccount("ann")
    await push("a5")
    await pass(.seconds(400))
    if !run.plan.isLasting { requireArrivals(for: "ann") }
    await signIn("bob")
    await push("b1")
    detach()
    lifecycle.setPhase(.background)
    attach()
    await push("b2")
    await pass(.seconds(200))
    refresh("second")
    await push("b3", "b4")
    detach()
    await pass(.seconds(100))
    run.requireCompletions()
    await restart()
    await pass(.seconds(400))
    detach()
    run.plan.heal()
    await restart()
    await pass(.seconds(1_000))
    // What a former account has left goes on a return, when it is known who is signed in.
    returnToForeground()
    await pass(.seconds(1_000))
    run.requireCompletions()
    requireArrivals(for: "bob")
    let arrived = server.pushIDs["bob", default: []]
    let foreign = arrived.filter { !$0.hasPrefix("b") }
    run.require(foreign.isEmpty, "\(foreign.sorted()) went to Bob")
    return receipts.waitingCount + folder.files.count
  }

  private func requireArrivals(for account: AccountID) {
    let arrived = server.pushIDs[account, default: []]
    let missing = owed[account, default: []].subtracting(arrived)
    run.require(missing.isEmpty, "\(missing.sorted()) did not arrive")
  }

  /// Another process begins, in which Bob is signed in.
  private func restart() async {
    app = SimulatedApp(clock: clock)
    lifecycle.setPhase(.active)
    lifecycle.setAccount("bob")
    receipts = ReceiptsLife.receipts(folder, files, server)
    attach()
    await settle()
    requireDeadline()
  }

  private func attach() {
    receipts.log = { [weak self] entry in
      if case .outboxFailed = entry { self?.failedCount += 1 }
    }
    context.attach(receipts)
    isAttached = true
  }

  private func detach() {
    context.detach(receipts)
    isAttached = false
  }

  private func signIn(_ account: AccountID?) async {
    lifecycle.setAccount(account)
    await settle()
  }

  private func push(_ ids: String...) async {
    for id in ids {
      failedCount = 0
      let push = message(id)
      receive(push)
      let account = lifecycle.state.account
      await settle()
      if failedCount == 0, let account { owed[account, default: []].insert(id) }
      requireDeadline()
    }
  }

  private func refresh(_ name: String) {
    run.begin(name, on: clock) { [receipts] in
      _ = try? await receipts.performBackgroundWork(for: nil)
    }
  }

  private func pass(_ duration: Duration) async {
    await clock.pass(duration, look: requireDeadline)
  }

  /// While an account is signed in, the stored receipts are sent at some time.
  private func requireDeadline() {
    guard let account = lifecycle.state.account, isAttached else { return }
    let missing = owed[account, default: []].subtracting(server.pushIDs[account, default: []])
    run.requireDeadline(on: clock, if: !missing.isEmpty, "\(missing.sorted())")
  }
}
