import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// What is left of it when it is detached, and of that when it is attached again.
@MainActor
struct LocalNotificationDetachTests {
  private let store = ClosingStore()
  private let app: LocalNotificationApp

  init() {
    app = LocalNotificationApp(store: store)
  }

  private func attach() async {
    context.attach(app.notifications)
    await app.scheduler.settle()
  }

  private func detach() {
    context.detach(app.notifications)
  }

  private var context: PluginContext {
    PluginContext(push: app.manager, lifecycle: app.lifecycle, scheduler: app.scheduler)
  }

  @Test func `detached, it asks the system for nothing more and waits for no answer`() async {
    await app.launch()
    await app.schedule("a")
    _ = app.system.takeLog()
    detach()
    await app.scheduler.settle()
    #expect(app.system.takeLog() == [])
    app.system.isSilent = true
    await attach()
    #expect(app.system.takeLog() == ["pending"])
    detach()
    await app.scheduler.settle()
    #expect(app.scheduler.pendingCount == 0)
    app.system.isSilent = false
    await attach()
    #expect(app.system.takeLog() == ["pending"])
    #expect(app.log == [])
  }

  @Test func `as long as the store can't be read again, nothing is known and nothing written`()
    async
  {
    await app.launch()
    await app.schedule("b")
    store.isClosed = true
    await app.schedule("a")
    store.isClosed = false
    detach()
    store.isClosed = true
    await attach()
    #expect(app.notifications.scheduled == [])
    let attempts = store.attempts
    detach()
    #expect(store.attempts == attempts)
  }

  @Test func `who signed out before it was detached is not known to be out when it is attached`()
    async
  {
    await app.launch(as: "ann")
    await app.schedule("own", isBound: true)
    let data = store.data
    app.lifecycle.setAccount(nil)
    await app.scheduler.settle()
    #expect(app.log == [.dropped("own", .signedOut)])
    detach()
    store.data = data
    await attach()
    #expect(app.notifications.scheduled.map(\.id) == ["own"])
  }

  @Test func `a push does not wait for what was being removed when it was detached`() async throws {
    await app.launch()
    await app.schedule("a", mootedBy: [.value("placed", forKey: "order")])
    app.system.isSilent = true
    app.manager.receive(try payload(#"{"aps":{},"order":"placed"}"#), via: .remote)
    await app.scheduler.settle()
    #expect(app.system.takeLog().last == "remove a")
    detach()
    await attach()
    let other = try payload(#"{"aps":{"content-available":1},"order":"kept"}"#)
    #expect(await app.manager.deliver(other, via: .remote) == .noData)
  }

  @Test func `whose places are taken is not known until the system was asked again`() async {
    let app = LocalNotificationApp(limit: 2)
    app.system.foreign = ["theirs"]
    await app.launch()
    await app.schedule("a", after: 60)
    await app.schedule("b", after: 120)
    #expect(app.notifications.waiting.map(\.id) == ["b"])
    let context = PluginContext(
      push: app.manager,
      lifecycle: app.lifecycle,
      scheduler: app.scheduler
    )
    context.detach(app.notifications)
    app.system.isSilent = true
    context.attach(app.notifications)
    await app.scheduler.settle()
    #expect(app.notifications.scheduled.map(\.id) == ["a", "b"])
    #expect(app.notifications.waiting == [])
  }

  @Test func `a push does not wait for what somebody else has removed`() async throws {
    await app.launch()
    await app.schedule("a", mootedBy: [.value("placed", forKey: "order")])
    app.system.error = CocoaError(.featureUnsupported)
    app.manager.receive(try payload(#"{"aps":{},"order":"placed"}"#), via: .remote)
    await app.scheduler.settle()
    app.system.error = nil
    try await app.system.removePending(["pushhub.local.a"])
    await app.comeBack()
    let other = try payload(#"{"aps":{"content-available":1},"order":"kept"}"#)
    #expect(await app.manager.deliver(other, via: .remote) == .noData)
  }

  @Test func `a later occasion compares what the system refused, and what its time has come for`()
    async
  {
    await app.launch()
    app.system.refusedID = "a"
    await app.schedule("a", after: 60)
    await app.schedule("b", after: 120)
    #expect(app.system.takeLog() == ["pending", "add a", "pending", "add a", "add b"])
    app.system.refusedID = nil
    await app.schedule("c", after: 180)
    #expect(app.system.takeLog() == ["pending", "add a", "add c"])
    await app.schedule("d", after: 240)
    #expect(app.system.takeLog() == ["add d"])
    app.scheduler.advance(by: .seconds(61))
    await app.schedule("e", after: 240)
    await app.schedule("f", after: 240)
    #expect(app.system.takeLog() == ["pending", "add e", "add f"])
  }
}

/// A store that can neither be read nor written while it is closed.
@MainActor
private final class ClosingStore: Store {
  var isClosed = false
  var data: LocalNotificationLedger?
  private(set) var attempts = 0

  func load() throws -> LocalNotificationLedger? {
    if isClosed { throw CocoaError(.fileReadNoPermission) }
    return data
  }

  func save(_ data: LocalNotificationLedger) throws {
    attempts += 1
    if isClosed { throw CocoaError(.fileWriteOutOfSpace) }
    self.data = data
  }
}
