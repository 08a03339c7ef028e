import PushHub
import Testing

@MainActor
struct ObserverListRobustnessTests {
  let log = CallLog()
  let list = NumberList()

  @Test func `an event whose release emits another does not trap`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let list = ObserverList<ObjectRegistration>()
        let observer = ObjectObserver()
        list.add(observer)
        observer.onReceive = { [unowned observer] _ in
          guard observer.count == 1 else { return }
          for _ in 0..<3 {
            let event = ObjectEvent()
            event.onRelease = { [weak list, unowned observer] in
              guard let list, observer.count < 10 else { return }
              list.emit(ObjectEvent())
            }
            list.emit(event)
          }
        }
        list.emit(ObjectEvent())
      }
    }
  }

  @Test func `an event whose release asks for the list does not trap`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let list = ObserverList<ObjectRegistration>()
        let observer = ObjectObserver()
        list.add(observer)
        observer.onReceive = { [unowned observer] _ in
          guard observer.count == 1 else { return }
          let event = ObjectEvent()
          event.onRelease = { [weak list] in _ = list?.isDelivering }
          list.emit(event)
          list.emit(ObjectEvent())
        }
        list.emit(ObjectEvent())
      }
    }
  }

  @Test func `an event for one observer is let go before the next one is told`() throws {
    let list = ObserverList<ObjectRegistration>()
    let observer = ObjectObserver()
    let added = list.add(observer)
    let registration = try #require(added)
    var released = 0
    var seen: [Int] = []
    observer.onReceive = { _ in seen.append(released) }
    var left = 3
    list.deliver(to: registration) {
      guard left > 0 else { return nil }
      left -= 1
      let event = ObjectEvent()
      event.onRelease = {
        released += 1
        _ = list.isDelivering
      }
      return event
    }
    #expect(seen == [0, 1, 2])
  }

  /// A registration that does something when it goes.
  private final class LoudRegistration: ObserverRegistration {
    weak var observer: ObjectObserver?
    var record: ObserverRecord
    var onRelease: (() -> Void)?

    init(_ observer: ObjectObserver) {
      self.observer = observer
      record = ObserverRecord(of: observer)
    }

    isolated deinit {
      onRelease?()
    }

    func letGo() { observer = nil }

    func deliver(_ event: ObjectEvent, to observer: ObjectObserver) {
      observer.count += 1
    }
  }

  @Test func `an observer that is added as a place is given up is in the list`() {
    let list = ObserverList<LoudRegistration>()
    let (leaving, staying, coming) = (ObjectObserver(), ObjectObserver(), ObjectObserver())
    list.add(leaving)?.onRelease = { [weak list] in list?.add(coming) }
    list.add(staying)
    list.remove(leaving)
    #expect(list.observers.count == 1)
    list.sweep()
    #expect(
      list.observers.map(ObjectIdentifier.init) == [staying, coming].map(ObjectIdentifier.init)
    )
    list.emit(ObjectEvent())
    #expect([leaving.count, staying.count, coming.count] == [0, 1, 1])
  }

  @Test func `a waiting event is let go when it has been heard, not when all have`() {
    let list = ObserverList<ObjectRegistration>()
    let observer = ObjectObserver()
    list.add(observer)
    var boxes: [WeakBox<ObjectEvent>] = []
    var alive: [Int] = []
    observer.onReceive = { [unowned observer] _ in
      alive.append(boxes.count { $0.isAlive })
      guard observer.count == 1 else { return }
      for _ in 0..<10 {
        let event = ObjectEvent()
        boxes.append(WeakBox(event))
        list.emit(event)
      }
    }
    list.emit(ObjectEvent())
    #expect(alive == [0, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test func `an observer that is added again as its adding brings out a death is called once`() {
    let spare = NumberProbe("spare", log)
    var mayflies = (0..<32).map { _ in NumberProbe("mayfly", log) }
    for mayfly in mayflies {
      list.add(mayfly)
    }
    mayflies = []
    list.observerDied = { [unowned list] _ in list.add(spare) }
    list.add(spare)
    list.emit(1)
    #expect(log.take() == ["spare 1"])
    list.remove(spare)
    list.emit(2)
    #expect(log.take().isEmpty)
  }

  @Test func `an observer removed as its next event is fetched does not get it`() throws {
    let a = NumberProbe("a", log)
    let added = list.add(a)
    let registration = try #require(added)
    var numbers = [1, 2, 3][...]
    list.deliver(to: registration) {
      if numbers.first == 2 { list.remove(a) }
      return numbers.popFirst()
    }
    #expect(log.take() == ["a 1"])
  }

  @Test func `an observer that emits as it is released in a delivery is heard after it`() {
    var dying: Emitter? = Emitter(list)
    let a = NumberProbe("a", log) { number in
      if number == 1 { dying = nil }
    }
    let b = NumberProbe("b", log)
    list.add(a)
    if let dying { list.add(dying) }
    list.add(b)
    list.emit(1)
    #expect(log.take() == ["a 1", "b 1", "a 9", "b 9"])
  }

  @Test func `an observer that lets go of itself and then adds another as it is released`() {
    var owned: Emitter? = Emitter(list)
    let box = WeakBox(owned)
    owned?.onReceive = { owned = nil }
    let b = NumberProbe("b", log)
    if let owned { list.add(owned) }
    list.add(b)
    list.emit(1)
    #expect(!box.isAlive)
    #expect(log.take() == ["b 1", "b 9"])
  }

  @Test func `an observer that is released by a growing list tells nothing twice`() {
    var deaths = 0
    list.observerDied = { [unowned list] _ in
      deaths += 1
      if deaths < 5_000 { list.add(NumberProbe("mayfly", CallLog())) }
    }
    for _ in 0..<1_000 {
      list.add(NumberProbe("mayfly", log))
    }
    for _ in 0..<200 { list.sweep() }
    #expect(deaths > 1_000)
  }

  @MainActor
  final class Emitter: NumberObserver {
    let list: NumberList
    var onReceive: (() -> Void)?
    init(_ list: NumberList) { self.list = list }
    func receive(_ number: Int) { onReceive?() }
    isolated deinit {
      list.remove(self)
      list.emit(9)
    }
  }
}
