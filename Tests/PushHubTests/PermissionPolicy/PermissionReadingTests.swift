import PushHub
import PushHubAlerts
import Testing

/// When the system is asked what the user allows, and for quiet notifications.
@MainActor
struct PermissionReadingTests {
  @Test func `who comes back while the level is read has it read once more`() async {
    let app = PermissionApp()
    app.policy.map(app.context.attach)
    app.lifecycle.setPhase(.active)
    await app.comeBack()
    #expect(app.authority.requests == [.level, .provisional, .level])
  }

  @Test(arguments: [PermissionAnswer.later, .never, nil])
  func `what is changed in Settings during a question is told after it`(
    answer: PermissionAnswer?
  ) async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    app.authority.level = .denied
    await app.comeBack()
    #expect(app.state?.level == .provisional)
    if let answer {
      await app.answer(answer)
    } else {
      await app.advance(by: .seconds(600))
    }
    #expect(app.log.last == .changed(from: .provisional, to: .denied))
    #expect(app.state?.way == .settings)
  }

  @Test func `it is told also after a question that could not be saved`() async {
    let app = PermissionApp()
    await app.start()
    app.store.saveFails = true
    app.policy?.noteMomentOfValue()
    await app.comeBack()
    #expect(app.log.contains(.passedOver(.storeUnknown)))
    #expect(app.authority.requests == [.level, .provisional, .level, .level])
  }

  @Test func `what comes too late is no answer to what is asked next`() async {
    let app = PermissionApp(.init(startsProvisional: false))
    app.authority.isSilent = true
    await app.start()
    await app.comeBack()
    await app.advance(by: .seconds(5))
    #expect(app.authority.requests == [.level, .level])
    #expect(app.log == [.systemAnswered(nil)])
    await app.advance(by: .seconds(5))
    #expect(app.log == [.systemAnswered(nil), .systemAnswered(nil)])
  }

  @Test func `quiet notifications that lead to nothing are requested with each reading`() async {
    let app = PermissionApp()
    app.authority.quietLevel = .notDetermined
    await app.start()
    await app.noteMoment()
    #expect(app.authority.requests == [.level, .provisional, .level, .provisional])
    #expect(app.log == [.asked(1)])
    await app.answer(.later)
    await app.comeBack()
    #expect(app.authority.requests.suffix(2) == [.level, .provisional])
    #expect(app.authority.requests.count == 6)
  }

  @Test func `a moment is not lost when quiet notifications can't be requested`() async {
    let app = PermissionApp()
    app.authority.quietLevel = nil
    app.policy.map(app.context.attach)
    app.lifecycle.setPhase(.active)
    await app.noteMoment()
    #expect(app.log == [.systemAnswered(nil), .asked(1)])
  }
}
