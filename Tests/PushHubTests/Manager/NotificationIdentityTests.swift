import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

private let upper = "5D0C0D4B-7A39-4D45-B3B7-9E9C0C9B6F10"
private let lower = "5d0c0d4b-7a39-4d45-b3b7-9e9c0c9b6f10"

/// What the system says twice, and what only looks like it.
struct NotificationIdentityTests: AppFixture {
  private final class Watcher: PushDiagnosticsObserver, PresentationVoter {
    private(set) var calls: [String] = []

    func presentation(of push: Push) -> PresentationVote {
      calls.append("vote")
      return .noOpinion
    }

    func receive(_ diagnostic: PushDiagnostic) {
      if case .decision = diagnostic { calls.append("decision") }
    }
  }

  let app = SimulatedApp()
  private let recorder = PushRecorder()
  private let watcher = Watcher()

  init() {
    manager.add(recorder)
    manager.add(watcher)
  }

  // MARK: - Presentation

  @Test(arguments: [nil, "m1"], [upper, lower])
  func `a presented request is not presented again, and notifies no observer`(
    id: String?,
    second: String
  ) async {
    let payload = id.map { message($0) } ?? anonymous()
    let first = await manager.present(payload, requestIdentifier: upper)
    pass(0.1)
    receive(payload)
    pass(30)
    let again = await manager.present(payload, requestIdentifier: second)
    #expect(first.options == .all)
    #expect(again.options == [] && again.allowed == [])
    #expect(again.push.isSame(as: first.push))
    #expect(
      again.explanation == "suppressed by NotificationManager: the request was presented before"
    )
    #expect(recorder.lines == ["received \(id ?? upper)"])
    #expect(watcher.calls == ["vote", "decision"])
    #expect(manager.statistics[.presented] == 1)
    #expect(manager.statistics[.merged] == 2)
  }

  @Test func `a collapse id with the same text is presented again an hour later`() async {
    for _ in 1...2 {
      #expect(await manager.present(anonymous(), requestIdentifier: "r1").options == .all)
      pass(3600)
    }
    #expect(recorder.lines == ["received r1", "received r1"])
  }

  @Test func `the system's identifier with other words is another push`() async {
    for text in ["Hi", "Hi, Ann"] {
      #expect(await manager.present(anonymous(text), requestIdentifier: upper).options == .all)
    }
    #expect(manager.statistics.received == 2)
  }

  // MARK: - Responses

  @Test func `the launching tap belongs to the request reported later`() {
    manager.didFinishLaunching(with: message("m1"))
    for request in ["m1", "snoozed-1", nil] {
      manager.open(message("m1"), requestIdentifier: request)
    }
    #expect(
      recorder.lines == ["received m1", "opened m1 default", "opened m1 default"]
    )
  }

  @Test func `a second reply under one request identifier is the first, reported again`() {
    for text in ["Yes", "No"] {
      manager.open(
        message("m1"),
        requestIdentifier: upper,
        response: PushResponse(action: .custom("reply"), reply: text)
      )
    }
    #expect(recorder.lines == ["received m1", "opened m1 reply Yes"])
  }

  // MARK: - The remote callback that comes with a tap

  @Test func `a remote callback right before the tap is of the shown push`() {
    receive(anonymous())
    pass(60)
    lifecycle.setPhase(.inactive)
    receive(anonymous())
    manager.open(anonymous(), requestIdentifier: "R1")
    lifecycle.setPhase(.active)
    #expect(recorder.lines == ["received push-1", "opened push-1 default"])
  }

  @Test func `a push during an interruption is a new one`() {
    lifecycle.setPhase(.active)
    receive(anonymous())
    pass(60)
    lifecycle.setPhase(.inactive)
    receive(anonymous())
    #expect(recorder.lines == ["received push-1", "received push-2"])
  }

  @Test(arguments: ["", #""badge":1,"#, #""sound":"default","#])
  func `a silent push on the way to the foreground is a new one`(
    other: String
  ) {
    let silent = payload(#"{"aps":{\#(other)"content-available":1},"sync":1}"#)
    receive(silent)
    pass(60)
    lifecycle.setPhase(.inactive)
    receive(silent)
    #expect(recorder.lines == ["received push-1", "received push-2"])
  }

  @Test(arguments: [0.1, 10])
  func `an equal push after a dismissal is a new one`(delay: Double) {
    receive(anonymous())
    pass(60)
    manager.open(
      anonymous(),
      requestIdentifier: upper,
      response: PushResponse(action: .dismiss)
    )
    pass(delay)
    receive(anonymous())
    #expect(recorder.lines == ["received push-1", "opened push-1 dismiss", "received push-2"])
  }

  @Test func `a dismissed push does not return on the way to the foreground`() {
    manager.open(anonymous(), response: PushResponse(action: .dismiss))
    pass(60)
    lifecycle.setPhase(.inactive)
    receive(anonymous())
    #expect(manager.statistics.received == 2)
  }

  @Test func `an answered push does not return on the way to the foreground`() {
    manager.open(anonymous())
    pass(60)
    lifecycle.setPhase(.inactive)
    receive(anonymous())
    #expect(recorder.lines == ["received push-1", "opened push-1 default", "received push-2"])
  }

  private func isSame(_ one: String, _ other: String) -> Bool {
    manager.isSamePush(payload(one), payload(other))
  }

  @Test func `with ids these alone decide, whatever a service extension has changed`() {
    let first = #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#
    #expect(isSame(first, #"{"aps":{"alert":"Hi, Ann"},"gcm.message_id":"m1"}"#))
    #expect(!isSame(first, #"{"aps":{"alert":"Hi"},"gcm.message_id":"m2"}"#))
    #expect(!isSame(first, #"{"aps":{"alert":"Hi"}}"#))
  }

  @Test func `one id of two senders is of two pushes`() {
    let first = #"{"aps":{},"gcm.message_id":"1234567890123"}"#
    let other = #"{"aps":{},"_j_msgid":1234567890123}"#
    #expect(!isSame(first, other))
    #expect(!isSame(other, first))
  }

  @Test func `without ids all that was sent decides`() {
    #expect(isSame(#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{"alert":"Hi"}}"#))
    #expect(!isSame(#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{"alert":"Hi, Ann"}}"#))
  }

  @Test func `one push is the same in each callback, and another of its id is not`() async {
    let first = await manager.present(anonymous("a"), requestIdentifier: "r1")
    let again = await manager.present(anonymous("a"), requestIdentifier: "r1")
    let other = await manager.present(anonymous("b"), requestIdentifier: "r1")
    #expect(first.requestIdentifier == "r1")
    #expect(first.push.isSame(as: again.push))
    #expect(first.push.id == other.push.id)
    #expect(!first.push.isSame(as: other.push))
  }
}
