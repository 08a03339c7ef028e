import Testing

@testable import TestSupport

@MainActor
struct ObserverListReentrancyTests {
  let log = CallLog()
  let list = NumberList()

  @Test
  func `an observer removed during a delivery gets nothing more, not even the present event`() {
    let b = NumberProbe("b", log)
    let a = NumberProbe("a", log) { [list] _ in list.remove(b) }
    list.add(a)
    list.add(b)
    list.emit(1)
    list.emit(2)
    #expect(log.take() == ["a 1", "a 2"])
  }

  @Test func `an observer added during a delivery starts with the next event`() {
    let late = NumberProbe("late", log)
    let a = NumberProbe("a", log) { [list] _ in list.add(late) }
    list.add(a)
    list.emit(1)
    #expect(log.take() == ["a 1"])
    list.emit(2)
    #expect(log.take() == ["a 2", "late 2"])
  }

  @Test func `an event emitted during a delivery waits until all have received the present one`() {
    let a = NumberProbe("a", log) { [list] number in
      if number == 1 { list.emit(2) }
    }
    let b = NumberProbe("b", log)
    list.add(a)
    list.add(b)
    list.emit(1)
    #expect(log.take() == ["a 1", "b 1", "a 2", "b 2"])
  }

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

  @Test func `a list that is deallocated during a delivery still finishes it`() {
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
