import Foundation
import PushHubTesting
import Testing
import UIKit
import UserNotifications

@testable import PushHub

/// A command-line run has no notification center, and asking for one would end it.
@MainActor
struct NoCenterTests {
  @Test
  func `a hub in a command-line run logs what it lacks`() {
    let hub = AppHub()
    let log = Holder<[String]>([])
    hub.log = { if $1 is HubProblem { log.value.append($1.message) } }
    hub.start(with: UIApplication())
    #expect(hub.center == nil)
    #expect(log.value.first?.contains("app bundle") == true)
    hub.lifecycle.setPhase(.active)
    hub.reassertDelegate()
    #expect(log.value.count == 1)
  }

  @Test
  func `a number without a center is logged, not waited for`() {
    let badge = BadgeNumber(lifecycle: AppLifecycle(), scheduler: ManualScheduler())
    let errors = Holder<[String]>([])
    badge.log = { errors.value.append($0.message) }
    badge.set(3)
    badge.set(4)
    #expect(errors.value.count == 2 && errors.value.allSatisfy { $0.contains("app bundle") })
    #expect(badge.shown == nil)
  }

  @Test
  func `without a center there is nothing to ask`() async {
    let permission = NotificationPermission(scheduler: ManualScheduler()) {}
    #expect(await permission.refresh() == nil)
    await #expect(throws: NotificationCenterError.noCenter) {
      try await permission.ask(for: .alert)
    }
  }

  @Test(
    arguments: [
      ("Some.app", "org.example.some", true),
      ("Some.appex", "org.example.some", true),
      ("Some.app", nil, false),
      ("debug", "org.example.some", false),
      ("Some.xctest", "org.example.some", false),
    ]
  )
  func `an app and an app extension have a center, others have none`(
    name: String,
    identifier: String?,
    hasCenter: Bool
  ) {
    let folder = AppFolder(name: name, identifier: identifier)
    #expect(folder.bundle.hasNotificationCenter == hasCenter)
  }
}
