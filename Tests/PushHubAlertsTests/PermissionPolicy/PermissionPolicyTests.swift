import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct PermissionPolicyTests {
  private let app = PermissionApp()

  @Test func `quiet first, then the app asks, then the system`() async {
    await app.start()
    #expect(app.authority.requests == [.level, .provisional])
    #expect(app.policy.level == .provisional)
    #expect(app.policy.canAsk == true)
    #expect(app.questionCount == 0)
    await app.noteMoment()
    #expect(app.questionCount == 1)
    #expect(app.policy.isAsking == true)
    await app.answer(.accepted)
    #expect(app.authority.requests.last == .question)
    await app.decide(.authorized)
    #expect(app.policy.level == .authorized)
    #expect(app.policy.canAsk == false)
    #expect(app.policy.isAsking == false)
    #expect(
      app.log == [
        .asked(count: 1), .answered(answer: .accepted), .systemAsked,
        .systemAnswered(level: .authorized),
      ]
    )
    #expect(app.clock.pendingCount == 0)
  }

  @Test func `a clock that is set back does not shorten the pause, nor make it endless`() async {
    await app.start()
    await app.noteMoment()
    await app.answer(.later)
    app.clock.jumpWallClock(by: .seconds(-10 * 86_400))
    await app.noteMoment()
    #expect(app.log.last == .passedOver(reason: .refusedLately))
    app.clock.jumpWallClock(by: .seconds(-30 * 86_400))
    await app.noteMoment()
    #expect(app.log.last == .asked(count: 2))
  }

  @Test func `the level is read when the app comes to the front, and not while it is there`() async
  {
    app.lifecycle.setScenes(["left": .active, "right": .active])
    app.context.attach(app.policy)
    await app.settle()
    // The app is as active as before.
    app.lifecycle.setScenes(["left": .background])
    app.lifecycle.pageAppeared("mail", scene: "right")
    await app.settle()
    #expect(app.authority.requests == [.level, .provisional])
    app.lifecycle.setScenes(["right": .inactive])
    app.lifecycle.setScenes(["right": .active])
    await app.settle()
    #expect(app.authority.requests == [.level, .provisional, .level])
  }

  @Test func `a moment that comes while the level is read is one`() async {
    app.context.attach(app.policy)
    app.lifecycle.setPhase(.active)
    app.policy.requestIfAppropriate()
    await app.settle()
    #expect(app.questionCount == 1)
  }

  @Test func `a system that does not say what is allowed is not asked more`() async {
    app.authority.isSilent = true
    await app.start()
    await app.noteMoment()
    #expect(app.policy.canAsk == nil)
    await app.wait(5)
    #expect(app.log == [.systemAnswered(level: nil), .passedOver(reason: .levelUnknown)])
    app.authority.isSilent = false
    app.authority.fails = true
    await app.noteMoment()
    #expect(app.log.last == .passedOver(reason: .levelUnknown))
    #expect(app.authority.requests == [.level, .level])
    #expect(app.clock.pendingCount == 0)
  }

  @Test func `a change in Settings is logged on return, also by the next process`() async {
    await app.start()
    app.authority.level = .denied
    await app.comeBack()
    #expect(app.log == [.changed(from: .provisional, level: .denied)])
    #expect(app.policy.canAsk == false)
    let next = PermissionApp(store: app.store)
    next.authority.level = .authorized
    await next.start()
    #expect(next.log == [.changed(from: .denied, level: .authorized)])
  }

  @Test func `a detached policy waits for nothing and asks nothing`() async {
    await app.start()
    await app.noteMoment()
    app.context.detach(app.policy)
    await app.settle()
    #expect(!app.policy.isAsking)
    #expect(app.clock.pendingCount == 0)
    #expect(app.policy.level == nil)
    #expect(app.policy.canAsk == nil)
    await app.noteMoment()
    #expect(!app.authority.requests.contains(.question))
    await app.start()
    #expect(app.log == [.asked(count: 1)])
    await app.noteMoment()
    #expect(app.log.last == .passedOver(reason: .refusedLately))
  }

  @Test func `numbers of a configuration are moved into their bounds`() {
    let low = PermissionPolicy.Configuration(pause: .zero, maximumQuestions: -1)
    #expect(low.pause == .seconds(86_400))
    #expect(low.maximumQuestions == 0)
    let high = PermissionPolicy.Configuration(pause: .seconds(1e12))
    #expect(high.pause == .seconds(3_653 * 86_400))
  }
}
