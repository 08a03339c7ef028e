import Foundation
import PushHub
import PushHubTesting

@testable import PushHubAlerts

/// An inbox and its folder beside a plain list of what the user must see.
///
/// Notification `m` has a message id, `u` a request identifier of the system's, and `c` one of the server's,
/// which it uses again, after a minute, for another notification with the same text.
@MainActor
struct PushInboxWorld: CheckedWorld {
  enum Operation: CaseIterable {
    case extensionWritesM
    case extensionWritesU
    case extensionWritesC
    case callbackShowsM
    case callbackShowsC
    case onlyTheSystemShowsU
    case refresh
    case openM
    case openC
    case removeM
    case markAllRead
    case annSignsIn
    case bobSignsIn
    case signOut
    case relaunch
  }

  /// What the user must see of a notification, or no longer.
  private struct Item {
    var date: Date
    var delivered: Date?
    var isRead = false
    var isRemoved = false
  }

  private struct Key: Hashable {
    var account: AccountID?
    var id: String
  }

  /// What the list shows of an entry.
  private struct Row: Equatable {
    var id: String
    var date: Date
    var isRead: Bool
  }

  private static let folder = InboxFolder(URL(filePath: "/nowhere"))

  private var simulation = Self.start()
  private var files: [String: InboxEntry] = [:]
  private var fileCount = 1_000

  private var items: [Key: Item] = [:]

  /// The account that was signed in last, and since when.
  private var signedIn: (account: AccountID, since: Date)?

  /// The accounts that were signed in since the launch.
  private var seen: Set<AccountID> = []

  /// What the extension has written and the app has not read, and what the system's list has.
  private var pending: [(id: String, name: String, date: Date)] = []
  private var listed: [String: Date] = [:]
  private var unlisted: Set<Key> = []
  private(set) var mistake: String?

  init() {
    simulation.changeLifecycle { $0.phase = .active }
    finishReading()
  }

  private static var core: PushInboxCore {
    PushInboxCore(PushInbox.Configuration(), folder: folder)
  }

  private static func start() -> FeatureSimulation<PushInboxCore> {
    FeatureSimulation(core, store: [:])
  }

  mutating func perform(_ operation: Operation) {
    simulation.advance(by: .seconds(40))
    removeWhatHasLeft { _ in true }
    switch operation {
    case .extensionWritesM: write("m")
    case .extensionWritesU: write("u")
    case .extensionWritesC: write("c")
    case .callbackShowsM: show("m")
    case .callbackShowsC: show("c")
    case .onlyTheSystemShowsU: listed["u"] = listed["u"] ?? date
    case .refresh:
      simulation.send(PushInboxCore.Action())
      expectReading()
    case .openM: open("m")
    case .openC: open("c")
    case .removeM:
      simulation.send(PushInboxCore.Action(removed: Private([id(of: "m")])))
      items[Key(account: account, id: "m")]?.isRemoved = true
    case .markAllRead:
      simulation.send(PushInboxCore.Action(read: Private(simulation.state.entries.map(\.id))))
      for key in items.keys where isShown(key) { items[key]?.isRead = true }
    case .annSignsIn: signIn("ann")
    case .bobSignsIn: signIn("bob")
    case .signOut: signIn(nil)
    case .relaunch:
      let state = simulation.lifecycle
      simulation.relaunch(Self.core)
      simulation.handle(.lifecycle(state, after: nil))
      (unlisted, seen) = ([], state.accounts ?? [])
      expectReading()
    }
    removeWhatHasLeft(seen.contains)
    finishReading()
    check()
  }
}

// MARK: - The system and the user

extension PushInboxWorld {
  private var date: Date { simulation.date }
  private var account: AccountID? { simulation.lifecycle.account }

  private func payload(_ id: String) -> PushPayload {
    PushPayload(
      userInfo: id == "m"
        ? ["aps": ["alert": "Hi"], "gcm.message_id": "m"] : ["aps": ["alert": id]]
    )
  }

  private func request(_ id: String) -> String {
    id == "c" ? "collapse" : "6F1C1B46-0000-0000-0000-00000000000\(id == "m" ? 1 : 2)"
  }

  private func entry(_ id: String, deliveredAt delivered: Date? = nil) -> InboxEntry? {
    InboxEntry(
      payload(id),
      messageID: id == "m" ? id : nil,
      requestIdentifier: request(id),
      account: nil,
      date: delivered ?? date,
      deliveredAt: delivered
    )
  }

  private func push(_ id: String, in callback: PushCallbackKind = .remote) -> Push {
    Push(
      messageID: id == "m" ? id : nil,
      payload: payload(id),
      requestIdentifier: request(id),
      receivedAt: date,
      callbacks: [callback]
    )
  }

  private func id(of id: String) -> String { entry(id)?.id ?? "" }

  /// One that is shown again has its first date, unless the server has used its identifier again.
  private mutating func list(_ id: String) {
    listed[id] = id == "c" ? date : listed[id] ?? date
  }

  private mutating func write(_ id: String) {
    guard let entry = entry(id) else { return }
    list(id)
    fileCount += 1
    files["\(fileCount)"] = entry
    pending.append((id, "\(fileCount)", date))
  }

  private mutating func show(_ id: String) {
    list(id)
    simulation.handle(.push(.received(push(id))))
    expect([(id, Item(date: date))])
  }

  private mutating func open(_ id: String) {
    listed[id] = nil
    simulation.handle(.push(.opened(push(id, in: .open), PushResponse())))
    // A response may be to a notification of an account that has left.
    guard let key = owner(of: id, Item(date: date), from: .distantPast) else { return }
    if items[key] == nil { items[key] = Item(date: date) }
    if items[key]?.isRemoved == false { items[key]?.isRead = true }
  }

  /// What was read of an account that is not signed in is removed, after ten seconds unless it was signed in before.
  private mutating func removeWhatHasLeft(_ isKnown: (AccountID) -> Bool) {
    func hasLeft(_ key: Key) -> Bool {
      key.account.map { simulation.lifecycle.isSignedOut($0) && isKnown($0) } ?? false
    }
    guard items.contains(where: { hasLeft($0.key) && !$0.value.isRemoved }) else { return }
    for key in items.keys where hasLeft(key) || key.account == nil { items[key]?.isRemoved = true }
  }

  private mutating func signIn(_ new: AccountID?) {
    let former = account
    simulation.changeLifecycle { $0.account = new }
    new.map { _ = seen.insert($0) }
    guard new != former else { return }
    if former != nil {
      for key in items.keys where [former, nil].contains(key.account) {
        items[key]?.isRemoved = true
      }
      let now = date
      signedIn?.since = now
    }
    if let new {
      if new != signedIn?.account { signedIn = (new, signedIn == nil ? .distantPast : date) }
      for (key, item) in items where key.account == nil && !item.isRemoved {
        items[key] = nil
        expect([(key.id, item)])
      }
    }
    if former != nil { expectReading() }
  }
}

// MARK: - What must come of it

extension PushInboxWorld {
  private func isShown(_ key: Key) -> Bool {
    key.account == account && items[key]?.isRemoved == false
  }

  private func isLater(_ new: Item, than old: Item, _ id: String) -> Bool {
    guard let later = new.delivered, let delivered = old.delivered else {
      return id == "c" && new.date.timeIntervalSince(old.date) > 60
    }
    return later.timeIntervalSince(delivered) >= 1
  }

  /// The account that has the notification, or the one that is shown if it was signed in.
  private func owner(of id: String, _ item: Item, from date: Date? = nil) -> Key? {
    let key = Key(account: account, id: id)
    let same = items.filter {
      $0.key.id == id && ($0.key.account != nil || $0.value.isRemoved)
        && !isLater(item, than: $0.value, id)
    }
    if let other = same[key] == nil ? same.keys.first : key { return other }
    let isKnown = account != nil || simulation.lifecycle.accounts == []
    let since = isKnown ? signedIn?.since ?? .distantPast : .distantPast
    return date ?? item.date >= since ? key : nil
  }

  /// Arrivals count in the order of their dates, whenever the app has learned of each.
  private mutating func expect(_ arrivals: [(id: String, item: Item)]) {
    var found: [Key: [Item]] = [:]
    for (id, item) in arrivals {
      if let key = owner(of: id, item) { found[key, default: []].append(item) }
    }
    for (key, new) in found {
      let all = ((items[key].map { [$0] } ?? []) + new).sorted { $0.date < $1.date }
      items[key] = all.dropFirst().reduce(all[0]) { former, item in
        if isLater(item, than: former, key.id) { return item }
        if isLater(former, than: item, key.id) { return former }
        return Item(
          date: former.date,
          delivered: former.delivered ?? item.delivered,
          isRead: former.isRead || item.isRead,
          isRemoved: former.isRemoved || item.isRemoved
        )
      }
    }
  }

  private mutating func expectReading() {
    expect(pending.map { ($0.id, Item(date: $0.date)) })
    pending = []
    expect(listed.map { ($0, Item(date: $1, delivered: $1)) })
    let gone = items.filter { $0.value.isRemoved && listed[$0.key.id] == nil }.keys
    for key in gone where unlisted.contains(key) { items[key] = nil }
    unlisted = Set(gone)
  }

  private mutating func check() {
    let expected: [Row] = items.filter { isShown($0.key) }
      .map { Row(id: id(of: $0.id), date: $1.date, isRead: $1.isRead) }
      .sorted { $0.date == $1.date ? $0.id > $1.id : $0.date > $1.date }
    let shown: [Row] = simulation.state.entries
      .map { Row(id: $0.id, date: $0.date, isRead: $0.isRead) }
    if shown != expected { mistake = "\(shown) are shown, and not \(expected)" }
    guard mistake == nil else { return }
    let unread = Set(pending.map(\.name))
    let found = files.filter { !unread.contains($0.key) }.values.map { "\($0.key) \($0.date)" }
    let owned = items.filter { !$0.value.isRemoved }.map { key, item in
      "\(InboxKey(account: key.account, id: id(of: key.id))) \(item.date)"
    }
    if found.sorted() != owned.sorted() { mistake = "\(found) are on disk, and not \(owned)" }
  }
}

// MARK: - The folder

extension PushInboxWorld {
  private mutating func makeChanges() {
    guard var ledger = simulation.store[""] else { return }
    for (name, entry) in ledger.changes { files[name] = entry }
    ledger.changes = [:]
    simulation.store = ["": ledger]
    simulation.handle(.saved(simulation.store))
  }

  private mutating func finishReading() {
    makeChanges()
    while let request = simulation.request {
      let new = files.filter { !request.known.contains($0.key) }.sorted { $0.key < $1.key }
      let reading = InboxReading(
        arrived: new.map { file, entry in
          var entry = entry
          entry.file = file
          return entry
        },
        listed: listed.sorted { $0.key < $1.key }.compactMap { entry($0, deliveredAt: $1) },
        known: Set(files.keys)
      )
      simulation.answer(.success(reading))
      makeChanges()
    }
  }
}
