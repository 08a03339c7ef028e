import Foundation
import PushHub
import Synchronization
import Testing
@preconcurrency import UserNotifications

@testable import PushHubAlerts

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A notification's picture in a service extension, called as the system does: on a thread of its own.
@MainActor
@Suite(.serialized)
final class NotificationPictureTests {
  private let scheduler = ManualScheduler()
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-service-\(UUID().uuidString)")
  private let errors = ErrorLog()
  private let gate = Gate()

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  private var delivery: ServiceExtensionDelivery {
    ServiceExtensionDelivery(
      scheduler: { [scheduler] in scheduler },
      log: { [errors] in errors.add($0) }
    )
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
  }

  @Test func `a picture is attached, and its file is left to the system`() async throws {
    let shown = try await shown(of: "good.png")
    #expect(shown.title == "title")
    #expect(shown.attachments.count == 1)
    #expect(files == shown.attachments)
    #expect(errors.all.isEmpty)
  }

  @Test(arguments: ["missing.png", "text.png", "broken", "ftp://example.org/a.png"])
  func `without its picture a notification has its other changes`(name: String) async throws {
    let shown = try await shown(of: name) { _, content in content.title = "Ann" }
    #expect(shown == Shown(title: "Ann", attachments: []))
    #expect(errors.all.count == 1)
    #expect(errors.all.first is PictureError)
    #expect(files == [])
  }

  @Test func `a picture that the system refuses leaves no file behind`() async throws {
    UNNotificationAttachment.stubRefusesFiles.withLock { $0 = true }
    defer { UNNotificationAttachment.stubRefusesFiles.withLock { $0 = false } }
    #expect(try await shown(of: "good.png") == Shown(title: "title", attachments: []))
    #expect(errors.all.count == 1)
    #expect(files == [])
  }

  @Test func `when time is up the notification has what was changed before`() async throws {
    let delivery = delivery
    let task = Task {
      try await shown(of: "silent.png", by: delivery) { _, content in content.title = "Ann" }
    }
    #expect(await eventually { scheduler.pendingCount >= 2 })
    delivery.serviceExtensionTimeWillExpire()
    #expect(try await task.value == Shown(title: "Ann", attachments: []))
    await scheduler.settle()
    #expect(errors.all.first is CancellationError)
    #expect(files == [])
    #expect(scheduler.pendingCount == 0)
    delivery.serviceExtensionTimeWillExpire()
  }

  @Test func `a picture that comes after time is up leaves no file behind`() async throws {
    let delivery = delivery
    let task = Task { try await shown(of: "late.png", by: delivery) }
    #expect(await eventually { gate.isAsked })
    delivery.serviceExtensionTimeWillExpire()
    #expect(try await task.value == Shown(title: "title", attachments: []))
    gate.open()
    await scheduler.settle()
    #expect(errors.all.count == 1)
    #expect(files == [])
  }

  // MARK: - The system

  private typealias Changes =
    @MainActor @Sendable (PushPayload, UNMutableNotificationContent) async throws -> Void

  private struct Shown: Equatable {
    var title: String
    var attachments: [String]
  }

  private func shown(
    of name: String?,
    by delivery: ServiceExtensionDelivery? = nil,
    changing changes: @escaping Changes = { _, _ in }
  ) async throws -> Shown {
    let delivery = delivery ?? self.delivery
    let address = name.map { $0.contains("://") ? $0 : "https://example.org/\($0)" }
    return await withCheckedContinuation { continuation in
      let server = PictureServer(scheduler: scheduler, gate: gate)
      let download = PictureDownload(directory: directory, fetch: server.picture)
      Self.call(delivery) { [delivery] payload, content in
        try await changes(payload, content)
        await delivery.attachPicture(at: address, to: content, by: download)
      } finish: {
        continuation.resume(returning: $0)
      }
    }
  }

  private nonisolated static func call(
    _ delivery: ServiceExtensionDelivery,
    _ work: @escaping Changes,
    finish: @escaping @Sendable (Shown) -> Void
  ) {
    Thread.detachNewThread {
      let content = UNMutableNotificationContent()
      content.title = "title"
      content.userInfo = (try? userInfo(#"{"aps":{"alert":"Hi","mutable-content":1}}"#)) ?? [:]
      let request = UNNotificationRequest(
        identifier: UUID().uuidString,
        content: content,
        trigger: UNPushNotificationTrigger()
      )
      delivery.didReceive(
        request,
        withContentHandler: { content in
          let names = content.attachments.map(\.url.lastPathComponent)
          finish(Shown(title: content.title, attachments: names))
        },
        work: work
      )
    }
  }
}

/// What a delivery was told, from whatever thread.
private final class ErrorLog: Sendable {
  private let errors = Mutex<[any Error]>([])

  var all: [any Error] { errors.withLock { $0 } }

  func add(_ error: any Error) {
    errors.withLock { $0.append(error) }
  }
}

/// What a server waits for that hears of nothing else.
@MainActor
private final class Gate {
  private var waiting: CheckedContinuation<Void, Never>?

  nonisolated init() {}

  var isAsked: Bool { waiting != nil }

  func wait() async {
    await withCheckedContinuation { waiting = $0 }
  }

  func open() {
    waiting?.resume()
    waiting = nil
  }
}

/// A server in this process, which answers by the name of what it is asked for.
private struct PictureServer: Sendable {
  private static let png = Data(
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0] + "IEND".utf8
  )

  let scheduler: any Scheduler
  let gate: Gate

  func picture(for request: URLRequest) async throws -> Data {
    switch request.url?.lastPathComponent {
    case "good.png": return Self.png
    case "text.png": return Data("<html>".utf8)
    case "missing.png": throw PictureError.failureStatus(404)
    case "silent.png":
      try await scheduler.sleep(until: scheduler.now + .seconds(20))
      return Self.png
    case "late.png":
      await scheduler.awaitExternalWork { await gate.wait() }
      return Self.png
    default: throw PictureError.unreachable(-1004)
    }
  }
}
