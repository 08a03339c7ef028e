import Foundation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubObservers
import PushHubTesting

@testable import TestSupport

/// An app with several accounts, its service extension, its server and the system, and what must be true of them.
///
/// After each operation the user leaves the app and comes back, and twenty seconds pass, after which accounts that
/// aren't signed in have signed out.
@MainActor
final class AccountsWorld {
  enum Operation: Hashable, Sendable {
    case signIn(AccountID)
    case signOut(AccountID)
    case show(AccountID)

    /// A push is shown while the app is open; one that names no account is that of the account that is shown.
    case push(AccountID?)

    /// Only the extension receives the push that is shown; of one that names no account only the system knows.
    case pushWhileAway(AccountID?)

    /// The user taps the latest notification of an account, or of those that name none.
    case tap(AccountID?)
    case relaunch

    /// The app is launched and sets one of its accounts after the other.
    case relaunchInStages

    /// The app is launched, and has not read its session for twenty seconds.
    case relaunchLate

    /// The user wants no pushes of an account, or wants them again.
    case toggleRegistration(AccountID)

    /// The server refuses everything from now on, or nothing.
    case toggleServer
  }

  private let clock = ManualScheduler()
  private let folder = TemporaryFolder()
  private let server = Server()
  private let center = ListedNotifications()
  private let signIns = MemoryStore<[AccountID: Date]>()
  private let registrations = MemoryStore<RegistrationCore.Values>()
  private let unreadCounts = MemoryStore<UnreadSyncCore.Values>()
  private var process: AppProcess?
  private var pushCount = 0

  /// The accounts that are signed in, and the one that is shown.
  private var accounts: Set<AccountID> = []
  private var shown: AccountID?

  /// The accounts of which the user wants no pushes.
  private var withdrawn: Set<AccountID> = []

  /// What each account's list must have, and whether it is read.
  private var entries: [AccountID: [String: Bool]] = [:]

  /// What the system must list.
  private var notifications: [AccountID?: Set<String>] = [:]

  /// What the extension must have counted.
  private var counts: [AccountID: Int] = [:]

  /// The pushes of which the server must have a receipt once it accepts.
  private var unreported: [AccountID: Set<String>] = [:]

  /// Performs operations, and returns the first mistake.
  func run(_ operations: [Operation]) async -> String? {
    await perform(.relaunch)
    await clock.settle()
    for (index, operation) in operations.enumerated() {
      await perform(operation)
      await pass()
      if let mistake = findMistake() { return "after \(index + 1): \(mistake)" }
    }
    return nil
  }
}

// MARK: - What happens

extension AccountsWorld {
  private var outbox: Outbox { Outbox(directory: folder.url.appending(path: "receipts")) }
  private var badge: SharedBadge { SharedBadge(folder.url.appending(path: "badge")) }
  private var extensionFolder: URL { folder.url.appending(path: "extension") }
  private var inbox: InboxFolder { InboxFolder(folder.url.appending(path: "inbox")) }

  private func launch() async {
    process = nil
    await clock.settle()
    let app = SimulatedApp(clock: clock, signIns: signIns) { $0.identification = .byAccount }
    let inbox = PushInbox(folder: inbox, center: center)
    let unread = UnreadSync(
      source: server,
      configuration: .init(trackedPages: []),
      store: unreadCounts
    )
    let registration = DeviceRegistration(
      endpoint: server,
      store: registrations,
      configuration: .init(environment: .sandbox, settling: .zero),
      generator: FixedGenerator.most
    )
    let plugins: [any PushPlugin] = [
      ServiceExtensionMonitor(folder: extensionFolder), registration,
      PushReceipts(outbox: outbox, endpoint: server, generator: FixedGenerator.most), inbox,
      DeliveredNotifications(center: center), unread,
    ]
    app.lifecycle.setPhase(.active)
    for plugin in plugins { app.host.context.attach(plugin) }
    process = AppProcess(
      app: app,
      inbox: inbox,
      unread: unread,
      registration: registration,
      plugins: plugins
    )
    process?.app.manager.didRegister(deviceToken: .first)
    await clock.settle()
  }

  private func setAccounts() {
    process?.app.lifecycle.setAccounts(accounts, shown: shown)
  }

  private func pass() async {
    await clock.settle()
    process?.app.lifecycle.setPhase(.background)
    process?.app.lifecycle.setPhase(.active)
    // The system's list and a folder are asked again until both are right.
    for _ in 0..<5 {
      clock.advance(by: .seconds(4))
      await clock.settle()
    }
  }

  private func perform(_ operation: Operation) async {
    switch operation {
    case .signIn(let account):
      accounts.insert(account)
      shown = account
      setAccounts()
    case .signOut(let account):
      accounts.remove(account)
      if shown == account { shown = accounts.min() }
      (entries[account], unreported[account], counts[account]) = (nil, nil, nil)
      if accounts.isEmpty { notifications[nil] = nil }
      setAccounts()
      try? badge.set(0, for: account, at: clock.date)
    case .show(let account):
      guard accounts.contains(account) else { return }
      shown = account
      setAccounts()
    case .push(let account): await push(for: account, isAppOpen: true)
    case .pushWhileAway(let account): await push(for: account, isAppOpen: false)
    case .tap(let account): tap(account)
    case .relaunch:
      await launch()
      setAccounts()
    case .relaunchInStages:
      await launch()
      for count in 0...accounts.count {
        let some = Set(accounts.sorted().suffix(count))
        process?.app.lifecycle.setAccounts(some, shown: some.max())
        clock.advance(by: .seconds(2))
        await clock.settle()
      }
      setAccounts()
    case .relaunchLate:
      await launch()
      await pass()
      setAccounts()
    case .toggleRegistration(let account):
      if withdrawn.remove(account) != nil {
        process?.registration.register(account)
      } else {
        withdrawn.insert(account)
        process?.registration.withdraw(account)
      }
    case .toggleServer: server.isRefusing.toggle()
    }
  }

  private func push(for account: AccountID?, isAppOpen: Bool) async {
    guard let owner = account ?? shown else { return }
    pushCount += 1
    let (id, request) = ("\(account ?? "any")-\(pushCount)", UUID().uuidString)
    var userInfo: [String: Any] = [
      "aps": ["alert": id, "mutable-content": 1], "gcm.message_id": id,
    ]
    userInfo["account"] = account?.rawValue
    let payload = PushPayload(userInfo: userInfo)
    let isChanged = account != nil || isAppOpen
    if isChanged {
      let host = ServiceExtensionHost(
        [.inbox(inbox), .badge(badge), .receipt(to: outbox)],
        folder: extensionFolder,
        identification: .byAccount,
        scheduler: { [clock] in clock }
      )
      host.process(
        ExtensionNotification(payload, requestIdentifier: request, date: clock.date)
      ) { _ in }
      await clock.settle()
    }
    center.notifications.append(
      DeliveredNotification(id: request, payload: payload, date: clock.date)
    )
    if isAppOpen {
      process?.app.manager.receive(
        payload,
        via: .present,
        requestIdentifier: request,
        deliveredAt: clock.date
      )
    }
    notifications[account, default: []].insert(id)
    guard accounts.contains(owner) else { return }
    entries[owner, default: [:]][id] = false
    guard isChanged else { return }
    counts[owner, default: 0] += 1
    unreported[owner, default: []].insert(id)
  }

  private func tap(_ account: AccountID?) {
    guard
      let index = center.notifications.lastIndex(where: {
        $0.payload["account"]?.stringValue == account?.rawValue
      })
    else { return }
    let notification = center.notifications.remove(at: index)
    process?.app.manager.open(
      notification.payload,
      requestIdentifier: notification.id,
      deliveredAt: notification.date
    )
    guard let id = notification.payload["gcm.message_id"]?.stringValue else { return }
    notifications[account]?.remove(id)
    guard let account else { return }
    if entries[account]?[id] != nil { entries[account]?[id] = true }
  }
}

// MARK: - What must be true

extension AccountsWorld {
  private func findMistake() -> String? {
    guard let process else { return "no process" }
    // A tap whose payload names no account may come before the sign-in of the one that is shown.
    func isTold(_ id: String, isRead: Bool) -> Bool { isRead && !id.hasPrefix("any-") }
    let list = Dictionary(
      uniqueKeysWithValues: process.inbox.entries.map { ($0.id, isTold($0.id, isRead: $0.isRead)) }
    )
    let expected = shown.flatMap { entries[$0] } ?? [:]
    if list != expected { return "the inbox of \(shown ?? "nobody") has \(list), not \(expected)" }
    let listed = Set(center.notifications.compactMap { $0.payload["gcm.message_id"]?.stringValue })
    notifications = notifications.filter { $0.key.map(accounts.contains) ?? true }
    let kept = Set(notifications.values.flatMap(\.self))
    if listed != kept { return "the system lists \(listed), not \(kept)" }
    if let account = Set((process.unread.accountBadges ?? [:]).keys).subtracting(accounts).first {
      return "\(account) has a count"
    }
    let count = counts.values.reduce(0, +)
    if (try? badge.number) != count { return "the icon has not \(count)" }
    if let stranger = server.strangers.first { return "a receipt of \(stranger)" }
    guard !server.isRefusing else { return nil }
    let rows = Set(server.devices.filter { $0.value.isRegistered }.keys)
    let wanted = accounts.subtracting(withdrawn)
    if rows != wanted { return "the server has \(rows), not \(wanted)" }
    let missing = Set(unreported.values.flatMap(\.self)).subtracting(server.delivered)
    return missing.isEmpty ? nil : "the server has no receipt of \(missing)"
  }
}

// MARK: - The parts

extension AccountsWorld {
  /// What ends with a process.
  private struct AppProcess {
    let app: SimulatedApp
    let inbox: PushInbox
    let unread: UnreadSync
    let registration: DeviceRegistration

    /// The features, which their subjects don't keep.
    let plugins: [any PushPlugin]
  }

  /// The server of devices, receipts and counts.
  @MainActor
  private final class Server: RegistrationEndpoint, ReceiptEndpoint, UnreadCountSource {
    struct Busy: Error {}

    var isRefusing = false
    private(set) var devices: [AccountID: (revision: Int, isRegistered: Bool)] = [:]

    /// The ids of pushes that were delivered, and those whose receipts came for another account.
    private(set) var delivered: Set<String> = []
    private(set) var strangers: Set<String> = []

    @MainActor
    func send(_ request: RegistrationRequest) async throws {
      guard !isRefusing else { throw Busy() }
      guard request.revision > devices[request.account]?.revision ?? 0 else { return }
      devices[request.account] = (request.revision, !request.isSignOff)
    }

    @MainActor
    func send(_ batch: ReceiptBatch) async throws {
      guard !isRefusing else { throw Busy() }
      for receipt in batch.receipts {
        // The account of a tap whose payload names none may be ambiguous.
        if !["\(batch.account)-", "any-"].contains(where: receipt.pushID.hasPrefix) {
          strangers.insert(receipt.pushID)
        }
        if receipt.kind == .delivered { delivered.insert(receipt.pushID) }
      }
    }

    @MainActor
    func unreadCount(for account: AccountID) async throws -> Int {
      guard !isRefusing else { throw Busy() }
      return 1
    }
  }
}

extension PushIdentification {
  /// The account is in the payload.
  fileprivate static var byAccount: Self {
    Self(account: TestSupport.account())
  }
}
