import Foundation
import PushHub

/// What an app shows of its inbox.
struct PushInboxState: Equatable, Sendable {
  /// The account's entries, the newest first.
  var entries: [InboxEntry] = []

  /// Whether the entries on disk have been read.
  var isKnown = false
}

/// Decides which entries there are, and what is written for it.
///
/// Other processes add files, and this one alone replaces and removes them. So a file whose name is known is
/// never read again, and two files of one notification become one entry.
@MainActor
struct PushInboxCore: FeatureCore {
  typealias Event = PushInboxEvent

  enum Input {
    /// The system has reported a notification, or the user's response to it.
    case reported(PushPayload, requestIdentifier: String?, PushResponse?)

    /// The names of all files, what is in those that were not known, and those that can't be decoded.
    case found([(name: String, entry: InboxEntry)], broken: [String], names: [String])

    /// The system's list of delivered notifications.
    case delivered([DeliveredNotification])

    /// The entry of an id was written under this name.
    case written(String, name: String)

    case read(Set<String>?)
    case remove(Set<String>)
    case refresh
  }

  enum Effect: Equatable {
    case readFolder
    case readList
    case write(InboxEntry, replacing: String?)
    case remove([String])
  }

  private struct Slot {
    var entry: InboxEntry
    var name: String?

    /// Files of the same notification, which are removed once the entry is written.
    var duplicates: [String] = []

    var names: [String] { duplicates + (name.map { [$0] } ?? []) }
  }

  /// How long the system may take for its list.
  private static let timeout = Duration.seconds(10)

  let configuration: PushInbox.Configuration
  let folder: InboxFolder
  private(set) var state = PushInboxState()

  /// When the list that is being read is late.
  private(set) var nextDeadline: ContinuousClock.Instant?

  private var life: LifecycleState?
  private var slots: [String: Slot] = [:]

  /// The entries that are not on disk as they are.
  private var unwritten: Set<String> = []

  /// The files to remove; one that is left is found again.
  private var garbage: Set<String> = []

  /// Up to when an account's entries, and those of no known account, are not kept.
  private var signOuts: [AccountID: Date] = [:]
  private var latestSignOut = Date.distantPast
  private var isChanged = false

  /// What is read when all is written that has changed.
  private var readings: [Effect] = []

  init(_ configuration: PushInbox.Configuration, folder: InboxFolder) {
    self.configuration = configuration
    self.folder = folder
  }

  /// The files that need not be read.
  var knownNames: Set<String> { Set(slots.values.flatMap(\.names)) }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .lifecycle(let state, _): follow(state, in: &turn)
    case .push(let event): receive(event, in: &turn)
    case .own(.reported(let payload, let request, let response)):
      let entry = makeEntry(payload, request, at: turn.date)
      if let entry { receive(entry, in: &turn, response) }
    case .own(.found(let files, let broken, let names)):
      find(files, among: Set(names), in: &turn)
      garbage.formUnion(broken)
      if !broken.isEmpty { turn.log(.broken(broken.count)) }
    case .own(.delivered(let notifications)):
      nextDeadline = nil
      let entries = notifications.compactMap { makeEntry($0.payload, $0.id, at: $0.date) }
        .filter { isKept($0, at: turn.date) }
      record(entries.filter { slots[$0.id] == nil }, in: &turn)
      for entry in entries { receive(entry, in: &turn) }
    case .own(.written(let id, let name)):
      guard let slot = slots[id] else { break }
      garbage.formUnion(slot.names.filter { $0 != name })
      slots[id] = Slot(entry: slot.entry, name: name)
    case .own(.read(let ids)):
      let ids = ids ?? Set(state.entries.map(\.id))
      turn.record(InboxRecord.read(ids.sorted()))
      read(ids, in: &turn)
    case .own(.remove(let ids)):
      turn.record(InboxRecord.removed(ids.sorted()))
      let removed = state.entries.map(\.id).filter(ids.contains)
      for id in removed { change(id) { $0.remove() } }
      if !removed.isEmpty { turn.log(.removed(removed)) }
    case .own(.refresh): readAll(in: &turn)
    case .deadline:
      nextDeadline = nil
      turn.cancel()
      turn.log(.noAnswer)
    case .detached: self = Self(configuration, folder: folder)
    case .work, .loaded, .saved: break
    }
    publish(in: &turn)
    write(in: &turn)
    if !garbage.isEmpty { turn.perform(.remove(garbage.sorted())) }
    for reading in readings { turn.perform(reading) }
    (garbage, readings) = ([], [])
  }
}

// MARK: - Arrivals

extension PushInboxCore {
  private func makeEntry(_ payload: PushPayload, _ request: String?, at date: Date) -> InboxEntry? {
    folder.entry(
      payload,
      requestIdentifier: request,
      account: configuration.owner(payload),
      date: date
    )
  }

  /// Of a push that arrived before the feature was attached only a message id and a UUID are known.
  private mutating func receive(_ event: PushEvent, in turn: inout FeatureTurn<Self>) {
    guard let push = event.push else { return }
    let request = push.messageID == nil && UUID(uuidString: push.id) != nil ? push.id : nil
    guard let entry = makeEntry(push.payload, request, at: push.receivedAt) else {
      if push.aps.hasAlert { readList(in: &turn) }
      return
    }
    var response: PushResponse?
    if case .opened(_, let given) = event { response = given }
    receive(entry, in: &turn, response)
  }

  private mutating func receive(
    _ new: InboxEntry,
    in turn: inout FeatureTurn<Self>,
    _ response: PushResponse? = nil
  ) {
    let isOpened = response.map { $0.action != .dismiss } ?? false
    if let known = slots[new.id]?.entry, response != nil || !known.isFollowed(by: new) {
      if isOpened { read([new.id], in: &turn) }
      return
    }
    // An entry that was changed before it was stored may have another id when it is opened.
    guard response?.isRepeatable != true else { return }
    // A response doesn't have the date of its notification, which may be one of an account that has left.
    guard response == nil || latestSignOut(for: new) == .distantPast else { return }
    var entry = new
    entry.account = entry.account ?? life?.account
    entry.isRead = isOpened
    insert(entry, as: slots[new.id]?.name)
    unwritten.insert(entry.id)
    turn.log(.added([entry.id]))
  }

  private mutating func insert(_ entry: InboxEntry, as name: String?) {
    slots[entry.id] = Slot(entry: entry, name: name)
    if let account = entry.signedOutAccount {
      signOuts[account] = entry.date
      latestSignOut = max(latestSignOut, entry.date)
    }
    isChanged = true
  }

  private func isTooOld(_ entry: InboxEntry, at date: Date) -> Bool {
    date.timeIntervalSince(entry.date) > configuration.maximumAge / .seconds(1)
  }

  /// Whether an entry that another process or the system has kept still has a place.
  private func isKept(_ entry: InboxEntry, at date: Date) -> Bool {
    !isTooOld(entry, at: date)
      && (entry.signedOutAccount != nil || entry.date > latestSignOut(for: entry))
  }

  private func latestSignOut(for entry: InboxEntry) -> Date {
    entry.account.map { signOuts[$0] ?? .distantPast } ?? latestSignOut
  }

  private mutating func record(_ entries: [InboxEntry], in turn: inout FeatureTurn<Self>) {
    if !entries.isEmpty { turn.record(InboxRecord.arrived(entries)) }
  }
}

// MARK: - The folder

extension PushInboxCore {
  private mutating func find(
    _ files: [(name: String, entry: InboxEntry)],
    among names: Set<String>,
    in turn: inout FeatureTurn<Self>
  ) {
    // What was written while the folder was read is known by now.
    let known = knownNames
    let files = files.filter { !known.contains($0.name) }
    isChanged = isChanged || !state.isKnown
    state.isKnown = true
    for (id, slot) in slots {
      // A file that is gone has made room for others.
      let isGone = slot.name.map { !names.contains($0) } ?? false
      if isGone || isTooOld(slot.entry, at: turn.date) { discard(id) }
    }
    record(files.map(\.entry).filter { $0.signedOutAccount == nil }, in: &turn)
    let groups = Dictionary(grouping: files, by: \.entry.id).values
      .sorted { $0[0].name < $1[0].name }
    // What sign-outs leave decides about the others.
    for files in groups where files[0].entry.signedOutAccount != nil { find(files, in: &turn) }
    for files in groups where files[0].entry.signedOutAccount == nil { find(files, in: &turn) }
  }

  /// Makes one entry of all new files of an id, and of what is known of it.
  private mutating func find(
    _ files: [(name: String, entry: InboxEntry)],
    in turn: inout FeatureTurn<Self>
  ) {
    let kept = files.filter { isKept($0.entry, at: turn.date) }
    let known = slots[files[0].entry.id]
    let entries = [known?.entry].compactMap { $0 } + kept.map(\.entry)
    guard let last = kept.last, var entry = entries.latest else {
      garbage.formUnion(files.map(\.name))
      return
    }
    entry.account = entry.account ?? life?.account
    let stored = kept.last { $0.entry == entry }
    let name = (stored ?? last).name
    let others = (files.map(\.name) + (known?.names ?? [])).filter { $0 != name }
    insert(entry, as: name)
    if stored != nil {
      unwritten.remove(entry.id)
      garbage.formUnion(others)
    } else {
      unwritten.insert(entry.id)
      slots[entry.id]?.duplicates = others
    }
    if known == nil, !entry.isRemoved { turn.log(.added([entry.id])) }
  }

  private mutating func discard(_ id: String) {
    garbage.formUnion(slots.removeValue(forKey: id)?.names ?? [])
    unwritten.remove(id)
    isChanged = true
  }

  private mutating func write(in turn: inout FeatureTurn<Self>) {
    for id in unwritten.sorted() {
      if let slot = slots[id] { turn.perform(.write(slot.entry, replacing: slot.name)) }
    }
    unwritten = []
  }
}

// MARK: - The app

extension PushInboxCore {
  private mutating func follow(_ state: LifecycleState, in turn: inout FeatureTurn<Self>) {
    let former = life
    life = state
    if let account = former?.account, account != state.account { signOut(account, in: &turn) }
    if let account = state.account, account != former?.account {
      for (id, slot) in slots where slot.entry.account == nil {
        change(id) { $0.account = account }
      }
    }
    isChanged = isChanged || former?.account != state.account || isFocused
    if former.map({ state.account != $0.account || state.isForeground && !$0.isForeground }) ?? true
    {
      readAll(in: &turn)
    }
  }

  private mutating func signOut(_ account: AccountID, in turn: inout FeatureTurn<Self>) {
    var count = 0
    for (id, slot) in slots where slot.entry.account == nil || slot.entry.account == account {
      if slot.entry.signedOutAccount == nil {
        count += slot.entry.isRemoved ? 0 : 1
        discard(id)
      }
    }
    let entry = InboxEntry(signOutOf: account, at: turn.date.toTheMillisecond)
    insert(entry, as: slots[entry.id]?.name)
    unwritten.insert(entry.id)
    if count > 0 { turn.log(.emptied(count)) }
  }

  private mutating func readAll(in turn: inout FeatureTurn<Self>) {
    readings.append(.readFolder)
    readList(in: &turn)
  }

  private mutating func readList(in turn: inout FeatureTurn<Self>) {
    nextDeadline = turn.now + Self.timeout
    readings.append(.readList)
  }

  private mutating func read(_ ids: Set<String>, in turn: inout FeatureTurn<Self>) {
    let read = ids.filter { id in
      slots[id].map { !$0.entry.isRead && !$0.entry.isRemoved } ?? false
    }
    for id in read { change(id) { $0.isRead = true } }
    if !read.isEmpty { turn.log(.read(read.sorted())) }
  }

  private mutating func change(_ id: String, _ change: (inout InboxEntry) -> Void) {
    guard var entry = slots[id]?.entry else { return }
    change(&entry)
    slots[id]?.entry = entry
    unwritten.insert(id)
    isChanged = true
  }

  private var isFocused: Bool {
    configuration.page.map { life?.isFocused($0) ?? false } ?? false
  }

  private mutating func publish(in turn: inout FeatureTurn<Self>) {
    guard isChanged else { return }
    if isFocused { read(Set(shown.map(\.id)), in: &turn) }
    isChanged = false
    state.entries = shown.sorted { $0.date == $1.date ? $0.id > $1.id : $0.date > $1.date }
  }

  /// The entries of the account that is signed in.
  private var shown: [InboxEntry] {
    let account = life?.account
    return slots.values.map(\.entry).filter { !$0.isRemoved && $0.account == account }
  }
}
