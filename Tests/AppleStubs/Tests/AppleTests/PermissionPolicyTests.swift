import Foundation
import PushHub
import PushHubTesting
import Testing
import UIKit
import UserNotifications

@testable import PushHubAlerts

/// When the system is asked for permission, by a policy.
struct PermissionPolicyTests: AppFixture {
  let app = SimulatedApp()
  private let center = UNUserNotificationCenter(stub: ())
  private let application = UIApplication()
  private let policy: PermissionPolicy

  init() {
    let permission = NotificationPermission(
      application: application,
      scheduler: app.clock,
      center: center
    )
    policy = PermissionPolicy(
      permission,
      options: [.alert, .badge],
      store: MemoryStore<PermissionLedger>()
    )
    context.attach(policy)
  }

  /// Returns when the policy has got there.
  private func arrival(of level: PermissionLevel) async {
    #expect(await eventually { policy.level == level })
  }

  /// An opportunity comes, and the user accepts the app's question.
  private func accept() async {
    policy.requestIfAppropriate()
    #expect(await eventually { policy.isAsking })
    policy.answer(.accepted)
  }

  @Test(
    arguments: [
      (UNAuthorizationStatus.authorized, PermissionLevel.authorized), (.denied, .denied),
    ]
  )
  func `the system is asked quietly first, and aloud at an opportunity`(
    answer: UNAuthorizationStatus,
    level: PermissionLevel
  ) async {
    center.stubAnswer = answer
    lifecycle.setPhase(.active)
    await arrival(of: .provisional)
    #expect(center.stubRequests == [[.alert, .badge, .provisional]])
    await accept()
    await arrival(of: level)
    #expect(center.stubRequests == [[.alert, .badge, .provisional], [.alert, .badge]])
    #expect(policy.canAsk == false)
    policy.requestIfAppropriate()
    await turns()
    #expect(center.stubRequests.count == 2)
    #expect(!policy.isAsking)
  }

  @Test
  func `a system that hangs is not waited for, and not taken at an old word`() async {
    center.stubIsSilent = true
    var log: [PermissionEvent] = []
    policy.log = { log.append($0) }
    lifecycle.setPhase(.active)
    #expect(await eventually { scheduler.pendingCount >= 2 })
    pass(5)
    #expect(log == [.systemAnswered(level: nil)])
    pass(5)
    await turns()
    #expect(policy.level == nil)
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
      pass(1)
    }
    return await task.value
  }

  @Test
  func `a silent system has not reported an undetermined permission`() async {
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
}
