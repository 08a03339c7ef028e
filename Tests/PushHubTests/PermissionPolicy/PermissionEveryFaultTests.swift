import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// Each operation at the doors of the permission policy fails, once or for ever.
@MainActor
struct PermissionEveryFaultTests {
  @Test func `whatever a store refuses, the next start comes to the same`() async throws {
    try await expectNoHarm(by: "store", to: "PermissionPolicy") { run in
      await PermissionLife(run, store: PlannedStore(plan: run.plan)).live()
    }
  }

  @Test func `whatever the system refuses, the next start comes to the same`() async throws {
    try await expectNoHarm(by: "system throws", to: "PermissionPolicy") { run in
      let life = PermissionLife(
        run,
        store: PlannedStore(),
        startsProvisional: false
      )
      life.system.fault = { try run.plan.pass() }
      return await life.live()
    }
  }

  @Test func `whenever system and user are silent, the next start comes to the same`()
    async throws
  {
    try await expectNoHarm(by: "system or user is silent", to: "PermissionPolicy") { run in
      let life = PermissionLife(
        run,
        store: PlannedStore(),
        startsProvisional: false
      )
      life.system.fault = { [scheduler = life.scheduler] in
        guard run.plan.fails() else { return }
        try await scheduler.sleep(for: .seconds(1_000_000_000))
      }
      life.isUserSilent = run.plan.fails
      return await life.live()
    }
  }
}

/// A system whose user agrees when it asks.
@MainActor
private final class AgreeingSystem: PermissionAuthority {
  var fault: @MainActor () async throws -> Void = {}
  private(set) var openCount = 0
  private(set) var questionCount = 0
  private var allowed = PermissionLevel.notDetermined

  func level() async throws -> PermissionLevel {
    try await answer { allowed }
  }

  func requestProvisional() async throws -> PermissionLevel {
    try await answer {
      allowed = allowed == .notDetermined ? .provisional : allowed
      return allowed
    }
  }

  func request() async throws -> PermissionLevel {
    try await answer {
      questionCount += 1
      allowed = .authorized
      return allowed
    }
  }

  private func answer(_ act: () -> PermissionLevel) async throws -> PermissionLevel {
    openCount += 1
    defer { openCount -= 1 }
    try await fault()
    return act()
  }
}

/// A user is asked, over three starts of an app and some months.
@MainActor
private final class PermissionLife {
  struct Outcome: Equatable {
    let state: PermissionState
    let stored: PermissionLevel?
  }

  let scheduler = ManualScheduler()
  let system = AgreeingSystem()

  /// Whether the user does not answer the question that was asked.
  var isUserSilent: @MainActor () -> Bool = { false }
  private var dates: [Date] = []
  private let run: FaultRun
  private let store: PlannedStore<PermissionLedger>
  private let startsProvisional: Bool
  private var lifecycle = AppLifecycle()
  private var policy: PermissionPolicy

  init(_ run: FaultRun, store: PlannedStore<PermissionLedger>, startsProvisional: Bool = true) {
    self.startsProvisional = startsProvisional
    self.run = run
    self.store = store
    policy = PermissionLife.policy(system, store, startsProvisional)
  }

  private static func policy(
    _ system: AgreeingSystem,
    _ store: PlannedStore<PermissionLedger>,
    _ startsProvisional: Bool
  ) -> PermissionPolicy {
    PermissionPolicy(
      authority: system,
      store: store,
      configuration: .init(startsProvisional: startsProvisional, maximumQuestions: 10)
    )
  }

  func live() async -> Outcome {
    attach()
    lifecycle.setPhase(.active)
    await pass(.seconds(60))
    await moment()
    await moment()
    detach()
    attach()
    await comeBack()
    await pass(.seconds(31 * 86_400))
    await moment()
    detach()
    await pass(.seconds(60))
    await restart()
    await moment()
    detach()
    await pass(.seconds(60))
    run.plan.heal()
    await restart()
    for _ in 0..<3 {
      await pass(.seconds(31 * 86_400))
      await moment()
    }
    run.require(system.openCount == 0 && !policy.isAsking, "a question is open")
    for (former, next) in zip(dates, dates.dropFirst()) {
      let days = next.timeIntervalSince(former) / 86_400
      run.require(days >= 30, "asked again after \(days) days")
    }
    return Outcome(state: policy.state, stored: store.value?.level)
  }

  private func restart() async {
    lifecycle = AppLifecycle()
    policy = PermissionLife.policy(system, store, startsProvisional)
    attach()
    lifecycle.setPhase(.active)
    await pass(.seconds(60))
  }

  /// A user who says later first, and then yes.
  private func answer(_ event: PermissionEvent) {
    guard case .asked = event else { return }
    dates.append(scheduler.date)
    if !isUserSilent() { policy.answer(dates.count == 1 ? .later : .accepted) }
  }

  private func attach() {
    policy.log = { [weak self] in self?.answer($0) }
    let hub = NotificationManager(scheduler: scheduler)
    PluginContext(push: hub, lifecycle: lifecycle, scheduler: scheduler).attach(policy)
  }

  private func detach() {
    let hub = NotificationManager(scheduler: scheduler)
    PluginContext(push: hub, lifecycle: lifecycle, scheduler: scheduler).detach(policy)
  }

  private func comeBack() async {
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    await pass(.seconds(60))
  }

  /// Something has gone well, and an hour passes.
  private func moment() async {
    policy.noteMomentOfValue()
    await pass(.seconds(3_600))
    await comeBack()
  }

  private func pass(_ duration: Duration) async {
    await run.pass(duration, on: scheduler) {
      let isWaiting = system.openCount > 0 || policy.isAsking
      run.requireDeadline(on: scheduler, if: isWaiting, "a question")
    }
  }
}
