import PushHub
import PushHubAlerts
import Testing

/// A system that says each time that nobody was asked, whatever was requested and answered.
@MainActor
struct PermissionForgetfulSystemTests {
  private let app = PermissionApp()

  private var systemQuestionCount: Int { app.authority.requests.count { $0 == .question } }

  init() async {
    app.authority.forgets = true
    await app.start()
    await app.noteMoment()
    await app.answer(.accepted)
  }

  @Test func `who has accepted is asked by the system, and not by the app once more`() {
    #expect(app.presenter.questionCount == 1)
    #expect(systemQuestionCount == 1)
    #expect(app.log.last == .systemAsked)
  }

  @Test func `it is asked once at each moment of value, and not in between`() async {
    for count in 1...3 {
      await app.decide(.notDetermined)
      await app.comeBack()
      await app.advance(by: .seconds(86_400))
      await app.comeBack()
      #expect(systemQuestionCount == count)
      #expect(app.presenter.questionCount == 1)
      #expect(app.state?.isAsking == false)
      await app.noteMoment()
    }
    #expect(systemQuestionCount == 4)
  }
}
