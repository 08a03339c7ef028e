import Foundation
import PushHub

@testable import PushHubBackend
@testable import TestSupport

/// An outbox of two processes, of which one sends, beside a list.
final class OutboxWorld {
  enum Operation: Hashable, CaseIterable {
    case appendForAnn
    case appendForNobody
    case serviceAppendsForBob
    case clockGoesBack
    case serviceIsKilled
    case hourPasses
    case garbageComes
    case read
    case readSkippingBob
    case acknowledge
    case signOut
    case annSignsOut
  }

  private struct Entry {
    var number: Int?
    var account: AccountID?
    var lost = 0
  }

  private static let maximumCount = 4

  private let folder = OutboxFolder()
  private let app: Outbox
  private let service: Outbox
  private var entries: [Entry] = []

  /// What killed processes have left, and is not an hour old, or is.
  private var (halves, oldHalves): ([String], [String]) = ([], [])
  private var held = OutboxReading()
  private var count = 0
  private var time = 1_000
  private var surprise: String?

  init() {
    app = folder.outbox(maximumCount: Self.maximumCount)
    service = folder.outbox(maximumCount: Self.maximumCount)
  }

  /// - Returns: What is wrong then.
  func mistake(after operation: Operation) throws -> String? {
    switch operation {
    case .appendForAnn: try append("ann", by: app)
    case .appendForNobody: try append(nil, by: app)
    case .serviceAppendsForBob: try append("bob", by: service)
    case .clockGoesBack: time -= 500
    case .serviceIsKilled:
      halves.append(".dat.nosync\(UUID().uuidString)")
      try folder.make(halves[halves.endIndex - 1], "{\"lost\":")
    case .hourPasses:
      for name in halves { try folder.makeOlder(name, by: 3_600) }
      oldHalves += halves
      halves = []
    case .garbageComes:
      try folder.make(nextName, "{}")
      entries.append(Entry())
    case .read: read(limit: 2)
    case .readSkippingBob: read(limit: 2, skipsBob: true)
    case .acknowledge:
      try app.folder.remove(held.names)
      entries.removeAll { entry in entry.number.map(held.numbers.contains) ?? false }
    case .signOut:
      let removed = try app.removeAll()
      expect(removed == entries.count, "\(removed) of \(entries) were removed")
      entries = []
    case .annSignsOut:
      let leaving = entries.filter { $0.account != "bob" }
      let removed = try app.removeAll { $0 != "bob" }
      expect(removed == leaving.count, "\(removed) of \(leaving) were removed")
      entries.removeAll { $0.account != "bob" }
    }
    let waiting = folder.files.count { $0.hasSuffix(".json") }
    expect(waiting == entries.count, "\(waiting) of \(entries) are there")
    let left = Set(folder.files.filter { $0.hasPrefix(".dat.nosync") })
    expect(left == Set(halves + oldHalves), "\(left) are left")
    return surprise
  }

  /// What is wrong when all is sent.
  func mistakeAtTheEnd() throws -> String? {
    read(limit: .max)
    try app.folder.remove(held.names)
    let left = try app.count()
    expect(left == 0, "\(left) are left")
    return surprise
  }

  private func append(_ account: AccountID?, by outbox: Outbox) throws {
    count += 1
    let excess = max(0, entries.count + 1 - Self.maximumCount)
    let lost = entries.prefix(excess).reduce(excess) { $0 + $1.lost }
    entries = entries.dropFirst(excess) + [Entry(number: count, account: account, lost: lost)]
    let dropped = try outbox.append(count, account, at: time)
    expect(dropped == excess, "\(dropped) had to go, and not \(excess)")
    oldHalves = []
  }

  private func read(limit: Int, skipsBob: Bool = false) {
    held = app.read(limit: limit, of: ["ann", nil], removing: { _ in !skipsBob })
    var (expected, numbers) = (OutboxReading(), [Int]())
    var rest: [Entry] = []
    for entry in entries {
      if numbers.count == limit || skipsBob && entry.account == "bob" {
        rest.append(entry)
      } else if entry.account == "bob" {
        expected.removedCount += 1
      } else if let number = entry.number {
        numbers.append(number)
        expected.lostCount += entry.lost
        rest.append(entry)
      } else {
        expected.brokenCount += 1
      }
    }
    entries = rest
    expect(
      held.numbers == numbers && held.lostCount == expected.lostCount
        && held.removedCount == expected.removedCount && held.brokenCount == expected.brokenCount
        && held.failure == nil,
      "\(held) was read, and not \(expected)"
    )
  }

  /// A name behind those of all entries, and of all halves.
  private var nextName: String {
    let last = folder.files.last.flatMap { Int($0.prefix(16)) } ?? 1_000
    let digits = String(last + 1)
    return String(repeating: "0", count: 16 - digits.count) + "\(digits)-x.json"
  }

  private func expect(_ holds: Bool, _ mistake: @autoclosure () -> String) {
    surprise = surprise ?? (holds ? nil : mistake())
  }
}
