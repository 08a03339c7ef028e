import Foundation
import PushHub

@testable import PushHubBackend

/// An outbox of two processes, of which one sends, beside a list of what became of each entry.
final class OutboxWorld {
  enum Operation: Hashable, CaseIterable {
    case appendForAnn
    case appendForNobody
    case serviceAppendsForAnn
    case serviceAppendsForBob
    case read
    case acknowledge
    case restart
    case serviceCrashes
    case serviceBeginsAnother
    case annSignsOut
  }

  private enum Fate {
    case waiting
    case sent
    case removed
  }

  private struct Entry {
    let process: String
    let account: AccountID?
    let id: String
    var fate = Fate.waiting
  }

  private struct Content: Decodable {
    let value: Int
  }

  private let folder = OutboxFolder()
  private var app: Outbox
  private var service: Outbox
  private var entries: [Entry] = []
  private var held: [OutboxEntry] = []
  private var hasRestarted = false
  private var tornCount = 0
  private var brokenCount = 0
  private var surprise: String?

  init() {
    app = folder.outbox()
    service = folder.outbox("service")
  }

  func perform(_ operation: Operation) throws {
    switch operation {
    case .appendForAnn: try append("app", "ann")
    case .appendForNobody: try append("app", nil)
    case .serviceAppendsForAnn: try append("service", "ann")
    case .serviceAppendsForBob: try append("service", "bob")
    case .read: held = app.read(limit: 2, for: "ann").entries
    case .acknowledge: try acknowledge()
    case .restart:
      app = folder.outbox()
      held = []
      hasRestarted = true
    case .serviceCrashes:
      tornCount += try folder.tear("service") ? 1 : 0
      service = folder.outbox("service")
    case .serviceBeginsAnother: _ = service.seal()
    case .annSignsOut: signOut()
    }
  }

  /// Long enough that two of a few are worth rewriting a file for.
  private func append(_ process: String, _ account: AccountID?) throws {
    let content: JSONValue = [
      "value": .number(JSONNumber(entries.count)),
      "text": .string(String(repeating: "x", count: 150)),
    ]
    let outbox = process == "app" ? app : service
    let id = try outbox.append(content, account: account).id
    entries.append(Entry(process: process, account: account, id: id))
  }

  private func acknowledge() throws {
    let places = try held.map { try place(of: $0) }
    let expected = places.filter { entries[$0].fate == .waiting }
    let result = app.acknowledge(held, lost: [:])
    for place in expected {
      entries[place].fate = .sent
    }
    note(result.failures)
    // After a restart what was sent before may have been there once more.
    if result.count < expected.count || (result.count > expected.count && !hasRestarted) {
      surprise = "\(result.count) were acknowledged of \(expected.count)"
    }
  }

  private func signOut() {
    let gone = entries.indices.filter {
      entries[$0].account != "bob" && entries[$0].fate == .waiting
    }
    let result = app.remove(from: app.seal()) { $0 != "bob" }
    for place in gone {
      entries[place].fate = .removed
    }
    note(result.failures)
    if result.count < gone.count || (result.count > gone.count && !hasRestarted) {
      surprise = "\(result.count) were removed of \(gone.count)"
    }
  }

  private func note(_ failures: [OutboxError]) {
    surprise = surprise ?? failures.first.map { "\($0)" }
  }

  private func place(of entry: OutboxEntry) throws -> Int {
    try JSONDecoder().decode(Content.self, from: entry.content).value
  }
}

// MARK: - What must hold

extension OutboxWorld {
  /// What is wrong now.
  func mistake() throws -> String? {
    for account in ["ann", "bob"] as [AccountID] {
      let reading = app.read(limit: .max, for: account)
      brokenCount += reading.brokenCount
      note(reading.failures)
      if let mistake = try mistake(in: reading, for: account) { return mistake }
    }
    guard hasRestarted || brokenCount == tornCount else {
      return "\(brokenCount) lines are broken, and not \(tornCount)."
    }
    guard brokenCount >= tornCount else { return "\(tornCount) lines were torn." }
    return surprise
  }

  private func mistake(in reading: OutboxReading, for account: AccountID) throws -> String? {
    let places = try reading.entries.map { try place(of: $0) }
    for (place, entry) in zip(places, reading.entries) where entries[place].id != entry.id {
      return "Entry \(place) has the id \(entry.id), and not \(entries[place].id)."
    }
    for process in ["app", "service"] {
      let own = places.filter { entries[$0].process == process }
      guard zip(own, own.dropFirst()).allSatisfy({ $0 < $1 }) else {
        return "The order of \(process) is \(own)."
      }
    }
    let mine = entries.indices.filter { [account, nil].contains(entries[$0].account) }
    let waiting = mine.filter { entries[$0].fate == .waiting }
    guard Set(waiting).isSubset(of: places) else { return "Of \(waiting) there are \(places)." }
    let others = Set(places).subtracting(waiting)
    guard hasRestarted ? others.allSatisfy({ entries[$0].fate == .sent }) : others.isEmpty else {
      return "\(others) wait too."
    }
    return reading.waitingCount == places.count ? nil : "\(reading.waitingCount) are told to wait."
  }
}
