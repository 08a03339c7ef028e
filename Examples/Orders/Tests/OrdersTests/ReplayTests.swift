import Foundation
import Orders
import OrdersScript
import PushHub
import PushHubReplay
import PushHubScripts
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReplayTests {
  private var day: URL {
    get throws { try #require(Bundle.module.url(forResource: "Day", withExtension: "jsonl")) }
  }

  @Test func `the recorded day goes as it went`() async throws {
    let replay = try Replay(contentsOf: day, with: ReadyMadeScripts().all + [OrdersScript()])
    await replay.run()
    #expect(
      replay.events(of: OrderEvent.self) == [
        .changed(Order(id: "A-17", status: .placed)),
        .asked(.status(of: "A-17")),
        .changed(Order(id: "A-17", status: .preparing)),
        .asked(.status(of: "A-17")),
        .failed(.status(of: "A-17"), error: "503"),
        .asked(.status(of: "A-17")),
        .failed(.status(of: "A-17"), error: "no answer within 10.0 seconds"),
        .changed(Order(id: "A-17", status: .delivered)),
        .opened("A-17"),
        .asked(.reorder(of: "A-17")),
        .changed(Order(id: "A-18", status: .placed)),
        .asked(.status(of: "A-18")),
        .changed(Order(id: "A-18", status: .preparing)),
        .changed(Order(id: "A-18", status: .onTheWay)),
        .quieted("A-18"),
      ]
    )
  }

  /// The orders alone, without an outside world.
  private var silent: PluginScript {
    PluginScript("orders", vocabulary: [KernelRecord<OrderCore>.self]) { _ in
      Orders(server: Silence(), quietHours: QuietHours(calendar: .greenwich))
    }
  }

  /// A shop that never answers.
  private struct Silence: OrderServer {
    func answer(_ question: OrderQuestion) async throws -> Order {
      try await ScheduledStream<Order>().next() ?? { throw CancellationError() }()
    }
  }

  @Test func `a script that only makes the feature plays it with its facts`() async throws {
    let replay = try Replay(contentsOf: day, with: ReadyMadeScripts().all + [silent])
    await replay.run(until: .seconds(1_300))
    let events: [OrderEvent] = replay.events()
    #expect(events.first == .changed(Order(id: "A-17", status: .placed)))
    #expect(events.contains(.failed(.status(of: "A-17"), error: "no answer within 10.0 seconds")))
    #expect(replay.facts.contains { $0.contains("A-17") })
  }

  @Test func `a script that only makes the feature is enough for an explanation and a report`()
    async throws
  {
    let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).html")
    defer { try? FileManager.default.removeItem(at: page) }
    let tool = ReplayTool(named: "orders-replay") { ReadyMadeScripts().all + [silent] }
    #expect(try await tool.run(["explain", day.path, "--at", "1305"]) == 0)
    #expect(try await tool.run(["play", "--html", page.path, day.path]) == 0)
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("gets no answer about A-17: no answer within"))
  }

  @Test func `a tap that the feature handles is not one that nothing came of`() async throws {
    let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).html")
    defer { try? FileManager.default.removeItem(at: page) }
    let tool = ReplayTool(named: "orders-replay") { ReadyMadeScripts().all + [OrdersScript()] }
    #expect(try await tool.run(["play", "--html", page.path, day.path]) == 0)
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("the app shows A-17"))
    #expect(!text.contains("No feature handled it"))
  }
}
