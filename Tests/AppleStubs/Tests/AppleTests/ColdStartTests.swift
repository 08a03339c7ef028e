import PushHub
import PushHubTesting
import StubSystem
import Testing
import UIKit
import UserNotifications

@MainActor
struct ColdStartTests {
  private let world = AppleWorld()
  private let late = PushRecorder()

  /// What the system does with one push that the user tapped to launch the app.
  enum Step: CaseIterable {
    case launch
    case response
    case remote
    case scene
    case activation
  }

  enum Kind: String, CaseIterable {
    case identified = #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#
    case anonymous = #"{"aps":{"alert":"Hi","content-available":1},"room":7}"#
  }

  @Test(arguments: Kind.allCases)
  func `a launching tap is received once, in every order of the system's calls`(
    kind: Kind
  ) async {
    for steps in orders(of: Step.allCases) {
      for thread in StubThread.allCases {
        let world = AppleWorld()
        for step in steps {
          await perform(step, of: kind, in: world, on: thread)
        }
        world.pass(2)
        let late = PushRecorder()
        world.manager.add(late)
        #expect(late.lines.count == 2, "\(steps)")
        #expect(late.lines.first?.hasPrefix("received") == true, "\(steps)")
        #expect(late.lines.last?.hasSuffix("default") == true, "\(steps)")
      }
    }
  }

  @Test(arguments: Kind.allCases, [[Step.launch], [.launch, .remote], [.response], [.scene]])
  func `a tap reported by some of the calls is received once`(
    kind: Kind,
    steps: [Step]
  ) async {
    for step in steps + [.activation] {
      await perform(step, of: kind, in: world, on: .background)
    }
    world.pass(2)
    world.manager.add(late)
    #expect(late.lines.count == 2)
  }

  @Test
  func `the user's choice is received, not a launch`() async {
    let json = Kind.anonymous.rawValue
    world.launch(with: userInfo(json))
    await world.center.stubRespond(
      UNNotificationResponse(stub: notification(json), actionIdentifier: "ACCEPT")
    )
    world.lifecycle.setPhase(.active)
    world.manager.add(late)
    #expect(late.lines == ["received push-1", "opened push-1 ACCEPT"])
  }

  @Test
  func `a response to another notification leaves the tap that launched the app`() async {
    world.launch(with: userInfo(Kind.identified.rawValue))
    let other = #"{"aps":{"alert":"Bye"},"gcm.message_id":"m2"}"#
    await world.center.stubRespond(response(other, request: "r2"))
    world.activate()
    world.manager.add(late)
    #expect(
      late.lines == ["received m2", "opened m2 default", "received m1", "opened m1 default"]
    )
  }

  @Test
  func `a launch in the background for a silent push is no tap`() async {
    world.application.stubState = .background
    world.launch(with: userInfo(Kind.identified.rawValue))
    await perform(.remote, of: .identified, in: world, on: .main)
    world.lifecycle.setPhase(.active)
    world.manager.add(late)
    #expect(late.lines == ["received m1"])
  }

  @Test
  func `the tap of an app that is active already is received at once`() {
    let recorder = PushRecorder()
    world.manager.add(recorder)
    world.activate()
    world.launch(with: userInfo(Kind.identified.rawValue))
    #expect(recorder.lines == ["received m1", "opened m1 default"])
  }

  private func perform(
    _ step: Step,
    of kind: Kind,
    in world: AppleWorld,
    on thread: StubThread
  ) async {
    let json = kind.rawValue
    switch step {
    case .launch:
      world.launch(with: userInfo(json))
    case .response:
      world.hub.becomeDelegate()
      await world.center.stubRespond(response(json), from: thread)
    case .remote:
      _ = await world.manager.deliver(PushPayload(userInfo: userInfo(json)))
    case .scene:
      world.hub.scene(
        UIScene(),
        willConnectTo: UISceneSession(stub: ()),
        options: .init(stub: response(json))
      )
    case .activation:
      world.activate()
    }
  }

  private func orders(of steps: [Step]) -> [[Step]] {
    guard steps.count > 1 else { return [steps] }
    return steps.indices.flatMap { index in
      var others = steps
      let first = others.remove(at: index)
      return orders(of: others).map { [first] + $0 }
    }
  }
}
