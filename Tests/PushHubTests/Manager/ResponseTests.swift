import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

@MainActor
struct ResponseTests: AppFixture {
  let app = SimulatedApp()
  let recorder = PushRecorder()

  init() {
    manager.add(recorder)
  }

  @Test func `the tap that launched the app is delivered once, whatever reports it again`() throws {
    manager.didFinishLaunching(with: try message("m1"))
    manager.open(try message("m1"))
    manager.open(try message("m1"))
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(manager.statistics[.merged] == 2)
  }

  @Test func `callbacks of one response may differ in the category`() async throws {
    let responder = ResponderProbe(handles: true)
    manager.add(responder)
    for category in [nil, "order", "news"] {
      await manager.deliver(try message("m1"), response: PushResponse(category: category))
    }
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(responder.asked == ["m1 default"])
    #expect(manager.statistics[.merged] == 2)
  }

  @Test func `each response is delivered once`() throws {
    let reply = PushResponse(action: .custom("reply"), reply: "Yes")
    for response in [PushResponse(action: .dismiss), reply, reply, PushResponse()] {
      manager.open(try message("m1"), response: response)
    }
    let expected = [
      "received m1", "opened m1 dismiss", "opened m1 reply Yes", "opened m1 default",
    ]
    #expect(recorder.lines == expected)
    #expect(manager.statistics.opened == 3)
    #expect(manager.statistics[.merged] == 1)
  }

  @Test func `an app that was not launched by a tap delivers nothing`() {
    manager.didFinishLaunching(with: nil)
    #expect(recorder.lines.isEmpty)
    #expect(app.log.isEmpty)
  }
}
