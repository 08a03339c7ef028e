import PushHub
import PushHubNetworking
import PushHubTesting
import Testing

@testable import TestSupport

/// Tokens in place of those that a server has refused.
@MainActor
struct FreshTokenTests {
  private let scheduler = ManualScheduler()

  @Test func `requests that are refused at once ask for one fresh token`() async throws {
    let refusals = Array(repeating: ScriptedServer.Answer(status: 401), count: 4)
    let answers = Array(repeating: ScriptedServer.Answer(), count: 4)
    let host = ScriptedServer.host(
      answering: refusals + answers + [.init(status: 401), .init()]
    )
    let calls = CallLog()
    let client = try AccountClient(
      template: "https://\(host)/{account}",
      scheduler: scheduler,
      configuration: HTTPConfiguration(session: ScriptedServer.configuration),
      token: { _ in "old" },
      freshToken: { _, refused in
        // All four are refused before one of them has a fresh token.
        _ = await eventually { ScriptedServer.requestCount(of: host) >= 4 }
        await calls.note(refused)
        return "fresh"
      }
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await client.send([1], for: "ann") } }
      try await group.waitForAll()
    }
    #expect(ScriptedServer.requestCount(of: host) == 8)
    #expect(calls.lines == ["old"])
    try await client.send([1], for: "ann")
    #expect(calls.lines == ["old", "old"])
  }
}
