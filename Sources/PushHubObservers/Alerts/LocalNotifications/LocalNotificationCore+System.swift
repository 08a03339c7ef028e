import Foundation
import PushHub
import PushHubNetworking

// MARK: - What the system says

extension LocalNotificationCore {
  mutating func accept(_ answer: Answer, of number: Int) {
    guard let underWay, underWay.number == number else {
      // What has been done too late is seen with the next occasion, when it is asked what it holds.
      isToBeCompared = true
      return
    }
    self.underWay = nil
    switch (underWay.call, answer) {
    case (.add(let request), .failed(let reason)):
      let id = request.notification.id
      if !underWay.hadOne { present.remove(id) }
      if ledger.entries[id]?.standing == .given {
        ledger.entries[id]?.standing = .wanted
        refused.insert(id)
      }
      refresh.noteFailure()
      effects.append(.log(.failed(reason)))
    case (_, .failed(let reason)): fail(reason)
    case (.add(let request), _):
      refresh.noteNews()
      let id = request.notification.id
      // Another one that was wanted under its name in the meantime is not given yet.
      if ledger.entries[id]?.standing == .given { ledger.entries[id]?.standing = .taken }
    case (.removePending(let identifiers), _):
      refresh.noteNews()
      present.subtract(identifiers.compactMap(LocalNotification.id))
      mooted.formIntersection(present)
    case (.pending, .pending(let identifiers)): compare(with: identifiers)
    case (.pending, .done): fail("no list")
    }
  }

  mutating func fail(_ reason: String) {
    underWay = nil
    isHalted = true
    isToBeCompared = true
    refresh.noteFailure()
    effects.append(.log(.failed(reason)))
  }

  private mutating func compare(with identifiers: [String]) {
    let ids = identifiers.compactMap(LocalNotification.id)
    foreignCount = identifiers.count - ids.count
    present = Set(ids)
    mooted.formIntersection(present)
    isToBeCompared = false
    for (id, entry) in ledger.ordered(where: { $0.standing != .wanted }) {
      let isDue = entry.date <= date
      if !present.contains(id) {
        // Shown at its time, it is gone from there; otherwise somebody has removed it.
        let isShown = isDue || !entry.repeats && entry.earliest <= date
        ledger.entries[id] = isShown ? nil : entry.wanted
      } else if isDue, entry.standing == .given {
        // What is there is another one that had its name before.
        ledger.entries[id] = nil
        effects.append(.log(.missed(id)))
      } else {
        ledger.entries[id]?.earliest = entry.date
      }
    }
    passed = passed.filter { ledger.entries[$0] != nil }
  }
}

extension LocalNotificationCore.Entry {
  /// As it is if the system does not have it.
  fileprivate var wanted: Self {
    var entry = self
    entry.standing = .wanted
    entry.zone = nil
    entry.earliest = date
    return entry
  }
}

// MARK: - What is to be done

extension LocalNotificationCore {
  func nextCall() -> Call? {
    if isToBeCompared { return .pending }
    let chosen = self.chosen
    let surplus = present.subtracting(chosen.map(\.notification.id)).subtracting(passed)
    if !surplus.isEmpty {
      return .removePending(surplus.sorted().map { LocalNotificationRequest.prefix + $0 })
    }
    let missing = chosen.first { entry in
      !(entry.standing == .taken && present.contains(entry.notification.id)
        && entry.zone == calendar.toldZone(of: entry.notification))
    }
    return missing.map {
      .add(LocalNotificationRequest(calendar.told($0.notification), at: $0.date))
    }
  }

  /// What the system is to hold beside what it may be showing, the earliest first.
  private var chosen: [Entry] {
    let places = limit - foreignCount - passed.intersection(present).count
    return Array(
      ordered { !passed.contains($0) && !refused.contains($0) }.prefix(max(0, places))
    )
  }

  private func ordered(_ isIncluded: (String) -> Bool) -> [Entry] {
    ledger.entries.filter { isIncluded($0.key) }.values
      .sorted { ($0.date, $0.notification.id) < ($1.date, $1.notification.id) }
  }

  /// What is to be shown after a time, the earliest first.
  func wanted(at date: Date) -> [LocalNotification] {
    let date = date.isTime ? date : self.date
    return ordered { id in
      guard let entry = ledger.entries[id], entry.date <= date else { return true }
      return entry.repeats && calendar.date(of: entry.notification.trigger, after: date) != nil
    }
    .map(\.notification)
  }

  /// Of these, what waits for a place.
  func waiting(at date: Date) -> [LocalNotification] {
    let given = Set(chosen.map(\.notification.id)).union(refused)
    return wanted(at: date).filter { !given.contains($0.id) }
  }
}

extension LocalNotification {
  var repeats: Bool {
    if case .calendar(_, repeats: true) = trigger { true } else { false }
  }
}
