import Foundation
import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import TestSupport

/// An app with receipts, a real outbox and a server under control.
class PushReceiptsApp: AppFixture {
  let app: SimulatedApp
  let folder: OutboxFolder
  let endpoint = ScriptedEndpoint()
  let outbox: Outbox
  let receipts: PushReceipts

  /// What the receipts did, but for what they began.
  private(set) var log: [ReceiptsEvent] = []

  /// For each receipt that was not sent at once, whether an account was signed in.
  private(set) var waits: [Bool] = []

  private let fault = Failing()

  init(
    _ configuration: PushReceipts.Configuration = .small,
    directory: String? = nil,
    maximumCount: Int = 1_000,
    identification: PushIdentification = PushIdentification()
  ) {
    app = SimulatedApp {
      $0.journalMaximumAge = .seconds(600)
      $0.identification = identification
    }
    let folder = OutboxFolder()
    self.folder = folder
    outbox = Outbox(
      directory: directory.map { folder.url.appending(path: $0) } ?? folder.url,
      maximumCount: maximumCount,
      files: FileSystem.failing { [fault] call in fault.call.withLock { $0 == call } ? .EIO : nil }
    )
    receipts = PushReceipts(
      outbox: outbox,
      endpoint: endpoint,
      configuration: configuration,
      generator: FixedGenerator.most
    )
    receipts.log = { [weak self] event in
      if case .batch = event { return }
      if case .waiting(let isSignedIn) = event {
        self?.waits.append(isSignedIn)
      } else {
        self?.log.append(event)
      }
    }
  }

  /// Lets calls of a kind on files fail, or none.
  func fails(at call: FileSystem.Call?) {
    fault.call.withLock { $0 = call }
  }

  /// How many receipts ended so.
  var sentCount: Int { sum { if case .sent(let count) = $0 { count } else { 0 } } }
  var removedCount: Int { sum { if case .removed(let count) = $0 { count } else { 0 } } }
  var droppedCount: Int { sum { if case .dropped(let count) = $0 { count } else { 0 } } }
  var brokenCount: Int { sum { if case .broken(let count) = $0 { count } else { 0 } } }
  var rejectedCount: Int { sum { if case .rejected = $0 { 1 } else { 0 } } }

  private func sum(_ count: (ReceiptsEvent) -> Int) -> Int {
    log.reduce(0) { $0 + count($1) }
  }

  /// Attaches, and signs an account in, in the foreground.
  func start(_ account: AccountID? = "ann") async {
    lifecycle.setPhase(.active)
    if let account { lifecycle.setAccount(account) }
    context.attach(receipts)
    await settle()
  }

  func signIn(_ account: AccountID?) async {
    lifecycle.setAccount(account)
    await settle()
  }

  @discardableResult
  func push(_ id: String) async -> Push {
    let push = receive(message(id))
    await settle()
    return push
  }

  /// What is in the outbox, whosoever it is.
  var waitingCount: Int {
    get throws { try outbox.count() }
  }

  /// A kind of call that fails now.
  private final class Failing: Sendable {
    let call = Lock<FileSystem.Call?>(nil)
  }
}

extension Outbox {
  /// Writes a receipt as a step of the service extension does.
  @discardableResult
  func append(
    _ kind: PushReceipt.Kind,
    of payload: PushPayload,
    requestIdentifier: String?,
    account: AccountID?,
    date: Date
  ) throws -> PushReceipt {
    let notification = ExtensionNotification(
      payload,
      requestIdentifier: requestIdentifier ?? "",
      date: date,
      identification: PushIdentification { _ in account }
    )
    return try append(kind, of: notification)
  }
}
