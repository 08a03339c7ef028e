import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

final class TapRouterTests: AppFixture {
  let app = SimulatedApp()
  private var routed: [String] = []
  private lazy var router = TapRouter { [weak self] push, response in
    self?.routed.append("\(push.id) \(response.action)")
    return true
  }

  @Test func `the tap that launched the app is routed when the router attaches`() async {
    manager.didFinishLaunching(with: message("m1"))
    pass(20)
    context.attach(router)
    open("m1")
    await settle()
    #expect(routed == ["m1 default"])
  }

  @Test func `a dismissal leads nowhere`() async {
    context.attach(router)
    manager.open(message("m1"), response: PushResponse(action: .dismiss))
    await settle()
    #expect(routed.isEmpty)
  }

  @Test func `what came while the router was detached is routed once`() async {
    context.attach(router)
    open("m1")
    await settle()
    context.detach(router)
    open("m2")
    context.attach(router)
    context.attach(router)
    await settle()
    #expect(routed == ["m1 default", "m2 default"])
  }

  @Test func `what is opened again in the app is routed again, also after others`() async {
    context.attach(router)
    for id in ["m1", "m2", "m1", "m2"] {
      manager.open(message(id), response: PushResponse(isRepeatable: true))
      await settle()
    }
    #expect(routed == ["m1", "m2", "m1", "m2"].map { "\($0) default" })
  }

  @Test func `a snoozed copy is routed after another notification`() async {
    let router = TapRouter { [weak self] push, _ in
      self?.routed.append(push.id)
      return push.requestIdentifier != "first"
    }
    context.attach(router)
    for (id, request) in [("m1", "first"), ("m2", "other"), ("m1", "copy")] {
      manager.open(message(id), requestIdentifier: request)
      await settle()
    }
    #expect(routed == ["m1", "m2", "m1"])
  }

  @Test(arguments: [PushResponse.Action.default, .custom("LIKE")])
  func `a newer tap cancels the route of an older one, and a button doesn't`(
    action: PushResponse.Action
  ) async {
    let router = TapRouter { [weak self] push, _ in
      if push.id == "m1" { try await self?.clock.sleep(for: .seconds(5)) }
      self?.routed.append(push.id)
      return true
    }
    context.attach(router)
    open("m1")
    await settle()
    manager.open(message("m2"), response: PushResponse(action: action))
    await wait(5)
    #expect(routed == (action == .default ? ["m2"] : ["m2", "m1"]))
    #expect(manager.statistics.handled == 2)
  }
}
