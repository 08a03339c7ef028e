import Foundation
import PushHub

extension PushInboxCore {
  /// An entry, and as it is in its file.
  private typealias Source = (entry: InboxEntry, stored: InboxEntry)

  /// Adds arrivals to the accounts that they belong to; the files of others are removed.
  mutating func add(_ arrivals: [InboxEntry], in turn: inout FeatureTurn<Self>) {
    var found: [InboxKey: [Source]] = [:]
    for arrival in arrivals {
      var named = arrival
      named.account = arrival.account ?? turn.identification.account(of: arrival.payload)
      guard
        var entry = named.account == nil ? owned(arrival, from: arrival.date, in: turn) : named
      else {
        if let file = arrival.file { ledger.changes[file] = .some(nil) }
        continue
      }
      entry.date = min(entry.date, turn.date.toTheMillisecond)
      let isOfExtension = arrival.file != nil && arrival.account != nil
      discardAssumed(as: &entry, isOfExtension: isOfExtension, in: turn)
      found[entry.key, default: []].append((entry, arrival))
    }
    for entry in found.values.joined().map(\.entry).oldestFirst {
      if let sources = found.removeValue(forKey: entry.key) {
        merge(sources, into: entry.key, in: &turn)
      }
    }
  }

  /// Discards what was another account's only since its payload names none, once a payload has named one, or the
  /// service extension has had it for the account that was shown then.
  mutating func discardAssumed(
    as entry: inout InboxEntry,
    isOfExtension: Bool = false,
    in turn: FeatureTurn<Self>
  ) {
    let account = turn.identification.account(of:)
    for key in accounts.map({ InboxKey(account: $0, id: entry.id) }) where key != entry.key {
      guard let other = slots[key], account(other.payload) == nil else { continue }
      let isSame = isOfExtension && !other.isFollowed(by: entry) && !entry.isFollowed(by: other)
      guard isSame || account(entry.payload) != nil else { continue }
      entry.isRead = entry.isRead || other.isRead
      discard([key])
    }
  }

  /// Merges an entry, its mark and what has arrived, by their dates: which notification one belongs to depends on
  /// those before it.
  private mutating func merge(
    _ arrivals: [Source],
    into key: InboxKey,
    in turn: inout FeatureTurn<Self>
  ) {
    // What a clock that was ahead has dated comes before what the right one does.
    if let delivery = (slots[key] ?? ledger.marks[key])?.deliveredAt, delivery > turn.date + 1,
      arrivals.contains(where: { $0.entry.deliveredAt.map { $0 <= turn.date } == true })
    {
      slots[key]?.deliveredAt = .distantPast
      ledger.marks[key]?.deliveredAt = .distantPast
    }
    let former = slots.removeValue(forKey: key)
    let sources = (former.map { [($0, $0)] } ?? []) + arrivals
    let mark = former == nil ? ledger.marks[key].map { [$0] } : nil
    let entries = ((mark ?? []) + sources.map(\.entry)).oldestFirst
    var entry = entries.dropFirst().reduce(entries[0]) { $0.merged(with: $1) }
    let (files, pending) = (sources.compactMap(\.entry.file), ledger.changes)
    for file in files { ledger.changes[file] = .some(nil) }
    addAccount(of: key)
    setMark(entry)
    guard !entry.isRemoved else { return }
    let file = files.last ?? folder.name(of: entry)
    entry.file = file
    let isStored = sources.contains { $0.stored.isStored(as: entry) }
    let change = isStored ? pending[file] ?? nil : entry
    ledger.changes[file] = change.map { .some($0) }
    slots[key] = entry
    if former?.isFollowed(by: entry) ?? true { turn.log(.added(ids: [entry.id])) }
  }

  mutating func read(_ keys: [InboxKey], in turn: inout FeatureTurn<Self>) {
    let read = keys.filter { slots[$0]?.isRead == false }
    for key in read {
      slots[key]?.isRead = true
      slots[key].map { setMark($0) }
    }
    if !read.isEmpty { turn.log(.read(ids: read.map(\.id).sorted())) }
  }

  mutating func addAccount(of key: InboxKey) {
    if !accounts.contains(key.account) { accounts.append(key.account) }
  }

  mutating func discard(where isUnwanted: (InboxEntry) -> Bool) {
    discard(slots.values.filter(isUnwanted).map(\.key))
  }

  mutating func discard(_ keys: [InboxKey]) {
    for key in keys {
      guard var entry = slots.removeValue(forKey: key) else { continue }
      entry.isRemoved = true
      setMark(entry)
      if let file = entry.file { ledger.changes[file] = .some(nil) }
    }
  }

  private mutating func setMark(_ entry: InboxEntry) {
    ledger.marks[entry.key] = entry.isRead || entry.isRemoved ? entry.mark : nil
  }
}
