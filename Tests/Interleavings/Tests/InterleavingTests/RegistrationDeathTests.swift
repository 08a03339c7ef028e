import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

/// A registration against the end of its process: what the app has said is never lost, and the next
/// process sends the server what the last one has not.
@Suite(.serialized)
struct RegistrationDeathTests {
  /// What outlives a process: the store, who is signed in, and the server.
  @MainActor
  private final class Device {
    let stage: Stage
    private var process: Process?
    private(set) var deaths = 0
    private let maximumDeaths = 2
    private(set) var stored: RegistrationCore.Values?
    private(set) var account: AccountID? = "A"
    private var tags = ["version": "1"]

    /// What the server knows, the latest revision of each account.
    private(set) var known: [AccountID: RegistrationRequest] = [:]

    init(on stage: Stage) {
      self.stage = stage
      start()
      process?.registration.setTags(tags)
    }

    /// Starts a process, which may end before this returns.
    private func start() {
      let next = Process(on: self)
      if next.isAlive {
        process = next
      }
    }

    func accept(_ request: RegistrationRequest) {
      if let former = known[request.account], former.revision > request.revision { return }
      known[request.account] = request
    }

    /// Ends the process, and starts the next.
    func die() {
      guard deaths < maximumDeaths else { return }
      deaths += 1
      stage.note("the process dies")
      process?.die()
      start()
    }

    /// Keeps what a process saves, which may be the last that the process does.
    func save(_ values: RegistrationCore.Values, of process: Process) {
      stored = values
      guard deaths < maximumDeaths, stage.decide(among: 2) == 1 else { return }
      deaths += 1
      stage.note("the process dies, as soon as it has saved")
      process.die()
      start()
    }

    func signIn(_ account: AccountID) {
      self.account = account
      process?.lifecycle.setAccount(account)
    }

    func setTags(_ tags: [String: String]) {
      self.tags = tags
      process?.registration.setTags(tags)
    }

    func checkEnd() {
      let names = known.keys.filter { known[$0]?.record != nil }
      stage.expect(names.count == 1 && names.first == account, "the server pushes to \(names)")
      let toldTags = account.flatMap { known[$0]?.record?.tags }
      stage.expect(toldTags == tags, "it knows \(String(describing: toldTags)), not \(tags)")
      let state = process?.registration.state
      stage.expect(state?.isAcknowledged == true, "not acknowledged: \(String(describing: state))")
      let leaving = process?.registration.leavingAccounts ?? []
      stage.expect(leaving.isEmpty, "\(leaving) are leaving")
    }
  }

  /// One process; when it is dead, it can neither save nor ask.
  @MainActor
  private final class Process: AppFixture {
    private weak var device: Device?
    let app = SimulatedApp()
    let registration: DeviceRegistration
    private let endpoint: Endpoint

    init(on device: Device) {
      endpoint = Endpoint(of: device)
      let store = Forwarder()
      registration = DeviceRegistration(
        endpoint: endpoint,
        store: store,
        configuration: DeviceRegistration.Configuration(
          environment: .production,
          settling: .zero
        ),
        generator: SeededGenerator(seed: UInt64(device.deaths))
      )
      self.device = device
      store.target = self
      lifecycle.setPhase(.active)
      lifecycle.setAccount(device.account)
      context.attach(registration)
      manager.didRegister(deviceToken: DeviceToken([1, 2, 3, 4]))
      // An account that left in a former process counts as signed out now.
      pass(10)
    }

    var isAlive: Bool { device != nil }

    func load() -> RegistrationCore.Values? { device?.stored }

    func save(_ values: RegistrationCore.Values) {
      device?.save(values, of: self)
    }

    func die() {
      device = nil
      endpoint.device = nil
      context.detach(registration)
    }
  }

  /// The store of a registration that is not made yet.
  @MainActor
  private final class Forwarder: Store {
    weak var target: Process?

    func load() -> RegistrationCore.Values? { target?.load() }
    func save(_ values: RegistrationCore.Values) { target?.save(values) }
  }

  private final class Endpoint: RegistrationEndpoint {
    @MainActor weak var device: Device?

    @MainActor
    init(of device: Device) {
      self.device = device
    }

    /// What was sent arrives whatever becomes of the process; the answer does not.
    @MainActor
    func send(_ request: RegistrationRequest) async throws {
      guard let device else { throw CancellationError() }
      let arrival = ScheduledCondition()
      var hasArrived = false
      let what = request.record.map { "\($0.tags)" } ?? "off"
      device.stage.atAnyMoment("\(request.account.rawValue) \(what) arrives") {
        device.accept(request)
        hasArrived = true
        arrival.signalAll()
      }
      while !hasArrived {
        try await arrival.wait()
      }
      try await device.stage.momentUnlessCancelled("the answer comes")
    }
  }

  @Test func `another account, other tags, and two processes that die`() {
    Exploration.expectNoMistake(upTo: 800) { stage in
      let device = Device(on: stage)
      stage.atAnyMoment("B signs in") { device.signIn("B") }
      stage.atAnyMoment("tags") { device.setTags(["version": "2"]) }
      stage.atAnyMoment("death") { device.die() }
      stage.atTheEnd { device.checkEnd() }
    }
  }
}
