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
  private final class Cell: CountdownTarget {
    func countdownChanged(to state: CountdownState) {}
  }

  let app = SimulatedApp()
  let output = RecordedPages()

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
    #expect(lines.count { $0.contains("push\",\"t\"") } == 1)
  }

  @Test func `an app with several accounts of which none is signed in is one`() async throws {
    try host.install(output.recorder(), named: "recorder")
    lifecycle.setAccounts(["ann"], shown: nil)
    lifecycle.setAccounts([], shown: nil)
    let replay = try await playedReplay(of: output.transcript())
    #expect(!replay.lifecycle.state.hasOneAccount)
  }

  @Test func `an app's countdowns are recorded`() async throws {
    try host.install(output.recorder(), named: "recorder")
    let handler = CountdownHandler(scheduler: clock)
    handler.add(CountdownItem(id: "a", total: .seconds(9)))
    try host.install(handler, named: "countdown")
    var log: [CountdownEvent] = []
    handler.log = { log.append($0) }
    handler.replaceAll(with: [CountdownItem(id: "b", total: .seconds(3))])
    let cell = Cell()
    handler.bind(cell, to: "b")
    pass(1.5)
    handler.bind(cell, to: "d")
    handler.add(CountdownItem(id: "d", endsAt: clock.now + .seconds(4)))
    pass(9)
    lifecycle.setPhase(.active)
    let replay = try await playedReplay(of: output.transcript())
    #expect(replay.events(of: CountdownEvent.self) == log)
  }

  @Test func `the header has what is installed after a feature that records its seed`() throws {
    try host.install(output.recorder(), named: "recorder")
    try host.install(QuietRules(), named: "quiet")
    try host.install(
      UnreadSync(source: StubWorld(), configuration: .init(trackedPages: ["feed"])),
      named: "unread"
    )
    lifecycle.setPhase(.active)
    #expect(output.text.contains(#""tracked":["feed"]"#))
  }
}
