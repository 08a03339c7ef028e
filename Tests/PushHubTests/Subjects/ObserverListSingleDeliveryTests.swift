import PushHub
import Testing

@MainActor
struct ObserverListSingleDeliveryTests {
  let log = CallLog()
  let list = NumberList()

  private func deliver(_ numbers: [Int], to observer: NumberProbe) {
    guard let registration = list.registration(of: observer) else { return }
    var rest = numbers[...]
    list.deliver(to: registration) { rest.popFirst() }
  }

  @Test func `events for one observer reach nobody else`() {
    let a = NumberProbe("a", log)
    let b = NumberProbe("b", log)
    list.add(a)
    list.add(b)
    deliver([1, 2], to: a)
    #expect(log.take() == ["a 1", "a 2"])
  }

  @Test func `events for one observer are no deliveries to all`() throws {
    let a = NumberProbe("a", log)
    let registration = try #require(list.add(a))
    list.willDeliver = { [log] in log.note("will \($0)") }
    deliver([1], to: a)
    #expect(log.take() == ["a 1"])
    #expect(list.latestDelivery == 0)
    #expect(registration.record.lastDelivery == 0)
    #expect(registration.record.hasReceived)
  }

  @Test func `events that the observer emits wait until it has heard all of its own`() {
    let a = NumberProbe("a", log) { [list] number in
      if number == 1 { list.emit(10) }
    }
    let b = NumberProbe("b", log)
    list.add(a)
    list.add(b)
    deliver([1, 2], to: a)
    #expect(log.take() == ["a 1", "a 2", "a 10", "b 10"])
  }

  @Test func `an observer that removes itself hears none of the rest`() {
    let a = NumberProbe("a", log)
    a.onReceive = { [list, unowned a] _ in list.remove(a) }
    list.add(a)
    deliver([1, 2, 3], to: a)
    #expect(log.take() == ["a 1"])
  }

  @Test func `what an observer leaves unheard is not asked for`() throws {
    let a = NumberProbe("a", log)
    a.onReceive = { [list, unowned a] _ in list.remove(a) }
    let registration = try #require(list.add(a))
    var rest = [1, 2, 3][...]
    list.deliver(to: registration) { rest.popFirst() }
    #expect(rest == [2, 3])
  }

  @Test func `an observer that dies on the way hears none of the rest`() throws {
    var owned: NumberProbe? = NumberProbe("a", log)
    owned?.onReceive = { _ in owned = nil }
    let added = list.add(try #require(owned))
    let registration = try #require(added)
    var rest = [1, 2][...]
    list.deliver(to: registration) { rest.popFirst() }
    #expect(log.take() == ["a 1"])
    #expect(rest == [2])
  }

  @Test func `a removed observer is told nothing and nothing is asked for`() throws {
    let a = NumberProbe("a", log)
    let registration = try #require(list.add(a))
    list.remove(a)
    var rest = [1][...]
    list.deliver(to: registration) { rest.popFirst() }
    #expect(log.take().isEmpty)
    #expect(rest == [1])
  }

  @Test func `a list is delivering while one observer is told`() {
    var seen: [Bool] = []
    let a = NumberProbe("a", log) { [list] _ in seen.append(list.isDelivering) }
    list.add(a)
    deliver([1, 2], to: a)
    #expect(seen == [true, true])
    #expect(!list.isDelivering)
  }

  @Test
  func `inside a delivery one observer is told at once and the others hear the event after`() {
    let late = NumberProbe("late", log)
    let a = NumberProbe("a", log) { [list] number in
      guard number == 1, let registration = list.add(late) else { return }
      var rest = [7, 8][...]
      list.deliver(to: registration) { rest.popFirst() }
    }
    let b = NumberProbe("b", log)
    list.add(a)
    list.add(b)
    list.emit(1)
    #expect(log.take() == ["a 1", "late 7", "late 8", "b 1"])
  }

  @Test func `a delivery to one inside a delivery does not end that`() {
    var seen: [Bool] = []
    let late = NumberProbe("late", log) { [list] _ in seen.append(list.isDelivering) }
    let a = NumberProbe("a", log) { [list] _ in
      guard let registration = list.add(late) else { return }
      var rest = [7][...]
      list.deliver(to: registration) { rest.popFirst() }
      seen.append(list.isDelivering)
    }
    list.add(a)
    list.emit(1)
    #expect(seen == [true, true])
    #expect(!list.isDelivering)
  }

  @Test func `what is emitted in a nested delivery to one waits for the outer one`() {
    let late = NumberProbe("late", log) { [list] number in
      if number == 7 { list.emit(2) }
    }
    let a = NumberProbe("a", log) { [list] number in
      guard number == 1, let registration = list.add(late) else { return }
      var rest = [7, 8][...]
      list.deliver(to: registration) { rest.popFirst() }
    }
    let b = NumberProbe("b", log)
    list.add(a)
    list.add(b)
    list.emit(1)
    #expect(log.take() == ["a 1", "late 7", "late 8", "b 1", "a 2", "b 2", "late 2"])
  }

  @Test func `deliveries to one may be nested in each other`() {
    let b = NumberProbe("b", log)
    let a = NumberProbe("a", log)
    list.add(a)
    list.add(b)
    a.onReceive = { [list, log] number in
      guard number == 1, let registration = list.registration(of: b) else { return }
      var rest = [3, 4][...]
      list.deliver(to: registration) { rest.popFirst() }
      log.note("back")
    }
    deliver([1, 2], to: a)
    #expect(log.take() == ["a 1", "b 3", "b 4", "back", "a 2"])
  }

  @Test func `no events for one observer leave the list at rest`() {
    let a = NumberProbe("a", log)
    list.add(a)
    deliver([], to: a)
    #expect(!list.isDelivering)
    list.emit(1)
    #expect(log.take() == ["a 1"])
  }
}
