import PushHub
import PushHubAlerts
import Testing

/// When the user, the system and the store are asked, and which of their answers count.
@MainActor
struct PermissionRequestTests {
  @Test func `nothing is read before the app is active`() async {
    let app = PermissionApp()
    app.store.loadFails = true
    app.context.attach(app.policy)
    app.lifecycle.setPhase(.inactive)
    await app.scheduler.settle()
    #expect(app.log == [])
    #expect(app.authority.requests == [])
  }

  @Test func `what is in the store is not saved again`() async {
    let app = PermissionApp()
    await app.start()
    let count = app.store.saveCount
    await app.comeBack()
    await app.comeBack()
    #expect(app.store.saveCount == count)
  }

  @Test func `a question without an answer ends after ten minutes, and is a refusal`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.advance(by: .seconds(599))
    #expect(app.policy.isAsking)
    await app.advance(by: .seconds(1))
    #expect(!app.policy.isAsking)
    await app.noteMoment()
    #expect(app.log == [.asked(1), .answered(nil), .passedOver(.refusedLately)])
  }

  @Test func `the pause begins with the refusal, not with the question`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.advance(by: .seconds(300))
    await app.answer(.later)
    await app.advance(by: .seconds(30 * 86_400 - 1))
    await app.noteMoment()
    #expect(app.log.last == .passedOver(.refusedLately))
    await app.advance(by: .seconds(1))
    await app.noteMoment()
    #expect(app.log.last == .asked(2))
  }

  @Test(arguments: ["late", "detached"])
  func `an answer that comes after its request was given up does not answer the next`(
    how: String
  ) async {
    let (hub, lifecycle, authority) = (Hub(), AppLifecycle(), LateAuthority())
    let policy = PermissionPolicy(
      authority: authority,
      store: MemoryStore<PermissionLedger>(),
      configuration: .init(startsProvisional: false)
    )
    let context = PluginContext(
      push: hub.manager,
      lifecycle: lifecycle,
      scheduler: hub.scheduler
    )
    lifecycle.setPhase(.active)
    context.attach(policy)
    await hub.scheduler.settle()
    if how == "late" {
      hub.scheduler.advance(by: .seconds(5))
      lifecycle.setPhase(.background)
      lifecycle.setPhase(.active)
    } else {
      context.detach(policy)
      context.attach(policy)
    }
    await hub.scheduler.settle()
    #expect(authority.requests.count == 2)
    authority.requests[0].signalAll()
    await hub.scheduler.settle()
    #expect(policy.level == nil)
    authority.requests[1].signalAll()
    await hub.scheduler.settle()
    #expect(policy.level == .denied)
  }
}

/// A system that answers each request when the test says so: the first that all is allowed, others that
/// nothing is.
@MainActor
private final class LateAuthority: PermissionAuthority {
  private(set) var requests: [ScheduledCondition] = []

  func level() async throws -> PermissionLevel {
    let request = ScheduledCondition()
    requests.append(request)
    let level = requests.count == 1 ? PermissionLevel.authorized : .denied
    try? await request.wait()
    return level
  }

  func request(isProvisional: Bool) async throws -> PermissionLevel { .denied }
}
