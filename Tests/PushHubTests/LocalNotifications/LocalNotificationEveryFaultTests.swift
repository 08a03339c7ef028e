import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// Each operation at the doors of local notifications fails, once or for ever.
@MainActor
struct LocalNotificationEveryFaultTests {
  @Test func `whatever a store refuses, the next start comes to the same`() async throws {
    try await expectNoHarm(by: "store", to: "LocalNotifications") { run in
      await RemindersLife(run, store: PlannedStore(plan: run.plan)).live()
    }
  }

  @Test func `whatever the system refuses, the next start comes to the same`() async throws {
    try await expectNoHarm(by: "system throws", to: "LocalNotifications") { run in
      let life = RemindersLife(run, store: PlannedStore())
      life.system.fault = { try run.plan.pass() }
      return await life.live()
    }
  }

  @Test func `whenever the system is silent, the next start comes to the same`() async throws {
    try await expectNoHarm(by: "system is silent", to: "LocalNotifications") { run in
      let life = RemindersLife(run, store: PlannedStore())
      life.system.fault = { [scheduler = life.scheduler] in
        guard run.plan.fails() else { return }
        try await scheduler.sleep(for: .seconds(1_000_000))
      }
      return await life.live()
    }
  }

  @Test func `whenever the system does it and fails, the next start comes to the same`()
    async throws
  {
    try await expectNoHarm(by: "answers are lost", to: "LocalNotifications") { run in
      let life = RemindersLife(run, store: PlannedStore())
      life.system.lateFault = { try run.plan.pass() }
      return await life.live()
    }
  }
}

/// A system that holds what it is given until its time.
@MainActor
private final class HoldingSystem: LocalNotificationSystem {
  var fault: @MainActor () async throws -> Void = {}
  var lateFault: @MainActor () async throws -> Void = {}
  private(set) var openCount = 0
  private var requests: [String: Date] = [:]
  private let scheduler: ManualScheduler

  init(_ scheduler: ManualScheduler) {
    self.scheduler = scheduler
  }

  var held: [String: Date] {
    requests.filter { $0.value > scheduler.date }
  }

  func add(
    _ notification: LocalNotification,
    as identifier: String,
    in interval: TimeInterval
  ) async throws {
    try await answer { requests[identifier] = scheduler.date + interval }
  }

  func removePending(_ identifiers: [String]) async throws {
    try await answer { for identifier in identifiers { requests[identifier] = nil } }
  }

  func pending() async throws -> [String] {
    try await answer { held.keys.sorted() }
  }

  private func answer<Value>(_ act: () -> Value) async throws -> Value {
    openCount += 1
    defer { openCount -= 1 }
    try await fault()
    let value = act()
    try await lateFault()
    return value
  }
}

/// Reminders of Ann, Bob and nobody, over three starts of an app.
@MainActor
private final class RemindersLife {
  struct Outcome: Equatable {
    let held: [String: Date]
    let scheduled: [LocalNotification]
  }

  let scheduler = ManualScheduler()
  let system: HoldingSystem
  private let run: FaultRun
  private let store: PlannedStore<LocalNotificationLedger>
  private var lifecycle = AppLifecycle()
  private var manager: NotificationManager
  private var reminders: LocalNotifications

  init(_ run: FaultRun, store: PlannedStore<LocalNotificationLedger>) {
    self.run = run
    self.store = store
    system = HoldingSystem(scheduler)
    manager = NotificationManager(scheduler: scheduler)
    reminders = LocalNotifications(system: system, store: store)
  }

  func live() async -> Outcome {
    let start = scheduler.date
    attach()
    await signIn("ann")
    schedule("hers", start + 40_000)
    schedule("cart", start + 50_000, mootedBy: [.value("placed", forKey: "order")])
    reminders.schedule(reminder("all", start + 60_000), isBoundToAccount: false)
    await pass(.seconds(60))
    push()
    await pass(.seconds(60))
    refresh("first")
    await pass(.seconds(60))
    await signIn("bob")
    schedule("his", start + 45_000)
    await comeBack()
    detach()
    attach()
    schedule("between", start + 46_000)
    await comeBack()
    refresh("second")
    await pass(.seconds(60))
    detach()
    await pass(.seconds(60))
    run.requireCompletions()
    await restart()
    await comeBack()
    detach()
    let isForgetful = store.isBehind
    run.plan.heal()
    await restart()
    if isForgetful {
      schedule("his", start + 45_000)
      schedule("between", start + 46_000)
      reminders.schedule(reminder("all", start + 60_000), isBoundToAccount: false)
    }
    await pass(.seconds(3_600))
    run.requireCompletions()
    run.require(Set(reminders.scheduled.map(\.id)) == ["his", "between", "all"], "others")
    return Outcome(held: system.held, scheduled: reminders.scheduled)
  }

  private func reminder(
    _ id: String,
    _ date: Date,
    mootedBy rules: [NotificationSubject] = []
  ) -> LocalNotification {
    LocalNotification(id: id, body: "text", trigger: .at(date), mootedBy: rules)
  }

  private func schedule(
    _ id: String,
    _ date: Date,
    mootedBy rules: [NotificationSubject] = []
  ) {
    reminders.schedule(reminder(id, date, mootedBy: rules))
  }

  /// Another process begins, in which Bob is signed in.
  private func restart() async {
    lifecycle = AppLifecycle()
    lifecycle.setAccount("bob")
    manager = NotificationManager(scheduler: scheduler)
    reminders = LocalNotifications(system: system, store: store)
    attach()
    await pass(.seconds(20))
  }

  private func attach() {
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).attach(reminders)
  }

  private func detach() {
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).detach(reminders)
  }

  private func signIn(_ account: AccountID?) async {
    lifecycle.setAccount(account)
    await pass(.seconds(20))
  }

  private func comeBack() async {
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    await pass(.seconds(20))
  }

  private func push() {
    run.begin("push", on: scheduler) { [manager] in
      guard let push = try? payload(#"{"aps":{"content-available":1},"order":"placed"}"#) else {
        return
      }
      _ = await manager.deliver(push, via: .remote)
    }
  }

  private func refresh(_ name: String) {
    run.begin(name, on: scheduler) { [reminders] in
      _ = try? await reminders.performBackgroundRefresh()
    }
  }

  private func pass(_ duration: Duration) async {
    await run.pass(duration, on: scheduler) {
      run.requireDeadline(on: scheduler, if: system.openCount > 0, "the system")
    }
  }
}
