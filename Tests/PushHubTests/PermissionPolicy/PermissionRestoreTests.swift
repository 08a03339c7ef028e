import PushHub
import PushHubAlerts
import Testing

/// What a policy knows of former processes: those whose store was full, and those of other devices.
@MainActor
struct PermissionRestoreTests {
  private static let month = Duration.seconds(31 * 86_400)

  /// The next process with a store, some time after the first began; by default on the same device.
  private func process(
    after app: PermissionApp,
    level: PermissionLevel = .provisional,
    later duration: Duration = .zero,
    _ configuration: PermissionPolicy.Configuration = .init()
  ) async -> PermissionApp {
    let next = PermissionApp(configuration, store: app.store)
    next.authority.level = level
    next.scheduler.advance(by: duration)
    await next.start()
    return next
  }

  @Test func `a never that could not be saved is saved when that is possible`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    app.store.saveFails = true
    await app.answer(.never)
    app.store.saveFails = false
    app.lifecycle.setPhase(.background)
    let next = await process(after: app, later: Self.month)
    await next.noteMoment()
    #expect(next.log == [.passedOver(.refusedForGood)])
  }

  @Test func `a full store is tried once an event`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    app.store.saveFails = true
    app.clearLog()
    await app.answer(.never)
    let failures = app.log.count { if case .storeFailed = $0 { true } else { false } }
    #expect(failures == 1)
    #expect(app.scheduler.pendingCount == 0)
  }

  @Test func `who has agreed on one device is asked by the system alone on another`() async {
    let app = PermissionApp(.init(maximumQuestions: 1))
    await app.start()
    await app.noteMoment()
    await app.answer(.accepted)
    await app.decide(.authorized)
    let next = await process(after: app, level: .notDetermined, .init(maximumQuestions: 1))
    #expect(next.log == [.changed(from: .authorized, to: .notDetermined)])
    #expect(next.state?.way == .question)
    await next.noteMoment()
    #expect(next.log.last == .systemAsked)
    #expect(next.presenter.questionCount == 0)
  }

  @Test func `what the user has only refused in the app's words holds on another device`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.answer(.never)
    let next = await process(after: app, level: .notDetermined, later: Self.month)
    await next.noteMoment()
    #expect(
      next.log == [.changed(from: .provisional, to: .notDetermined), .passedOver(.refusedForGood)]
    )
  }

  @Test func `quiet notifications of another device are no change in Settings`() async {
    let app = PermissionApp()
    await app.start()
    let next = await process(after: app, level: .notDetermined)
    #expect(next.log == [.changed(from: .provisional, to: .notDetermined)])
    #expect(next.state?.level == .provisional)
  }

  @Test func `a restored refusal that was made in Settings is told of once`() async {
    let configuration = PermissionPolicy.Configuration(startsProvisional: false)
    let app = PermissionApp(configuration)
    app.authority.level = .denied
    await app.start()
    let next = await process(after: app, level: .notDetermined, configuration)
    await next.comeBack()
    #expect(next.log == [.changed(from: .denied, to: .notDetermined)])
  }

  @Test func `who was restored while the system asked elsewhere is asked here`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.answer(.accepted)
    let next = await process(after: app, level: .notDetermined)
    await next.noteMoment()
    #expect(next.log == [.changed(from: .provisional, to: .notDetermined), .systemAsked])
  }

  @Test func `a question of the system that was lost is asked again`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.answer(.accepted)
    let next = await process(after: app, level: .provisional)
    await next.noteMoment()
    #expect(next.log == [.systemAsked])
  }
}
