import Foundation
import PushHub
import Testing

@MainActor
struct DuplicateTests {
  let hub = Hub()
  let recorder = PushRecorder()

  init() {
    hub.manager.add(recorder)
  }

  @Test(arguments: permutations(of: PushChannel.allCases))
  func `one push in four callbacks is received once and opened once, in any order`(
    order: [PushChannel]
  ) throws {
    for channel in order {
      try show(message("m1"), via: channel)
    }
    #expect(recorder.lines.sorted() == ["opened m1 default", "received m1"])
    #expect(recorder.lines.first == "received m1")
    #expect(hub.manager.statistics.received == 1)
    #expect(hub.manager.statistics.opened == 1)
    #expect(hub.codes.filter { $0 == .merged }.count == hub.manager.statistics[.merged])
  }

  @Test(arguments: permutations(of: PushChannel.allCases))
  func `without any id, content on other channels within the window is the same push`(
    order: [PushChannel]
  ) throws {
    for channel in order {
      try show(anonymous(), via: channel)
      hub.scheduler.advance(by: .seconds(10))
    }
    #expect(recorder.lines.sorted() == ["opened push-1 default", "received push-1"])
  }

  @Test func `a push knows the channels that it was seen on`() throws {
    try show(message("m1"), via: .remote)
    try show(message("m1"), via: .present)
    try show(message("m1"), via: .open)
    let channels = recorder.pushes.map(\.channels)
    #expect(channels == [[.remote], [.remote, .present, .open]])
  }

  @Test func `a message id seen twice on one channel is one push`() throws {
    try show(message("m1"), via: .remote)
    hub.scheduler.advance(by: .seconds(3600))
    try show(message("m1"), via: .remote)
    #expect(recorder.lines == ["received m1"])
    #expect(hub.codes == [.merged])
  }

  @Test func `the same message id of two senders makes two pushes`() throws {
    try show(payload(#"{"aps":{},"gcm.message_id":"7"}"#), via: .remote)
    try show(payload(#"{"aps":{},"_j_msgid":7}"#), via: .remote)
    #expect(recorder.lines == ["received 7", "received 7"])
  }

  @Test func `the same content on one channel is another push`() throws {
    try show(anonymous(), via: .remote)
    try show(anonymous(), via: .remote)
    #expect(recorder.lines == ["received push-1", "received push-2"])
  }

  @Test func `the same content later than the window is another push`() throws {
    try show(anonymous(), via: .remote)
    hub.scheduler.advance(by: .seconds(10) + .nanoseconds(1))
    try show(anonymous(), via: .present)
    #expect(recorder.lines == ["received push-1", "received push-2"])
  }

  @Test func `key order, white space and escapes do not make other content`() throws {
    try show(payload(#"{"aps":{"alert":"Hi","badge":1},"k":"a"}"#), via: .remote)
    try show(payload(#" {"k":"\u0061", "aps":{"badge":1,"alert":"Hi"}} "#), via: .present)
    #expect(recorder.lines == ["received push-1"])
  }

  @Test func `a request identifier and content make a push, however much later`() throws {
    try show(anonymous(), via: .present, request: "r1")
    hub.scheduler.advance(by: .seconds(86_400))
    try show(anonymous(), via: .open, request: "r1")
    #expect(recorder.lines == ["received r1", "opened r1 default"])
  }

  @Test func `a request identifier reused with other content is another push`() throws {
    try show(anonymous("1 new"), via: .present, request: "r1")
    try show(anonymous("2 new"), via: .present, request: "r1")
    #expect(recorder.lines == ["received r1", "received r1"])
  }

  @Test func `the same text under one collapse id an hour later is another push`() throws {
    try show(anonymous(), via: .present, request: "r1")
    try show(anonymous(), via: .open, request: "r1")
    hub.scheduler.advance(by: .seconds(3600))
    try show(anonymous(), via: .present, request: "r1")
    try show(anonymous(), via: .open, request: "r1")
    let expected = ["received r1", "opened r1 default", "received r1", "opened r1 default"]
    #expect(recorder.lines == expected)
  }

  @Test func `the same text that only its taps show, an hour apart, is received and opened twice`()
    throws
  {
    try show(anonymous(), via: .open, request: "r1")
    hub.scheduler.advance(by: .seconds(3600))
    try show(anonymous(), via: .open, request: "r1")
    let expected = ["received r1", "opened r1 default", "received r1", "opened r1 default"]
    #expect(recorder.lines == expected)
  }

  @Test func `what was answered is shown no more, so the same text an hour later is news`() throws {
    try show(anonymous(), via: .open, request: "r1")
    hub.scheduler.advance(by: .seconds(3600))
    try show(anonymous(), via: .present, request: "r1")
    #expect(recorder.lines == ["received r1", "opened r1 default", "received r1"])
  }

  @Test func `a second call for one presentation is no new push within ten seconds`() throws {
    try show(anonymous(), via: .present, request: "r1")
    hub.scheduler.advance(by: .seconds(10))
    try show(anonymous(), via: .present, request: "r1")
    hub.scheduler.advance(by: .seconds(10) + .nanoseconds(1))
    try show(anonymous(), via: .present, request: "r1")
    #expect(recorder.lines == ["received r1", "received r1"])
  }

  @Test(arguments: [nil, "r1"])
  func `a tap long after the push that it answers is no second push`(request: String?) throws {
    try show(anonymous(), via: .remote)
    hub.scheduler.advance(by: .seconds(86_400))
    try show(anonymous(), via: .open, request: request)
    #expect(recorder.lines == ["received push-1", "opened push-1 default"])
  }

  @Test func `an answer belongs to the latest push that has no such answer yet`() throws {
    try show(anonymous(), via: .remote)
    try show(anonymous(), via: .remote)
    hub.scheduler.advance(by: .seconds(60))
    try show(anonymous(), via: .open)
    try show(anonymous(), via: .open)
    try show(anonymous(), via: .open)
    let expected = [
      "received push-1", "received push-2", "opened push-2 default", "opened push-1 default",
      "received push-3", "opened push-3 default",
    ]
    #expect(recorder.lines == expected)
  }

  @Test func `an answer told by the launch and by the response is one, also with a push before it`()
    throws
  {
    try show(anonymous(), via: .remote)
    try show(anonymous(), via: .remote)
    try show(anonymous(), via: .launch)
    try show(anonymous(), via: .open, request: "r1")
    #expect(recorder.lines.filter { $0.hasPrefix("opened") } == ["opened push-2 default"])
  }

  @Test func `a message id decides alone, whatever a service extension made of the content`() throws
  {
    try show(message("m1"), via: .launch)
    try show(
      payload(#"{"aps":{"alert":"Decrypted"},"gcm.message_id":"m1"}"#),
      via: .open,
      request: "r1"
    )
    #expect(recorder.lines == ["received m1", "opened m1 default"])
  }

  @Test func `the same content under two request identifiers is two pushes`() throws {
    try show(anonymous(), via: .present, request: "r1")
    try show(anonymous(), via: .open, request: "r2")
    #expect(recorder.lines == ["received r1", "received r2", "opened r2 default"])
  }

  @Test func `a push first seen without its request identifier is found by it later`() throws {
    try show(anonymous(), via: .remote)
    try show(anonymous(), via: .present, request: "r1")
    hub.scheduler.advance(by: .seconds(3600))
    try show(anonymous(), via: .open, request: "r1")
    #expect(recorder.lines == ["received push-1", "opened push-1 default"])
  }

  @Test func `two pushes of the same content pair up in order with their later callbacks`() throws {
    try show(anonymous(), via: .remote)
    try show(anonymous(), via: .remote)
    try show(anonymous(), via: .present, request: "r1")
    try show(anonymous(), via: .present, request: "r2")
    #expect(recorder.lines == ["received push-1", "received push-2"])
    try show(anonymous(), via: .open, request: "r1")
    try show(anonymous(), via: .open, request: "r2")
    let opened = ["opened push-1 default", "opened push-2 default"]
    #expect(recorder.lines.suffix(2) == opened[...])
  }

  @Test func `pushes without an id are numbered among all pushes`() throws {
    try show(message("m1"), via: .remote)
    try show(anonymous(), via: .remote)
    #expect(recorder.lines == ["received m1", "received push-2"])
  }

  @Test func `the ledger forgets the oldest push first, and says so`() throws {
    let hub = Hub { $0.deduplicationCapacity = 2 }
    hub.manager.add(recorder)
    for id in ["m1", "m2", "m2", "m3", "m2", "m1"] {
      hub.manager.receive(try message(id), via: .remote)
    }
    #expect(recorder.lines == ["received m1", "received m2", "received m3", "received m1"])
  }

  private func show(
    _ payload: PushPayload,
    via channel: PushChannel,
    request: String? = nil
  ) throws {
    switch channel {
    case .launch: hub.manager.didFinishLaunching(with: payload)
    case .remote: hub.manager.receive(payload, via: .remote, requestIdentifier: request)
    case .present: _ = hub.manager.present(payload, requestIdentifier: request)
    case .open: hub.manager.open(payload, requestIdentifier: request)
    }
  }

  @Test func `an answer belongs to the latest push of its content, whatever the others are called`()
    throws
  {
    let turn = try PushPayload(
      json: Data(#"{"aps":{"alert":"Your turn","content-available":1}}"#.utf8)
    )
    _ = hub.manager.present(turn, requestIdentifier: "game")
    hub.scheduler.advance(by: .seconds(3_600))
    hub.manager.receive(turn, via: .remote)
    hub.scheduler.advance(by: .seconds(60))
    hub.manager.open(turn, requestIdentifier: "game")
    #expect(recorder.pushes.count == 3)
    #expect(recorder.pushes.last?.receivedAt == recorder.pushes[1].receivedAt)
  }

  @Test(arguments: [["r1", "r2"], ["r2", "r1"]])
  func `two pushes of one text, an hour apart, are two, in whatever order they are opened`(
    requests: [String]
  ) throws {
    try show(anonymous(), via: .present, request: "r1")
    hub.scheduler.advance(by: .seconds(3_600))
    try show(anonymous(), via: .remote)
    for request in requests {
      hub.scheduler.advance(by: .seconds(5))
      try show(anonymous(), via: .open, request: request)
    }
    #expect(hub.manager.statistics.received == 2)
    #expect(hub.manager.statistics.opened == 2)
  }

  @Test func `message ids that look alike are two pushes`() throws {
    hub.manager.receive(try message("caf\u{e9}"), via: .remote)
    hub.manager.receive(try message("cafe\u{301}"), via: .remote)
    #expect(hub.manager.statistics.received == 2)
  }
}

func permutations<Element>(of elements: [Element]) -> [[Element]] {
  guard let last = elements.last else { return [[]] }
  return permutations(of: elements.dropLast()).flatMap { shorter in
    (0...shorter.count).map { shorter[..<$0] + [last] + shorter[$0...] }
  }
}
