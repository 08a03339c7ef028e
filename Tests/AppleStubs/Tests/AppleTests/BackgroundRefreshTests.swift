import BackgroundTasks
import Foundation
import PushHub
import PushHubTesting
import Testing
import UIKit
import UserNotifications

final class BackgroundRefreshTests: AppleWorld {
  static let identifier = "com.example.refresh"

  let system = BGTaskScheduler(stub: [identifier, "com.example.tidy"])
  private var entries: [PushLogEntry] = []

  override init() {
    super.init()
    manager.log = { [weak self] in self?.entries.append($0) }
  }

  private var refusals: [String] {
    entries.filter { $0.code == .refusedRefresh }.map(\.message)
  }

  /// Registers, as `willLaunch()` does, and has the launch end.
  private func begin(_ habit: WorkerProbe.Habit? = .answers) throws -> WorkerProbe? {
    let probe = habit.map { WorkerProbe($0, on: scheduler) }
    if let probe { try hub.host.install(probe, named: "probe") }
    hub.refresh(identifier: Self.identifier, after: .seconds(3_600), system: system)
    hub.start(with: UIApplication())
    system.stubFinishLaunching()
    return probe
  }

  private func settle() async {
    await system.settle(on: scheduler)
  }

  private func elapse(_ seconds: Double) async {
    await settle()
    pass(seconds)
    await settle()
  }

  /// Has a task's time expire, which completes it without success.
  private func expire(_ task: BGTask) async {
    await elapse(5)
    task.stubExpire()
    await settle()
    #expect(task.stubCompletions == [false])
  }

  // MARK: - Requests

  @Test func `a launch leaves what a former process has asked for`() async throws {
    try system.submit(BGAppRefreshTaskRequest(identifier: Self.identifier))
    _ = try begin()
    await settle()
    #expect(system.stubSubmissionCount == 1)
  }

  @Test func `leaving the app asks for a refresh after the delay`() async throws {
    _ = try begin()
    await settle()
    lifecycle.setPhase(.active)
    lifecycle.setPhase(.inactive)
    #expect(system.stubSubmissionCount == 1)
    await elapse(60)
    lifecycle.setPhase(.background)
    #expect(system.stubSubmissionCount == 2)
    let request = try #require(system.stubRequests[Self.identifier])
    #expect(request is BGAppRefreshTaskRequest)
    #expect(request.earliestBeginDate == scheduler.date + 3_600)
  }

  @Test func `a refused request is logged with advice, and submitted again`() async throws {
    _ = try begin()
    await settle()
    let codes: [BGTaskScheduler.Error.Code] = [
      .notPermitted, .tooManyPendingTaskRequests, .unavailable,
    ]
    for code in codes {
      system.stubRequests = [:]
      system.stubRefusal = BGTaskScheduler.Error(stub: code)
      lifecycle.setPhase(.active)
      lifecycle.setPhase(.background)
      system.stubRefusal = nil
      lifecycle.setPhase(.inactive)
      #expect(system.stubRequests.count == 1)
    }
    #expect(manager.statistics[.refusedRefresh] == 3)
    let words = ["Info.plist", "one refresh", "Settings"]
    #expect(zip(refusals, words).map { $0.contains($1) } == [true, true, true])
  }

  // MARK: - Registering

  @Test func `an identifier missing in the Info.plist is logged`() {
    #expect(!hub.refresh(identifier: "com.example.other", system: system))
    #expect(refusals.last?.contains("BGTaskSchedulerPermittedIdentifiers") == true)
    #expect(system.stubSubmissionCount == 0)
  }

  @Test func `after the launch nothing is registered, which is logged`() {
    hub.start(with: UIApplication())
    system.stubFinishLaunching()
    #expect(!hub.refresh(identifier: Self.identifier, system: system))
    #expect(refusals.last?.contains("before the hub starts") == true)
  }

  private final class Features {
    private(set) var isInstalled = false

    func install() { isInstalled = true }
  }

  private final class AppDelegate: PushHubAppDelegate {
    let features = Features()

    override func willLaunch() {
      features.install()
      hub.refresh(identifier: "com.example.inbox.refresh", after: .seconds(3_600))
    }
  }

  @Test func `an app takes it in one line, before its launch is over`() {
    let delegate = AppDelegate(hub: hub)
    #expect(delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil))
    #expect(delegate.features.isInstalled)
    // The Info.plist of this process names none.
    #expect(refusals.count == 1)
    #expect(refusals.last?.contains("com.example.inbox.refresh") == true)
  }

  @Test func `of two registrations the first is used, and the second is logged`() {
    #expect(hub.refresh(identifier: Self.identifier, system: system))
    #expect(!hub.refresh(identifier: Self.identifier, after: .seconds(7_200), system: system))
    #expect(refusals.count == 1)
    lifecycle.setPhase(.active)
    lifecycle.setPhase(.background)
    let request = system.stubRequests[Self.identifier]
    #expect(request?.earliestBeginDate == scheduler.date + 3_600)
  }

  @Test func `a task of a hub that was deallocated is completed`() async {
    func forget() {
      let hub = AppHub(scheduler: scheduler, center: UNUserNotificationCenter(stub: ()))
      hub.refresh(identifier: Self.identifier, system: system)
    }
    forget()
    let task = system.stubLaunch(Self.identifier)
    await settle()
    #expect(task.stubCompletions == [false])
  }

  // MARK: - Minutes

  @Test func `a processing task has the system's time alone, and one pending request`()
    async throws
  {
    let outcome = Holder<String?>(nil)
    let isRequested = hub.process(
      identifier: "com.example.tidy",
      requiresExternalPower: true,
      system: system
    ) { [scheduler] in
      try await scheduler.sleep(for: .seconds(300))
      outcome.value = "tidied"
    }
    #expect(isRequested)
    #expect(!hub.process(identifier: "com.example.tidy", system: system) {})
    _ = try begin()
    await settle()
    let request = try #require(system.stubRequests["com.example.tidy"] as? BGProcessingTaskRequest)
    #expect(request.requiresExternalPower && !request.requiresNetworkConnectivity)
    #expect(request.earliestBeginDate == scheduler.date + 86_400)
    await elapse(60)
    lifecycle.setPhase(.active)
    lifecycle.setPhase(.background)
    await settle()
    #expect(system.stubRequests["com.example.tidy"] === request)
    let task = system.stubLaunch("com.example.tidy")
    await elapse(299)
    #expect(task.stubCompletions == [])
    await elapse(1)
    #expect(task.stubCompletions == [true])
    #expect(outcome.value == "tidied")
    #expect(system.stubRequests["com.example.tidy"] != nil, "the next is requested")
  }

  @Test func `work of minutes that ignores its cancellation doesn't delay the end`() async throws {
    hub.process(identifier: "com.example.tidy", system: system) { [scheduler] in
      try? await scheduler.sleep(for: .seconds(300))
      throw CocoaError(.userCancelled)
    }
    _ = try begin()
    let task = system.stubLaunch("com.example.tidy")
    await expire(task)
    await elapse(300)
    #expect(task.stubCompletions == [false])
  }

  // MARK: - Times

  @Test func `a task requests the next one, then refreshes, and is completed`()
    async throws
  {
    let probe = try begin()
    await settle()
    let task = system.stubLaunch(Self.identifier)
    await settle()
    #expect(system.stubRequests.count == 1)
    #expect(probe?.askedCount == 1)
    #expect(task.stubCompletions == [])
    await elapse(2)
    #expect(task.stubCompletions == [true])
    #expect(task.expirationHandler == nil)
    task.stubExpire()
    await settle()
    #expect(task.stubCompletions == [true])
  }

  @Test func `an expired task is no success, whatever features received`()
    async throws
  {
    try hub.host.install(WorkerProbe(.answers, .newData, on: scheduler), named: "quick")
    _ = try begin(.hangs)
    await expire(system.stubLaunch(Self.identifier))
  }

  @Test func `a time that expires cuts the features off`() async throws {
    let refreshes = RefreshProbe()
    manager.add(refreshes)
    let probe = try begin(.hangs)
    await expire(system.stubLaunch(Self.identifier))
    #expect(probe?.endedCount == 1)
    #expect(manager.statistics[.late] == 1)
    #expect(refreshes.expirations == [false, true])
  }

  /// Every order of what may happen, one thing after the other, and with features of each habit.
  @Test(arguments: [WorkerProbe.Habit.answers, .fails, .hangs])
  func `in every order each task is completed once, and the next is requested`(
    habit: WorkerProbe.Habit
  ) async throws {
    var mistakes: [String] = []
    let all = Step.allCases
    let sequences = all.flatMap { one in all.flatMap { two in all.map { [one, two, $0] } } }
    for sequence in sequences {
      for more in [[], [Step.expire], [.launch], [.wait]] {
        let steps = [Step.launch] + sequence + more
        if let mistake = try await RefreshOrder(habit: habit, identifier: Self.identifier)
          .mistake(after: steps)
        {
          mistakes.append("\(steps): \(mistake)")
        }
      }
    }
    #expect(mistakes == [])
  }

  enum Step: CaseIterable {
    case launch, expire, wait, leave, refuse
  }
}

extension BGTaskScheduler {
  /// Returns when the work that other threads enqueued is done.
  @MainActor
  fileprivate func settle(on scheduler: ManualScheduler) async {
    stubDrain()
    await Task { @MainActor in }.value
    await scheduler.settle()
  }
}

/// Whether the time was over in each callback of a refresh.
private final class RefreshProbe: PushDiagnosticsObserver {
  private(set) var expirations: [Bool] = []

  func receive(_ diagnostic: PushDiagnostic) {
    if case .callback(.refresh(let isExpired)) = diagnostic { expirations.append(isExpired) }
  }
}

/// An app that the system gives times, takes them back and refuses others.
@MainActor
private struct RefreshOrder {
  let world = AppleWorld()
  let system: BGTaskScheduler
  let identifier: String
  private let probe: WorkerProbe

  init(habit: WorkerProbe.Habit, identifier: String) throws {
    self.identifier = identifier
    system = BGTaskScheduler(stub: [identifier])
    let hub = world.hub
    probe = WorkerProbe(habit, on: world.scheduler)
    try hub.host.install(probe, named: "probe")
    hub.refresh(identifier: identifier, system: system)
    hub.start(with: UIApplication())
    system.stubFinishLaunching()
    hub.lifecycle.setPhase(.active)
  }

  /// What is wrong after these steps and enough time; nil if nothing is.
  func mistake(after steps: [BackgroundRefreshTests.Step]) async -> String? {
    var tasks: [BGTask] = []
    for step in steps {
      switch step {
      case .launch: tasks.append(system.stubLaunch(identifier))
      case .expire: tasks.last?.stubExpire()
      case .wait:
        await system.settle(on: world.scheduler)
        world.pass(2)
      case .leave:
        world.lifecycle.setPhase(.active)
        world.lifecycle.setPhase(.background)
      case .refuse:
        system.stubRefusal =
          system.stubRefusal == nil ? BGTaskScheduler.Error(stub: .unavailable) : nil
      }
    }
    await system.settle(on: world.scheduler)
    system.stubRefusal = nil
    for _ in 0..<3 {
      world.pass(25)
      await system.settle(on: world.scheduler)
    }
    world.lifecycle.setPhase(.inactive)
    guard tasks.allSatisfy({ $0.stubCompletions.count == 1 }) else {
      return "completed \(tasks.map(\.stubCompletions))"
    }
    return system.stubRequests[identifier] == nil ? "nothing is asked for" : nil
  }
}
