import PushHub
import PushHubObservers
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
final class TapRouterTests {
  private let hub = Hub()
  private let lifecycle = AppLifecycle()
  private var routed: [String] = []
  private lazy var router = TapRouter { [weak self] push, response in
    self?.routed.append("\(push.id) \(response.action)")
  }

  private var subjects: Subjects {
    Subjects(push: hub.manager, lifecycle: lifecycle, scheduler: hub.scheduler)
  }

  @Test func `the tap that launched the app is routed when the router attaches`() throws {
    hub.manager.didFinishLaunching(with: try message("m1"))
    hub.scheduler.advance(by: .seconds(20))
    router.attach(to: subjects)
    hub.manager.open(try message("m1"))
    #expect(routed == ["m1 default"])
  }

  @Test func `a tap that another observer has heard is routed all the same`() throws {
    let other = PushRecorder()
    hub.manager.add(other)
    hub.manager.didFinishLaunching(with: try message("m1"))
    router.attach(to: subjects)
    #expect(routed == ["m1 default"])
  }

  @Test func `a dismissal leads nowhere`() throws {
    router.attach(to: subjects)
    hub.manager.open(try message("m1"), response: PushResponse(action: .dismiss))
    #expect(routed.isEmpty)
  }

  @Test func `what came while the router was detached is routed once`() throws {
    router.attach(to: subjects)
    hub.manager.open(try message("m1"))
    router.detach()
    hub.manager.open(try message("m2"))
    router.attach(to: subjects)
    router.attach(to: subjects)
    #expect(routed == ["m1 default", "m2 default"])
  }

  @Test func `a host keeps the router at work`() throws {
    let host = PluginHost(subjects: subjects)
    try host.install(router, named: "taps")
    hub.manager.open(try message("m1"))
    host.removeAll()
    hub.manager.open(try message("m2"))
    #expect(routed == ["m1 default"])
  }
}
