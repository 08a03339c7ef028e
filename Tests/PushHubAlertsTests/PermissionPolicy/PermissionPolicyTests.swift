import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

final class PermissionPolicyTests: PermissionApp {
  @Test func `quiet first, then the app asks, then the system`() async {
    await start()
    #expect(authority.requests == [.level, .provisional])
    #expect(policy.level == .provisional)
    #expect(policy.canAsk == true)
    #expect(questionCount == 0)
    await noteMoment()
    #expect(questionCount == 1)
    #expect(policy.isAsking == true)
    await answer(.accepted)
    #expect(authority.requests.last == .question)
    await decide(.authorized)
    #expect(policy.level == .authorized)
    #expect(policy.canAsk == false)
    #expect(policy.isAsking == false)
    #expect(
      log == [
        .asked(count: 1), .answered(answer: .accepted), .systemAsked,
        .systemAnswered(level: .authorized),
      ]
    )
    #expect(clock.pendingCount == 0)
  }

  @Test func `a clock that is set back does not shorten the pause, nor make it endless`() async {
    await start()
    await noteMoment()
    await answer(.later)
    clock.jumpWallClock(by: .seconds(-10 * 86_400))
    await noteMoment()
    #expect(log.last == .passedOver(reason: .refusedLately))
    clock.jumpWallClock(by: .seconds(-30 * 86_400))
    await noteMoment()
    #expect(log.last == .asked(count: 2))
  }

  @Test func `the level is read only when the app comes to the front`() async {
    lifecycle.setScenes(["left": .active, "right": .active])
    context.attach(policy)
    await settle()
    // The app is as active as before.
    lifecycle.setScenes(["left": .background])
    lifecycle.pageAppeared("mail", scene: "right")
    await settle()
    #expect(authority.requests == [.level, .provisional])
    lifecycle.setScenes(["right": .inactive])
    lifecycle.setScenes(["right": .active])
    await settle()
    #expect(authority.requests == [.level, .provisional, .level])
  }

  @Test func `a moment that comes while the level is read is one`() async {
    context.attach(policy)
    lifecycle.setPhase(.active)
    policy.requestIfAppropriate()
    await settle()
    #expect(questionCount == 1)
  }

  @Test func `a system that does not say what is allowed is not asked more`() async {
    authority.isSilent = true
    await start()
    await noteMoment()
    #expect(policy.canAsk == nil)
    await wait(5)
    #expect(log == [.systemAnswered(level: nil), .passedOver(reason: .levelUnknown)])
    authority.isSilent = false
    authority.fails = true
    await noteMoment()
    #expect(log.last == .passedOver(reason: .levelUnknown))
    #expect(authority.requests == [.level, .level])
    #expect(clock.pendingCount == 0)
  }

  @Test func `a change in Settings is logged on return, also by the next process`() async {
    await start()
    authority.level = .denied
    await comeBack()
    #expect(log == [.changed(from: .provisional, level: .denied)])
    #expect(policy.canAsk == false)
    let next = PermissionApp(store: store)
    next.authority.level = .authorized
    await next.start()
    #expect(next.log == [.changed(from: .denied, level: .authorized)])
  }

  @Test func `a detached policy waits for nothing and asks nothing`() async {
    await start()
    await noteMoment()
    context.detach(policy)
    await settle()
    #expect(!policy.isAsking)
    #expect(clock.pendingCount == 0)
    #expect(policy.level == nil)
    #expect(policy.canAsk == nil)
    await noteMoment()
    #expect(!authority.requests.contains(.question))
    await start()
    #expect(log == [.asked(count: 1)])
    await noteMoment()
    #expect(log.last == .passedOver(reason: .refusedLately))
  }

  @Test func `numbers of a configuration are moved into their bounds`() {
    let low = PermissionPolicy.Configuration(pause: .zero, maximumQuestions: -1)
    #expect(low.pause == .seconds(86_400))
    #expect(low.maximumQuestions == 0)
    let high = PermissionPolicy.Configuration(pause: .seconds(1e12))
    #expect(high.pause == .seconds(3_653 * 86_400))
  }
}
