import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import PushHubRecorder
import PushHubTesting

/// An app with every ready-made feature, each with its store in one folder.
@MainActor
final class LaunchedApp {
  let manager: NotificationManager
  let lifecycle = AppLifecycle()
  let dot: BadgeDot
  let quiet = QuietRules()
  let reminders: LocalNotifications

  private let host: PluginHost
  private let world = World()

  /// Does what an app does before its first frame.
  init(in folder: URL, scheduler: any Scheduler, isRecording: Bool = false) throws {
    manager = NotificationManager(scheduler: scheduler)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    let file = { (name: String) in folder.appending(path: name) }
    dot = BadgeDot(
      source: world,
      store: FileStore<[String: ReadMark]>(url: file("marks.json")),
      configuration: BadgeDot.Configuration(listPage: "list")
    )
    let tree = BadgeTree(scheduler: scheduler)
    tree.connect(dot, to: "me/list")
    let unread = UnreadSync(
      source: world,
      configuration: UnreadSync.Configuration(trackedPages: ["home"])
    )
    tree.connect(unread, to: "me/unread")
    reminders = LocalNotifications(
      system: world,
      store: FileStore<LocalNotificationLedger>(url: file("reminders.json"))
    )
    let recorder: [any PushPlugin] =
      isRecording
      ? [TranscriptRecorder(writingTo: try TranscriptFile(at: file("recording.jsonl")))] : []
    let features: [any PushPlugin] = [
      PushReceipts(outbox: Outbox(directory: file("receipts")), endpoint: world),
      DeviceRegistration(
        endpoint: world,
        store: FileStore(url: file("registration.json")),
        configuration: DeviceRegistration.Configuration(environment: .production)
      ),
      unread,
      CountdownHandler(scheduler: scheduler),
      dot,
      ScreenshotPreview<[UInt8]>(page: "reader", presenter: world) { [] },
      DeliveredNotifications(center: world),
      reminders,
      PermissionPolicy(
        authority: world,
        store: FileStore<PermissionLedger>(url: file("permission.json"))
      ),
      quiet,
      ForegroundBanners(presenter: world),
      TapRouter { push, _ in push.payload["room"] != nil },
    ]
    for (number, feature) in (recorder + features).enumerated() {
      try host.install(feature, named: "\(number)")
    }
    lifecycle.setAccount("ann")
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    manager.didRegister(deviceToken: DeviceToken([1]))
  }

  /// A day: forty pushes, of which a quarter is opened, and a reminder.
  func use(on day: Int, with scheduler: ManualScheduler) async throws {
    for number in 0..<40 {
      let id = "m\(day)-\(number)"
      let payload = try PushPayload(
        json: Array(#"{"aps":{"alert":"News \#(id)","badge":3},"gcm.message_id":"\#(id)"}"#.utf8)
      )
      manager.receive(payload, via: .remote, requestIdentifier: id)
      if number % 4 == 0 { manager.open(payload, requestIdentifier: id, response: PushResponse()) }
      scheduler.advance(by: .seconds(600))
      await scheduler.settle()
    }
    lifecycle.setPhase(.background)
    scheduler.advance(by: .seconds(57_600))
    await scheduler.settle()
    lifecycle.setPhase(.active)
    await scheduler.settle()
  }
}
