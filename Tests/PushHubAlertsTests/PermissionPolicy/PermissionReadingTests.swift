import PushHub
import PushHubAlerts
import Testing

@testable import TestSupport

/// When the system is asked what the user allows, and for quiet notifications.
final class PermissionReadingTests: PermissionApp {
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
