import PushHub
import Testing

@MainActor
struct ObserverListPlacesTests {
  let log = CallLog()
  let list = NumberList()

  /// How many of these registrations are in memory; the list alone keeps them there.
  private func living(_ boxes: [WeakBox<NumberRegistration>]) -> Int {
    boxes.count { $0.isAlive }
  }

  @Test func `observers that come and die without an event leave a bounded number of places`() {
    var deaths = 0
    list.observerDied = { _ in deaths += 1 }
    var boxes: [WeakBox<NumberRegistration>] = []
    for _ in 0..<20_000 {
      boxes.append(WeakBox(list.add(NumberProbe("a", log))))
    }
    #expect(living(boxes) <= 32)
    list.sweep()
    #expect(living(boxes) == 0)
    #expect(deaths == 20_000)
  }

  @Test
  func `observers that come and are removed without an event leave a bounded number of places`() {
    let probe = NumberProbe("a", log)
    var boxes: [WeakBox<NumberRegistration>] = []
    for _ in 0..<20_000 {
      boxes.append(WeakBox(list.add(probe)))
      list.remove(probe)
    }
    #expect(living(boxes) <= 64)
  }

  @Test func `removing most observers frees most places`() {
    let probes = (0..<1_000).map { NumberProbe("\($0)", log) }
    let boxes = probes.map { WeakBox(list.add($0)) }
    for probe in probes.dropLast(10) {
      list.remove(probe)
    }
    #expect(living(boxes) <= 74)
    list.emit(1)
    #expect(living(boxes) == 10)
    #expect(log.take() == (990..<1_000).map { "\($0) 1" })
  }

  @Test(arguments: [[40, 8], [1_001, 500, 249]])
  func `places are freed when more are empty than taken, and no sooner`(counts: [Int]) {
    let probes = (0..<counts[0]).map { NumberProbe("\($0)", log) }
    let boxes = probes.map { WeakBox(list.add($0)) }
    var present = probes[...]
    for (former, count) in zip(counts, counts.dropFirst()) {
      while present.count > count + 1 {
        list.remove(present.removeFirst())
      }
      #expect(living(boxes) == former)
      list.remove(present.removeFirst())
      #expect(living(boxes) == count)
    }
  }

  @Test func `a long list does not look for the dead with each addition`() {
    var deaths = 0
    list.observerDied = { _ in deaths += 1 }
    let probes = (0..<100).map { NumberProbe("\($0)", log) }
    for probe in probes.dropLast() {
      list.add(probe)
    }
    list.add(NumberProbe("mayfly", log))
    list.add(probes[99])
    #expect(deaths == 0)
    list.emit(1)
    #expect(deaths == 1)
  }

  @Test func `living observers keep their order while others come and die`() {
    let stable = (0..<40).map { NumberProbe("\($0)", log) }
    for probe in stable {
      for _ in 0..<100 {
        list.add(NumberProbe("mayfly", log))
      }
      list.add(probe)
    }
    list.emit(1)
    #expect(log.take() == (0..<40).map { "\($0) 1" })
  }

  @Test(
    .disabled(if: Sanitizer.current == .address, "its allocator gives no address again so soon")
  )
  func `a new object at a dead observer's address is a new observer at the end`() {
    var deaths = 0
    list.observerDied = { _ in deaths += 1 }
    var reusedAddress = false
    for round in 1...1_000 where !reusedAddress {
      let witness = NumberProbe("witness", log)
      var dead: NumberProbe? = NumberProbe("dead", log)
      let address = dead.map { ObjectIdentifier($0) }
      if let dead { list.add(dead) }
      list.add(witness)
      dead = nil
      let reborn = NumberProbe("reborn", log)
      reusedAddress = ObjectIdentifier(reborn) == address
      #expect(list.registration(of: reborn) == nil)
      #expect(list.remove(reborn) == nil)
      #expect(list.add(reborn) != nil)
      list.emit(1)
      #expect(log.take() == ["witness 1", "reborn 1"])
      #expect(deaths == round)
      list.remove(witness)
      list.remove(reborn)
    }
    #expect(reusedAddress, "the allocator never gave an address again, so nothing was tested")
  }

  @Test func `a delivery writes nothing into the places of those who were called before`() throws {
    let probe = NumberProbe("a", log)
    let registration = try #require(list.add(probe))
    list.emit(1)
    let count = registration.changeCount
    list.emit(2)
    #expect(registration.changeCount == count)
    #expect(log.take() == ["a 1", "a 2"])
  }
}
