import Foundation
import Orders
import OrdersScript
import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubTesting
import Testing

/// A server that answers when the test does.
@MainActor
private final class Shop: OrderServer {
  private(set) var questions: [OrderQuestion] = []
  private var answers = ScheduledStream<Result<Order, any Error>>()

  @MainActor
  func answer(_ question: OrderQuestion) async throws -> Order {
    questions.append(question)
    let answers = ScheduledStream<Result<Order, any Error>>()
    self.answers = answers
    guard let answer = try await answers.next() else { throw CancellationError() }
    return try answer.get()
  }

  func send(_ order: Order) { answers.send(.success(order)) }
  func fail(_ error: any Error) { answers.send(.failure(error)) }
}

/// An app with nothing but orders, in which Ann is signed in.
@MainActor
private final class App {
  let clock = ManualScheduler()
  let manager: NotificationManager
  let lifecycle = AppLifecycle()
  let host: PluginHost
  let shop = Shop()
  let orders: Orders
  private(set) var events: [OrderEvent] = []

  init(recorder: TranscriptRecorder? = nil) throws {
    manager = NotificationManager(scheduler: clock)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock)
    )
    orders = Orders(server: shop, quietHours: QuietHours(calendar: .greenwich))
    lifecycle.setPhase(.active)
    lifecycle.setAccount("ann")
    if let recorder { try host.install(recorder, named: "recorder") }
    try host.install(orders, named: "orders")
    orders.log = { [weak self] in self?.events.append($0) }
  }

  func push(_ json: String) throws -> PushPayload { try PushPayload(json: json.utf8) }

  func receive(_ json: String) async throws {
    manager.receive(try push(json), via: .remote)
    await clock.settle()
  }

  func answer(_ id: Order.ID, _ status: OrderStatus) async {
    shop.send(Order(id: id, status: status))
    await clock.settle()
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct OrdersTests {
  @Test func `a push that says how an order stands is believed`() async throws {
    let app = try App()
    try await app.receive(#"{"aps":{},"order":"A-17","status":"placed"}"#)
    #expect(app.orders.state == [Order(id: "A-17", status: .placed)])
    #expect(app.shop.questions.isEmpty)
  }

  @Test(arguments: [#"{"aps":{},"order":"A-17"}"#, #"{"aps":{},"order":"A-17","status":"lost"}"#])
  func `a push that does not say it has the server asked`(push: String) async throws {
    let app = try App()
    try await app.receive(push)
    #expect(app.shop.questions == [.status(of: "A-17")])
    await app.answer("A-17", .preparing)
    #expect(app.orders.state == [Order(id: "A-17", status: .preparing)])
  }

  @Test(arguments: [#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{},"order":17}"#])
  func `other pushes are none of its business`(push: String) async throws {
    let app = try App()
    try await app.receive(push)
    #expect(app.events.isEmpty)
  }

  @Test func `orders go with the account`() async throws {
    let app = try App()
    try await app.receive(#"{"aps":{},"order":"A-17","status":"placed"}"#)
    app.lifecycle.setAccount("bob")
    #expect(app.orders.state == nil)
  }
}

// MARK: - Retries

extension OrdersTests {
  private static let question = #"{"aps":{},"order":"A-17"}"#

  @Test func `a server's Retry-After holds for pushes, and not for a new order`() async throws {
    let app = try App()
    try await app.receive(Self.question)
    app.shop.fail(SourceFailure(message: "503", retryAfter: .seconds(30)))
    await app.clock.settle()
    try await app.receive(#"{"aps":{},"order":"A-18"}"#)
    app.orders.reorder("A-16")
    await app.clock.settle()
    #expect(app.shop.questions == [.status(of: "A-17"), .reorder(of: "A-16")])
    app.shop.fail(URLError(.timedOut))
    await app.clock.settle()
    app.clock.advance(by: .seconds(29))
    await app.clock.settle()
    #expect(app.shop.questions.count == 2)
    app.clock.advance(by: .seconds(5))
    await app.clock.settle()
    #expect(app.shop.questions.last == .status(of: "A-17"))
  }

  @Test func `a retry waits for the foreground, and a refusal has none`() async throws {
    let app = try App()
    try await app.receive(Self.question)
    app.lifecycle.setPhase(.background)
    app.shop.fail(URLError(.timedOut))
    await app.clock.settle()
    app.clock.advance(by: .seconds(600))
    await app.clock.settle()
    #expect(app.shop.questions.count == 1)
    app.lifecycle.setPhase(.active)
    await app.clock.settle()
    #expect(app.shop.questions.count == 2)
    app.shop.fail(SourceFailure(message: "401", isFinal: true))
    await app.clock.settle()
    app.clock.advance(by: .seconds(600))
    #expect(app.shop.questions.count == 2)
  }
}

// MARK: - Taps, badges, nights

extension OrdersTests {
  private static let placed = #"{"aps":{"alert":"Hi"},"order":"A-17","status":"placed"}"#

  @Test func `a tap opens the order`() async throws {
    let app = try App()
    var opened: [Order.ID] = []
    app.orders.open = { opened.append($0) }
    app.manager.open(try app.push(Self.placed))
    await app.clock.settle()
    #expect(opened == ["A-17"])
  }

  @Test func `the system waits until an order was taken once more`() async throws {
    let app = try App()
    let response = PushResponse(action: .custom("REORDER"))
    var isHandled: Bool?
    let payload = try app.push(Self.placed)
    app.clock.perform {
      await app.clock.awaitExternalWork { await app.manager.deliver(payload, response: response) }
      isHandled = true
    }
    await app.clock.settle()
    #expect(app.shop.questions == [.reorder(of: "A-17")])
    #expect(isHandled == nil)
    await app.answer("A-18", .placed)
    #expect(isHandled == true)
    #expect(app.orders.state?.map(\.id) == ["A-17", "A-18"])
  }

  @Test func `the badge counts orders under way, and knows when it does not know`() async throws {
    let app = try App()
    let tree = BadgeTree(scheduler: app.clock)
    tree.connect(app.orders, to: "tabs/orders")
    #expect(!tree.badge(at: "tabs").isKnown)
    try await app.receive(Self.placed)
    try await app.receive(#"{"aps":{},"order":"A-16","status":"delivered"}"#)
    await app.clock.settle()
    #expect(tree.badge(at: "tabs") == .number(1))
    #expect(tree.explain(.root).map(\.reason) == ["orders under way"])
  }

  @Test(arguments: [(7, true), (21, true), (22, false), (30, false)])
  func `there is no banner at night`(hour: Int, isShown: Bool) async throws {
    let app = try App()
    app.clock.advance(by: .seconds(hour * 3_600))
    let decision = await app.manager.present(try app.push(Self.placed))
    #expect(decision.options == (isShown ? .all : [.list, .badge]))
    let other = await app.manager.present(try app.push(#"{"aps":{"alert":"Hi"}}"#))
    #expect(other.options == .all)
  }
}

// MARK: - Recording

/// A recording in memory.
private final class Lines: TranscriptOutput {
  let isFull = false
  private(set) var data = Data()

  func write(_ line: String) { data += Data("\(line)\n".utf8) }
  func startOver() { data = Data() }

  var transcript: Transcript {
    get throws { try Transcript(data, vocabulary: Replay.records(of: [OrdersScript()])) }
  }
}

extension OrdersTests {
  @Test func `a recording plays as it went`() async throws {
    let lines = Lines()
    let app = try App(recorder: TranscriptRecorder(writingTo: lines, isRedacted: false))
    try await app.receive(#"{"aps":{},"order":"A-17"}"#)
    app.clock.advance(by: .seconds(2))
    await app.answer("A-17", .preparing)
    app.manager.open(
      try app.push(#"{"aps":{},"order":"A-17"}"#),
      response: PushResponse(action: .custom("REORDER"))
    )
    await app.clock.settle()
    app.shop.fail(URLError(.timedOut))
    await app.clock.settle()

    let replay = try Replay(of: lines.transcript, with: [OrdersScript()])
    await replay.run()
    #expect(replay.events() == app.events)
    #expect(app.events.count == 4)
  }

  @Test func `a recorded retry plays at its time`() async throws {
    let lines = Lines()
    let app = try App(recorder: TranscriptRecorder(writingTo: lines, isRedacted: false))
    try await app.receive(Self.question)
    app.shop.fail(SourceFailure(message: "503"))
    await app.clock.settle()
    app.clock.advance(by: .seconds(2))
    await app.clock.settle()
    await app.answer("A-17", .preparing)
    app.clock.advance(by: .seconds(5))
    app.lifecycle.setPhase(.background)

    let replay = try Replay(of: lines.transcript, with: [OrdersScript()])
    await replay.run()
    #expect(replay.events() == app.events)
    #expect(app.events.count == 4)
  }

  @Test func `a redacted recording names no order, and plays`() async throws {
    let lines = Lines()
    let app = try App(
      recorder: TranscriptRecorder(writingTo: lines)
    )
    try await app.receive(#"{"aps":{},"order":"A-17"}"#)
    await app.answer("A-17", .preparing)

    let transcript = try lines.transcript
    let record = transcript.records.compactMap {
      $0.input.record(as: KernelRecord<OrderCore>.self)
    }
    guard case .answer(let order)? = record.last?.content else {
      Issue.record("The answer is not recorded.")
      return
    }
    #expect(order.status == .preparing)
    #expect(order.id.hasPrefix("#"))
    #expect(!String(decoding: lines.data, as: UTF8.self).contains("A-17"))
    let replay = try Replay(of: transcript, with: [OrdersScript()])
    await replay.run()
    #expect(replay.events() == [OrderEvent.asked(.status(of: order.id)), .changed(order)])
  }
}
