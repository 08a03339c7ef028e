import Foundation
import Intents
import PushHub
import PushHubTesting
import StubSystem
import Synchronization
import Testing
@preconcurrency import UserNotifications

/// A service extension on the stubs, called as the system does: on a thread of its own.
@Suite(.serialized)
struct ServiceExtensionTests: TimeFixture {
  private nonisolated static let json =
    #"{"aps":{"alert":"Hi","mutable-content":1},"name":"Ann"}"#
  let scheduler = ManualScheduler()
  private let folder = TemporaryFolder()

  private func picture() throws -> URL {
    try folder.create()
    let file = folder.url.appending(path: "picture.png")
    try Data().write(to: file)
    return file
  }

  private func host(_ steps: ServiceExtensionStep...) -> ServiceExtensionHost {
    ServiceExtensionHost(
      steps,
      identification: PushIdentification(account: account(under: "for")),
      scheduler: { [scheduler] in scheduler }
    )
  }

  @Test func `the notification is delivered with the changes, and with what no step changes`()
    async
  {
    let host = host(
      .changing("a") { notification in
        notification.title = try #require(notification.payload["name"]?.stringValue)
        notification.subtitle = notification.requestIdentifier
        notification.badge = 0
      },
      .changing("b") { notification in
        notification.body = "\(notification.title): \(notification.body)"
        notification.threadIdentifier = "t"
        notification.categoryIdentifier = "c"
      }
    )
    let shown = await shown(by: host)
    #expect(shown.texts == ["Ann", "r1", "Ann: text", "t", "c", "kept"])
    #expect(shown.badge == 0)
    #expect(await eventually { scheduler.pendingCount == 0 })
  }

  @Test func `what is not changed stays as it came`() async {
    let shown = await shown(by: host(.changing("a") { _ in }))
    #expect(shown.texts == ["title", "", "text", "", "", "kept"])
    #expect(shown.badge == nil)
  }

  @Test func `a step's sound and level are the system's`() async {
    let host = host(.changing("a") { ($0.sound, $0.interruptionLevel) = ("changed", .passive) })
    let shown = await shown(by: host)
    #expect(shown.texts.last == "changed" && shown.level == .passive)
    #expect(await self.shown(by: self.host(.changing("b") { _ in })).level == .timeSensitive)
  }

  @Test func `a step's values are the app's, and others stay as they came`()
    async
  {
    let host = host(
      .changing("a") { notification in
        notification.userInfo["text"] = "opened"
        notification.userInfo["list"] = [1, nil, ["a": true]]
        notification.userInfo["name"] = nil
      },
      .changing("b") { notification in
        notification.userInfo["text"] = "wrong"
        throw CancellationError()
      }
    )
    let shown = await shown(by: host)
    #expect(shown.payload["text"] == "opened" && shown.payload["list"] == [1, ["a": true]])
    #expect(shown.payload["name"] == nil && shown.payload.aps.body == "Hi")
    #expect(shown.date == .distantPast)
  }

  @Test func `a notification that is dropped is delivered empty`() async {
    let shown = await shown(by: host(.changing("filter") { $0.isDropped = true }))
    #expect(shown.texts == ["", "", "", "", "", ""])
  }

  @Test func `a message of a conversation is shown with its sender, and donated`() async {
    let host = host(
      .changing("sender") { notification in
        notification.threadIdentifier = "c1"
        notification.userInfo["for"] = "ann"
        notification.sender = .init(name: "Ann", avatar: Data([1, 2]), groupName: "Friends")
      }
    )
    let shown = await shown(by: host)
    #expect(shown.sender == "Ann" && shown.avatar == Data([1, 2]) && shown.group == "Friends")
    #expect(INInteraction.stubDonations.withLock { $0.contains { $0 == ("c1", "ann") } })
  }

  @Test(arguments: [false, true])
  func `a hanging donation delays the delivery by 2 s, or until the expiry`(
    isExpired: Bool
  ) async {
    let isDelivered = Atomic(false)
    let host = host(
      .changing("sender") { notification in
        notification.threadIdentifier = "no answer"
        notification.sender = .init(name: "Ann")
      }
    )
    host.didReceive(Self.request()) { _ in isDelivered.store(true, ordering: .relaxed) }
    await settle()
    let wasEarly = isDelivered.load(ordering: .relaxed)
    #expect(!wasEarly)
    if isExpired {
      host.serviceExtensionTimeWillExpire()
    } else {
      pass(2)
    }
    let isInTime = isDelivered.load(ordering: .relaxed)
    #expect(isInTime)
  }

  @Test func `buttons of the payload are registered once, and the notification has them`()
    async throws
  {
    let center = UNUserNotificationCenter(stub: ())
    let payload = try PushPayload(
      json: #"{"aps":{},"webhook_id":"w","actions":[{"action":"a","title":"A"}]}"#.utf8
    )
    let step = ServiceExtensionStep.buttons(in: { center })
    for _ in 0..<2 {
      let changed = try await step.process(
        ExtensionNotification(payload, requestIdentifier: "r", date: .now)
      )
      #expect(center.stubCategories.map(\.identifier) == [changed.categoryIdentifier])
    }
    #expect(center.stubCategories.first?.actions.map(\.title) == ["A"])
  }

  @Test func `what the system refuses is logged, and the rest is shown`() async throws {
    let file = try picture()
    UNNotificationAttachment.stubRefusesFiles.withLock { $0 = true }
    defer { UNNotificationAttachment.stubRefusesFiles.withLock { $0 = false } }
    let refusals = Mutex<[String?]>([])
    let host = ServiceExtensionHost(
      [
        .changing("picture") { $0.attachments = [file] },
        .changing("title") { $0.title = "changed" },
      ],
      scheduler: { [scheduler] in scheduler },
      log: { run in refusals.withLock { $0.append(run.refusal) } }
    )
    #expect(await shown(by: host).texts.first == "changed")
    #expect(refusals.withLock { $0.map { $0 == nil } } == [false])
    #expect(!FileManager.default.fileExists(atPath: file.path))
    // As the system does without the capability.
    let shown = await shown(by: self.host(.changing("a") { $0.sender = .init(name: "Ann") }))
    #expect(shown.texts.first == "title" && shown.sender == nil)
  }

  @Test func `a file that the system accepts is attached, and left to it`() async throws {
    let file = try picture()
    let shown = await shown(by: host(.changing("picture") { $0.attachments = [file] }))
    #expect(shown.files == [file.lastPathComponent])
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `the notification is delivered when the call returns that says time is up`()
    async
  {
    let host = host(
      .changing("hang") { [scheduler] _ in try await scheduler.sleep(for: .seconds(60)) }
    )
    let isDelivered = Atomic(false)
    host.didReceive(Self.request()) { _ in isDelivered.store(true, ordering: .relaxed) }
    let wasDelivered = await withCheckedContinuation { continuation in
      let hasBegun = Atomic(false)
      StubThread.background.run {
        hasBegun.store(true, ordering: .releasing)
        host.serviceExtensionTimeWillExpire()
        continuation.resume(returning: isDelivered.load(ordering: .relaxed))
      }
      // The main thread is busy when the call comes.
      while !hasBegun.load(ordering: .acquiring) {}
    }
    #expect(wasDelivered)
  }

  /// Time is up at each moment, before the steps have begun, in them and after them, and from any thread.
  @Test(arguments: 0...8, StubThread.allCases)
  func `whenever time is up, the notification is delivered once`(
    turns: Int,
    thread: StubThread
  ) async {
    let titles = Mutex<[String]>([])
    let host = host(
      .changing("a") { notification in
        await Task.yield()
        notification.title = "so far"
      },
      .changing("b") { notification in
        await Task.yield()
        notification.title = "all"
      }
    )
    host.didReceive(Self.request()) { content in titles.withLock { $0.append(content.title) } }
    for _ in 0..<turns { await Task.yield() }
    thread.run { host.serviceExtensionTimeWillExpire() }
    host.serviceExtensionTimeWillExpire()
    #expect(await eventually { !titles.withLock(\.isEmpty) })
    await settle()
    pass(60)
    #expect(titles.withLock(\.count) == 1)
    #expect(["title", "so far", "all"].contains(titles.withLock { $0[0] }))
    #expect(scheduler.pendingCount == 0)
  }

  // MARK: - The system

  /// What the system shows.
  struct Shown: Sendable {
    var texts: [String]
    var badge: Int?
    var level: UNNotificationInterruptionLevel
    var payload: PushPayload
    var date: Date?
    var files: [String]
    var sender: String?
    var avatar: Data?
    var group: String?

    init(_ content: UNNotificationContent) {
      texts = [
        content.title, content.subtitle, content.body, content.threadIdentifier,
        content.categoryIdentifier, content.sound?.stubName ?? "",
      ]
      badge = content.badge?.intValue
      level = content.interruptionLevel
      payload = PushPayload(userInfo: content.userInfo)
      date = content.userInfo["date"] as? Date
      files = content.attachments.map(\.url.lastPathComponent)
      let intent = (content as? StubCommunication)?.stubProvider as? INSendMessageIntent
      sender = intent?.stubSender?.stubName
      avatar = intent?.stubSender?.stubImage?.stubData
      group = intent?.stubGroup
    }
  }

  private func shown(by host: ServiceExtensionHost) async -> Shown {
    await withCheckedContinuation { continuation in
      let show: @Sendable (UNNotificationContent) -> Void = {
        continuation.resume(returning: Shown($0))
      }
      Self.extensionThread(host, show)
    }
  }

  private nonisolated static func extensionThread(
    _ host: ServiceExtensionHost,
    _ show: @escaping @Sendable (UNNotificationContent) -> Void
  ) {
    Thread.detachNewThread {
      host.didReceive(request(), withContentHandler: show)
    }
  }

  nonisolated static func request() -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = "title"
    content.body = "text"
    content.sound = UNNotificationSound(named: .init(rawValue: "kept"))
    content.interruptionLevel = .timeSensitive
    content.userInfo = userInfo(json)
    content.userInfo["date"] = Date.distantPast
    return UNNotificationRequest(
      identifier: "r1",
      content: content,
      trigger: UNPushNotificationTrigger()
    )
  }
}
