import Testing

@testable import TestSupport

@MainActor
struct ObserverListLifetimeTests {
  let log = CallLog()
  let list = NumberList()

  @Test func `an observer is deallocated when its last owner releases it, before any event`() {
    var probe: NumberProbe? = NumberProbe("a", log)
    let box = WeakBox(probe)
    if let probe { list.add(probe) }
    probe = nil
    #expect(!box.isAlive)
  }

  @Test
  func `an observer that is released during a delivery is deallocated at once and not called`() {
    var dying: NumberProbe? = NumberProbe("dying", log)
    let box = WeakBox(dying)
    var wasReleasedInside = false
    let a = NumberProbe("a", log) { _ in
      dying = nil
      wasReleasedInside = !box.isAlive
    }
    list.add(a)
    if let dying { list.add(dying) }
    list.emit(1)
    #expect(wasReleasedInside)
    #expect(log.take() == ["a 1"])
  }

  @Test func `an observer lives through a call in which its last owner releases it`() {
    var owned: NumberProbe? = NumberProbe("a", log)
    let box = WeakBox(owned)
    var lived = false
    owned?.onReceive = { _ in
      owned = nil
      lived = box.isAlive
    }
    if let owned { list.add(owned) }
    list.emit(1)
    #expect(lived)
    #expect(!box.isAlive)
    list.emit(2)
    #expect(log.take() == ["a 1"])
  }

  @Test func `an observer lives through the call in which it is removed and released`() {
    var owned: NumberProbe? = NumberProbe("a", log)
    let box = WeakBox(owned)
    owned?.onReceive = { [list, log] _ in
      if let observer = box.object { list.remove(observer) }
      owned = nil
      log.note(box.isAlive ? "alive" : "gone")
    }
    if let owned { list.add(owned) }
    list.emit(1)
    #expect(log.take() == ["a 1", "alive"])
    #expect(!box.isAlive)
  }
}
