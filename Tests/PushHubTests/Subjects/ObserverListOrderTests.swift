import Testing

@testable import PushHub

@MainActor
struct ObserverListOrderTests {
  let log = CallLog()
  let list = NumberList()

  @Test func `an event without observers goes nowhere`() {
    list.emit(1)
    #expect(list.latestDelivery == 1)
    #expect(list.observers.isEmpty)
  }

  @Test func `observers of equal priority are called in the order in which they were added`() {
    let probes = ["a", "b", "c"].map { NumberProbe($0, log) }
    for probe in probes {
      list.add(probe)
    }
    list.emit(1)
    #expect(log.take() == ["a 1", "b 1", "c 1"])
    withExtendedLifetime(probes) {}
  }

  @Test func `a higher priority is called earlier, whenever it was added`() {
    let low = NumberProbe("low", log)
    let first = NumberProbe("first", log)
    let high = NumberProbe("high", log)
    let second = NumberProbe("second", log)
    list.add(low, priority: .low)
    list.add(first)
    list.add(high, priority: .high)
    list.add(second)
    list.emit(1)
    #expect(log.take() == ["high 1", "first 1", "second 1", "low 1"])
  }

  @Test func `all 256 priorities keep their order`() {
    var generator = SeededGenerator(seed: 1)
    let levels = (Int8.min...Int8.max).shuffled(using: &generator)
    let probes = levels.map { NumberProbe("\($0)", log) }
    for (probe, level) in zip(probes, levels) {
      list.add(probe, priority: ObserverPriority(rawValue: level))
    }
    list.emit(0)
    #expect(log.take() == (Int8.min...Int8.max).reversed().map { "\($0) 0" })
    withExtendedLifetime(probes) {}
  }

  @Test func `an observer added twice is called once and keeps its first place`() {
    let a = NumberProbe("a", log)
    let b = NumberProbe("b", log)
    #expect(list.add(a) != nil)
    #expect(list.add(b) != nil)
    #expect(list.add(a) == nil)
    list.emit(1)
    #expect(log.take() == ["a 1", "b 1"])
  }

  @Test func `an observer added again at another priority keeps its first place`() {
    let a = NumberProbe("a", log)
    let b = NumberProbe("b", log)
    list.add(a)
    list.add(b)
    #expect(list.add(b, priority: .high) == nil)
    list.emit(1)
    #expect(log.take() == ["a 1", "b 1"])
  }

  @Test func `an observer removed and added again moves to the end`() {
    let a = NumberProbe("a", log)
    let b = NumberProbe("b", log)
    list.add(a)
    list.add(b)
    list.remove(a)
    list.add(a)
    list.emit(1)
    #expect(log.take() == ["b 1", "a 1"])
  }

  @Test func `a removed observer gets nothing`() {
    let a = NumberProbe("a", log)
    let added = list.add(a)
    let removed = list.remove(a)
    #expect(added === removed)
    list.emit(1)
    #expect(log.take().isEmpty)
  }

  @Test func `removing an observer that was never added does nothing`() {
    let a = NumberProbe("a", log)
    let stranger = NumberProbe("stranger", log)
    list.add(a)
    #expect(list.remove(stranger) == nil)
    list.emit(1)
    #expect(log.take() == ["a 1"])
  }

  @Test func `removing an observer a second time does nothing`() {
    let a = NumberProbe("a", log)
    list.add(a)
    #expect(list.remove(a) != nil)
    #expect(list.remove(a) == nil)
  }

  @Test func `the living observers are listed in the order in which they are called`() {
    let a = NumberProbe("a", log)
    let b = NumberProbe("b", log)
    var c: NumberProbe? = NumberProbe("c", log)
    list.add(a)
    list.add(b, priority: .high)
    if let c { list.add(c, priority: .high) }
    c = nil
    #expect(list.observers.map(ObjectIdentifier.init) == [b, a].map(ObjectIdentifier.init))
  }

  @Test func `only an observer in the list has a registration`() throws {
    let a = NumberProbe("a", log)
    #expect(list.registration(of: a) == nil)
    let registration = try #require(list.add(a))
    #expect(list.registration(of: a) === registration)
    list.remove(a)
    #expect(list.registration(of: a) == nil)
  }
}
