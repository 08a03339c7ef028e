import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// The account of a notification in the extension: sent, learned in a step, signed in or not.
struct ServiceExtensionAccountTests: AppFixture {
  private let world = ExtensionWorld()
  let app: SimulatedApp

  init() { app = SimulatedApp(clock: world.scheduler) }

  private struct Failure: Error {}

  /// The name of the account in a payload.
  private enum Name: CaseIterable { case sent, learned, missing }

  /// What becomes of the step that opens the text.
  private enum Opening: CaseIterable { case works, fails, isLate }

  /// What a step after the opening one receives.
  private struct Reading: Equatable, Sendable {
    var account: AccountID?
    var text: String?
  }

  private nonisolated static let identification = PushIdentification(account: account(under: "for"))

  private static func open(_ opening: Opening, learns: Bool, in world: ExtensionWorld)
    -> ServiceExtensionStep
  {
    .changing("open", limit: .seconds(5)) { [scheduler = world.scheduler] notification in
      notification.userInfo["text"] = "secret"
      if learns { notification.userInfo["for"] = "ann" }
      (notification.body, notification.categoryIdentifier, notification.badge) = ("secret", "C", 7)
      if opening == .isLate { try? await scheduler.sleep(for: .seconds(9)) }
      if opening == .fails { throw Failure() }
    }
  }

  /// Every way to learn an account, with every end of the step, and everything that is known of who is signed in.
  @Test func `only successful steps count, and signed-out accounts' notifications are withheld`()
    async throws
  {
    let known: [ExtensionAccounts?] = [
      nil, .init(all: [], shown: nil), .init(all: ["ann"], shown: nil),
      .init(all: ["ann", "bob"], shown: "bob"), .init(all: ["bob"], shown: "bob"),
    ]
    for name in Name.allCases {
      for opening in Opening.allCases {
        for accounts in known { try await check(name, opening, accounts) }
      }
    }
  }

  private func check(_ name: Name, _ opening: Opening, _ accounts: ExtensionAccounts?) async throws
  {
    let world = ExtensionWorld()
    if let accounts { try ExtensionRuns(world.folder).write(accounts) }
    let readings = Lock<[Reading]>([])
    let host = world.host(
      [
        Self.open(opening, learns: name == .learned, in: world),
        .reading("read") { notification in
          let text = notification.payload["text"]?.stringValue
          readings.withLock { $0.append(Reading(account: notification.account, text: text)) }
        },
      ],
      writesRuns: true,
      identification: Self.identification
    )
    let key = name == .sent ? #","for":"ann""# : ""
    world.process("r1", #"{"aps":{"alert":"Hi","mutable-content":1}\#(key)}"#, by: host)
    _ = await world.run()
    await world.wait(60)

    let isBlocked = name == .sent && accounts?.all.contains("ann") == false
    let isOpen = opening == .works && !isBlocked
    let named: AccountID? = name == .sent || name == .learned && isOpen ? "ann" : nil
    let account = named ?? accounts?.shown
    let isWithheld = named != nil && accounts?.all.contains("ann") == false
    let shown = try #require(world.delivered.first)
    let isRight =
      world.delivered.count == 1 && shown.account == account
      && shown.body == (isWithheld ? "…" : isOpen ? "secret" : "Hi")
      && shown.categoryIdentifier == (isOpen && !isWithheld ? "C" : "")
      && shown.badge == (isOpen && !isWithheld ? 7 : nil)
      && shown.payload["text"]?.stringValue == (isOpen ? "secret" : nil)
      && readings.withLock { $0 }
        == (isWithheld ? [] : [Reading(account: account, text: isOpen ? "secret" : nil)])
      && world.runs.map(\.end) == [isWithheld ? .withheld : .delivered]
    #expect(isRight, "\(name) \(opening) \(accounts as Any): \(shown) \(world.runs)")
  }

  @Test func `when time is up after an account was learned, it is withheld as well`() async throws {
    try ExtensionRuns(world.folder).write(.init(all: ["bob"], shown: "bob"))
    let host = world.host(
      [
        .reading("slow") { [scheduler = world.scheduler] _ in
          try await scheduler.sleep(for: .seconds(60))
        },
        Self.open(.works, learns: true, in: world),
      ],
      writesRuns: true,
      identification: Self.identification
    )
    world.process(by: host)
    await settle()
    host.expire()
    #expect(world.delivered.map(\.body) == ["…"] && world.runs.map(\.end) == [.expired])
  }

  @Test func `files of a notification that is withheld are removed`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: file)
    try ExtensionRuns(world.folder).write(.init(all: [], shown: nil))
    let host = world.host(
      [.changing("file") { $0.attachments = [file] }, Self.open(.works, learns: true, in: world)],
      writesRuns: true,
      identification: Self.identification
    )
    world.process(by: host)
    _ = await world.run()
    #expect(world.delivered.map(\.attachments) == [[]])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a step's message id counts, and a value too deep is ignored`()
    async
  {
    let found = Lock<[String?]>([])
    await world.run([
      .changing("open") { $0.userInfo["gcm.message_id"] = "m1" },
      .reading("read") { notification in found.withLock { $0.append(notification.messageID) } },
      .changing("deep") { notification in
        notification.userInfo["deep"] = (0..<600).reduce(1) { value, _ in .array([value]) }
      },
    ])
    #expect(found.withLock { $0 } == ["m1"])
    #expect(world.delivered.map { $0.payload["gcm.message_id"] } == ["m1"])
  }

  // MARK: - The app

  private var accounts: ExtensionAccounts? { ExtensionRuns(world.folder).accounts }

  @Test func `the app writes its accounts after the callback, once it has set them`() async {
    let monitor = ServiceExtensionMonitor(folder: world.folder)
    context.attach(monitor)
    await settle()
    #expect(accounts == nil)
    show("ann")
    #expect(accounts == nil)
    await settle()
    #expect(accounts == .init(all: ["ann", "bob"], shown: "ann"))
    lifecycle.setAccounts(["bob"], shown: nil)
    await settle()
    #expect(accounts == .init(all: ["bob"], shown: nil))
  }

  @Test func `a launch that has not set the accounts leaves the former ones`() async throws {
    try ExtensionRuns(world.folder).write(.init(all: ["ann"], shown: "ann"))
    let monitor = ServiceExtensionMonitor(folder: world.folder)
    context.attach(monitor)
    lifecycle.setPhase(.active)
    await settle()
    #expect(accounts == .init(all: ["ann"], shown: "ann"))
  }

  @Test func `accounts that can't be written are unknown, not the former ones`() throws {
    let files = FileSystem.failing { $0 == .write ? .ENOSPC : nil }
    try ExtensionRuns(world.folder).write(.init(all: ["ann"], shown: "ann"))
    #expect(throws: POSIXError.self) {
      try ExtensionRuns(world.folder, files: files).write(.init(all: ["bob"], shown: "bob"))
    }
    #expect(accounts == nil)
  }

  @Test func `accounts that could not be written are written on the return to the foreground`()
    async throws
  {
    try Data().write(to: world.folder)
    let monitor = ServiceExtensionMonitor(folder: world.folder)
    context.attach(monitor)
    lifecycle.setAccount("bob")
    await settle()
    try FileManager.default.removeItem(at: world.folder)
    lifecycle.setPhase(.active)
    await settle()
    #expect(accounts == .init(all: ["bob"], shown: "bob"))
  }
}
