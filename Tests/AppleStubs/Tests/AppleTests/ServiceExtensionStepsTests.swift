import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Synchronization
import Testing
@preconcurrency import UserNotifications

@testable import PushHubAlerts

/// What fails in a service extension with all ready-made steps.
enum ExtensionFault: String, CaseIterable {
  case sender, avatar, picture, receipt, inbox, badge, runs

  /// The steps, in order.
  static let steps = allCases.dropLast()

  /// Those that only read, and run beside those after them.
  var isReadOnly: Bool { self == .receipt || self == .inbox }

  /// Those that wait for something; the others do all at once.
  var waits: Bool { [.sender, .avatar, .picture, .receipt].contains(self) }
}

/// How it fails.
enum ExtensionFailure: CaseIterable {
  case throwing, hanging, returningLate
}

/// All ready-made steps in one service extension, one of which fails.
extension ServiceExtensionTests {
  @Test(arguments: ExtensionFault.allCases, ExtensionFailure.allCases)
  func `a failing step costs the others nothing, and one notification is delivered`(
    fault: ExtensionFault,
    failure: ExtensionFailure
  ) async throws {
    guard fault.waits || failure == .throwing else { return }
    await expectDelivery(fault, failure, isExpired: false)
    if fault.waits { await expectDelivery(fault, failure, isExpired: true) }
  }

  private func expectDelivery(
    _ fault: ExtensionFault,
    _ failure: ExtensionFailure,
    isExpired: Bool
  ) async {
    let world = ExtensionSteps(fault, failure, on: scheduler)
    let deliveries = Mutex<[Shown]>([])
    world.host.didReceive(Self.request()) { content in
      deliveries.withLock { $0.append(Shown(content)) }
    }
    #expect(await eventually { scheduler.pendingCount > 0 || !deliveries.withLock(\.isEmpty) })
    await settle()
    if isExpired { world.host.serviceExtensionTimeWillExpire() }
    while let deadline = scheduler.nextDeadline {
      scheduler.advance(to: deadline)
      await settle()
    }
    world.host.serviceExtensionTimeWillExpire()

    let outcomes = world.runs.value.first?.steps ?? []
    #expect(outcomes.map(\.name) == world.expected(isExpired).map(\.0), "\(fault) \(failure)")
    #expect(outcomes.map(\.outcome) == world.expected(isExpired).map(\.1), "\(fault) \(failure)")
    func isDone(_ step: ExtensionFault) -> Bool {
      outcomes.contains { $0.name == step.rawValue && $0.outcome == .done }
    }
    let shown = deliveries.withLock { $0 }
    #expect(shown.count == 1 && world.runs.value.count == 1)
    #expect(shown.map(\.texts[0]) == [isDone(.sender) ? "Ann" : "title"])
    #expect(shown.map(\.texts[2]) == ["text"])
    #expect(shown.map(\.sender) == [isDone(.sender) ? "Ann" : nil])
    #expect(shown.map { $0.avatar != nil } == [isDone(.sender) && isDone(.avatar)])
    #expect(shown.map(\.files.count) == [isDone(.picture) ? 1 : 0])
    #expect(shown.map(\.badge) == [isDone(.badge) ? 1 : nil])
    // A receipt that the server accepts late is sent nevertheless.
    let isSent = isDone(.receipt) || fault == .receipt && failure == .returningLate
    let isReceived = outcomes.contains { $0.name == "receipt" }
    let receipts = world.files(in: "receipts").filter { $0.hasSuffix(".json") }
    #expect(receipts.count == (isReceived && !isSent ? 1 : 0))
    #expect(world.sentCount.value == (isSent ? 1 : 0))
    #expect(world.files(in: "inbox").count == (isDone(.inbox) ? 1 : 0))
    #expect(world.files(in: "runs").count == (fault == .runs ? 0 : 1))
    #expect(world.files(in: "media") == shown.flatMap(\.files))
    #expect(scheduler.pendingCount == 0)
  }
}

/// A service extension with all ready-made steps, and what it shares with the app.
@MainActor
private final class ExtensionSteps {
  let host: ServiceExtensionHost
  let runs = Holder<[ExtensionRun]>([])
  let sentCount = Holder(0)
  private let fault: ExtensionFault
  private let failure: ExtensionFailure
  private let folder = TemporaryFolder()

  init(_ fault: ExtensionFault, _ failure: ExtensionFailure, on scheduler: ManualScheduler) {
    (self.fault, self.failure) = (fault, failure)
    let (group, runs, sentCount) = (folder.url, runs, sentCount)
    if fault == .runs {
      try? folder.create()
      try? Data().write(to: group.appending(path: "runs"))
    }
    @Sendable func pass(_ step: ExtensionFault) async throws {
      guard step == fault else { return }
      if failure == .throwing { throw CocoaError(.coderInvalidValue) }
      do {
        try await scheduler.sleep(for: .seconds(3_600))
      } catch {
        if failure == .hanging { throw error }
      }
    }
    func files(_ step: ExtensionFault) -> FileSystem {
      FileSystem.failing { _ in step == fault ? .ENOSPC : nil }
    }
    func download(_ step: ExtensionFault) -> MediaDownload {
      MediaDownload(directory: group.appending(path: "media")) { _, file in
        try Data("GIF89a".utf8).write(to: file)
        try await pass(step)
      }
    }
    let endpoint = Endpoint {
      try await pass(.receipt)
      await MainActor.run { sentCount.value += 1 }
    }
    host = ServiceExtensionHost(
      [
        .changing("sender") { notification in
          // What a step should not change, and leaves so when it fails.
          let original = notification
          (notification.body, notification.badge, notification.isDropped) = ("wrong", 99, true)
          try await pass(.sender)
          notification = original
          notification.title = "Ann"
          notification.threadIdentifier = "c1"
          notification.sender = .init(name: "Ann")
        },
        .media("avatar", isAvatar: true, by: download(.avatar)) { _ in "https://example.org/a" },
        .media("picture", by: download(.picture)) { _ in "https://example.org/p" },
        .receipt(
          to: Outbox(directory: group.appending(path: "receipts")),
          spread: .zero,
          endpoint: { endpoint }
        ),
        .inbox(InboxFolder(group.appending(path: "inbox"), files: files(.inbox))),
        .badge(SharedBadge(group.appending(path: "badge"), files: files(.badge))),
      ],
      folder: group.appending(path: "runs"),
      identification: PushIdentification { _ in "ann" },
      scheduler: { scheduler },
      log: { run in runs.value.append(run) }
    )
  }

  /// The steps that run, and what becomes of each.
  func expected(_ isExpired: Bool) -> [(String, ExtensionRun.Outcome)] {
    let isCut = isExpired && failure != .throwing
    let isLast = isCut && !fault.isReadOnly
    let steps = ExtensionFault.steps.prefix { !isLast || $0 != fault } + (isLast ? [fault] : [])
    return steps.map { step in
      guard step == fault else { return (step.rawValue, .done) }
      return (step.rawValue, failure == .throwing ? .failed : isCut ? .expired : .late)
    }
  }

  func files(in folder: String) -> [String] {
    let path = self.folder.url.appending(path: folder).path
    return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  private struct Endpoint: ReceiptEndpoint {
    let send: @Sendable () async throws -> Void

    func send(_ batch: ReceiptBatch) async throws { try await send() }
  }
}
