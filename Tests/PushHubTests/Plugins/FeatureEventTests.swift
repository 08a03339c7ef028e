import Testing

@testable import PushHub
@testable import TestSupport

struct FeatureEventTests {
  private enum Reason: String {
    case push
  }

  private enum Event: FeatureEvent {
    case plain
    case unlabelled(String)
    case one(count: Int)
    case mixed(String, error: String, retryIn: Duration?)
    case all(reason: Reason, isDone: Bool, ids: [String])

    var message: String { "" }
  }

  @Test(
    arguments: [
      (.plain, "plain", [:]),
      (.unlabelled("a"), "unlabelled", [:]),
      (.one(count: 3), "one", ["count": 3]),
      (.mixed("a", error: "503", retryIn: nil), "mixed", ["error": "503"]),
      (.mixed("a", error: "503", retryIn: .seconds(2)), "mixed", ["error": "503", "retryIn": 2]),
      (
        .all(reason: .push, isDone: true, ids: ["a"]), "all",
        ["reason": "push", "isDone": true, "ids": ["a"]]
      ),
    ] as [(Event, String, [String: JSONValue])]
  )
  private func `an event has its case's name, and its labeled values`(
    event: Event,
    name: String,
    values: [String: JSONValue]
  ) {
    #expect(event.name == name)
    #expect(!event.isSkip)
    #expect(
      Dictionary(uniqueKeysWithValues: event.labelledValues.map { ($0.key, $0.value) }) == values
    )
  }
}
