import Foundation
import PushHub
import StubSystem
import Synchronization
import Testing
@preconcurrency import UserNotifications

@MainActor
struct ServiceExtensionTests {
  private struct Refusal: Error {}

  private nonisolated static let request =
    #"{"aps":{"alert":"Hi","mutable-content":1},"name":"Ann"}"#
  private let scheduler = ManualScheduler()

  @Test
  func `the notification is delivered with the changes`() async throws {
    let shown = try await delivered { payload, content in
      content.title = try #require(payload["name"]?.stringValue)
      content.badge = 0
    }
    #expect(shown == Shown(title: "Ann", body: "text", badge: 0))
    #expect(await eventually { scheduler.pendingCount == 0 })
  }

  @Test
  func `what is not changed stays as it came`() async throws {
    let shown = try await delivered { _, _ in }
    #expect(shown == Shown(title: "title", body: "text", badge: nil))
  }

  @Test
  func `the notification is delivered when the call returns that says time is up`() async {
    let delivery = ServiceExtensionDelivery(scheduler: { [scheduler] in scheduler })
    let isDelivered = Atomic(false)
    let request = UNNotificationRequest(
      identifier: "r1",
      content: UNMutableNotificationContent(),
      trigger: UNPushNotificationTrigger()
    )
    delivery.didReceive(
      request,
      withContentHandler: { _ in isDelivered.store(true, ordering: .relaxed) },
      work: { [scheduler] _, _ in try await scheduler.sleep(until: scheduler.now + .seconds(60)) }
    )
    let wasDelivered = await withCheckedContinuation { continuation in
      let hasBegun = Atomic(false)
      StubThread.background.run {
        hasBegun.store(true, ordering: .releasing)
        delivery.serviceExtensionTimeWillExpire()
        continuation.resume(returning: isDelivered.load(ordering: .relaxed))
      }
      // The main thread is busy when the call comes.
      while !hasBegun.load(ordering: .acquiring) {}
    }
    #expect(wasDelivered)
  }

  @Test
  func `work is cancelled when time is up`() async throws {
    let delivery = ServiceExtensionDelivery(scheduler: { [scheduler] in scheduler })
    let errors = Holder<[any Error]>([])
    delivery.didReceive(
      try Self.incoming(),
      withContentHandler: { _ in },
      work: { [scheduler] _, _ in
        do {
          try await scheduler.sleep(for: .seconds(60))
        } catch {
          errors.value.append(error)
        }
      }
    )
    await scheduler.settle()
    delivery.serviceExtensionTimeWillExpire()
    await scheduler.settle()
    #expect(errors.value.count == 1)
    #expect(errors.value.first is CancellationError)
  }

  @Test
  func `work that throws delivers the notification as it came, and is told`() async throws {
    let errors = Mutex(0)
    let delivery = ServiceExtensionDelivery(
      scheduler: { [scheduler] in scheduler },
      log: { _ in errors.withLock { $0 += 1 } }
    )
    let shown = try await delivered(by: delivery) { _, content in
      content.title = "changed"
      throw Refusal()
    }
    #expect(shown.title == "title")
    #expect(errors.withLock { $0 } == 1)
  }

  @Test
  func `the call does not wait, also on the main thread`() async throws {
    let delivery = ServiceExtensionDelivery(scheduler: { [scheduler] in scheduler })
    #expect(try await title(from: delivery) { $0.title = "changed" } == "changed")
  }

  /// Time is up at each moment, before the work has begun, in it and after it, and from any thread.
  @Test(arguments: 0...8, StubThread.allCases)
  func `whenever time is up, the notification is delivered once`(
    turns: Int,
    thread: StubThread
  ) async throws {
    let titles = Mutex<[String]>([])
    let delivery = ServiceExtensionDelivery(scheduler: { [scheduler] in scheduler })
    delivery.didReceive(
      try Self.incoming(),
      withContentHandler: { content in titles.withLock { $0.append(content.title) } },
      work: { _, content in
        await Task.yield()
        content.title = "so far"
        await Task.yield()
        content.title = "all"
      }
    )
    for _ in 0..<turns { await Task.yield() }
    thread.run { delivery.serviceExtensionTimeWillExpire() }
    delivery.serviceExtensionTimeWillExpire()
    #expect(await eventually { !titles.withLock(\.isEmpty) })
    await scheduler.settle()
    scheduler.advance(by: .seconds(60))
    #expect(titles.withLock(\.count) == 1)
    #expect(["title", "so far", "all"].contains(titles.withLock { $0[0] }))
    #expect(scheduler.pendingCount == 0)
  }

  @Test
  func `what is known when time is up is delivered, and what comes later changes nothing`()
    async throws
  {
    let delivery = ServiceExtensionDelivery(scheduler: { [scheduler] in scheduler })
    let shown = Holder<UNNotificationContent?>(nil)
    let title = try await title(
      from: delivery,
      keeping: { shown.value = $0 },
      changing: { content in
        content.title = "so far"
        delivery.serviceExtensionTimeWillExpire()
        content.title = "too late"
      }
    )
    #expect(title == "so far")
    await scheduler.settle()
    #expect(shown.value?.title == "so far")
  }

  /// Delivers on the main thread, and gives the title that the system shows.
  private func title(
    from delivery: ServiceExtensionDelivery,
    keeping keep: @escaping @MainActor @Sendable (UNNotificationContent) -> Void = { _ in },
    changing change: @escaping @MainActor @Sendable (UNMutableNotificationContent) -> Void
  ) async throws -> String {
    let request = try Self.incoming()
    return await withCheckedContinuation { continuation in
      delivery.didReceive(
        request,
        withContentHandler: { content in
          MainActor.assumeIsolated { keep(content) }
          continuation.resume(returning: content.title)
        },
        work: { _, content in change(content) }
      )
    }
  }

  private typealias Work =
    @MainActor @Sendable (PushPayload, UNMutableNotificationContent) async throws -> Void

  /// What the system shows.
  private struct Shown: Equatable {
    var title: String
    var body: String
    var badge: Int?
  }

  private func delivered(
    work: @escaping Work
  ) async throws -> Shown {
    let delivery = ServiceExtensionDelivery(scheduler: { [scheduler] in scheduler })
    return try await delivered(by: delivery, work: work)
  }

  private func delivered(
    by delivery: ServiceExtensionDelivery,
    work: @escaping Work
  ) async throws -> Shown {
    await withCheckedContinuation { continuation in
      let finish: @Sendable (Shown) -> Void = { continuation.resume(returning: $0) }
      Self.extensionThread(delivery, work, finish)
    }
  }

  /// Calls the extension on a thread of its own, as the system does.
  private nonisolated static func extensionThread(
    _ delivery: ServiceExtensionDelivery,
    _ work: @escaping Work,
    _ finish: @escaping @Sendable (Shown) -> Void
  ) {
    Thread.detachNewThread {
      guard let request = try? incoming() else { return }
      delivery.didReceive(
        request,
        withContentHandler: { content in
          finish(
            Shown(title: content.title, body: content.body, badge: content.badge?.intValue)
          )
        },
        work: work
      )
    }
  }

  private nonisolated static func incoming() throws -> UNNotificationRequest {
    let content = UNMutableNotificationContent()
    content.title = "title"
    content.body = "text"
    content.userInfo = try userInfo(request)
    return UNNotificationRequest(
      identifier: "r1",
      content: content,
      trigger: UNPushNotificationTrigger()
    )
  }
}
