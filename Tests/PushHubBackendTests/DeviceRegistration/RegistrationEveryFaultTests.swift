import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Each operation at the registration's doors fails, once or for ever.
@MainActor
struct RegistrationEveryFaultTests {
  @Test func `whatever call of the store fails, the next launch has the same result`() async throws
  {
    try await expectNoHarm(by: "store", to: "DeviceRegistration") { run in
      let life = RegistrationLife(run, store: FailingStore(plan: run.plan))
      await life.live()
      return life.outcome
    }
  }

  @Test func `whatever request fails, the next launch has the same result`() async throws {
    try await expectNoHarm(by: "endpoint throws", to: "DeviceRegistration") { run in
      let life = RegistrationLife(run)
      life.server.fault = { try run.plan.pass() }
      await life.live()
      return life.outcome
    }
  }

  @Test func `whatever request has no answer, the next launch has the same result`() async throws {
    try await expectNoHarm(by: "endpoint is silent", to: "DeviceRegistration") { run in
      let life = RegistrationLife(run)
      life.server.fault = { [clock = life.clock] in try await run.hang(on: clock) }
      await life.live()
      return life.outcome
    }
  }

  @Test func `whatever answer is lost, the next launch has the same result`() async throws {
    try await expectNoHarm(by: "answers are lost", to: "DeviceRegistration") { run in
      let life = RegistrationLife(run)
      life.server.lateFault = { try run.plan.pass() }
      await life.live()
      return life.outcome
    }
  }
}

/// A server that keeps the latest request of each account.
@MainActor
private final class KeepingServer: RegistrationEndpoint {
  var fault: @MainActor () async throws -> Void = {}
  var lateFault: @MainActor () async throws -> Void = {}
  private(set) var latest: [AccountID: RegistrationRequest] = [:]

  /// What it was said not to have, after an answer that it has.
  private(set) var isRevisionReused = false

  /// Which devices it pushes to, for whom.
  var records: [AccountID: DeviceRecord] { latest.compactMapValues(\.record) }

  @MainActor
  func send(_ request: RegistrationRequest) async throws {
    try await fault()
    let former = latest[request.account]
    if former.map({ $0.revision <= request.revision }) ?? true {
      latest[request.account] = request
      if former?.revision == request.revision, former != request { isRevisionReused = true }
    }
    try await lateFault()
  }
}

/// Ann and Bob with a device, over two starts of an app.
private final class RegistrationLife: AppFixture {
  struct Outcome: Equatable {
    let records: [AccountID: DeviceRecord]
    let record: DeviceRecord?
    let topics: Set<String>
    let isSettled: Bool
  }

  private(set) var app = SimulatedApp()
  let server = KeepingServer()
  private let run: FaultRun
  private let store: FailingStore<RegistrationCore.Values>
  private var registration: DeviceRegistration
  private var isAttached = false

  /// Whether the latest call of the store has failed, so that it may lack the latest value.
  private var isForgetful = false

  init(_ run: FaultRun, store: FailingStore<RegistrationCore.Values> = FailingStore()) {
    self.run = run
    self.store = store
    registration = RegistrationLife.registration(server, store)
    let begin = store.begin
    store.begin = { [weak self] in
      self?.isForgetful = true
      try begin()
      self?.isForgetful = false
    }
  }

  private static func registration(
    _ server: KeepingServer,
    _ store: FailingStore<RegistrationCore.Values>
  ) -> DeviceRegistration {
    DeviceRegistration(
      endpoint: server,
      store: store,
      configuration: .init(environment: .sandbox),
      generator: FixedGenerator.most
    )
  }

  var outcome: Outcome {
    Outcome(
      records: server.records,
      record: registration.state.record,
      topics: registration.state.topics,
      isSettled: registration.state.isAcknowledged && registration.leavingAccounts.isEmpty
    )
  }

  func live() async {
    attach()
    await signIn("ann")
    registration.subscribe("news")
    await pass(.seconds(10))
    refresh("first")
    await signIn("bob")
    registration.subscribe("sport")
    await pass(.seconds(10))
    detach()
    attach()
    await signIn(nil)
    await pass(.seconds(700))
    refresh("second")
    await signIn("bob")
    await pass(.seconds(5))
    detach()
    await end()
    let isForgetful = isForgetful
    run.plan.heal()
    restart()
    attach()
    await signIn("bob")
    if isForgetful { registration.subscribe("sport") }
    await pass(.seconds(1_000))
    await end()
    run.require(!server.isRevisionReused, "one revision for two requests")
  }

  private func attach() {
    context.attach(registration)
    lifecycle.setPhase(.active)
    isAttached = true
    manager.didRegister(deviceToken: .first)
  }

  private func detach() {
    context.detach(registration)
    isAttached = false
    run.require(clock.pendingCount <= 2, "something is scheduled after the end")
  }

  /// Another process begins.
  private func restart() {
    app = SimulatedApp(clock: clock)
    registration = RegistrationLife.registration(server, store)
  }

  private func signIn(_ account: AccountID?) async {
    lifecycle.setAccount(account)
    await settle()
    requireDeadline()
  }

  private func refresh(_ name: String) {
    run.begin(name, on: clock) { [registration] in
      _ = try? await registration.performBackgroundWork(for: nil)
    }
  }

  private func pass(_ duration: Duration) async {
    await clock.pass(duration, look: requireDeadline)
  }

  /// The current account is registered at some time, and former ones are deregistered.
  private func requireDeadline() {
    let state = registration.state
    let isUndone =
      !state.isKnown || !registration.leavingAccounts.isEmpty
      || state.account != nil && !state.isAcknowledged
    run.requireDeadline(on: clock, if: isAttached && isUndone, "\(state)")
  }

  private func end() async {
    await pass(.seconds(120))
    run.requireCompletions()
  }
}
