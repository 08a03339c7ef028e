import PushHub
import Testing

@MainActor
struct ObserverListHookTests {
  let log = CallLog()
  let list = NumberList()

  @Test func `the hooks stand before the first observer and after the last`() {
    let a = NumberProbe("a", log)
    list.willDeliver = { [log] in log.note("will \($0)") }
    list.didDeliver = { [log] in log.note("did \($0), heard by \($1)") }
    list.add(a)
    list.emit(1)
    #expect(log.take() == ["will 1", "a 1", "did 1, heard by 1"])
  }

  @Test func `the number of observers that heard an event leaves out the removed and the dead`() {
    let removed = NumberProbe("removed", log)
    var dying: NumberProbe? = NumberProbe("dying", log)
    let a = NumberProbe("a", log) { [list] _ in
      list.remove(removed)
      dying = nil
    }
    var counts: [Int] = []
    list.didDeliver = { counts.append($1) }
    list.add(a)
    list.add(removed)
    if let dying { list.add(dying) }
    list.emit(1)
    list.remove(a)
    list.emit(2)
    #expect(counts == [1, 0])
  }

  @Test func `the hooks of a waiting event come in its turn`() {
    let a = NumberProbe("a", log) { [list] in
      if $0 == 1 { list.emit(2) }
    }
    list.willDeliver = { [log] in log.note("will \($0)") }
    list.didDeliver = { [log] number, _ in log.note("did \(number)") }
    list.add(a)
    list.emit(1)
    #expect(log.take() == ["will 1", "a 1", "did 1", "will 2", "a 2", "did 2"])
  }

  @Test func `an observer removed before the first call of its event does not hear it`() {
    let a = NumberProbe("a", log)
    list.willDeliver = { [unowned list] _ in list.remove(a) }
    list.add(a)
    list.emit(1)
    #expect(log.take().isEmpty)
  }

  @Test func `an observer added when an event's turn has come hears it in its place`() throws {
    let a = NumberProbe("a", log)
    let b = NumberProbe("b", log)
    list.willDeliver = { [unowned list] _ in list.add(a, priority: .high) }
    list.add(b)
    list.emit(1)
    list.emit(2)
    #expect(log.take() == ["a 1", "b 1", "a 2", "b 2"])
    #expect(try #require(list.registration(of: a)).record.firstDelivery == 1)
  }

  @Test func `an event emitted after the last observer waits for its turn`() {
    let a = NumberProbe("a", log)
    list.didDeliver = { [unowned list] number, _ in
      if number == 1 { list.emit(2) }
    }
    list.add(a)
    list.emit(1)
    #expect(log.take() == ["a 1", "a 2"])
  }

  @Test func `an observer added after the last one starts with the next event`() {
    let a = NumberProbe("a", log)
    list.didDeliver = { [unowned list] _, _ in list.add(a) }
    list.emit(1)
    list.emit(2)
    #expect(log.take() == ["a 2"])
  }

  @Test func `a hook may take itself out`() {
    list.willDeliver = { [unowned list, log] number in
      log.note("will \(number)")
      list.willDeliver = nil
    }
    list.emit(1)
    list.emit(2)
    #expect(log.take() == ["will 1"])
  }
}
