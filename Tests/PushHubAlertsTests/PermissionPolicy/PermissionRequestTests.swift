import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// When the user, the system and the store are asked, and which of their answers count.
final class PermissionRequestTests: PermissionApp {
  @Test func `the system is asked nothing before the app is active`() async {
    context.attach(policy)
    lifecycle.setPhase(.inactive)
    await settle()
    #expect(log == [])
    #expect(authority.requests == [])
  }

  @Test func `a push does not wait for the user's answer`() async {
    await start()
    await noteMoment()
    let result = await manager.refresh()
    #expect(result == .noData && policy.isAsking)
  }

  @Test func `a value in the store is not saved again`() async {
    await start()
    let count = store.saveCount
    await comeBack()
    await comeBack()
    #expect(store.saveCount == count)
  }

  @Test func `a question without an answer ends after ten minutes, and is a refusal`() async {
    await start()
    await noteMoment()
    await wait(599)
    #expect(policy.isAsking)
    await wait(1)
    #expect(!policy.isAsking)
    await noteMoment()
    #expect(
      log == [.asked(count: 1), .answered(answer: nil), .passedOver(reason: .refusedLately)]
    )
  }

  @Test func `the pause begins with the refusal, not with the question`() async {
    await start()
    await noteMoment()
    await wait(300)
    await answer(.later)
    await advance(by: .seconds(30 * 86_400 - 1))
    await noteMoment()
    #expect(log.last == .passedOver(reason: .refusedLately))
    await wait(1)
    await noteMoment()
    #expect(log.last == .asked(count: 2))
  }

  @Test func `the level is read once more after a return while it is read`() async {
    context.attach(policy)
    lifecycle.setPhase(.active)
    await comeBack()
    #expect(authority.requests == [.level, .provisional, .level])
  }

  @Test(arguments: [PermissionAnswer.later, .never, nil])
  func `a change in Settings during a question is logged after it`(
    answer: PermissionAnswer?
  ) async {
    await start()
    await noteMoment()
    authority.level = .denied
    await comeBack()
    #expect(policy.level == .provisional)
    if let answer {
      await self.answer(answer)
    } else {
      await wait(600)
    }
    #expect(log.last == .changed(from: .provisional, level: .denied))
    #expect(policy.canAsk == false)
  }

  @Test func `a late answer does not answer the next request`() async {
    let app = PermissionApp(.init(startsProvisional: false))
    app.authority.isSilent = true
    await app.start()
    await app.comeBack()
    await app.wait(5)
    #expect(app.authority.requests == [.level, .level])
    #expect(app.log == [.systemAnswered(level: nil)])
    await app.wait(5)
    #expect(app.log == [.systemAnswered(level: nil), .systemAnswered(level: nil)])
  }

  @Test func `a moment is not lost when quiet notifications can't be requested`() async {
    authority.quietLevel = nil
    context.attach(policy)
    lifecycle.setPhase(.active)
    await noteMoment()
    #expect(log == [.systemAnswered(level: nil), .asked(count: 1)])
  }
}
