import PushHub
import PushHubRecorder
import PushHubTesting
import Testing

@testable import PushHubReplay
@testable import TestSupport

/// Transcripts of an app in which several accounts are signed in.
@MainActor
struct AccountReplayTests {
  @Test func `each callback has the account of its own record`() async throws {
    let push = #""push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#
    let replay = try Replay(
      of: transcript(
        """
        {"transcript":1}
        {"t":0,"accounts":["ann","bob"],"shown":"ann"}
        {"t":1,\(push),"of":"ann"}
        {"t":2,\(push),"of":"bob"}
        {"t":3,\(push)}
        {"t":4,\(push),"of":"cid"}
        {"t":5,"accounts":["ann","bob"],"shown":null}
        {"t":6,"accounts":["bob"]}
        """
      ),
      with: []
    )
    let recorder = PushRecorder()
    replay.manager.add(recorder)
    await replay.run()
    #expect(recorder.lines == ["received m1", "received m1"])
    #expect(recorder.pushes.map(\.account) == ["ann", "bob"])
    #expect(replay.lifecycle.state.accounts == ["bob"])
    #expect(replay.lifecycle.state.account == "bob")
  }

  @Test func `a recording has the accounts, and plays with them`() throws {
    let (app, output) = (SimulatedApp(), RecordedPages())
    let recorder = output.recorder()
    try app.host.install(recorder, named: "recorder")
    app.show("bob")
    app.show(nil)
    app.lifecycle.setAccounts(["ann"], shown: "ann")
    app.lifecycle.setAccount("bob")
    app.lifecycle.setAccounts([], shown: nil)
    #expect(
      output.lines.dropFirst() == [
        #"{"t":0,"accounts":["ann","bob"],"shown":"bob"}"#,
        #"{"t":0,"accounts":["ann","bob"],"shown":null}"#,
        #"{"t":0,"accounts":["ann"],"shown":"ann"}"#,
        #"{"t":0,"account":"bob"}"#,
        #"{"t":0,"accounts":[],"shown":null}"#,
      ]
    )
  }
}
