import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import PushHubRecorder
import PushHubTesting

/// An app with every ready-made feature that needs no network, on a simulated clock.
@MainActor
final class SoakApp {
  let scheduler = ManualScheduler()
  let manager: NotificationManager
  let lifecycle = AppLifecycle()
  let host: PluginHost
  let world = SoakWorld()
  let countdown: CountdownHandler
  let quiet = QuietRules()
  let reminders: LocalNotifications
  let permission: PermissionPolicy
  let registration: DeviceRegistration
  let receipts: PushReceipts
  private var endedReceiptCount = 0
  private var outboxFailures: [String] = []
  let unread: UnreadSync
  let dot: BadgeDot
  let tree: BadgeTree

  /// The features by name, in the order in which they were installed first.
  let features: [(name: String, plugin: any PushPlugin)]

  private let banners: ForegroundBanners
  private let recorder: TranscriptRecorder
  private let start: ContinuousClock.Instant
  private var broken: Set<String> = []
  private var timersLeft: [String] = []

  init(in folder: URL) throws {
    start = scheduler.now
    manager = NotificationManager(scheduler: scheduler)
    host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    countdown = CountdownHandler(scheduler: scheduler)
    reminders = LocalNotifications(system: world, store: MemoryStore<LocalNotificationLedger>())
    permission = PermissionPolicy(authority: world, store: MemoryStore<PermissionLedger>())
    registration = DeviceRegistration(
      endpoint: world,
      store: MemoryStore(),
      configuration: DeviceRegistration.Configuration(environment: .production)
    )
    receipts = PushReceipts(
      outbox: Outbox(directory: folder.appending(path: "receipts")),
      endpoint: world
    )
    unread = UnreadSync(
      source: world,
      configuration: UnreadSync.Configuration(trackedPages: ["home", "me"])
    )
    dot = BadgeDot(
      source: world,
      store: MemoryStore<[String: ReadMark]>(),
      configuration: BadgeDot.Configuration(listPage: "list")
    )
    tree = BadgeTree(scheduler: scheduler)
    banners = ForegroundBanners(presenter: world)
    recorder = TranscriptRecorder(
      writingTo: try TranscriptFile(at: folder.appending(path: "day.jsonl"))
    )
    let delivered = DeliveredNotifications(center: world)
    let preview = ScreenshotPreview<[UInt8]>(
      page: "reader",
      presenter: world,
      render: world.capture
    )
    features = [
      ("recorder", recorder), ("receipts", receipts), ("registration", registration),
      ("unread", unread), ("countdown", countdown), ("dot", dot), ("preview", preview),
      ("delivered", delivered), ("reminders", reminders), ("permission", permission),
      ("quiet", quiet), ("banners", banners),
      ("router", TapRouter { push, _ in push.payload["room"] != nil }),
    ]
    receipts.log = { [weak self] in self?.count($0) }
    lifecycle.add(manager, priority: .first)
    world.date = { [scheduler] in scheduler.date }
    for feature in features {
      try host.install(feature.plugin, named: feature.name)
    }
    tree.connect(unread, to: "me/unread")
    tree.connect(dot, to: "me/list")
  }

  /// How long it has lived.
  var age: Duration { scheduler.now - start }
}

// MARK: - What was promised

extension SoakApp {
  private func count(_ entry: ReceiptsEvent) {
    switch entry {
    case .sent(let count), .removed(let count), .dropped(let count), .broken(let count):
      endedReceiptCount += count
    case .rejected: endedReceiptCount += 1
    case .outboxFailed(let message): outboxFailures.append(message)
    case .batch, .failed, .halved, .waiting: break
    }
  }

  /// Checks that all counts add up, while no event is being delivered.
  func audit() {
    let counts = manager.statistics
    let discarded = counts[.expired] + counts[.overflowed] + counts[.signedOut]
    guard
      counts[.held] + counts.opened != counts.collected + counts.handled + discarded
        + counts.waiting
    else { return }
    broken.insert("\(counts)")
  }

  /// Takes everything off, with as many timers left as the mail needs, and in the end none.
  func detachAll() async {
    host.removeAll()
    for path in ["me/unread", "me/list", "me/center", "tab/unread"] as [BadgePath] {
      tree.remove(at: path)
    }
    await scheduler.settle()
    scheduler.advance(by: manager.configuration.backgroundBudget)
    await scheduler.settle()
    audit()
    expectTimers(atMost: manager.statistics.waiting == 0 ? 0 : 1, "when all is detached")
    scheduler.advance(by: manager.configuration.journalMaximumAge)
    await scheduler.settle()
    expectTimers(atMost: 0, "when the mail is too old")
  }

  private func expectTimers(atMost limit: Int, _ moment: String) {
    guard scheduler.pendingCount > limit else { return }
    timersLeft.append("\(scheduler.pendingCount) \(moment)")
  }

  func judge(into verdicts: Verdicts) {
    verdicts.expect(
      broken.isEmpty,
      "all counts add up, whenever they are looked at",
      found: broken.isEmpty ? "yes" : broken.sorted().joined(separator: "; "),
      .counted
    )
    verdicts.expect(
      endedReceiptCount > 0 && receipts.waitingCount == 0 && outboxFailures.isEmpty,
      "every receipt ends in one way",
      found: "\(endedReceiptCount) ended, \(outboxFailures.count) failures",
      .counted
    )
    verdicts.expect(
      timersLeft.isEmpty,
      "no timer is left when everything is detached",
      found: timersLeft.isEmpty ? "none" : timersLeft.joined(separator: ", "),
      .counted
    )
    verdicts.expect(
      recorder.lostLineCount == 0,
      "the recording has no gap",
      found: "\(recorder.lostLineCount) lines lost",
      .counted
    )
  }
}
