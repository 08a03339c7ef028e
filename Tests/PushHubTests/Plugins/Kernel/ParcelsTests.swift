import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// A server that answers when the test does.
@MainActor
final class ParcelShop: ParcelServer {
  private(set) var asked: [String] = []
  private var waiting: [ScheduledStream<Result<[String], SourceFailure>>] = []

  @MainActor func parcels(for account: AccountID) async throws -> [String] {
    try await answer(to: "list \(account)")
  }

  @MainActor func postpone(_ parcel: String) async throws {
    _ = try await answer(to: "postpone \(parcel)")
  }

  private func answer(to request: String) async throws -> [String] {
    asked.append(request)
    let results = ScheduledStream<Result<[String], SourceFailure>>()
    waiting.append(results)
    guard let result = try await results.next() else { throw CancellationError() }
    return try result.get()
  }

  /// Answers the latest request.
  func answer(_ result: Result<[String], SourceFailure>, _ clock: ManualScheduler) async {
    await clock.settle()
    waiting.last?.send(result)
    await clock.settle()
  }
}

struct ParcelsTests: AppFixture {
  let app = SimulatedApp()
  let shop = ParcelShop()
  let store = FailingStore<ParcelsCore.Values>()

  private let parcels: Parcels

  init() { parcels = Parcels(server: shop, store: store) }

  /// Installs the feature for Ann.
  private func start() throws {
    try host.install(parcels, named: "parcels")
    lifecycle.setAccount("ann")
  }

  private func payload(_ id: String) -> PushPayload {
    PushPayload(userInfo: [
      "aps": ["alert": "x", "category": "PARCEL", "content-available": 1],
      "parcel": "A-1", "gcm.message_id": "\(id)",
    ])
  }

  @Test func `an account's parcels are asked for, shown and kept`() async throws {
    try start()
    #expect(parcels.state == nil)
    await shop.answer(.success(["A-1"]), clock)
    #expect(parcels.state == ["A-1"])
    #expect(store.value?.accounts == ["ann": ["A-1"]])
    lifecycle.setAccount(nil)
    #expect(parcels.state == [])
    lifecycle.setAccount("ann")
    #expect(parcels.state == ["A-1"])
    #expect(parcels.facts.map(\.name) == ["state", "request", "stored"])
  }

  @Test(arguments: [false, true])
  func `the subjects alone let it work, and a removal ends it`(lifecycleIsFirst: Bool) async {
    if lifecycleIsFirst { lifecycle.add(parcels) }
    manager.add(parcels)
    if !lifecycleIsFirst { lifecycle.add(parcels) }
    lifecycle.setAccount("ann")
    await shop.answer(.success(["A-1"]), clock)
    receive(payload("m1"))
    await settle()
    #expect(shop.asked == ["list ann", "list ann"])
    manager.remove(parcels)
    #expect(parcels.state == nil)
    receive(payload("m2"))
    await wait(600)
    #expect(shop.asked.count == 2 && clock.pendingCount == 0)
    manager.add(parcels)
    await shop.answer(.success(["A-2"]), clock)
    #expect(parcels.state == ["A-2"])
  }

  @Test func `a response is handled when the list is up to date`() async throws {
    try start()
    await shop.answer(.success(["A-1"]), clock)
    let isDone = Holder(false)
    clock.perform { [clock, manager, payload = payload("m1")] in
      await clock.awaitExternalWork {
        await manager.deliver(payload, response: PushResponse(action: .custom("later")))
      }
      isDone.value = true
    }
    // The push itself is a reason to ask.
    await shop.answer(.success(["A-1"]), clock)
    #expect(shop.asked.last == "postpone A-1" && !isDone.value)
    await shop.answer(.success([]), clock)
    #expect(shop.asked.last == "list ann" && !isDone.value)
    await shop.answer(.success([]), clock)
    #expect(isDone.value && parcels.state == [])
  }

  @Test func `a response before the accounts are set is the first shown account's`() async throws {
    try host.install(parcels, named: "parcels")
    let push = Push(payload: payload("m1"))
    #expect(parcels.priority == .high && !parcels.handles(PushResponse(), to: push))
    manager.open(push.payload, response: PushResponse(action: .custom("later")))
    lifecycle.setAccount("ann")
    await settle()
    #expect(shop.asked == ["postpone A-1"])
  }

  @Test func `a push during a request is asked for next, and its delivery waits`() async throws {
    try start()
    await settle()
    let result = Holder<FetchResult?>(nil)
    clock.perform { [clock, manager, payload = payload("m1")] in
      result.value = await clock.awaitExternalWork {
        await manager.deliver(payload, via: .remote)
      }
    }
    await shop.answer(.success(["A-1"]), clock)
    #expect(result.value == nil && shop.asked.count == 2)
    await shop.answer(.success(["A-1", "B"]), clock)
    #expect(result.value == .newData && parcels.state == ["A-1", "B"])
  }

  @Test func `a locked store is read later, and nothing is lost or overwritten`() async throws {
    store.value = ["bob": ["B"]]
    store.failsToLoad = true
    var log: [String] = []
    host.log = { log.append("\($0) \($1.name)") }
    try start()
    pass(30)
    #expect(shop.asked.isEmpty && log == ["parcels storeFailed"] && parcels.state == nil)
    (store.failsToLoad, store.failsToSave) = (false, true)
    pass(10)
    await shop.answer(.success(["A"]), clock)
    #expect(parcels.state == ["A"] && store.value?.accounts == ["bob": ["B"]])
    store.failsToSave = false
    pass(10)
    #expect(store.value?.accounts == ["bob": ["B"], "ann": ["A"]])
  }

  @Test func `a damaged store is a first run`() async throws {
    store.isDamaged = true
    try start()
    await shop.answer(.success(["A"]), clock)
    #expect(parcels.state == ["A"] && store.value?["ann"] == ["A"])
  }

  @Test func `nothing keeps the feature`() async throws {
    var parcels: Parcels? = Parcels(server: shop, store: store)
    let box = WeakBox(parcels)
    let runtime = WeakBox(parcels?.runtime)
    try host.install(try #require(parcels), named: "parcels")
    lifecycle.setAccount("ann")
    await settle()
    try host.remove(named: "parcels")
    parcels = nil
    #expect(!box.isAlive && !runtime.isAlive)
    await settle()
  }
}
