import PushHub
import PushHubRecorder
import PushHubReplay
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import PushHubScripts
@testable import TestSupport

/// What is recorded of local notifications, and how it plays.
struct LocalNotificationsScriptTests: AppFixture {
  let app = SimulatedApp()

  @Test(arguments: [false, true])
  func `what was recorded of an app plays as it went, redacted or not`(
    isRedacted: Bool
  ) async throws {
    let output = RecordedPages()
    let system = LocalNotificationSystemProbe(scheduler: clock)
    system.refusedID = "refused"
    let recorder = output.recorder(isRedacted: isRedacted)
    let notifications = LocalNotifications(
      system: system,
      store: MemoryStore<LocalNotificationLedger>(),
      calendar: .utc
    )
    var log: [String] = []
    notifications.log = { log.append($0.name) }
    context.attach(recorder)
    context.attach(notifications)
    lifecycle.setAccount("ann")
    await settle()
    for (id, isBound) in [("a", true), ("b", false), ("c", false), ("refused", false)] {
      notifications.schedule(
        LocalNotification(
          id: id,
          title: "Secret",
          body: "Secret",
          trigger: .after(.seconds(600)),
          cancelledBy: id == "c" ? [.message("m1")] : []
        ),
        isBoundToAccount: isBound
      )
      await settle()
    }
    pass(5)
    notifications.cancel(["b"])
    await settle()
    let push = payload(#"{"aps":{"content-available":1},"gcm.message_id":"m1"}"#)
    _ = await manager.deliver(push, via: .remote)
    await settle()
    pass(5)
    lifecycle.setAccount(nil)
    await settle()
    recorder.recordEnd()
    #expect(log.contains("failed") && log.contains("mooted") && log.contains("signedOut"))

    #expect(output.text.contains("Secret") == !isRedacted)
    let replay = try await playedReplay(of: output.transcript())
    #expect(replay.events(of: LocalNotificationsEvent.self).map(\.name) == log)
    #expect(replay.facts.contains("scheduled: none") == notifications.scheduled.isEmpty)
  }

  @Test func `a system that says nothing has failed, and what it holds is asked for again`()
    async throws
  {
    let replay = try await playedReplay(
      of: """
        {"t":0,"account":"ann"}
        {"t":1,"app":"active"}
        {"t":12,"local":{"action":{"cancel":{"ids":["a"]}}}}
        {"t":12,"local":{"answer":{"ids":[],"otherCount":0}}}
        {"t":40,"end":{}}
        """,
      with: [ReadyMadeScripts.localNotifications]
    )
    #expect(replay.events(of: LocalNotificationsEvent.self).map(\.name) == ["failed"])
    #expect(replay.facts.last == "scheduled: none")
  }
}
