import Foundation
import PushHub
import PushHubTesting
import Testing
import UIKit
import UserNotifications

@MainActor
struct PermissionTests {
  private let center = UNUserNotificationCenter(stub: ())
  private let scheduler = ManualScheduler()
  private let permission: NotificationPermission

  init() {
    permission = NotificationPermission(scheduler: scheduler, center: center) {}
  }

  @Test
  func `nothing is known before it is read`() async {
    #expect(permission.status == nil)
    center.stubSettings = UNNotificationSettings(stub: .authorized)
    #expect(await permission.refresh() == .authorized)
    #expect(permission.status == .authorized)
  }

  @Test(arguments: [UNAuthorizationStatus.authorized, .denied])
  func `the user is asked once, and the answer is the status`(
    answer: UNAuthorizationStatus
  ) async throws {
    center.stubAnswer = answer
    #expect(try await permission.ask(for: [.alert, .badge]) == (answer == .authorized))
    #expect(center.stubRequests == [[.alert, .badge]])
    #expect(permission.status == PermissionLevel(answer))
  }

  @Test
  func `a provisional permission is granted without a question`() async throws {
    center.stubAnswer = .denied
    #expect(try await permission.ask(for: [.alert, .provisional]))
    #expect(permission.status == .provisional)
  }

  @Test
  func `who has refused is sent to Settings, not asked again`() async throws {
    center.stubSettings = UNNotificationSettings(stub: .denied)
    let application = UIApplication()
    let permission = NotificationPermission(
      application: application,
      scheduler: scheduler,
      center: center
    )
    #expect(try await !permission.ask(for: .alert))
    #expect(center.stubRequests.isEmpty)
    permission.openSettings()
    #expect(application.stubOpenedURLs == [URL(string: "app-settings:notifications")])
  }

  @Test
  func `the system's error is thrown`() async {
    center.stubError = CocoaError(.featureUnsupported)
    await #expect(throws: CocoaError(.featureUnsupported)) {
      try await permission.ask(for: .alert)
    }
  }

  @Test
  func `the stream gives the status now, and changes, once each`() async {
    var statuses = permission.statuses.makeAsyncIterator()
    #expect(await statuses.next() == .some(nil))
    center.stubSettings = UNNotificationSettings(stub: .denied)
    await permission.refresh()
    await permission.refresh()
    #expect(await statuses.next() ?? nil == .denied)
    center.stubSettings = UNNotificationSettings(stub: .ephemeral)
    await permission.refresh()
    #expect(await statuses.next() ?? nil == .ephemeral)
  }

  @Test
  func `an unchanged status is not repeated in the stream`() async throws {
    let holder = Holder<NotificationPermission?>(
      NotificationPermission(scheduler: scheduler, center: center) {}
    )
    var statuses = try #require(holder.value?.statuses).makeAsyncIterator()
    #expect(await statuses.next() == .some(nil))
    await holder.value?.refresh()
    #expect(await statuses.next() ?? nil == .notDetermined)
    await holder.value?.refresh()
    holder.value = nil
    #expect(await statuses.next() == Optional<PermissionLevel?>.none)
  }

  @Test
  func `coming back from Settings is noticed`() async {
    let lifecycle = AppLifecycle()
    lifecycle.add(permission)
    var statuses = permission.statuses.makeAsyncIterator()
    _ = await statuses.next()
    center.stubSettings = UNNotificationSettings(stub: .authorized)
    lifecycle.setPhase(.active)
    #expect(await statuses.next() ?? nil == .authorized)
  }

  @Test
  func `settings that never come leave the status as it was`() async {
    center.stubSettings = UNNotificationSettings(stub: .authorized)
    await permission.refresh()
    center.stubIsSilent = true
    center.stubSettings = UNNotificationSettings(stub: .denied)
    let refresh = Task { await permission.refresh() }
    #expect(await eventually { scheduler.pendingCount != 0 })
    scheduler.advance(by: .seconds(10))
    #expect(await refresh.value == .authorized)
  }

  @Test
  func `an unanswered question fails, and a late answer counts in the active app`()
    async
  {
    await permission.refresh()
    center.stubAsksSilently = true
    let asking = Task { try await permission.ask(for: .alert) }
    #expect(await eventually { !center.stubRequests.isEmpty })
    scheduler.advance(by: NotificationPermission.questionBudget)
    await #expect(throws: NotificationCenterError.noAnswer) { try await asking.value }
    #expect(permission.status == .notDetermined)
    var statuses = permission.statuses.makeAsyncIterator()
    _ = await statuses.next()
    center.stubAnswerAll()
    let lifecycle = AppLifecycle()
    lifecycle.add(permission)
    lifecycle.setPhase(.active)
    #expect(await statuses.next() ?? nil == .authorized)
  }
}
