import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing
import UIKit
import UserNotifications

/// The permission that the server receives.
struct RegistrationPermissionTests: AppFixture {
  /// A server that always says that it knows.
  private struct Server: RegistrationEndpoint {
    func send(_ request: RegistrationRequest) async throws {}
  }

  let app = SimulatedApp()
  private let center = UNUserNotificationCenter(stub: ())

  /// A registration of Ann's device.
  private func registration() -> DeviceRegistration {
    let registration = DeviceRegistration(
      endpoint: Server(),
      store: MemoryStore(),
      configuration: DeviceRegistration.Configuration(environment: .sandbox)
    )
    lifecycle.setAccount("ann")
    manager.didRegister(deviceToken: DeviceToken([1]))
    context.attach(registration)
    return registration
  }

  private func permission() -> NotificationPermission {
    NotificationPermission(scheduler: scheduler, center: center) {}
  }

  /// Returns when the registration knows of a permission.
  private func arrival(
    of permission: PermissionLevel,
    at registration: DeviceRegistration
  ) async {
    #expect(await eventually { registration.state.record?.permission == permission })
  }

  @Test(
    arguments: [
      (UNAuthorizationStatus.notDetermined, PermissionLevel.notDetermined),
      (.denied, .denied), (.authorized, .authorized), (.provisional, .provisional),
      (.ephemeral, .ephemeral),
    ]
  )
  func `the permission is read, and sent as the system has it`(
    status: UNAuthorizationStatus,
    expected: PermissionLevel
  ) async {
    center.stubSettings = UNNotificationSettings(stub: status)
    let registration = registration()
    let permission = permission()
    registration.follow(permission)
    await arrival(of: expected, at: registration)
    withExtendedLifetime(permission) {}
  }

  @Test
  func `a missing answer of the system changes nothing, and a later one counts`()
    async
  {
    center.stubSettings = UNNotificationSettings(stub: .denied)
    center.stubIsSilent = true
    let registration = registration()
    registration.setPermission(.authorized)
    let permission = permission()
    lifecycle.add(permission)
    registration.follow(permission)
    await turns()
    scheduler.advance(by: NotificationPermission.settingsBudget)
    await turns()
    await settle()
    #expect(registration.state.record?.permission == .authorized)
    center.stubIsSilent = false
    lifecycle.setPhase(.active)
    await arrival(of: .denied, at: registration)
  }

  @Test
  func `neither keeps the other alive`() async {
    center.stubSettings = UNNotificationSettings(stub: .authorized)
    var registration: DeviceRegistration? = registration()
    var permission: NotificationPermission? = permission()
    let followed = WeakBox(permission)
    let follower = WeakBox(registration)
    if let permission, let registration {
      registration.follow(permission)
      await arrival(of: .authorized, at: registration)
    }
    permission = nil
    await turns()
    #expect(!followed.isAlive)
    registration = nil
    await turns()
    #expect(!follower.isAlive)
  }
}
