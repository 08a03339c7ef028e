import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts

/// The app to which a play happens, and which features can be played in it.
@MainActor
struct ReplayedAppTests {
  private static let records = """
    {"transcript":1}
    {"t":0,"account":"alice"}
    {"t":0,"unread":3,"latency":0.25}
    {"t":12.25,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
    {"t":20,"end":{}}
    """

  @Test func `a play in an app of one's own happens to its manager, lifecycle and clock`()
    async throws
  {
    let clocks = Holder<[ManualScheduler]>([])
    let heard = PushRecorder()
    let lifecycle = AppLifecycle()
    let replay = try Replay(
      of: transcript(Self.records),
      with: ReadyMadeScripts().all,
      in: { clock in
        clocks.value.append(clock)
        let manager = NotificationManager(scheduler: clock)
        manager.add(heard)
        return ReplayedApp(manager: manager, lifecycle: lifecycle, scheduler: clock)
      }
    )
    await replay.run()
    let clock = try #require(clocks.value.first)
    #expect(clocks.value.count == 1)
    #expect(clock.date == replay.transcript.start.addingTimeInterval(20))
    #expect(lifecycle.state.account == "alice")
    #expect(replay.app.lifecycle === lifecycle)
    #expect(heard.lines == ["received m1"])
    #expect(replay.told.map(\.event.name) == ["received", "sync", "count"])
  }

  @Test func `the log that a manager has goes on beside the play`() async throws {
    let entries = Holder<[PushLogEntry]>([])
    let replay = try Replay(
      of: transcript(
        """
        {"transcript":1}
        {"t":0,"push":{"aps":{},"gcm.message_id":"m1"}}
        {"t":1,"push":{"aps":{},"gcm.message_id":"m1"}}
        """
      ),
      with: [],
      in: { clock in
        let app = ReplayedApp(scheduler: clock)
        app.manager.log = { entries.value.append($0) }
        return app
      }
    )
    await replay.run()
    #expect(replay.events() == [HubEvent.received(id: "m1"), .duplicate(id: "m1")])
    #expect(entries.value.contains { $0.code == .merged })
  }

  @Test(arguments: ["app", "hub", "phase", "", " ", "a,b"])
  func `a name that can't be told apart or chosen says why, and what to do`(name: String) throws {
    let error = #expect(throws: ScriptError.self) {
      try Replay(of: Transcript(), with: [PlainScript(name: name)])
    }
    #expect(
      error?.description == """
        A feature can't be named "\(name)": give its script a name that is not blank, has no comma, \
        and is none of the play's own: app, hub, phase, pages, account, pushes.
        """
    )
  }

  @Test func `two features of one name can't be told apart`() throws {
    let error = #expect(throws: ScriptError.self) {
      try Replay(of: Transcript(), with: [PlainScript(name: "a"), PlainScript(name: "a")])
    }
    #expect(
      error?.description == """
        Two features are named "a", so that nobody could tell what each does: give the script of one \
        of them another name.
        """
    )
  }

  @Test func `an app is played once`() async throws {
    let holder = Holder<ReplayedApp?>(nil)
    let first = try Replay(
      of: Transcript(),
      with: [],
      in: { clock in
        let app = ReplayedApp(scheduler: clock)
        holder.value = app
        return app
      }
    )
    await first.run()
    let app = try #require(holder.value)
    let error = #expect(throws: ScriptError.self) {
      try Replay(of: Transcript(), with: [PlainScript(name: "a")], in: { _ in app })
    }
    #expect(error?.description.contains("played once") == true)
  }
}
