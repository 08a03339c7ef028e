@testable import PushHub

/// Carries out the same tape as ``ListModel``, on a real list with real observers.
@MainActor
final class ListWorld {
  private(set) var traces: [ListTrace] = []
  private(set) var deaths: [ListDeath] = []

  /// In which delivery, or after which one, each death was reported.
  private(set) var reported: [Int: Int] = [:]
  private let list = NumberList()
  private var tape: OperationTape
  private var slots: [Actor?]
  private var names: [ObjectIdentifier: Int] = [:]
  private var entries: [NumberEntry] = []
  private var lastObserver = 0
  private var lastEvent = 0

  final class Actor: NumberObserver {
    let name: Int
    unowned let world: ListWorld

    init(name: Int, world: ListWorld) {
      self.name = name
      self.world = world
    }

    func receive(_ number: Int) {
      world.called(name, number)
    }
  }

  init(_ operations: [ListOperation], slots count: Int) {
    tape = OperationTape(operations)
    slots = Array(repeating: nil, count: count)
    list.willDeliver = { [unowned self] event in
      traces.append(.will(event: event, delivery: Int(list.latestDelivery)))
    }
    list.didDeliver = { [unowned self] event, receivers in
      traces.append(.did(event: event, receivers: receivers))
    }
    list.observerDied = { [unowned self] in noteDeath($0) }
  }

  /// Carries out the whole tape, then one more event, and looks for the dead.
  func run() {
    while let kind = tape.nextOutside() {
      perform(kind)
    }
    perform(.emit)
    perform(.sweep)
  }

  private func noteDeath(_ entry: NumberEntry) {
    let death = ListDeath(
      observer: names[ObjectIdentifier(entry)] ?? 0,
      hasReceived: entry.wasCalled
    )
    reported[death.observer] = Int(list.latestDelivery)
    deaths.append(death)
  }

  private func called(_ name: Int, _ event: Int) {
    traces.append(.call(observer: name, event: event, isDelivering: list.isDelivering))
    while let kind = tape.nextInside() {
      perform(kind)
    }
  }

  private func perform(_ kind: ListOperation.Kind) {
    switch kind {
    case .add(let slot, let level): add(slot, level)
    case .remove(let slot):
      guard let observer = slots[slot], let entry = list.remove(observer) else { return }
      traces.append(.removed(names[ObjectIdentifier(entry)] ?? 0))
    case .letGo(let slot): slots[slot] = nil
    case .emit:
      lastEvent += 1
      list.emit(lastEvent)
    case .tellAlone(let slot): tellAlone(slot)
    case .sweep:
      list.sweep()
      traces.append(.members(list.observers.map { ($0 as? Actor)?.name ?? 0 }))
    case .leave: break
    }
  }

  private func add(_ slot: Int, _ level: Int8) {
    let observer = slots[slot] ?? makeActor()
    slots[slot] = observer
    if let entry = list.add(observer, priority: [.low, .default, .high][Int(level) + 1]) {
      entries.append(entry)
      names[ObjectIdentifier(entry)] = observer.name
    }
  }

  private func makeActor() -> Actor {
    lastObserver += 1
    return Actor(name: lastObserver, world: self)
  }

  private func tellAlone(_ slot: Int) {
    guard let registration = slots[slot].flatMap({ list.registration(of: $0) }) else { return }
    var count = 0
    list.deliver(to: registration) {
      guard count < 2 else { return nil }
      count += 1
      lastEvent += 1
      return lastEvent
    }
  }
}
