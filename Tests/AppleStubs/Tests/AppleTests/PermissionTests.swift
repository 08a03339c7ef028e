import Foundation
import PushHub
import Testing
import UIKit
import UserNotifications

@MainActor
@Suite(.timeLimit(.minutes(15)))
struct PermissionTests {
  private let center = UNUserNotificationCenter(stub: ())
  private let scheduler = ManualScheduler()

  @Test
  func `nothing is known before it is read`() async {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    #expect(permission.status == PermissionStatus())
    center.stubSettings = UNNotificationSettings(stub: .authorized)
    #expect(await permission.refresh().authorization == .authorized)
    #expect(permission.status.isAllowed)
  }

  @Test(arguments: [UNAuthorizationStatus.authorized, .denied])
  func `the user is asked once, and the answer is the status`(
    answer: UNAuthorizationStatus
  ) async throws {
    center.stubAnswer = answer
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    #expect(try await permission.ask(for: [.alert, .badge]) == (answer == .authorized))
    #expect(center.stubRequests == [[.alert, .badge]])
    #expect(permission.status.isAllowed == (answer == .authorized))
  }

  @Test
  func `a provisional permission asks nobody and allows quietly`() async throws {
    center.stubAnswer = .denied
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    #expect(try await permission.ask(for: [.alert, .provisional]))
    #expect(permission.status.authorization == .provisional)
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
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    await #expect(throws: CocoaError(.featureUnsupported)) {
      try await permission.ask(for: .alert)
    }
  }

  @Test
  func `critical and time-sensitive notifications are known where the app can send them`() async {
    let settings = UNNotificationSettings(stub: .authorized)
    settings.alertSetting = .enabled
    settings.soundSetting = .disabled
    settings.criticalAlertSetting = .disabled
    center.stubSettings = settings
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    var expected = PermissionStatus()
    expected.authorization = .authorized
    expected.showsAlerts = true
    expected.allowsCriticalAlerts = false
    #expect(await permission.refresh() == expected)
  }

  @Test
  func `the stream gives the status now, and changes, once each`() async {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    var statuses = permission.statuses.makeAsyncIterator()
    #expect(await statuses.next()?.authorization == .notDetermined)
    center.stubSettings = UNNotificationSettings(stub: .denied)
    await permission.refresh()
    await permission.refresh()
    #expect(await statuses.next()?.authorization == .denied)
    center.stubSettings = UNNotificationSettings(stub: .ephemeral)
    await permission.refresh()
    #expect(await statuses.next()?.authorization == .ephemeral)
  }

  @Test
  func `coming back from Settings is noticed`() async {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    let lifecycle = AppLifecycle()
    lifecycle.add(permission)
    var statuses = permission.statuses.makeAsyncIterator()
    _ = await statuses.next()
    center.stubSettings = UNNotificationSettings(stub: .authorized)
    lifecycle.setPhase(.active)
    #expect(await statuses.next()?.authorization == .authorized)
  }

  @Test
  func `settings that never come leave the status as it was`() async {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    center.stubSettings = UNNotificationSettings(stub: .authorized)
    await permission.refresh()
    center.stubIsSilent = true
    center.stubSettings = UNNotificationSettings(stub: .denied)
    let refresh = Task { await permission.refresh() }
    #expect(await eventually { scheduler.pendingCount != 0 })
    scheduler.advance(by: .seconds(10))
    #expect(await refresh.value.authorization == .authorized)
  }

  @Test
  func `a question that is never answered fails, and a late answer is known in the active app`()
    async
  {
    let permission = NotificationPermission(scheduler: scheduler, center: center) {}
    await permission.refresh()
    center.stubAsksSilently = true
    let asking = Task { try await permission.ask(for: .alert) }
    #expect(await eventually { !center.stubRequests.isEmpty })
    scheduler.advance(by: permission.questionBudget)
    await #expect(throws: NotificationCenterError.noAnswer) { try await asking.value }
    #expect(permission.status.authorization == .notDetermined)
    var statuses = permission.statuses.makeAsyncIterator()
    _ = await statuses.next()
    center.stubAnswerAll()
    let lifecycle = AppLifecycle()
    lifecycle.add(permission)
    lifecycle.setPhase(.active)
    #expect(await statuses.next()?.authorization == .authorized)
  }
}
