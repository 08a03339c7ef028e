import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// The host's log has what a feature logs by itself, beside what its core does.
@MainActor
struct HostLogTests {
  private let lines = Holder<[String]>([])

  private func install(_ plugin: any PushPlugin, in app: some AppFixture) throws {
    app.host.log = { [lines] in lines.value.append("\($0) \($1.name)") }
    try app.host.install(plugin, named: "it")
  }

  @Test func `it has the votes of quiet rules`() throws {
    let app = QuietApp()
    app.rules.mute(.thread("orders"))
    try install(app.rules, in: app)
    _ = app.vote()
    _ = app.vote(#"{"aps":{"alert":"Hi","thread-id":"orders"}}"#)
    #expect(lines.value == ["it unlimited", "it limited"])
    #expect(app.log.map(\.name) == ["unlimited", "limited"])
  }

  @Test func `it has an opportunity before the store could be read`() throws {
    let app = PermissionApp()
    app.store.failsToLoad = true
    try install(app.policy, in: app)
    lines.value = []
    app.policy.requestIfAppropriate()
    #expect(lines.value == ["it passedOver"])
  }

  @Test func `it has the end of a banner whose feature is removed`() async throws {
    let app = ForegroundBannerApp()
    app.context.detach(app.banners)
    try install(app.banners, in: app)
    await app.present()
    #expect(lines.value == ["it asked", "it shown"])
    try app.host.remove(named: "it")
    #expect(lines.value.dropFirst(2) == ["it ended"])
  }

  @Test func `it has what was logged before the feature was installed, once it is`() throws {
    let app = LocalNotificationApp()
    app.notifications.schedule(LocalNotification(id: "a", body: "", trigger: .after(.seconds(9))))
    try install(app.notifications, in: app)
    #expect(lines.value.first == "it noAccount")
    try app.host.remove(named: "it")
    try app.host.install(app.notifications, named: "it")
    #expect(lines.value.count { $0 == "it noAccount" } == 1)
  }
}
