import Devices
import Foundation
import PushHub
import PushHubBackend
import Testing

/// An ActivityKit that outlives the app's processes.
@MainActor
private final class FakeActivityKit: LiveActivitySource {
  let types = ["Delivery"]
  var startToken = PushToken(text: "start-0")
  var activities: [LiveActivity] = []
  private var receive: ((LiveActivityReport) -> Void)?

  func read() -> LiveActivityReport {
    var report = LiveActivityReport()
    report.all = activities
    report.startTokens = ["Delivery": Private(startToken)]
    return report
  }

  func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void) {
    self.receive = receive
  }

  func stop() { receive = nil }

  func end(_ id: String) {}

  /// A sequence yields an activity, if the app is running.
  func yield(_ activity: LiveActivity) {
    var report = LiveActivityReport()
    report.changed = activity
    receive?(report)
  }
}

/// Live Activities with the example's server, where both processes fail.
@MainActor
@Suite(.timeLimit(.minutes(5)))
final class LiveActivityTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "activities-tests-\(UUID().uuidString)")
  private let system = FakeActivityKit()
  private var app: DeviceApp?
  private var server: PythonServer?

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts the server, or starts it again with the same address and store.
  private func startServer(faults seed: Int) throws {
    let port = server?.port ?? 0
    server?.stop()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try PythonServer(
      faults: seed,
      port: port,
      store: folder.appending(path: "server.json")
    )
  }

  private func launch(as account: AccountID?) throws {
    system.stop()
    let app = try DeviceApp(
      server: try #require(server).address,
      folder: folder,
      scheduler: LiveScheduler(),
      activityKit: system
    )
    self.app = app
    app.manager.didRegister(deviceToken: DeviceToken([1, 2]))
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount(account)
  }

  /// Waits for the server to answer or to fail.
  private func answer() async {
    guard let app, app.registration.state.account != nil else { return }
    for await state in app.registration.states where state.isAcknowledged || state.hasFailed {
      return
    }
  }

  @Test(arguments: 1...3)
  func `with lost answers, errors and restarts the server ends with what ActivityKit has`(seed: Int)
    async throws
  {
    try startServer(faults: seed)
    var generator = Seeded(state: UInt64(seed))
    var account: AccountID? = "ann"
    var owners: [String: AccountID] = [:]
    var endings: [String: String] = [:]
    try launch(as: account)
    for step in 1...60 {
      let place = system.activities.indices.randomElement(using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0, 1:
        guard let account else { break }
        let activity = LiveActivity(id: "a\(step)", type: "Delivery", name: "\(step)")
        owners[activity.id] = account
        system.activities.append(activity)
        system.yield(activity)
      case 2, 3:
        guard let place else { break }
        system.activities[place].token = PushToken(text: "t\(step)")
        if Bool.random(using: &generator) { system.yield(system.activities[place]) }
      case 4:
        guard let place else { break }
        let isUser = Bool.random(using: &generator)
        var activity = system.activities.remove(at: place)
        activity.state = isUser ? .dismissed : .ended
        endings[activity.id] = isUser ? "dismissed" : "ended"
        system.yield(activity)
      case 5: system.startToken = PushToken(text: "start-\(step)")
      case 6:
        account = ["ann", "bob", nil].randomElement(using: &generator) ?? nil
        app?.lifecycle.setAccount(account)
      case 7: try startServer(faults: seed + 100 * step)
      case 8:
        try startServer(faults: seed + 100 * step)
        try launch(as: account)
      default: try launch(as: account)
      }
      if step.isMultiple(of: 6) { await answer() }
    }
    account = "ann"
    app?.lifecycle.setAccount(account)
    app?.lifecycle.setPhase(.background)
    app?.lifecycle.setPhase(.active)
    let registration = try #require(app).registration
    for await state in registration.states {
      if state.isAcknowledged { break }
      if state.hasFailed { registration.refresh() }
    }
    #expect(await registration.signOff("bob", within: .seconds(120)))
    let everything = try await #require(server).everything()
    let activities = try #require(everything.activities)
    #expect(activities.start.map(\.token) == [system.startToken.text])
    let expected = system.activities.filter { owners[$0.id] == account }.sorted { $0.id < $1.id }
    #expect(activities.update.map(\.id) == expected.map(\.id))
    #expect(activities.update.map(\.token) == expected.map { $0.token?.text })
    #expect(activities.update.allSatisfy { $0.account == "ann" })
    for over in activities.over { #expect(over.why == endings[over.id]) }
  }
}

struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
