import Foundation
import PushHub
import Synchronization
import Testing

@testable import PushHubBackend

/// Processes that come and go, one after the other and at the same time.
struct OutboxProcessTests {
  private struct Sums {
    var running = 3
    var ended = 0
    var lost = 0
    var times: [String: Int] = [:]
  }

  private let folder = OutboxFolder()

  @Test func `a process goes on in the file that it has had before`() throws {
    var ids: Set<String> = []
    for number in 1...100 {
      ids.insert(try folder.outbox("extension").append(number).id)
    }
    #expect(ids.count == 100)
    #expect(folder.files.count == 1)
    #expect(folder.outbox().numbers() == Array(1...100))
  }

  @Test func `no number is used again, whatever was sent meanwhile`() throws {
    let sender = folder.outbox("sender")
    var ids: Set<String> = []
    for number in 1...200 {
      let appended = try folder.outbox("extension").append(number)
      #expect(ids.insert(appended.id).inserted)
      if number % 7 == 0 {
        sender.acknowledge(sender.read(limit: 6, for: "ann").entries, lost: [:])
      }
      if number % 11 == 0 {
        sender.acknowledge(sender.read(limit: .max, for: "ann").entries.suffix(3), lost: [:])
      }
    }
  }

  @Test func `behind half a line another file is begun`() throws {
    try folder.outbox("extension").append(1)
    try folder.tear("extension")
    try folder.outbox("extension").append(2)
    #expect(folder.files.count == 2)
    let reading = folder.outbox().read(limit: 9, for: "ann")
    #expect(reading.entries.map(\.value) == [1, 2])
    #expect(reading.brokenCount == 1)
  }

  @Test func `two processes of one name write into one file in turn`() throws {
    let (one, other) = (folder.outbox(), folder.outbox())
    var ids: Set<String> = []
    for number in 1...50 {
      ids.insert(try one.append(2 * number - 1).id)
      ids.insert(try other.append(2 * number).id)
    }
    #expect(ids.count == 100)
    #expect(folder.outbox("sender").numbers() == Array(1...100))
  }

  @Test func `what any process appends behind a seal is in another file`() throws {
    let (app, service) = (folder.outbox(), folder.outbox("extension"))
    try app.append(1)
    try service.append(2)
    let sealed = try #require(app.seal())
    try service.append(3)
    try app.append(4)
    try folder.outbox("extension").append(5)
    #expect(app.remove(from: sealed) { _ in true }.count == 2)
    #expect(Set(app.numbers()) == [3, 4, 5])
  }

  @Test func `a sealed file that is rewritten stays sealed`() throws {
    let (app, service) = (folder.outbox(), folder.outbox("extension"))
    for number in 1...40 {
      try service.append(number)
    }
    let sealed = try #require(app.seal())
    #expect(app.acknowledge(app.read(limit: 30, for: "ann").entries, lost: [:]).count == 30)
    try service.append(41)
    #expect(app.remove(from: sealed) { _ in true }.count == 10)
    #expect(app.numbers() == [41])
  }

  @Test func `a removal that meets a kept file comes before that is read`() throws {
    let app = folder.outbox()
    try app.append(1)
    try folder.outbox("extension").append(2)
    let keeper = try OutboxFile(.existing, at: folder.path(of: "extension"))
    #expect(keeper.lock(tries: 1))
    let outcome = app.remove(from: app.seal()) { _ in true }
    #expect(outcome.count == 1)
    #expect(outcome.failures.map(\.code) == [.busy])
    #expect(!app.read(limit: 9, for: "ann").isComplete)
    keeper.unlock()
    try folder.outbox("extension").append(3)
    let reading = app.read(limit: 9, for: "ann")
    #expect(reading.removedCount == 1)
    #expect(reading.entries.map(\.value) == [3])
    #expect(reading.isComplete)
  }

  @Test func `the first entries of processes that begin at once find the directory`() {
    let failures = Mutex<[String]>([])
    for round in 0..<200 {
      let folder = OutboxFolder()
      DispatchQueue.concurrentPerform(iterations: 4) { process in
        do {
          try folder.outbox("p\(process)").append(round)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `several that write, and one that sends`() {
    let (folder, count) = (folder, 1_000)
    let sums = Mutex(Sums())
    DispatchQueue.concurrentPerform(iterations: 4) { place in
      guard place == 0 else {
        let outbox = folder.outbox("p\(place)", 4 << 10)
        for number in 1...count {
          _ = try? outbox.append(number)
          if number % 250 == 0 {
            _ = outbox.seal()
          }
        }
        return sums.withLock { $0.running -= 1 }
      }
      let sender = folder.outbox("sender")
      while true {
        let isLast = sums.withLock { $0.running == 0 }
        let reading = sender.read(limit: 20, for: "ann")
        let outcome = sender.acknowledge(reading.entries, lost: reading.lost)
        sums.withLock { sums in
          sums.lost += reading.lostCount
          sums.ended += outcome.count
          for entry in reading.entries {
            sums.times[entry.id, default: 0] += 1
          }
        }
        if isLast, reading.entries.isEmpty { break }
      }
    }
    let result = sums.withLock { $0 }
    #expect(result.ended + result.lost == 3 * count)
    #expect(result.times.values.max() == 1)
    #expect(folder.files.isEmpty)
  }
}
