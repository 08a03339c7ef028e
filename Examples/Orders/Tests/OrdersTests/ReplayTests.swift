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
  @Test func `the recorded day goes as it went`() async throws {
    let day = try #require(Bundle.module.url(forResource: "Day", withExtension: "jsonl"))
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
}
