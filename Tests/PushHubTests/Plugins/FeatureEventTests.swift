import Foundation
import Testing

@testable import PushHub

struct FeatureEventTests {
  private enum Reason: String {
    case push
  }

  private enum Kind: Codable, Equatable { case small(Int) }
  private enum Other: Equatable { case thing }

  private enum Event: FeatureEvent {
    case plain
    case unlabelled(String)
    case one(count: Int)
    case mixed(String, error: String, retryIn: Duration?)
    case all(reason: Reason, isDone: Bool, ids: [String])
    case encoded(share: Double, at: Date, url: URL, size: Int64, accounts: [AccountID], kind: Kind)
    case nested(kind: Kind?, other: Other, delays: [Duration])

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
      (
        .encoded(
          share: 0.5,
          at: Date(timeIntervalSince1970: 1_767_225_600),
          url: URL(filePath: "/a"),
          size: 1 << 60,
          accounts: ["ann"],
          kind: .small(3)
        ), "encoded",
        [
          "share": 0.5, "at": "2026-01-01T00:00:00Z", "url": "file:///a",
          "size": 1_152_921_504_606_846_976, "accounts": ["ann"], "kind": ["small": ["_0": 3]],
        ]
      ),
      (
        .nested(kind: nil, other: .thing, delays: [.seconds(2)]), "nested",
        ["other": "thing", "delays": [2]]
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
