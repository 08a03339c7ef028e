import Foundation
import PushHub
import Testing
import UIKit
import UserNotifications

@testable import PushHubAlerts

/// When the system is asked for permission, by a policy.
@MainActor
@Suite(.timeLimit(.minutes(15)))
struct PermissionPolicyTests {
  /// A user who accepts the app's question.
  private final class Presenter {
    private(set) var questionCount = 0

    func ask(_ question: String) async -> PermissionAnswer {
      questionCount += 1
      return .accepted
    }
  }

  private let center = UNUserNotificationCenter(stub: ())
  private let scheduler = ManualScheduler()
  private let lifecycle = AppLifecycle()
  private let application = UIApplication()
  private let presenter = Presenter()
  private let policy: PermissionPolicy

  init() {
    let permission = NotificationPermission(
      application: application,
      scheduler: scheduler,
      center: center
    )
    policy = PermissionPolicy(
      permission,
      options: [.alert, .badge],
      store: MemoryStore<PermissionLedger>()
    ) { [presenter] in
      await presenter.ask("Shall we?")
    }
    PluginContext(
      push: NotificationManager(scheduler: scheduler),
      lifecycle: lifecycle,
      scheduler: scheduler
    ).attach(policy)
  }

  /// Returns when the policy has got there.
  private func arrival(_ isThere: (PermissionState) -> Bool) async {
    #expect(await eventually { isThere(policy.state) })
  }

  @Test(
    arguments: [
      (UNAuthorizationStatus.authorized, PermissionLevel.authorized, PermissionState.Way.nothing),
      (.denied, .denied, .settings),
    ]
  )
  func `the system is asked quietly first, and aloud at a moment of value`(
    answer: UNAuthorizationStatus,
    level: PermissionLevel,
    way: PermissionState.Way
  ) async {
    center.stubAnswer = answer
    lifecycle.setPhase(.active)
    await arrival { $0.level == .provisional }
    #expect(center.stubRequests == [[.alert, .badge, .provisional]])
    policy.noteMomentOfValue()
    await arrival { $0.level == level }
    #expect(center.stubRequests == [[.alert, .badge, .provisional], [.alert, .badge]])
    #expect(policy.state.way == way)
    policy.noteMomentOfValue()
    await turns()
    #expect(center.stubRequests.count == 2)
    #expect(presenter.questionCount == 1)
  }

  @Test
  func `a change in Settings is seen on return`() async {
    lifecycle.setPhase(.active)
    await arrival { $0.level == .provisional }
    lifecycle.setPhase(.background)
    center.stubSettings = UNNotificationSettings(stub: .denied)
    lifecycle.setPhase(.active)
    await arrival { $0.level == .denied }
  }

  @Test
  func `a system that hangs is not waited for, and not taken at an old word`() async {
    center.stubIsSilent = true
    var log: [PermissionEvent] = []
    policy.log = { log.append($0) }
    lifecycle.setPhase(.active)
    #expect(await eventually { scheduler.pendingCount >= 2 })
    scheduler.advance(by: .seconds(5))
    #expect(log == [.systemAnswered(nil)])
    scheduler.advance(by: .seconds(5))
    await turns()
    #expect(policy.state.level == nil)
    #expect(center.stubRequests.isEmpty)
  }

  /// Time goes on until something is done.
  private func answer(
    onceAsked isAsked: Bool = true,
    _ work: @escaping () async throws -> PermissionLevel
  ) async -> PermissionLevel? {
    var isDone = false
    let task = Task {
      defer { isDone = true }
      return try? await work()
    }
    #expect(await eventually { !isAsked || !center.stubRequests.isEmpty })
    center.stubIsSilent = true
    center.stubAnswerAll()
    while !isDone, !Task.isCancelled {
      await turns()
      scheduler.advance(by: .seconds(1))
    }
    return await task.value
  }

  @Test(arguments: [UNAuthorizationStatus.notDetermined, .provisional])
  func `a user who agrees is believed while the settings are silent`(
    former: UNAuthorizationStatus
  ) async {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    let authority = NotificationPermissionAuthority(permission, options: [.alert])
    center.stubSettings = UNNotificationSettings(stub: former)
    center.stubAsksSilently = true
    let level = await answer { try await authority.request() }
    #expect(level == .authorized)
  }

  @Test
  func `quiet notifications are granted while the settings are silent`() async {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    let authority = NotificationPermissionAuthority(permission, options: [.alert])
    center.stubAsksSilently = true
    let level = await answer {
      try await authority.requestProvisional()
    }
    #expect(level == .provisional)
  }

  @Test
  func `a system that has said nothing has not said that nobody was asked`() async {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    let authority = NotificationPermissionAuthority(permission, options: [.alert])
    center.stubIsSilent = true
    let level = await answer(onceAsked: false) { try await authority.level() }
    #expect(level == nil)
    #expect(permission.status == nil)
  }

  @Test
  func `a permission waits longer than a policy`() {
    #expect(NotificationPermission.settingsBudget > PermissionCore.systemTimeout)
    #expect(NotificationPermission.questionBudget > PermissionCore.questionTimeout)
  }

  @Test
  func `an error of the system's is no answer`() async {
    lifecycle.setPhase(.active)
    await arrival { $0.level == .provisional }
    center.stubError = CocoaError(.featureUnsupported)
    var log: [PermissionEvent] = []
    policy.log = { log.append($0) }
    policy.noteMomentOfValue()
    #expect(await eventually { log.contains(.systemAnswered(nil)) })
    #expect(policy.state.way == .question)
  }

  @Test
  func `a policy that is made as the article says asks nothing before it is attached`() async {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    let url = FileManager.default.temporaryDirectory.appending(path: "permission.json")
    let sheet = presenter
    let policy = PermissionPolicy(
      permission,
      options: [.alert, .badge],
      store: FileStore<PermissionLedger>(url: url)
    ) {
      await sheet.ask("Shall we tell you when your order arrives?")
    }
    policy.noteMomentOfValue()
    await turns()
    #expect(policy.state == PermissionState())
    #expect(center.stubRequests.isEmpty)
  }

  @Test(
    arguments: [
      (PermissionStatus.notDetermined, PermissionLevel.notDetermined),
      (.denied, .denied), (.authorized, .authorized), (.provisional, .provisional),
      (.ephemeral, .ephemeral),
    ]
  )
  func `each status has its level`(
    status: PermissionStatus,
    level: PermissionLevel
  ) {
    #expect(PermissionLevel(status) == level)
  }
}
