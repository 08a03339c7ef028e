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
