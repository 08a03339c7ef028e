import Foundation
import PushHub

/// What waits in an outbox to be sent.
struct OutboxEntry: Hashable, Sendable {
  let file: OutboxDirectory.Name
  let number: Int
  let account: AccountID?

  /// One value of JSON, if nobody else wrote into the file.
  let content: Data

  /// Tells the entry from all others; the same each time it is read.
  var id: String { Outbox.id(number, in: file) }
}

/// What was found when an outbox was read.
struct OutboxReading: Sendable {
  /// The first entries; those of each process in the order in which it appended them.
  var entries: [OutboxEntry] = []

  /// How many there are, with these.
  var waitingCount = 0

  /// How many had to go for want of room, by the file that says so.
  var lost: [OutboxDirectory.Name: Int] = [:]

  /// How many lines can't be read that were not found before.
  var brokenCount = 0

  /// How many files are of a later version, and were not found before.
  var newerFileCount = 0

  /// How many were removed that could not be before.
  var removedCount = 0

  /// Whether there are entries that could not be read now.
  var isComplete = true

  /// Why files could not be read, or not be tidied up.
  var failures: [OutboxError] = []

  var lostCount: Int { lost.values.reduce(0, +) }
}

/// What came of changing the files of an outbox.
struct OutboxOutcome: Sendable {
  /// How many entries were done with that were not before.
  var count = 0

  /// Why files could not be changed.
  var failures: [OutboxError] = []
}

/// What a process knows of the files that is not in them.
///
/// Entries are known by file and number, never by where they stand, so that whatever is forgotten or
/// done twice leads to doubles, and never to a loss.
struct OutboxMemory {
  private var acknowledged: [OutboxDirectory.Name: IndexSet] = [:]
  private var told: [OutboxDirectory.Name: Int] = [:]
  private var brokenCounts: [OutboxDirectory.Name: Int] = [:]
  private var newBrokenCount = 0
  private var newer: Set<OutboxDirectory.Name> = []
  private var removals: [Removal] = []
  private var removedCount = 0

  /// Which entries are to go, from files that were not read since.
  private struct Removal {
    /// `nil` for those that there are.
    var scope: Set<OutboxDirectory.Name>?
    let includes: @Sendable (AccountID?) -> Bool
  }

  func isAcknowledged(_ number: Int, in name: OutboxDirectory.Name) -> Bool {
    acknowledged[name]?.contains(number) ?? false
  }

  /// Notes that an entry need not be sent any more.
  mutating func acknowledge(_ number: Int, in name: OutboxDirectory.Name) {
    acknowledged[name, default: IndexSet()].insert(number)
  }

  /// Notes which entries are in a file.
  ///
  /// Those that were acknowledged, and are there no more, had to go for want of room. The file counts
  /// them as lost, which they are not.
  mutating func note(_ lines: [OutboxText.Line], lost: Int, in name: OutboxDirectory.Name) {
    guard let known = acknowledged[name] else { return }
    let present = known.intersection(IndexSet(lines.map(\.number)))
    guard present.count < known.count else { return }
    acknowledged[name] = present
    tell(min(known.count - present.count, untold(lost, of: name)), of: name)
  }

  /// How many entries went with a file, or had gone from it, that nobody has done with.
  func wantedCount(of text: OutboxText, in name: OutboxDirectory.Name) -> Int {
    text.lines.count { !isAcknowledged($0.number, in: name) } + untold(text.lost, of: name)
  }

  /// Notes which entries are to go, from each file of a scope when it is read next.
  mutating func noteRemoval(
    from scope: Set<OutboxDirectory.Name>?,
    of includes: @escaping @Sendable (AccountID?) -> Bool
  ) {
    removals.append(Removal(scope: scope, includes: includes))
  }

  /// Spares what is in other files than these from removals that were noted without a scope.
  mutating func limitRemovals(to names: Set<OutboxDirectory.Name>) {
    for index in removals.indices where removals[index].scope == nil {
      removals[index].scope = names
    }
  }

  /// Acknowledges those of a file that are to go.
  ///
  /// - Returns: Whether there were any.
  mutating func remove(_ lines: [OutboxText.Line], from name: OutboxDirectory.Name) -> Bool {
    let former = removedCount
    for index in removals.indices where removals[index].scope?.contains(name) ?? true {
      for line in lines
      where removals[index].includes(line.account) && !isAcknowledged(line.number, in: name) {
        acknowledge(line.number, in: name)
        removedCount += 1
      }
      removals[index].scope?.remove(name)
    }
    return removedCount > former
  }

  /// Gives how many entries were removed, since the last time.
  mutating func takeRemovedCount() -> Int {
    defer { removedCount = 0 }
    return removedCount
  }

  /// Notes that it was told how many entries of a file had to go.
  mutating func tell(_ lost: Int, of name: OutboxDirectory.Name) {
    told[name, default: 0] += lost
  }

  /// How many entries of a file had to go of which nobody was told, of as many as it says.
  func untold(_ lost: Int, of name: OutboxDirectory.Name) -> Int {
    max(0, lost - (told[name] ?? 0))
  }

  /// Notes how many lines of a file can't be read.
  mutating func noteBroken(_ count: Int, in name: OutboxDirectory.Name) {
    let known = brokenCounts.updateValue(count, forKey: name) ?? 0
    newBrokenCount += max(0, count - known)
  }

  /// Gives how many lines were found that can't be read, since the last time.
  mutating func takeBrokenCount() -> Int {
    defer { newBrokenCount = 0 }
    return newBrokenCount
  }

  /// Notes a file of a later version.
  ///
  /// - Returns: Whether it was not known.
  mutating func noteNewer(_ name: OutboxDirectory.Name) -> Bool {
    newer.insert(name).inserted
  }

  /// Notes that nothing of this is in a file any more.
  mutating func forget(_ name: OutboxDirectory.Name) {
    acknowledged[name] = nil
    told[name] = nil
    brokenCounts[name] = nil
  }

  /// Forgets files that are gone, and takes those that there are for all of which it is not known.
  mutating func forget(allBut names: [OutboxDirectory.Name]) {
    let names = Set(names)
    acknowledged = acknowledged.filter { names.contains($0.key) }
    told = told.filter { names.contains($0.key) }
    brokenCounts = brokenCounts.filter { names.contains($0.key) }
    newer.formIntersection(names)
    for index in removals.indices {
      removals[index].scope = removals[index].scope?.intersection(names) ?? names
    }
    removals.removeAll { $0.scope?.isEmpty ?? false }
  }
}
