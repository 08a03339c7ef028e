import Foundation
import PushHub
import PushHubTesting

@testable import PushHubAlerts
@testable import TestSupport

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
  private struct Item: Equatable {
    var account: AccountID?
    var date: Date
    var isRead = false
    var isRemoved = false
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

  private var items: [String: Item] = [:]
  private var signOut = Date.distantPast

  /// What the extension has written and the app has not read, and what the system's list has.
  private var pending: [(id: String, name: String, date: Date)] = []
  private var listed: [String: Date] = [:]
  private(set) var mistake: String?

  init() {
    handle(.lifecycle(LifecycleState(phase: .active), after: nil))
  }

  private static func start() -> CoreSimulation<PushInboxCore> {
    CoreSimulation(PushInboxCore(PushInbox.Configuration(), folder: folder))
  }

  mutating func perform(_ operation: Operation) {
    simulation.advance(by: .seconds(40))
    switch operation {
    case .extensionWritesM: write("m")
    case .extensionWritesU: write("u")
    case .extensionWritesC: write("c")
    case .callbackShowsM: show("m")
    case .callbackShowsC: show("c")
    case .onlyTheSystemShowsU: listed["u"] = listed["u"] ?? date
    case .refresh:
      handle(.own(.refresh))
      expectReading()
    case .openM: open("m")
    case .openC: open("c")
    case .removeM:
      handle(.own(.remove([id(of: "m")])))
      if isShown("m") { items["m"]?.isRemoved = true }
    case .markAllRead:
      handle(.own(.read(nil)))
      for id in items.keys where isShown(id) { items[id]?.isRead = true }
    case .annSignsIn: signIn("ann")
    case .bobSignsIn: signIn("bob")
    case .signOut: signIn(nil)
    case .relaunch:
      let (date, state) = (simulation.date, simulation.lifecycle)
      simulation = Self.start()
      simulation.date = date
      handle(.lifecycle(state, after: nil))
      expectReading()
    }
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

  private func entry(_ id: String) -> InboxEntry? {
    let push = push(id)
    return Self.folder.entry(
      push.payload,
      messageID: push.messageID,
      requestIdentifier: push.requestIdentifier,
      account: nil,
      date: date
    )
  }

  private func push(_ id: String) -> Push {
    Push(
      messageID: id == "m" ? id : nil,
      payload: payload(id),
      requestIdentifier: request(id),
      receivedAt: date
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
    pending.append((id, add(entry), date))
  }

  private mutating func show(_ id: String) {
    list(id)
    handle(.push(.received(push(id))))
    expectArrival(of: id, at: date)
  }

  private mutating func open(_ id: String) {
    listed[id] = nil
    handle(.push(.opened(push(id), PushResponse())))
    // After a sign-out a response may be to a notification of the account that has left.
    guard items[id] != nil || signOut == .distantPast else { return }
    var item = items[id] ?? Item(account: account, date: date)
    item.isRead = item.isRead || !item.isRemoved
    items[id] = item
  }

  private mutating func signIn(_ new: AccountID?) {
    let former = account
    simulation.changeLifecycle { $0.account = new }
    performEffects()
    guard new != former else { return }
    if former != nil {
      items = items.filter { ![former, nil].contains($0.value.account) }
      signOut = date
    }
    if let new {
      for id in items.keys where items[id]?.account == nil { items[id]?.account = new }
    }
    expectReading()
  }
}

// MARK: - What must come of it

extension PushInboxWorld {
  private func isShown(_ id: String) -> Bool {
    items[id].map { !$0.isRemoved && $0.account == account } ?? false
  }

  private func isLater(_ date: Date, than item: Item, _ id: String) -> Bool {
    id == "c" && date.timeIntervalSince(item.date) > 60
  }

  private mutating func expectArrival(of id: String, at date: Date) {
    if let item = items[id], !isLater(date, than: item, id) { return }
    items[id] = Item(account: account, date: date)
  }

  private mutating func expectReading() {
    // In the order in which they arrived, whenever the app has learned of each.
    var arrivals = items.map { (id: $0.key, item: $0.value) }
    for (id, _, date) in pending where date > signOut {
      arrivals.append((id, Item(account: account, date: date)))
    }
    items = [:]
    for (id, item) in arrivals.sorted(by: { $0.item.date < $1.item.date }) {
      var latest = item
      if let former = items[id], !isLater(item.date, than: former, id) {
        latest = former
        latest.isRead = former.isRead || item.isRead
        latest.isRemoved = former.isRemoved || item.isRemoved
      }
      items[id] = latest
    }
    pending = []
    for (id, date) in listed where date > signOut { expectArrival(of: id, at: date) }
  }

  private mutating func check() {
    let expected: [Row] = items.filter { isShown($0.key) }
      .map { Row(id: id(of: $0.key), date: $0.value.date, isRead: $0.value.isRead) }
      .sorted { $0.date == $1.date ? $0.id > $1.id : $0.date > $1.date }
    let shown: [Row] = simulation.core.state.entries
      .map { Row(id: $0.id, date: $0.date, isRead: $0.isRead) }
    if shown != expected { mistake = "\(shown) are shown, and not \(expected)" }
    guard mistake == nil else { return }
    let unread = Set(pending.map(\.name))
    let kept = files.filter { !unread.contains($0.key) && $0.value.signedOutAccount == nil }.values
    let found = Dictionary(grouping: kept, by: \.id).mapValues { entries in
      entries.map {
        Item(account: $0.account, date: $0.date, isRead: $0.isRead, isRemoved: $0.isRemoved)
      }
    }
    let owned = Dictionary(uniqueKeysWithValues: items.map { (id(of: $0), [$1]) })
    if found != owned { mistake = "\(found) are on disk, and not \(owned)" }
  }
}

// MARK: - The core

extension PushInboxWorld {
  private mutating func add(_ entry: InboxEntry) -> String {
    fileCount += 1
    files["\(fileCount)"] = entry
    return "\(fileCount)"
  }

  private mutating func handle(_ input: ManualFeatureInput<PushInboxCore>) {
    simulation.handle(input)
    performEffects()
  }

  private mutating func performEffects() {
    var answers: [PushInboxCore.Input] = []
    for case .own(let effect) in simulation.takeEffects() {
      switch effect {
      case .readFolder:
        let known = simulation.core.knownNames
        let new = files.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
        answers.append(
          .found(new.map { ($0.key, $0.value) }, broken: [], names: Array(files.keys))
        )
      case .readList:
        answers.append(
          .delivered(
            listed.sorted { $0.key < $1.key }.map {
              DeliveredNotification(id: request($0.key), payload: payload($0.key), date: $0.value)
            }
          )
        )
      case .write(let entry, let name):
        let name = name ?? add(entry)
        files[name] = entry
        answers.append(.written(entry.id, name: name))
      case .remove(let names): for name in names { files[name] = nil }
      }
    }
    for answer in answers { handle(.own(answer)) }
  }
}
