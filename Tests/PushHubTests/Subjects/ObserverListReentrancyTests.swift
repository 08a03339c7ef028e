import Testing

@testable import TestSupport

@MainActor
struct ObserverListReentrancyTests {
  let log = CallLog()
  let list = NumberList()

  @Test func `a call to emit returns when all nested events have been delivered`() {
    let a = NumberProbe("a", log) { [list] number in
      if number < 1_000 { list.emit(number + 1) }
    }
    list.add(a)
    list.emit(1)
    #expect(log.lines.count == 1_000)
    #expect(log.lines.last == "a 1000")
    #expect(list.latestDelivery == 1_000)
  }

  @Test func `a list deallocated during a delivery still finishes it`() {
    var owner: NumberList? = NumberList()
    let a = NumberProbe("a", log) { _ in owner = nil }
    let b = NumberProbe("b", log)
    owner?.add(a)
    owner?.add(b)
    owner?.emit(1)
    #expect(owner == nil)
    #expect(log.take() == ["a 1", "b 1"])
  }
}
