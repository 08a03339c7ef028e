import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubTesting
import Testing

@testable import TestSupport

struct TranscriptRecorderTests: AppFixture {
  let app = SimulatedApp()
  private let output = RecordedPages()
  private let recorder: TranscriptRecorder
  private let attached = Holder<TranscriptRecorder?>(nil)

  init() {
    recorder = output.recorder()
  }

  @Test func `what happens is a line at once, in its order`() throws {
    context.attach(recorder)
    lifecycle.setPhase(.active)
    #expect(output.lines.count == 2)
    clock.advance(by: .milliseconds(1500))
    manager.receive(payload(#"{"aps":{"alert":"Hi"},"k":1}"#), via: .present)
    manager.open(payload(#"{"aps":{}}"#), response: PushResponse(reply: "yes"))
    manager.didRegister(deviceToken: try DeviceToken(hex: "0a0b"))
    lifecycle.screenshotTaken()
    lifecycle.networkBecameAvailable()
    context.record(UnreadAnswer(result: .success(3)))
    #expect(
      output.lines == [
        #"{"transcript":1,"start":"2026-01-01T00:00:00Z"}"#,
        #"{"t":0,"app":"active"}"#,
        #"{"t":1.5,"push":{"aps":{"alert":"Hi"},"k":1},"via":"present"}"#,
        #"{"t":1.5,"open":{"aps":{}},"reply":"yes"}"#,
        #"{"t":1.5,"token":"0a0b"}"#,
        #"{"t":1.5,"screenshot":{}}"#,
        #"{"t":1.5,"network":{}}"#,
        #"{"t":1.5,"unread":3}"#,
      ]
    )
  }

  @Test func `a refresh is recorded, and so is its end when the time is over`() async {
    let worker = WorkerProbe(.hangs, .newData, on: clock)
    context.attach(recorder)
    manager.add(worker)
    let work = clock.perform { [manager] in _ = await manager.refresh() }
    await settle()
    pass(5)
    work.cancel()
    await settle()
    withExtendedLifetime((recorder, worker)) {}
    #expect(
      output.lines.dropFirst() == [
        #"{"t":0,"backgroundRefresh":"began"}"#, #"{"t":5,"backgroundRefresh":"expired"}"#,
      ]
    )
  }

  @Test func `a recording starts with what is true`() throws {
    lifecycle.pageAppeared("home")
    lifecycle.overlayAdded()
    lifecycle.setAccount("alice")
    lifecycle.setPhase(.inactive)
    manager.didRegister(deviceToken: try DeviceToken(hex: "0a"))
    pass(90)
    context.attach(recorder)
    #expect(output.lines.isEmpty)
    context.detach(recorder)
    #expect(
      output.lines == [
        #"{"transcript":1,"start":"2026-01-01T00:01:30Z"}"#,
        #"{"t":0,"token":"0a"}"#,
        #"{"t":0,"account":"alice"}"#,
        #"{"t":0,"app":"inactive"}"#,
        #"{"t":0,"overlay":true}"#,
        #"{"t":0,"page":"home","visible":true}"#,
      ]
    )
  }

  @Test func `nothing is written before attaching and after detaching`() {
    let recorder = TranscriptRecorder(writingTo: output)
    lifecycle.screenshotTaken()
    #expect(output.lines.isEmpty)
    context.attach(recorder)
    context.detach(recorder)
    lifecycle.setPhase(.active)
    lifecycle.screenshotTaken()
    receive("a")
    #expect(output.lines.count == 1)
  }

  @Test func `the line that makes it full is true in the next recording`() throws {
    context.attach(recorder)
    manager.didRegister(deviceToken: try DeviceToken(hex: "0a"))
    context.record(UnreadAnswer(result: .success(3)))
    manager.didRegister(deviceToken: try DeviceToken(hex: "0b"))
    output.isFull = true
    context.record(UnreadAnswer(result: .success(4)))
    output.isFull = true
    lifecycle.screenshotTaken()
    #expect(
      output.lines.dropFirst() == [
        #"{"t":0,"token":"0b"}"#, #"{"t":0,"unread":4}"#, #"{"t":0,"screenshot":{}}"#,
      ]
    )
  }

  @Test func `lifecycle events that are pending are recorded once, also after a rotation`() throws {
    let restless = Restless(lifecycle)
    lifecycle.add(restless)
    context.attach(recorder)
    output.isFull = true
    lifecycle.setPhase(.active)
    let inputs = try output.transcript().records.map(\.input)
    #expect(inputs.count { $0 == .overlay(true) } == lifecycle.state.overlayCount)
    #expect(inputs.last == .overlay(true))
  }

  // MARK: - Launches

  @Test func `a launch by a push without a response is a launch and one push`() async throws {
    attach()
    let push = anonymous()
    manager.receive(push, via: .launch)
    _ = await manager.deliver(push, via: .remote, requestIdentifier: "r")
    #expect(
      output.lines.dropFirst() == [
        #"{"t":0,"launch":{}}"#, #"{"t":0,"push":{"aps":{"alert":"Hi"}}}"#,
      ]
    )
    #expect(try await hubEvents() == ["received"])
    _ = await manager.deliver(push, via: .remote, requestIdentifier: "r")
    #expect(output.lines.count == 4)
  }

  @Test func `a launch by an action is opened with that action and no other`() async throws {
    attach()
    let reply = PushResponse(action: .custom("REPLY"), reply: "yes")
    manager.didFinishLaunching(with: anonymous(), response: reply, requestIdentifier: "r")
    manager.open(anonymous(), requestIdentifier: "r", response: reply)
    #expect(
      output.lines.dropFirst().first
        == #"{"t":0,"launch":{"action":"REPLY","push":{"aps":{"alert":"Hi"}},"#
        + #""reply":"yes","request":"r"}}"#
    )
    let lines = try await hubLines()
    #expect(lines.filter { $0.contains("opened") }.count == 1)
    #expect(lines.contains { $0.contains(#""action":"REPLY""#) })
  }

  @Test func `a push that was received from an answer's callback was not opened`() async throws {
    attach()
    manager.receive(anonymous(), via: .open)
    #expect(try await hubEvents() == ["received"])
  }

  @Test(arguments: [(true, "NSCocoaErrorDomain 3000"), (false, "secret")])
  func `of a refused registration stays what the system numbers`(
    isRedacted: Bool,
    message: String
  ) {
    let recorder = output.recorder(isRedacted: isRedacted)
    context.attach(recorder)
    manager.didFailToRegister(
      RegistrationFailure(domain: "NSCocoaErrorDomain", code: 3000, message: "secret")
    )
    #expect(output.lines.last == "{\"t\":0,\"tokenError\":\"\(message)\"}")
  }

  // MARK: - What can't be written

  @Test func `an unwritable line is counted, and the next one tried`() {
    let recorder = TranscriptRecorder(writingTo: output)
    context.attach(recorder)
    lifecycle.setPhase(.inactive)
    output.error = CocoaError(.fileWriteOutOfSpace)
    lifecycle.setPhase(.active)
    output.error = nil
    lifecycle.setPhase(.background)
    #expect(recorder.lostLineCount == 1)
    #expect((recorder.latestError as? CocoaError)?.code == .fileWriteOutOfSpace)
    #expect(
      output.lines.dropFirst(2) == ["# 1 line is missing here", #"{"t":0,"app":"background"}"#]
    )
  }

  @Test func `a line is counted whose recording can't begin`() {
    context.attach(recorder)
    lifecycle.setPhase(.active)
    output.isFull = true
    output.error = CocoaError(.fileWriteOutOfSpace)
    lifecycle.screenshotTaken()
    #expect(recorder.lostLineCount == 1)
    output.error = nil
    lifecycle.setAccount("alice")
    #expect(recorder.lostLineCount == 1)
    #expect(
      output.lines.dropFirst() == [
        "# 1 line is missing here", #"{"t":0,"app":"active"}"#, #"{"t":0,"account":"alice"}"#,
      ]
    )
  }

  @Test func `without room for its beginning, a recording begins later with what is true`() {
    output.error = CocoaError(.fileWriteOutOfSpace)
    context.attach(recorder)
    lifecycle.setPhase(.active)
    lifecycle.setAccount("alice")
    output.error = nil
    pass(9)
    lifecycle.screenshotTaken()
    #expect(
      output.lines == [
        #"{"transcript":1,"start":"2026-01-01T00:00:09Z"}"#,
        "# 2 lines are missing here",
        #"{"t":0,"account":"alice"}"#,
        #"{"t":0,"app":"active"}"#,
        #"{"t":0,"screenshot":{}}"#,
      ]
    )
    #expect(recorder.lostLineCount == 2)
  }

  @Test(arguments: [false, true])
  func `a recorded app plays with the same outcome, redacted but for names`(
    isRedacted: Bool
  ) async throws {
    for seed in SeededGenerator.seeds(4, thorough: 100) {
      var day = RandomDay(generator: SeededGenerator(seed: seed))
      let original = try day.transcript()
      // A recording without any answer of the server plays as one that did not record them.
      guard original.records.contains(where: { $0.input.key == "unread" }) else { continue }
      let output = RecordedPages()
      let recorder = output.recorder(isRedacted: isRedacted)
      let outcomes = try await [
        played(original, recorder: recorder), played(output.transcript()),
      ].map { isRedacted ? try $0.map(withoutNames) : $0 }
      try #require(outcomes[0] == outcomes[1], "\(SeededGenerator.hint(seed))")
    }
  }

  private func withoutNames(_ line: String) throws -> String {
    let members = try PushPayload(json: line.utf8).object
    let names = ["error", "id", "token", "reply"]
    return JSONValue.object(members.filter { !names.contains($0.key) }).jsonText
  }

  private func attach() {
    context.attach(recorder)
    attached.value = recorder
  }

  private func hubLines() async throws -> [String] {
    try await played(output.transcript())
      .filter { $0.contains(#""from":"hub""#) }
  }

  private func hubEvents() async throws -> [String?] {
    try await hubLines().map { payload($0)["event"]?.stringValue }
  }
}

/// Covers the page from within its own callback, so that the state is further on than the events.
private final class Restless: LifecycleObserver {
  private let lifecycle: AppLifecycle

  init(_ lifecycle: AppLifecycle) {
    self.lifecycle = lifecycle
  }

  func receive(_ event: LifecycleEvent?, state: LifecycleState) {
    if event == .phaseChanged(.active) { lifecycle.overlayAdded() }
  }
}
