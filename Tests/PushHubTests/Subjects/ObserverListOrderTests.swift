import Testing

@testable import PushHub
@testable import TestSupport

@MainActor
struct ObserverListOrderTests {
  let log = CallLog()
  let list = NumberList()

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

  @Test func `an observer added twice is called once and keeps its first place`() {
    let a = NumberProbe("a", log)
    let b = NumberProbe("b", log)
    #expect(list.add(a) != nil)
    #expect(list.add(b) != nil)
    #expect(list.add(a) == nil)
    list.emit(1)
    #expect(log.take() == ["a 1", "b 1"])
  }
}
