import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

/// A recording has what the app had, and plays like it.
struct RecordedAgainTests: AppFixture {
  let app = SimulatedApp()
  private let output = RecordedPages()

  @Test func `a tap on a banner is one response`() async throws {
    let first = try await played(
      transcript(
        """
        {"transcript":1}
        {"t":0,"app":"active"}
        {"t":1,"push":{"aps":{"alert":"a"}},"via":"present","request":"r1"}
        {"t":2,"banner":"tapped"}
        """
      ),
      recorder: output.recorder()
    )
    #expect(try await first == played(output.transcript()))
  }

  @Test func `a payload has the account of its own record`() async throws {
    let lines = try await played(
      """
      {"t":0,"accounts":["ann","bob"],"shown":"ann"}
      {"t":1,"push":{"aps":{"alert":"a"}}}
      {"t":100,"push":{"aps":{"alert":"a"}},"of":"bob"}
      """
    )
    #expect(lines.filter { $0.contains("sync") && $0.contains("push") }.count == 1)
  }

  @Test func `an app with several accounts of which none is signed in is one`() async throws {
    try host.install(output.recorder(), named: "recorder")
    lifecycle.setAccounts(["ann", "bob"], shown: nil)
    lifecycle.setAccounts([], shown: nil)
    let replay = try await playedReplay(of: output.transcript())
    #expect(!replay.lifecycle.state.hasOneAccount)
  }

  @Test func `the header has what is installed after a feature that records its seed`() throws {
    try host.install(output.recorder(), named: "recorder")
    try host.install(QuietRules(), named: "quiet")
    let sync = UnreadSync(source: StubWorld(), configuration: .init(trackedPages: ["feed"]))
    try host.install(sync, named: "unread")
    lifecycle.setPhase(.active)
    #expect(output.text.contains(#""tracked":["feed"]"#))
  }
}
