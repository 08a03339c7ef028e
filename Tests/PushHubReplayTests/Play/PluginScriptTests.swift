import PushHub
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// Features that are played without a script of their own.
@MainActor
struct PluginScriptTests {
  private enum GreetingEvent: FeatureEvent {
    case greeted(String)

    var name: String { "greeted" }
    var fields: KeyValuePairs<String, JSONValue?> {
      switch self {
      case .greeted(let push): ["push": .string(push)]
      }
    }
    var message: String {
      switch self {
      case .greeted(let push): "greets \(push)"
      }
    }
  }

  /// Receives pushes, and logs them.
  private final class Greeter: LoggingPlugin, PushObserver {
    var log: ((GreetingEvent) -> Void)?

    func receive(_ event: PushEvent) {
      if case .received(let push) = event { log?(.greeted(push.id)) }
    }
  }

  private static let records = """
    {"transcript":1}
    {"t":2,"push":{"aps":{"alert":"a"},"gcm.message_id":"m1"}}
    """

  @Test func `what a plugin logs is listed, after the log that it had before`() async throws {
    var heard: [GreetingEvent] = []
    let script = PluginScript("greeter") { _ in
      let greeter = Greeter()
      greeter.log = { heard.append($0) }
      return greeter
    }
    let replay = try Replay(of: transcript(Self.records), with: [script])
    await replay.run()
    #expect(heard == [.greeted("m1")])
    #expect(replay.events() == [GreetingEvent.greeted("m1")])
    #expect(
      replay.outputs.last?.json == ["event": "greeted", "from": "greeter", "push": "m1", "t": 2]
    )
  }

  @Test func `it is drawn in a lane of its own, as what the push led to`() async throws {
    let replay = try Replay(
      of: transcript(Self.records),
      with: [PluginScript("greeter") { _ in Greeter() }]
    )
    let report = await replay.report(named: "")
    let mark = try #require(report.marks.last)
    #expect(report.lanes[mark.lane].id == "greeter")
    #expect(mark.message == "greets m1")
    #expect(mark.cause.map { report.marks[$0].message } == "push m1 received")
    #expect(mark.why != nil)
  }
}
