import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// When the user, the system and the store are asked, and which of their answers count.
@MainActor
struct PermissionRequestTests {
  private let app = PermissionApp()

  @Test func `the system is asked nothing before the app is active`() async {
    app.context.attach(app.policy)
    app.lifecycle.setPhase(.inactive)
    await app.settle()
    #expect(app.log == [])
    #expect(app.authority.requests == [])
  }

  @Test func `a push does not wait for the user's answer`() async {
    await app.start()
    await app.noteMoment()
    let result = await app.manager.refresh()
    #expect(result == .noData && app.policy.isAsking)
  }

  @Test func `a value in the store is not saved again`() async {
    await app.start()
    let count = app.store.saveCount
    await app.comeBack()
    await app.comeBack()
    #expect(app.store.saveCount == count)
  }

  @Test func `a question without an answer ends after ten minutes, and is a refusal`() async {
    await app.start()
    await app.noteMoment()
    await app.wait(599)
    #expect(app.policy.isAsking)
    await app.wait(1)
    #expect(!app.policy.isAsking)
    await app.noteMoment()
    #expect(
      app.log == [.asked(count: 1), .answered(answer: nil), .passedOver(reason: .refusedLately)]
    )
  }

  @Test func `the pause begins with the refusal, not with the question`() async {
    await app.start()
    await app.noteMoment()
    await app.wait(300)
    await app.answer(.later)
    await app.advance(by: .seconds(30 * 86_400 - 1))
    await app.noteMoment()
    #expect(app.log.last == .passedOver(reason: .refusedLately))
    await app.wait(1)
    await app.noteMoment()
    #expect(app.log.last == .asked(count: 2))
  }
}
