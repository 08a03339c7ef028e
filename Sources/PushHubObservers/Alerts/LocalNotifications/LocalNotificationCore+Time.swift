import Foundation

// MARK: - What time it is

extension LocalNotificationCore {
  /// The device may be somewhere else than where a date was computed.
  mutating func followCalendar() {
    let zone = calendar.zone
    guard zone != self.zone, !lacksTime else { return }
    self.zone = zone
    computeDates()
  }

  mutating func computeDates() {
    for (id, entry) in ledger.entries {
      guard case .calendar(_, let repeats) = entry.notification.trigger else { continue }
      let base = repeats ? max(date, entry.wishedAt) : entry.wishedAt
      // One that repeats no more keeps its last date.
      guard let next = calendar.date(of: entry.notification.trigger, after: base) else { continue }
      ledger.entries[id]?.date = next
      ledger.entries[id]?.earliest =
        repeats || entry.standing == .wanted ? next : min(entry.earliest, next)
    }
  }

  /// What the system has is left there until a list lacks it: its clock and ours need not agree.
  mutating func letPass() {
    var passed: Set<String> = []
    for (id, entry) in ledger.ordered(where: { $0.date <= date }) {
      if entry.repeats, let next = calendar.date(of: entry.notification.trigger, after: date) {
        ledger.entries[id]?.date = next
        ledger.entries[id]?.earliest = next
      } else if entry.standing == .wanted {
        ledger.entries[id] = nil
        effects.append(.log(.missed(id)))
      } else {
        passed.insert(id)
      }
    }
    isToBeCompared = isToBeCompared || !passed.isSubset(of: self.passed)
    self.passed = passed
  }
}
