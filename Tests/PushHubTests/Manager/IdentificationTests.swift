import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Which push a callback is about, and which account it belongs to.
struct IdentificationTests: AppFixture {
  /// Counts how often a push is recognized.
  private struct CountingSender: PushSender {
    let count: Lock<Int>
    var name: String { "counting" }

    func recognizes(_ payload: PushPayload) -> Bool {
      count.withLock { $0 += 1 }
      return payload["id"] != nil
    }

    func messageID(of payload: PushPayload) -> String? { payload["id"]?.stringValue }
    func customData(of payload: PushPayload) -> [String: JSONValue] { [:] }
  }

  let app = SimulatedApp {
    $0.identification.messageIDKeys = ["message", "number"]
    $0.identification.account = account()
  }
  private let recorder = PushRecorder()

  init() { manager.add(recorder) }

  private func push(_ keys: String, alert: String = "New message") -> PushPayload {
    payload(
      #"{"aps":{"alert":"\#(alert)","content-available":1,"mutable-content":1},\#(keys)}"#
    )
  }

  @Test func `a callback is identified once, before anything else`() {
    let (recognitions, accounts) = (Lock(0), Lock(0))
    let app = SimulatedApp {
      $0.identification = PushIdentification(senders: [CountingSender(count: recognitions)]) { _ in
        accounts.withLock { $0 += 1 }
        return "ann"
      }
    }
    let recorder = PushRecorder()
    app.manager.add(recorder)
    app.receive(push(#""id":"m1""#))
    #expect(recorder.pushes.map(\.account) == ["ann"])
    #expect(recorder.pushes.map(\.messageID) == ["m1"])
    #expect([recognitions, accounts].map { $0.withLock { $0 } } == [1, 1])
    for alert in ["One", "Two"] { app.receive(push(#""id":"""#, alert: alert)) }
    #expect(recorder.pushes.map(\.messageID) == ["m1", nil, nil])
  }

  @Test(arguments: [#""message":"m1""#, #""number":9007199254740993"#, #""message":"","number":7"#])
  func `a further key has the message id`(keys: String) {
    for alert in ["Sealed", "Opened"] {
      manager.receive(push(keys, alert: alert), via: alert == "Sealed" ? .remote : .launch)
    }
    #expect(recorder.lines.count == 1)
    #expect(recorder.pushes.first?.messageID != nil)
  }

  @Test func `the account is the payload's, an earlier callback's or the shown one`() {
    show("ann")
    receive(push(#""message":"m1","account":"bob""#))
    manager.open(push(#""message":"m1""#))
    receive(push(#""message":"m2""#))
    receive(push(#""message":"m3","account":"""#))
    #expect(recorder.pushes.map(\.account) == ["bob", "bob", "ann", "ann"])
  }

  @Test func `one message id for two accounts is of two pushes`() {
    for account in ["ann", "bob", "ann"] {
      receive(push(#""message":"m1","account":"\#(account)""#))
    }
    #expect(recorder.lines == ["received m1", "received m1"])
    #expect(recorder.pushes.map(\.account) == ["ann", "bob"])
  }

  @Test func `accounts are compared by bytes`() {
    #expect(AccountID(rawValue: "jos\u{E9}") != AccountID(rawValue: "jose\u{301}"))
    #expect(Set([AccountID(rawValue: "jos\u{E9}"), AccountID(rawValue: "jose\u{301}")]).count == 2)
  }

  // MARK: - What an extension changes

  @Test func `a tap carries what the user saw`() {
    let sealed = push(#""message":"m1","sealed":"x""#)
    let opened = push(#""message":"m1","sealed":"x""#, alert: "At six?")
    receive(sealed)
    manager.open(opened, requestIdentifier: "r1")
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(recorder.pushes.map(\.aps.body) == ["New message", "At six?"])
    #expect(recorder.pushes.map(\.requestIdentifier) == [nil, "r1"])
    #expect(recorder.pushes[0].isSame(as: recorder.pushes[1]))
  }

  @Test func `an extension's own key makes no other push, even for a late tap`()
    async
  {
    let request = "6F1C1B46-0000-0000-0000-000000000001"
    let opened = push(#""sealed":"x","plain":"At six?""#)
    receive(push(#""sealed":"x""#))
    _ = await manager.present(opened, requestIdentifier: request)
    pass(3_600)
    manager.open(opened, requestIdentifier: request)
    #expect(recorder.lines == ["received push-1", "opened push-1 default"])
  }

  // MARK: - Dates

  @Test func `delivery dates distinguish notifications of one text`() async {
    let text = anonymous()
    for (seconds, delivered) in [(0, 0), (1, 1), (2, 1)] {
      _ = await manager.present(
        text,
        requestIdentifier: "bell",
        deliveredAt: Date(timeIntervalSince1970: Double(delivered) + Double(seconds) / 10)
      )
    }
    #expect(recorder.lines == ["received bell", "received bell"])
  }

  @Test func `ten seconds of one text under a collapse id count from the first callback`()
    async
  {
    let text = anonymous()
    var options: [PresentationOptions] = []
    for _ in 0..<14 {
      options.append(await manager.present(text, requestIdentifier: "bell").options)
      pass(9)
    }
    #expect(recorder.lines == Array(repeating: "received bell", count: 7))
    #expect(options.filter { $0 == .all }.count == 7)
  }

  // MARK: - Events in place of callbacks

  @Test func `a decision is an event for those who declare it`() async {
    let presentations = PushRecorder(interests: [.presented])
    manager.add(presentations)
    _ = await manager.present(message("m1"), requestIdentifier: "r1")
    #expect(presentations.lines == ["presented m1"])
    #expect(presentations.pushes.first?.requestIdentifier == "r1")
    #expect(recorder.lines == ["received m1"])
  }

  @Test func `a discarded event is an event with its reason`() {
    let app = SimulatedApp()
    app.lifecycle.setAccount("ann")
    app.receive("m1")
    let losses = PushRecorder(interests: [.discarded])
    app.manager.add(losses)
    app.lifecycle.setAccount(nil)
    #expect(losses.lines == ["discarded m1 signedOut"])
  }

  // MARK: - Kinds that are easily confused

  private let requests = [
    "6F1C1B46-0000-0000-0000-000000000001", "6F1C1B46-0000-0000-0000-000000000002",
  ]

  @Test func `a new message of a room is no change of the one that was tapped`() {
    manager.open(push(#""room":1"#, alert: "At six?"), requestIdentifier: requests[0])
    pass(20)
    receive(push(#""room":1"#, alert: "Sealed"))
    #expect(manager.statistics.received == 2)
  }

  @Test func `an entry of an inbox that is opened again answers no new push`() async {
    let new = push(#""room":1"#, alert: "Sealed")
    receive(new)
    manager.open(
      push(#""room":1"#, alert: "At six?"),
      requestIdentifier: requests[0],
      response: PushResponse(isRepeatable: true)
    )
    #expect(!recorder.pushes[2].isSame(as: recorder.pushes[0]))
    _ = await manager.present(new, requestIdentifier: requests[1])
    #expect(manager.statistics.received == 2)
  }

  @Test func `a tap reported twice with its delivery date is one`() async {
    let (text, date) = (anonymous(), Date(timeIntervalSince1970: 0))
    _ = await manager.present(text, requestIdentifier: "bell", deliveredAt: date)
    pass(60)
    let report = PushOccurrence(text, requestIdentifier: "bell", deliveredAt: date)
    for _ in 1...2 { manager.open(report, response: PushResponse()) }
    #expect(recorder.lines == ["received bell", "opened bell default"])
  }

  @Test func `an observer that attaches later receives no former decision`() async {
    _ = await manager.present(message("m1"), requestIdentifier: "r1")
    let late = PushRecorder(interests: [.presented])
    manager.add(late)
    #expect(late.lines == [])
    let replayed = PushRecorder(interests: [.presented])
    manager.add(replayed, replay: true)
    #expect(replayed.lines == ["presented m1"])
  }

  @Test func `a push that came before the account has it with the tap`() {
    receive("m1")
    lifecycle.setAccount("ann")
    open("m1")
    #expect(recorder.pushes.map(\.account) == [nil, "ann"])
  }
}
