import PushHub
import Testing

@testable import PushHubObservers

/// Many models at random, against a sorted list.
struct CountdownQueueTests {
  private struct Entry {
    let id: CountdownID
    let end: Duration
    let order: Int
  }

  @Test func `many ends come in order, among additions and removals at random`() {
    let seed = SeededGenerator.startingSeed()
    for number in 0..<20 {
      let seed = seed &+ UInt64(number)
      #expect(disagreement(seed: seed) == nil, "\(SeededGenerator.hint(seed))")
    }
  }

  private func disagreement(seed: UInt64) -> Int? {
    var generator = SeededGenerator(seed: seed)
    var driver = CountdownDriver()
    let start = driver.now
    var entries: [Entry] = []
    var order = 0
    for step in 0..<400 {
      switch generator.below(8) {
      case 0...3:
        order += 1
        let id = CountdownID(rawValue: "\(generator.below(300))")
        let total = Duration.milliseconds(1 + generator.below(50))
        let end = driver.now + total
        let item =
          generator.below(3) == 0
          ? CountdownItem(id: id, endsAt: end) : CountdownItem(id: id, total: total)
        if driver.models[id] == nil {
          entries.append(Entry(id: id, end: end - start, order: order))
        }
        driver.tell(.add([item]))
      case 4, 5:
        guard let id = entries.isEmpty ? nil : entries[generator.below(entries.count)].id else {
          break
        }
        driver.tell(.remove(id))
        entries.removeAll { $0.id == id }
      default:
        let now = driver.now + .milliseconds(generator.below(20))
        let due = entries.filter { $0.end <= now - start }
          .sorted { ($0.end, $0.order) < ($1.end, $1.order) }
        driver.play(now - driver.now)
        let told = driver.takeLines()
        guard told.map(\.id) == due.map(\.id),
          told.map(\.time) == due.map({ Int($0.end / .milliseconds(1)) })
        else { return step }
        // Ended models stay until they are removed; here at once, so that ids come again.
        for entry in due {
          driver.tell(.remove(entry.id))
        }
        entries.removeAll { $0.end <= now - start }
      }
      let next = entries.map(\.end).min().map { $0 - (driver.now - start) }
      guard driver.delayOfDeadline == next, driver.models.count == entries.count
      else { return step }
    }
    return nil
  }

  @Test func `models that come and go leave nothing behind`() {
    var driver = CountdownDriver()
    driver.add("first", .seconds(1))
    for number in 0..<1_000 {
      driver.add("\(number)", .seconds(9))
      driver.tell(.remove("\(number)"))
    }
    #expect(driver.models.placeCount <= 34)
    #expect(driver.delayOfDeadline == .seconds(1))
    driver.tell(.remove("first"))
    #expect(driver.models.ids.isEmpty && driver.delayOfDeadline == nil)
  }

  @Test func `models that came and went give their memory back`() {
    var driver = CountdownDriver()
    let ids = (0..<10_000).map { CountdownID(rawValue: "\($0)") }
    driver.tell(.add(ids.map { CountdownItem(id: $0, total: .seconds(60)) }))
    driver.tell(.replace([CountdownItem(id: "5", total: .seconds(1))]))
    #expect(driver.models.placeCount <= 68)
    #expect(driver.models.ids == ["5"])
    driver.play(.seconds(60))
    #expect(driver.texts == ["60 5 over"])
  }
}
