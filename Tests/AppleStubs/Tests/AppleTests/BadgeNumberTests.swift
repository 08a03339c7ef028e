import Foundation
import PushHub
import PushHubTesting
import Testing
import UserNotifications

struct BadgeNumberTests: AppFixture {
  let app = SimulatedApp()
  private let center = UNUserNotificationCenter(stub: ())
  private let badge: BadgeNumber

  init() {
    badge = BadgeNumber(lifecycle: app.lifecycle, scheduler: app.clock, center: center)
  }

  @Test
  func `a number is set once`() async {
    badge.set(3)
    #expect(await eventually { badge.shown != nil })
    badge.set(3)
    badge.set(-1)
    #expect(await eventually { badge.shown == 0 })
    #expect(center.stubBadgeCounts == [3, 0])
  }

  @Test
  func `a number that a push may have changed is set again on activation`() async {
    lifecycle.setPhase(.active)
    badge.set(3)
    #expect(await eventually { badge.shown == 3 })
    for phase in [AppPhase.inactive, .active, .inactive, .background, .inactive] {
      lifecycle.setPhase(phase)
    }
    #expect(center.stubBadgeCounts == [3])
    lifecycle.setPhase(.active)
    #expect(await eventually { badge.shown == 3 })
    #expect(center.stubBadgeCounts == [3, 3])
  }

  @Test
  func `zero is another number where it would empty Notification Center`() async {
    let badge = BadgeNumber(
      lifecycle: lifecycle,
      scheduler: scheduler,
      clearsNotifications: false,
      center: center
    )
    badge.set(0)
    #expect(await eventually { badge.shown == 0 })
    #expect(center.stubBadgeCounts == [-1])
  }

  @Test
  func `a number is set again after a presentation with a badge`()
    async
  {
    let world = AppleWorld()
    world.launch()
    let number = BadgeNumber(lifecycle: world.lifecycle, scheduler: scheduler, center: world.center)
    badge.set(0)
    number.set(0)
    #expect(await eventually { badge.shown == 0 && number.shown == 0 })
    let shown = notification(#"{"aps":{"alert":"Hi","badge":1}}"#, request: "r1")
    #expect(await world.center.stubPresent(shown).contains(.badge))
    #expect(await eventually { number.shown == 0 })
    #expect(world.center.stubBadgeCounts == [0, 0])
    #expect(center.stubBadgeCounts == [0])
    let limit = BadgeLimit()
    world.manager.add(limit)
    let hidden = notification(#"{"aps":{"alert":"Bye","badge":2}}"#, request: "r2")
    #expect(await world.center.stubPresent(hidden) == [.banner, .list, .sound])
    withExtendedLifetime(limit) {}
    #expect(world.center.stubBadgeCounts == [0, 0])
  }

  @Test
  func `a number is set again if the icon may have changed meanwhile`() async {
    center.stubIsSilent = true
    badge.set(3)
    lifecycle.setPhase(.active)
    #expect(center.stubBadgeCounts == [3])
    center.stubIsSilent = false
    center.stubAnswerAll()
    #expect(await eventually { badge.shown == 3 })
    #expect(center.stubBadgeCounts == [3, 3])
  }

  @Test
  func `an activation does not change an icon without the app's number`() async {
    lifecycle.setPhase(.active)
    await turns()
    #expect(badge.shown == nil)
    #expect(center.stubBadgeCounts == [])
  }

  @Test
  func `of the numbers that come while one is being set, the latest is set`() async {
    for number in 1...5 {
      badge.set(number)
    }
    #expect(await eventually { badge.shown == 5 })
    #expect(center.stubBadgeCounts == [1, 5])
  }

  @Test
  func `a refused number is logged, and set again with the next`() async {
    center.stubError = CocoaError(.featureUnsupported)
    await withCheckedContinuation { continuation in
      badge.log = { _ in continuation.resume() }
      badge.set(3)
    }
    center.stubError = nil
    badge.log = nil
    badge.set(3)
    #expect(await eventually { badge.shown == 3 })
    #expect(center.stubBadgeCounts == [3, 3])
  }

  @Test
  func `a completion that never comes stops nothing`() async {
    let errors = Holder<[HubProblem]>([])
    badge.log = { errors.value.append($0) }
    badge.set(1)
    #expect(await eventually { badge.shown == 1 })
    center.stubIsSilent = true
    badge.set(2)
    badge.set(3)
    pass(9)
    #expect(errors.value.isEmpty)
    pass(1)
    #expect(errors.value.map { $0.message.contains("in time") } == [true])
    #expect(center.stubBadgeCounts == [1, 2, 3])
    #expect(badge.shown == nil)
    center.stubIsSilent = false
    pass(10)
    badge.set(3)
    #expect(await eventually { badge.shown == 3 })
    #expect(center.stubBadgeCounts == [1, 2, 3, 3])
    #expect(scheduler.pendingCount == 0)
  }
}

/// Wants no badges.
private final class BadgeLimit: PresentationVoter {
  func presentation(of push: Push) -> PresentationVote {
    .limit(to: [.banner, .list, .sound], reason: "a page counts for itself")
  }
}
