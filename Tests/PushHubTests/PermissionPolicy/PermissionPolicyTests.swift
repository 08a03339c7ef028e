import PushHub
import PushHubAlerts
import Testing

@MainActor
struct PermissionPolicyTests {
  @Test func `quiet first, then the app asks, then the system`() async {
    let app = PermissionApp()
    await app.start()
    #expect(app.authority.requests == [.level, .provisional])
    #expect(app.state?.level == .provisional)
    #expect(app.state?.canAsk == true)
    #expect(app.questionCount == 0)
    await app.noteMoment()
    #expect(app.questionCount == 1)
    #expect(app.state?.isAsking == true)
    await app.answer(.accepted)
    #expect(app.authority.requests.last == .question)
    await app.decide(.authorized)
    #expect(app.state?.level == .authorized)
    #expect(app.state?.canAsk == false)
    #expect(app.state?.isAsking == false)
    #expect(
      app.log == [.asked(1), .answered(.accepted), .systemAsked, .systemAnswered(.authorized)]
    )
    #expect(app.scheduler.pendingCount == 0)
  }

  @Test func `without a provisional start nothing is requested before a moment of value`() async {
    let app = PermissionApp(.init(startsProvisional: false))
    await app.start()
    #expect(app.authority.requests == [.level])
    #expect(app.state?.level == .notDetermined)
    #expect(app.state?.canAsk == true)
  }

  @Test func `who refuses is asked again after 30 days, and three times at most`() async {
    let app = PermissionApp()
    await app.start()
    for count in 1...3 {
      await app.noteMoment()
      #expect(app.questionCount == count)
      await app.answer(.later)
      await app.noteMoment()
      await app.advance(by: .seconds(30 * 86_400 - 1))
      await app.noteMoment()
      #expect(app.questionCount == count)
      await app.advance(by: .seconds(1))
    }
    app.clearLog()
    await app.noteMoment()
    #expect(app.log == [.passedOver(.askedOften)])
    #expect(app.state?.canAsk == false)
    #expect(!app.authority.requests.contains(.question))
  }

  @Test func `who says never is not asked again`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.answer(.never)
    await app.advance(by: .seconds(3_000 * 86_400))
    app.clearLog()
    await app.noteMoment()
    #expect(app.log == [.passedOver(.refusedForGood)])
    #expect(app.state?.canAsk == false)
  }

  @Test func `a clock that is set back does not shorten the pause, nor make it endless`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.answer(.later)
    app.scheduler.jumpWallClock(by: .seconds(-10 * 86_400))
    await app.noteMoment()
    #expect(app.log.last == .passedOver(.refusedLately))
    app.scheduler.jumpWallClock(by: .seconds(-30 * 86_400))
    await app.noteMoment()
    #expect(app.log.last == .asked(2))
  }

  @Test func `the level is read when the app comes to the front, and not while it is there`() async
  {
    let app = PermissionApp()
    app.lifecycle.setScenes(["left": .active, "right": .active])
    app.lifecycle.pageAppeared("mail", scene: "left")
    app.lifecycle.overlayAdded(scene: "left")
    app.policy.map(app.context.attach)
    await app.scheduler.settle()
    #expect(app.authority.requests == [.level, .provisional])
    // The user looks at the page in another window, and the phase is told again.
    app.lifecycle.pageAppeared("mail", scene: "right")
    await app.scheduler.settle()
    #expect(app.authority.requests == [.level, .provisional])
    app.lifecycle.setScenes(["left": .inactive])
    app.lifecycle.setScenes(["left": .background])
    await app.scheduler.settle()
    #expect(app.authority.requests == [.level, .provisional])
    app.lifecycle.setScenes(["left": .active])
    await app.scheduler.settle()
    #expect(app.authority.requests == [.level, .provisional, .level])
  }

  @Test func `who accepts while the app is not active is asked by the system when it is`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    app.lifecycle.setPhase(.inactive)
    await app.answer(.accepted)
    app.lifecycle.setPhase(.background)
    await app.scheduler.settle()
    #expect(app.authority.requests == [.level, .provisional, .level])
    app.lifecycle.setPhase(.active)
    await app.scheduler.settle()
    #expect(app.authority.requests == [.level, .provisional, .level, .level, .question])
  }

  @Test(arguments: [AppPhase.inactive, .background])
  func `a moment while the app is not active has passed`(phase: AppPhase) async {
    let app = PermissionApp()
    await app.start()
    app.lifecycle.setPhase(phase)
    await app.noteMoment()
    await app.comeBack()
    #expect(app.log == [.passedOver(.notActive)])
    #expect(app.questionCount == 0)
  }

  @Test func `a moment that comes while the level is read is one`() async {
    let app = PermissionApp()
    app.policy.map(app.context.attach)
    app.lifecycle.setPhase(.active)
    app.policy?.noteMomentOfValue()
    await app.scheduler.settle()
    #expect(app.questionCount == 1)
  }

  @Test func `a question without an answer is taken away, and counts as a refusal`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.advance(by: .seconds(600))
    #expect(app.state?.isAsking != true)
    #expect(app.log == [.asked(1), .answered(nil)])
    #expect(app.state?.isAsking == false)
    await app.noteMoment()
    #expect(app.questionCount == 1)
    #expect(app.authority.requests.filter { $0 == .question }.isEmpty)
  }

  @Test func `a system that never answers is asked again, and its late answer is seen`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.answer(.accepted)
    await app.advance(by: .seconds(600))
    #expect(app.log.last == .systemAnswered(nil))
    #expect(app.state?.canAsk == true)
    await app.noteMoment()
    #expect(app.log.last == .systemAsked)
    #expect(app.questionCount == 1)
    await app.advance(by: .seconds(600))
    app.authority.level = .authorized
    await app.comeBack()
    #expect(app.state?.level == .authorized)
    #expect(app.state?.canAsk == false)
  }

  @Test func `a system that does not say what is allowed is not asked more`() async {
    let app = PermissionApp()
    app.authority.isSilent = true
    await app.start()
    await app.noteMoment()
    #expect(app.state?.canAsk == nil)
    await app.advance(by: .seconds(5))
    #expect(app.log == [.systemAnswered(nil), .passedOver(.levelUnknown)])
    app.authority.isSilent = false
    app.authority.fails = true
    await app.noteMoment()
    #expect(app.log.last == .passedOver(.levelUnknown))
    #expect(app.authority.requests == [.level, .level])
    #expect(app.scheduler.pendingCount == 0)
  }

  @Test func `a change in Settings is told on return, also to the next process`() async {
    let app = PermissionApp()
    await app.start()
    app.authority.level = .denied
    await app.comeBack()
    #expect(app.log == [.changed(from: .provisional, to: .denied)])
    #expect(app.state?.canAsk == false)
    let next = PermissionApp(store: app.store)
    next.authority.level = .authorized
    await next.start()
    #expect(next.log == [.changed(from: .denied, to: .authorized)])
  }

  @Test func `who allows it in Settings while the app asks is not asked by the system`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    app.authority.level = .authorized
    await app.answer(.accepted)
    #expect(app.log.last == .passedOver(.allowed))
    #expect(!app.authority.requests.contains(.question))
    #expect(app.state?.canAsk == false)
  }

  @Test func `a detached policy waits for nothing and asks nothing`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    app.policy.map(app.context.detach)
    await app.scheduler.settle()
    #expect(app.state?.isAsking != true)
    #expect(app.scheduler.pendingCount == 0)
    #expect(app.state == PermissionState())
    await app.noteMoment()
    #expect(app.questionCount == 1)
    #expect(!app.authority.requests.contains(.question))
    await app.start()
    await app.noteMoment()
    #expect(app.log.last == .passedOver(.refusedLately))
  }

  @Test func `a policy that is attached again reads once, and not before the app is active`() async
  {
    let app = PermissionApp()
    await app.start()
    app.policy.map(app.context.detach)
    app.lifecycle.setPhase(.background)
    app.policy.map(app.context.attach)
    await app.scheduler.settle()
    #expect(app.authority.requests == [.level, .provisional])
    app.lifecycle.setPhase(.active)
    await app.scheduler.settle()
    #expect(app.authority.requests == [.level, .provisional, .level])
  }

  @Test func `a policy that nobody keeps is gone`() async {
    let app = PermissionApp()
    await app.start()
    let box = WeakBox(app.policy)
    await app.noteMoment()
    app.letPolicyGo()
    await app.scheduler.settle()
    #expect(!box.isAlive)
    #expect(app.state?.isAsking != true)
    #expect(await eventually { app.scheduler.pendingCount == 0 })
  }

  @Test func `numbers of a configuration are moved into their bounds`() {
    let low = PermissionPolicy.Configuration(pause: .zero, maximumQuestions: -1)
    #expect(low.pause == .seconds(86_400))
    #expect(low.maximumQuestions == 0)
    let high = PermissionPolicy.Configuration(pause: .seconds(1e12))
    #expect(high.pause == .seconds(3_653 * 86_400))
  }
}
