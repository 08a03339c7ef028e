import Foundation
import PushHub
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// Processes that write and send at the same time.
struct OutboxProcessTests {
  private struct Sums {
    var running = 3
    var failures: [String] = []
    var times: [Int: Int] = [:]
    var order: [Int] = []
  }

  private let folder = OutboxFolder()

  @Test func `the first entries of processes that begin at once find the directory`() {
    let failures = Lock<[String]>([])
    for round in 0..<100 {
      let folder = OutboxFolder()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          try folder.outbox().append(round)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `several that write, and one that sends`() {
    let (folder, count) = (folder, Exhaustive.choose(100, thorough: 300))
    let sums = Lock(Sums())
    DispatchQueue.concurrentPerform(iterations: 4) { place in
      let outbox = folder.outbox(maximumCount: 100_000)
      guard place == 0 else {
        for number in 1...count {
          do {
            try outbox.append(place * 10_000 + number)
          } catch {
            sums.withLock { $0.failures.append("\(error)") }
          }
        }
        return sums.withLock { $0.running -= 1 }
      }
      while true {
        let isLast = sums.withLock { $0.running == 0 }
        let reading = outbox.read(limit: 20)
        try? outbox.folder.remove(reading.names)
        sums.withLock { sums in
          for number in reading.numbers {
            sums.times[number, default: 0] += 1
            sums.order.append(number)
          }
        }
        if isLast, reading.contents.isEmpty { break }
      }
    }
    let result = sums.withLock { $0 }
    #expect(result.failures == [])
    #expect(result.times.count == 3 * count)
    #expect(result.times.values.max() == 1)
    for place in 1...3 {
      let own = result.order.filter { $0 / 10_000 == place }
      #expect(own == own.sorted(), "process \(place)")
    }
    #expect(folder.files.isEmpty)
  }
}
