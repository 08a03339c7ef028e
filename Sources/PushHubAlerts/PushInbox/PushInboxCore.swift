import Foundation
import PushHub

/// The part of an inbox that an app shows.
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
struct PushInboxCore: ManualFeatureCore {
  typealias Event = PushInboxEvent

  enum Input {
    /// The names of all files, what is in those that were not known, and those that can't be decoded.
    case found([(name: String, entry: InboxEntry)], broken: [String], names: [String])

    /// The system's list of delivered notifications.
    case delivered([DeliveredNotification])

    /// The entry of an id was written under this name; `nil` if it could not be written.
    case written(String, name: String?)

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

  /// A turn, and what it leaves to do at its end.
  private struct Step {
    var turn: ManualFeatureTurn<PushInboxCore>

    /// Whether the entries are others now.
    var isChanged = false

    /// The entries that are not on disk as they are.
    var unwritten: Set<String> = []

    /// The files to remove; one that is left is found again.
    var garbage: Set<String> = []

    /// The readings that begin when all changes are written.
    var readings: [Effect] = []
  }

  /// The time limit for the system's list.
  private static let timeout = Duration.seconds(10)

  let configuration: PushInbox.Configuration
  let folder: InboxFolder
  private(set) var state = PushInboxState()

  /// The time limit of the reading in progress.
  private(set) var nextDeadline: ContinuousClock.Instant?

  private var life: LifecycleState?
  private var slots: [String: Slot] = [:]

  /// The entries that could not be written, which are when the folder has been read again.
  private var unwritten: Set<String> = []

  /// Up to when an account's entries, and those of no known account, are not kept.
  private var signOuts: [AccountID: Date] = [:]
  private var latestSignOut = Date.distantPast

  init(_ configuration: PushInbox.Configuration, folder: InboxFolder) {
    self.configuration = configuration
    self.folder = folder
  }

  /// The files that need not be read.
  var knownNames: Set<String> { Set(slots.values.flatMap(\.names)) }

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    var step = Step(turn: turn)
    switch input {
    case .lifecycle(let state, _): follow(state, in: &step)
    case .push(let event): receive(event, in: &step)
    case .own(.found(let files, let broken, let names)):
      (step.unwritten, unwritten) = (unwritten, [])
      find(files, among: Set(names), in: &step)
      step.garbage.formUnion(broken)
      if !broken.isEmpty { step.turn.log(.broken(count: broken.count)) }
    case .own(.delivered(let notifications)):
      nextDeadline = nil
      let entries = notifications.compactMap { notification in
        let identity = step.turn.identification.identity(of: notification.payload)
        return folder.entry(
          notification.payload,
          messageID: identity.messageID,
          requestIdentifier: notification.id,
          account: identity.account,
          date: notification.date
        )
      }
      .filter { isKept($0, at: step.turn.date) }
      record(entries.filter { slots[$0.id] == nil }, in: &step)
      for entry in entries { receive(entry, in: &step) }
    case .own(.written(let id, let name)):
      guard let slot = slots[id] else { break }
      guard let name else {
        unwritten.insert(id)
        break
      }
      step.garbage.formUnion(slot.names.filter { $0 != name })
      slots[id] = Slot(entry: slot.entry, name: name)
    case .own(.read(let ids)):
      let ids = ids ?? Set(state.entries.map(\.id))
      step.turn.record(InboxRecord.read(ids.sorted()))
      read(ids, in: &step)
    case .own(.remove(let ids)):
      step.turn.record(InboxRecord.removed(ids.sorted()))
      let removed = state.entries.map(\.id).filter(ids.contains)
      for id in removed { change(id, in: &step) { $0.remove() } }
      if !removed.isEmpty { step.turn.log(.removed(ids: removed)) }
    case .own(.refresh): readAll(in: &step)
    case .deadline:
      nextDeadline = nil
      step.turn.cancel()
      step.turn.log(.noAnswer)
    case .detached: self = Self(configuration, folder: folder)
    case .work, .loaded, .saved: break
    }
    publish(in: &step)
    write(in: &step)
    if !step.garbage.isEmpty { step.turn.perform(.remove(step.garbage.sorted())) }
    for reading in step.readings { step.turn.perform(reading) }
    turn = step.turn
  }
}

// MARK: - Arrivals

extension PushInboxCore {
  private mutating func receive(_ event: PushEvent, in step: inout Step) {
    guard let push = event.push else { return }
    let entry = folder.entry(
      push.payload,
      messageID: push.messageID,
      requestIdentifier: push.requestIdentifier,
      account: push.account,
      date: push.deliveredAt ?? push.receivedAt
    )
    guard let entry else {
      if push.aps.hasAlert { readList(in: &step) }
      return
    }
    var response: PushResponse?
    if case .opened(_, let given) = event { response = given }
    receive(entry, in: &step, response)
  }

  private mutating func receive(
    _ new: InboxEntry,
    in step: inout Step,
    _ response: PushResponse? = nil
  ) {
    let isOpened = response.map { $0.action != .dismiss } ?? false
    if let known = slots[new.id]?.entry, response != nil || !known.isFollowed(by: new) {
      if isOpened { read([new.id], in: &step) }
      return
    }
    // An entry that was changed before it was stored may have another id when it is opened.
    guard response?.isRepeatable != true else { return }
    // A response doesn't have the date of its notification, which may be one of an account that has left.
    guard response == nil || latestSignOut(for: new) == .distantPast else { return }
    var entry = new
    entry.account = entry.account ?? life?.account
    entry.isRead = isOpened
    insert(entry, as: slots[new.id]?.name, in: &step)
    step.unwritten.insert(entry.id)
    step.turn.log(.added(ids: [entry.id]))
  }

  private mutating func insert(_ entry: InboxEntry, as name: String?, in step: inout Step) {
    slots[entry.id] = Slot(entry: entry, name: name)
    if let account = entry.signedOutAccount {
      signOuts[account] = entry.date
      latestSignOut = max(latestSignOut, entry.date)
    }
    step.isChanged = true
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

  private mutating func record(_ entries: [InboxEntry], in step: inout Step) {
    if !entries.isEmpty { step.turn.record(InboxRecord.arrived(entries)) }
  }
}

// MARK: - The folder

extension PushInboxCore {
  private mutating func find(
    _ files: [(name: String, entry: InboxEntry)],
    among names: Set<String>,
    in step: inout Step
  ) {
    // An entry written while the folder was read is known by now.
    let known = knownNames
    let files = files.filter { !known.contains($0.name) }
    step.isChanged = step.isChanged || !state.isKnown
    state.isKnown = true
    for (id, slot) in slots {
      // A file that is gone has made room for others.
      let isGone = slot.name.map { !names.contains($0) } ?? false
      if isGone || isTooOld(slot.entry, at: step.turn.date) { discard(id, in: &step) }
    }
    record(files.map(\.entry).filter { $0.signedOutAccount == nil }, in: &step)
    let groups = Dictionary(grouping: files, by: \.entry.id).values
      .sorted { $0[0].name < $1[0].name }
    // The entries that sign-outs leave decide about the others.
    for files in groups where files[0].entry.signedOutAccount != nil { find(files, in: &step) }
    for files in groups where files[0].entry.signedOutAccount == nil { find(files, in: &step) }
  }

  /// Merges all new files of an id and its known entry into one entry.
  private mutating func find(
    _ files: [(name: String, entry: InboxEntry)],
    in step: inout Step
  ) {
    let kept = files.filter { isKept($0.entry, at: step.turn.date) }
    let known = slots[files[0].entry.id]
    let entries = [known?.entry].compactMap { $0 } + kept.map(\.entry)
    guard let last = kept.last, var entry = entries.latest else {
      step.garbage.formUnion(files.map(\.name))
      return
    }
    entry.account = entry.account ?? life?.account
    let stored = kept.last { $0.entry == entry }
    let name = (stored ?? last).name
    let others = (files.map(\.name) + (known?.names ?? [])).filter { $0 != name }
    insert(entry, as: name, in: &step)
    if stored != nil {
      step.unwritten.remove(entry.id)
      step.garbage.formUnion(others)
    } else {
      step.unwritten.insert(entry.id)
      slots[entry.id]?.duplicates = others
    }
    if known == nil, !entry.isRemoved { step.turn.log(.added(ids: [entry.id])) }
  }

  private mutating func discard(_ id: String, in step: inout Step) {
    step.garbage.formUnion(slots.removeValue(forKey: id)?.names ?? [])
    step.isChanged = true
  }

  private mutating func write(in step: inout Step) {
    for id in step.unwritten.sorted() {
      if let slot = slots[id] { step.turn.perform(.write(slot.entry, replacing: slot.name)) }
    }
  }
}

// MARK: - The app

extension PushInboxCore {
  private mutating func follow(_ state: LifecycleState, in step: inout Step) {
    let former = life
    life = state
    for account in (former?.accounts ?? []).sorted() where state.isSignedOut(account) {
      signOut(account, in: &step)
    }
    if let account = state.account, account != former?.account {
      for (id, slot) in slots where slot.entry.account == nil {
        change(id, in: &step) { $0.account = account }
      }
    }
    step.isChanged = step.isChanged || former?.account != state.account || isFocused
    if former.map({ state.account != $0.account || state.isForeground && !$0.isForeground }) ?? true
    {
      readAll(in: &step)
    }
  }

  private mutating func signOut(_ account: AccountID, in step: inout Step) {
    var count = 0
    for (id, slot) in slots where slot.entry.account == nil || slot.entry.account == account {
      if slot.entry.signedOutAccount == nil {
        count += slot.entry.isRemoved ? 0 : 1
        discard(id, in: &step)
      }
    }
    let entry = InboxEntry(signOutOf: account, at: step.turn.date.toTheMillisecond)
    insert(entry, as: slots[entry.id]?.name, in: &step)
    step.unwritten.insert(entry.id)
    if count > 0 { step.turn.log(.emptied(count: count)) }
  }

  private mutating func readAll(in step: inout Step) {
    step.readings.append(.readFolder)
    readList(in: &step)
  }

  private mutating func readList(in step: inout Step) {
    nextDeadline = step.turn.now + Self.timeout
    step.readings.append(.readList)
  }

  private mutating func read(_ ids: Set<String>, in step: inout Step) {
    let read = ids.filter { id in
      slots[id].map { !$0.entry.isRead && !$0.entry.isRemoved } ?? false
    }
    for id in read { change(id, in: &step) { $0.isRead = true } }
    if !read.isEmpty { step.turn.log(.read(ids: read.sorted())) }
  }

  private mutating func change(
    _ id: String,
    in step: inout Step,
    _ change: (inout InboxEntry) -> Void
  ) {
    guard var entry = slots[id]?.entry else { return }
    change(&entry)
    slots[id]?.entry = entry
    step.unwritten.insert(id)
    step.isChanged = true
  }

  private var isFocused: Bool {
    if let page = configuration.page, let life { life.isFocused(page) } else { false }
  }

  private mutating func publish(in step: inout Step) {
    guard step.isChanged else { return }
    if isFocused { read(Set(shown.map(\.id)), in: &step) }
    state.entries = shown.sorted { $0.date == $1.date ? $0.id > $1.id : $0.date > $1.date }
  }

  /// The entries of the account that is signed in.
  private var shown: [InboxEntry] {
    let account = life?.account
    return slots.values.map(\.entry).filter { !$0.isRemoved && $0.account == account }
  }
}
