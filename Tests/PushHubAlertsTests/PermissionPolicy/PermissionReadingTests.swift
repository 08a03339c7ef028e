import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// When the system is asked what the user allows, and for quiet notifications.
@MainActor
struct PermissionReadingTests {
  private let app = PermissionApp()

  @Test func `the level is read once more after a return while it is read`() async {
    app.context.attach(app.policy)
    app.lifecycle.setPhase(.active)
    await app.comeBack()
    #expect(app.authority.requests == [.level, .provisional, .level])
  }

  @Test(arguments: [PermissionAnswer.later, .never, nil])
  func `a change in Settings during a question is logged after it`(
    answer: PermissionAnswer?
  ) async {
    await app.start()
    await app.noteMoment()
    app.authority.level = .denied
    await app.comeBack()
    #expect(app.policy.level == .provisional)
    if let answer {
      await app.answer(answer)
    } else {
      await app.wait(600)
    }
    #expect(app.log.last == .changed(from: .provisional, level: .denied))
    #expect(app.policy.canAsk == false)
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
    app.authority.quietLevel = nil
    app.context.attach(app.policy)
    app.lifecycle.setPhase(.active)
    await app.noteMoment()
    #expect(app.log == [.systemAnswered(level: nil), .asked(count: 1)])
  }
}
