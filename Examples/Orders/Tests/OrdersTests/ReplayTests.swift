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
        .changed(Order(id: "A-17", status: .placed), toldBy: .push),
        .asked(.status(of: "A-17")),
        .changed(Order(id: "A-17", status: .preparing), toldBy: .server),
        .asked(.status(of: "A-17")),
        .failed(.status(of: "A-17"), OrderFailure(description: "503")),
        .asked(.status(of: "A-17")),
        .failed(.status(of: "A-17"), .late),
        .changed(Order(id: "A-17", status: .delivered), toldBy: .push),
        .opened("A-17"),
        .asked(.reorder(of: "A-17")),
        .changed(Order(id: "A-18", status: .placed), toldBy: .server),
        .asked(.status(of: "A-18")),
        .changed(Order(id: "A-18", status: .preparing), toldBy: .server),
        .changed(Order(id: "A-18", status: .onTheWay), toldBy: .push),
        .quieted("A-18"),
      ]
    )
  }

  /// A shop that never answers.
  private struct Silence: OrderServer {
    func answer(_ question: OrderQuestion) async throws -> Order {
      try await ScheduledStream<Order>().next() ?? { throw CancellationError() }()
    }
  }

  /// The orders alone, with a server that never answers.
  private final class SilentScript: FeatureScript {
    let name = "orders"
    let vocabulary: [any FeatureRecord.Type] = [OrderAnswer.self]

    func plugin(in replay: Replay) -> any PushPlugin {
      Orders(server: Silence(), quietHours: QuietHours(calendar: .greenwich))
    }
  }

  @Test func `a script that only makes the feature plays it with its facts`() async throws {
    let replay = try Replay(contentsOf: day, with: ReadyMadeScripts().all + [SilentScript()])
    await replay.run(until: .seconds(1_300))
    let events: [OrderEvent] = replay.events()
    #expect(events.first == .changed(Order(id: "A-17", status: .placed), toldBy: .push))
    #expect(events.contains(.failed(.status(of: "A-17"), .late)))
    #expect(replay.facts.contains("A-17: placed"))
  }

  @Test func `a script that only makes the feature is enough for an explanation and a report`()
    async throws
  {
    let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).html")
    defer { try? FileManager.default.removeItem(at: page) }
    let tool = ReplayTool(named: "orders-replay") { ReadyMadeScripts().all + [SilentScript()] }
    #expect(try await tool.run(["explain", day.path, "--at", "1305"]) == 0)
    #expect(try await tool.run(["play", "--html", page.path, day.path]) == 0)
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("gets no answer about A-17: it took too long"))
    #expect(text.contains("under way: 1"))
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
