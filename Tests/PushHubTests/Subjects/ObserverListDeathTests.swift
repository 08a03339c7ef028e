import PushHub
import Testing

@MainActor
struct ObserverListDeathTests {
  let log = CallLog()
  let list = NumberList()

  /// Adds an observer that lives for the length of the body.
  private func withObserver(_ name: String, _ body: () -> Void = {}) {
    let probe = NumberProbe(name, log)
    list.add(probe)
    body()
    withExtendedLifetime(probe) {}
  }

  private func noteDeaths() {
    list.observerDied = { [log] record in
      log.note("died \(record.hasReceived ? "after" : "before") hearing anything")
    }
  }

  @Test func `a death is told with the next event`() {
    noteDeaths()
    withObserver("a")
    #expect(log.take().isEmpty)
    list.emit(1)
    #expect(log.take() == ["died before hearing anything"])
  }

  @Test func `a death is told once`() {
    noteDeaths()
    withObserver("a")
    list.sweep()
    list.emit(1)
    list.sweep()
    #expect(log.take() == ["died before hearing anything"])
  }

  @Test func `the death of an observer that heard an event says so`() {
    noteDeaths()
    withObserver("a") { list.emit(1) }
    list.sweep()
    #expect(log.take() == ["a 1", "died after hearing anything"])
  }

  @Test func `the death of an observer that heard an event alone says so`() {
    noteDeaths()
    withObserver("a") {
      guard let registration = list.observers.first.flatMap(list.registration(of:)) else { return }
      var events = [7][...]
      list.deliver(to: registration) { events.popFirst() }
    }
    list.sweep()
    #expect(log.take() == ["a 7", "died after hearing anything"])
  }

  @Test func `a removed observer that dies is told to nobody`() {
    noteDeaths()
    let probe = NumberProbe("a", log)
    list.add(probe)
    list.remove(probe)
    list.sweep()
    list.emit(1)
    #expect(log.take().isEmpty)
  }

  @Test func `a death is told after the end of the delivery and before the next one`() {
    noteDeaths()
    list.didDeliver = { [log] number, _ in log.note("did \(number)") }
    let b = NumberProbe("b", log)
    withObserver("a")
    list.add(b)
    b.onReceive = { [list] in
      if $0 == 1 { list.emit(2) }
    }
    list.emit(1)
    #expect(log.take() == ["b 1", "did 1", "died before hearing anything", "b 2", "did 2"])
  }

  @Test func `an observer that dies during a delivery is told with its record`() throws {
    var records: [ObserverRecord] = []
    list.observerDied = { records.append($0) }
    list.emit(1)
    var dying: NumberProbe? = NumberProbe("dying", log)
    let a = NumberProbe("a", log) {
      if $0 == 3 { dying = nil }
    }
    list.add(a)
    if let dying { list.add(dying) }
    list.emit(2)
    list.emit(3)
    let record = try #require(records.first)
    #expect(records.count == 1)
    #expect(ObjectIdentifier(record.type) == ObjectIdentifier(NumberProbe.self))
    #expect(record.firstDelivery == 2)
    #expect(record.lastDelivery == 2)
    #expect(record.hasReceived)
  }

  @Test func `an event emitted on a death waits for its turn`() {
    list.observerDied = { [unowned list] _ in list.emit(2) }
    let b = NumberProbe("b", log)
    withObserver("a")
    list.add(b)
    list.emit(1)
    #expect(log.take() == ["b 1", "b 2"])
  }

  @Test func `an event emitted on a death outside a delivery is delivered at once`() {
    list.observerDied = { [unowned list] _ in list.emit(1) }
    let b = NumberProbe("b", log)
    withObserver("a")
    list.add(b)
    list.sweep()
    #expect(log.take() == ["b 1"])
  }

  @Test func `an observer added on a death starts with the next event`() {
    let spare = NumberProbe("spare", log)
    list.observerDied = { [unowned list] _ in list.add(spare) }
    withObserver("a")
    list.emit(1)
    #expect(log.take().isEmpty)
    list.emit(2)
    #expect(log.take() == ["spare 2"])
  }

  @Test func `an observer removed on a death gets nothing more`() {
    let b = NumberProbe("b", log)
    list.observerDied = { [unowned list] _ in list.remove(b) }
    withObserver("a")
    list.add(b)
    list.emit(1)
    list.emit(2)
    #expect(log.take() == ["b 1"])
  }

  @Test func `a sweep on a death tells the others once`() {
    var deaths = 0
    list.observerDied = { [unowned list] _ in
      deaths += 1
      list.sweep()
    }
    for name in ["a", "b", "c"] {
      withObserver(name)
    }
    list.sweep()
    #expect(deaths == 3)
  }
}
