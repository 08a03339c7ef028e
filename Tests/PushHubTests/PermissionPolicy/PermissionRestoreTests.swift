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
    #expect(next.log == [.passedOver(.askedOften)])
  }

  @Test func `who has agreed on one device is asked by the system alone on another`() async {
    let app = PermissionApp(.init(maximumQuestions: 1))
    await app.start()
    await app.noteMoment()
    await app.answer(.accepted)
    await app.decide(.authorized)
    let next = await process(after: app, level: .notDetermined, .init(maximumQuestions: 1))
    #expect(next.log == [.changed(from: .authorized, to: .notDetermined)])
    #expect(next.policy.canAsk == true)
    await next.noteMoment()
    #expect(next.log.last == .systemAsked)
    #expect(next.questionCount == 0)
  }
}
