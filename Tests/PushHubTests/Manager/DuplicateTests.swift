import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct DuplicateTests: AppFixture {
  let app = SimulatedApp()
  let recorder = PushRecorder()

  init() {
    manager.add(recorder)
  }

  @Test(arguments: permutations(of: PushCallbackKind.allCases))
  func `one push in four callbacks is received once and opened once, in any order`(
    order: [PushCallbackKind]
  ) async throws {
    for channel in order {
      try await show(message("m1"), via: channel)
    }
    #expect(recorder.lines.sorted() == ["opened m1 default", "received m1"])
    #expect(recorder.lines.first == "received m1")
    #expect(manager.statistics.received == 1)
    #expect(manager.statistics.opened == 1)
    #expect(app.codes.filter { $0 == .merged }.count == manager.statistics[.merged])
  }

  @Test(arguments: permutations(of: PushCallbackKind.allCases))
  func `without any id, content on other callbacks within the window is the same push`(
    order: [PushCallbackKind]
  ) async throws {
    for channel in order {
      try await show(anonymous(), via: channel)
      clock.advance(by: .seconds(10) / 3)
    }
    #expect(recorder.lines.sorted() == ["opened push-1 default", "received push-1"])
  }

  @Test func `a push knows the callbacks that it was seen on`() async throws {
    try await show(message("m1"), via: .remote)
    try await show(message("m1"), via: .present)
    try await show(message("m1"), via: .open)
    let callbacks = recorder.pushes.map(\.callbacks)
    #expect(callbacks == [[.remote], [.remote, .present, .open]])
  }

  @Test func `the same message id of two senders makes two pushes`() async throws {
    try await show(payload(#"{"aps":{},"gcm.message_id":"7"}"#), via: .remote)
    try await show(payload(#"{"aps":{},"_j_msgid":7}"#), via: .remote)
    #expect(recorder.lines == ["received 7", "received 7"])
  }

  @Test func `key order, white space and escapes do not make other content`() async throws {
    try await show(payload(#"{"aps":{"alert":"Hi","badge":1},"k":"a"}"#), via: .remote)
    try await show(payload(#" {"k":"\u0061", "aps":{"badge":1,"alert":"Hi"}} "#), via: .present)
    #expect(recorder.lines == ["received push-1"])
  }

  @Test func `the ledger forgets the oldest push first, and says so`() {
    let app = SimulatedApp { $0.deduplicationCapacity = 2 }
    app.manager.add(recorder)
    for id in ["m1", "m2", "m2", "m3", "m2", "m1"] {
      app.receive(id)
    }
    #expect(recorder.lines == ["received m1", "received m2", "received m3", "received m1"])
  }

  @Test(arguments: [-1, 0, 1])
  func `a ledger knows the latest push alone`(capacity: Int) {
    let app = SimulatedApp { $0.deduplicationCapacity = capacity }
    for id in ["m1", "m1", "m2", "m2", "m1"] {
      app.receive(id)
    }
    #expect(app.manager.statistics.received == 3)
  }

  @Test func `a forgotten push takes no equal one with it`() async {
    let app = SimulatedApp { $0.deduplicationCapacity = 2 }
    let payload = anonymous()
    for request in ["r1", "r2"] {
      app.manager.receive(payload, via: .remote, requestIdentifier: request)
    }
    app.receive("m1")
    _ = await app.manager.present(payload, requestIdentifier: "r2")
    #expect(app.manager.statistics.received == 3)
  }

  private func show(
    _ payload: PushPayload,
    via channel: PushCallbackKind,
    request: String? = nil
  ) async throws {
    switch channel {
    case .launch: manager.didFinishLaunching(with: payload)
    case .remote: manager.receive(payload, via: .remote, requestIdentifier: request)
    case .present: _ = await manager.present(payload, requestIdentifier: request)
    case .open: manager.open(payload, requestIdentifier: request)
    }
  }

  @Test func `message ids that look alike are two pushes`() {
    receive("caf\u{e9}")
    receive("cafe\u{301}")
    #expect(manager.statistics.received == 2)
  }

  // MARK: - Responses

  @Test func `callbacks of one response may differ in the category`() async {
    let responder = ResponderProbe(handles: true)
    manager.add(responder)
    for category in [nil, "order", "news"] {
      await manager.deliver(message("m1"), response: PushResponse(category: category))
    }
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(responder.asked == ["m1 default"])
    #expect(manager.statistics[.merged] == 2)
  }

  @Test func `an app that was not launched by a tap delivers nothing`() {
    manager.didFinishLaunching(with: nil)
    #expect(recorder.lines.isEmpty)
    #expect(app.log.isEmpty)
  }
}

func permutations<Element>(of elements: [Element]) -> [[Element]] {
  guard let last = elements.last else { return [[]] }
  return permutations(of: elements.dropLast()).flatMap { shorter in
    (0...shorter.count).map { shorter[..<$0] + [last] + shorter[$0...] }
  }
}
