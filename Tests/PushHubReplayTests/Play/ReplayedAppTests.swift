import PushHub
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import TestSupport

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

  @Test func `a play happens to a manager of the app's own`()
    async throws
  {
    let heard = PushRecorder()
    let replay = try Replay(of: transcript(Self.records), with: ReadyMadeScripts().all) { clock in
      let manager = NotificationManager(scheduler: clock)
      manager.add(heard)
      return manager
    }
    await replay.run()
    #expect(replay.lifecycle.state.account == "alice")
    #expect(heard.lines == ["received m1"])
    #expect(replay.outputs.map(\.event.name) == ["received", "sync", "count"])
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
      with: []
    ) { clock in
      let manager = NotificationManager(scheduler: clock)
      manager.log = { entries.value.append($0) }
      return manager
    }
    await replay.run()
    #expect(replay.events() == [HubEvent.received(id: "m1"), .duplicate(id: "m1")])
    #expect(entries.value.contains { $0.code == .merged })
  }

  /// Attaches its observer when an account has signed in.
  private final class LateFeature: PushPlugin, LifecycleObserver {
    let observer = PushRecorder()
    private var push: (any PushSubject)?

    func attach(to context: PluginContext) { push = context.push }

    func receive(_ event: LifecycleEvent?, state: LifecycleState) {
      if event != nil, state.account != nil { push?.add(observer) }
    }
  }

  @Test func `a feature that attaches its observer late receives what no other has`() async throws {
    let feature = LateFeature()
    let replay = try Replay(
      of: transcript(
        """
        {"transcript":1}
        {"t":0,"launch":{"push":{"aps":{},"gcm.message_id":"m1"}}}
        {"t":1,"account":"ann"}
        """
      ),
      with: [PluginScript("late") { _ in feature }]
    )
    await replay.run()
    #expect(feature.observer.lines == ["received m1", "opened m1 default"])
    #expect(
      replay.events() == [
        HubEvent.received(id: "m1"), .opened(id: "m1", action: "default", reply: nil),
      ]
    )
  }

  @Test(arguments: ["app", "hub", "phase", "", " ", "a,b"])
  func `an ambiguous or unknown name says why, and what to do`(name: String) {
    let error = #expect(throws: ScriptError.self) {
      try Replay(of: Transcript(), with: [PlainScript(name: name)])
    }
    #expect(
      error?.description == """
        A feature can't be named "\(name)". Give its script a name that is not blank, has no comma, \
        and is none of the replay's own: app, hub, phase, pages, account, pushes.
        """
    )
  }
}
