import PushHub
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// Events that name no cause come of what the hub was delivering.
@MainActor
struct DeliveryCauseTests {
  @Test func `an event that names no cause comes of the push that was delivered`() async throws {
    let report = try await report(
      #"""
      {"t":0,"push":{"aps":{"alert":"A"},"gcm.message_id":"a"}}
      {"t":1,"open":{"aps":{"alert":"B"},"gcm.message_id":"b"}}
      """#
    )
    let causes = report.marks.filter { $0.source?.name == "kitchen" }.map { mark in
      mark.cause.map { report.marks[$0].message }
    }
    #expect(causes == ["push a received", "push b received", "push b opened"])
  }

  @Test func `a response that a feature handles never reads as unhandled`() async throws {
    let report = try await report(
      #"""
      {"t":1,"open":{"aps":{"alert":"A"},"gcm.message_id":"a"}}
      {"t":2,"open":{"aps":{"alert":"A"},"gcm.message_id":"a"},"action":"SILENT"}
      {"t":3,"open":{"aps":{"alert":"A"},"gcm.message_id":"a"},"action":"OTHER"}
      """#
    )
    #expect(
      report.marks.filter { $0.isHub("opened") }.map(\.why) == [
        nil, "A feature handled it without an event.", "No feature handled it.",
      ]
    )
  }

  @Test func `an explanation has the failures that events reported`() async throws {
    let report = try await report(
      #"""
      {"t":0,"push":{"aps":{"alert":"A"},"gcm.message_id":"burnt"}}
      {"t":1,"push":{"aps":{"alert":"A"},"gcm.message_id":"a"}}
      """#
    )
    let explanation = Explanation(of: report, about: "kitchen")
    let rows = explanation.rows(coloured: false).map { $0.dropFirst(12) }
    let start = try #require(rows.firstIndex(of: "What went wrong:"))
    #expect(rows[start + 1].hasSuffix("push “A” arrives"))
    #expect(rows[start + 3].hasSuffix("the meal is burnt"))
    #expect(explanation.jsonLines.contains { $0.contains(#""fact":"failure""#) })
  }

  private func report(_ records: String) async throws -> Report {
    let transcript = try transcript("{\"transcript\":1}\n" + records)
    return try await Replay(of: transcript, with: [KitchenScript()])
      .report(named: "")
  }
}

private final class KitchenScript: FeatureScript {
  let name = "kitchen"

  func plugin(in replay: Replay) -> any PushPlugin { Kitchen() }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    TimelineMark(isProblem: event as? Kitchen.Event == .burnt)
  }
}

/// Reports pushes and taps without their causes.
private final class Kitchen: LoggingPlugin, PushObserver, PushResponder {
  enum Event: FeatureEvent {
    case cooked, burnt, served

    var name: String { "\(self)" }
    var message: String { "the meal is \(self)" }
  }

  let interests: Set<PushEvent.Kind> = [.received]
  var log: ((Event) -> Void)?

  func receive(_ event: PushEvent) {
    if case .received(let push) = event { log?(push.id == "burnt" ? .burnt : .cooked) }
  }

  func respond(to response: PushResponse, of push: Push) -> Bool {
    if response.action == .default { log?(.served) }
    return response.action != .custom("OTHER")
  }
}
