import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

struct FeatureEventTests: AppFixture {
  let app = SimulatedApp()

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

  private struct Like: FeatureEvent {
    let isSkip: Bool
    let message = "ann likes it"
  }

  @Test func `an event of a feature is private, and a detail if nothing was done`() {
    #expect(!Like(isSkip: false).isPublic)
    #expect([Like(isSkip: false).level, Like(isSkip: true).level] == [.info, .debug])
  }

  @Test func `a request is a private detail, and a failure a public error`() {
    let events: [KernelEvent] = [
      .asked(request: "bob"), .failed(error: "503", retryIn: nil), .storeFailed(error: "full"),
      .stuck,
    ]
    #expect(events.map(\.isPublic) == [false, true, true, true])
    #expect(events.map(\.level) == [.debug, .error, .error, .error])
  }

  private final class Muted: PresentationVoter {
    func presentation(of push: Push) -> PresentationVote { .suppress(reason: "ann is muted") }
  }

  @Test func `a decision on a presentation is private, since it has what voters say`() async throws
  {
    let voter = Muted()
    manager.add(voter)
    _ = await manager.present(payload(#"{"aps":{"alert":"Hi"}}"#), requestIdentifier: "r1")
    let decision = try #require(app.log.first { $0.code == .presented })
    #expect(decision.message.contains("ann") && !decision.isPublic)
  }

  @Test func `an entry of the manager is public, and an error if something is lost`() {
    receive("m1")
    receive("m1")
    pass(300)
    #expect(app.log.map(\.isPublic) == [true, true, true])
    #expect(app.log.map(\.name) == ["held", "merged", "expired"])
    #expect(app.log.map(\.level) == [.debug, .debug, .error])
  }
}
