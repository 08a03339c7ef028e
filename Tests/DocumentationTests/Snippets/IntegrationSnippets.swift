import Foundation
import PushHub
import PushHubBackend
import PushHubObservers
import PushHubRecorder
import PushHubScripts
import PushHubTesting
import Testing

/// The code of the articles on integrating and on recording.
@MainActor
struct IntegrationSnippets {
  @Test func `an app forwards, and installs features`() async throws {
    let clock = LiveScheduler()
    let manager = NotificationManager(scheduler: clock)
    let lifecycle = AppLifecycle()
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock)
    )
    lifecycle.add(manager, priority: .first)  // drops pending events at a sign-out

    let userInfo: [AnyHashable: Any] = ["aps": ["alert": "Hi"], "gcm.message_id": "m1"]
    let launchUserInfo: [AnyHashable: Any]? = userInfo
    let token = Data([1, 2])
    let error = CocoaError(.fileNoSuchFile)
    let id = "request"
    let isInBackground = lifecycle.state.phase == .background
    // application(_:didFinishLaunchingWithOptions:), with the dictionary under .remoteNotification. In the
    // background it is a push that woke the app, not a tap. An app that has set the notification center's
    // delegate by now leaves this out, since that delegate receives the tap.
    let launchPush = launchUserInfo.map { PushPayload(userInfo: $0) }
    manager.didFinishLaunching(with: isInBackground ? nil : launchPush)

    // application(_:didRegisterForRemoteNotificationsWithDeviceToken:), and its failure
    manager.didRegister(deviceToken: DeviceToken(token))
    manager.didFailToRegister(RegistrationFailure(error))

    // application(_:didReceiveRemoteNotification:) async -> UIBackgroundFetchResult
    let result = await manager.deliver(PushPayload(userInfo: userInfo), via: .remote)

    // userNotificationCenter(_:willPresent:), with the request's identifier
    let decision = await manager.present(PushPayload(userInfo: userInfo), requestIdentifier: id)

    // userNotificationCenter(_:didReceive:) async; returns when the responders have finished
    let tap = PushResponse()
    await manager.deliver(PushPayload(userInfo: userInfo), requestIdentifier: id, response: tap)

    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    lifecycle.setAccount("alice")

    clock.runDueActions()

    try host.install(ArrivalCounter(), named: "arrivals")

    manager.log = { entry in print(entry) }

    host.log = { name, event in print("\(name): \(event.message)") }

    #expect(result == .noData)
    #expect(decision.options == .all)
    #expect(manager.statistics.received == 1)
    #expect(lifecycle.state.account == "alice")
    #expect(host["arrivals"] is ArrivalCounter)
  }

  @Test func `an app records itself`() throws {
    let host = SimulatedApp().host
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try TranscriptFile(at: url, maximumByteCount: 1 << 20)
    let recorder = TranscriptRecorder(writingTo: file)
    try host.install(recorder, named: "recorder")

    host.context.record(UnreadAnswer(result: .success(3)))

    #expect(
      try Transcript(Data(contentsOf: url), vocabulary: ReadyMadeScripts.records).records.count == 1
    )
  }

  @Test func `an app names what a recording may contain`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try TranscriptFile(at: url)

    let recorder = TranscriptRecorder(
      writingTo: file,
      keepingKeys: ["order_kind"],
      names: ["inbox", "MESSAGE", "ping.caf"]
    )

    let app = SimulatedApp()
    app.host.context.attach(recorder)
    app.lifecycle.pageAppeared("inbox")
    #expect(
      try Transcript(Data(contentsOf: url), vocabulary: ReadyMadeScripts.records).records.map(
        \.input
      )
        == [.page("inbox", isVisible: true)]
    )
  }
}
