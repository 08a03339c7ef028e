import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
final class TapRouterTests {
  private let hub = Hub()
  private let lifecycle = AppLifecycle()
  private var routed: [String] = []
  private lazy var router = TapRouter { [weak self] push, response in
    self?.routed.append("\(push.id) \(response.action)")
    return true
  }

  private var context: PluginContext {
    PluginContext(push: hub.manager, lifecycle: lifecycle, scheduler: hub.scheduler)
  }

  @Test func `the tap that launched the app is routed when the router attaches`() async throws {
    hub.manager.didFinishLaunching(with: try message("m1"))
    hub.scheduler.advance(by: .seconds(20))
    context.attach(router)
    hub.manager.open(try message("m1"))
    await hub.scheduler.settle()
    #expect(routed == ["m1 default"])
  }

  @Test func `a dismissal leads nowhere`() async throws {
    context.attach(router)
    hub.manager.open(try message("m1"), response: PushResponse(action: .dismiss))
    await hub.scheduler.settle()
    #expect(routed.isEmpty)
  }

  @Test func `what came while the router was detached is routed once`() async throws {
    context.attach(router)
    hub.manager.open(try message("m1"))
    await hub.scheduler.settle()
    context.detach(router)
    hub.manager.open(try message("m2"))
    context.attach(router)
    context.attach(router)
    await hub.scheduler.settle()
    #expect(routed == ["m1 default", "m2 default"])
  }
}
