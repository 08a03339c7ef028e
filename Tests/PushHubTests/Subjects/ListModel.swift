/// The rules of the list of observers, written as plainly as they can be.
///
/// Nothing is weak here and nothing is looked up quickly: a member is a row in an array, its life is
/// counted by hand, and the order is sorted anew whenever it is needed.
struct ListModel {
  struct Member {
    let observer: Int
    let level: Int8
    var lastDelivery = 0
    var heardAlone = false
    var isRemoved = false
    var isTold = false
  }

  private(set) var traces: [ListTrace] = []
  private(set) var deaths: Set<ListDeath> = []

  /// Deaths that must have been reported by the end of a delivery, by delivery.
  private(set) var overdue: [Int: Set<Int>] = [:]
  private var tape: OperationTape
  private var members: [Member] = []
  private var slots: [Int?]
  private var callDepth: [Int: Int] = [:]
  private var lastObserver = 0
  private var lastEvent = 0
  private var delivery = 0
  private var isDelivering = false
  private var waiting: [Int] = []

  init(_ operations: [ListOperation], slots count: Int) {
    tape = OperationTape(operations)
    slots = Array(repeating: nil, count: count)
  }

  var isMisplaced: Bool { tape.isMisplaced }

  /// Carries out the whole tape, then one more event, and looks for the dead.
  mutating func run() {
    while let kind = tape.nextOutside() {
      perform(kind)
    }
    perform(.emit)
    perform(.sweep)
    for member in members where !member.isRemoved && !isAlive(member.observer) {
      deaths.insert(record(of: member))
    }
  }

  private func record(of member: Member) -> ListDeath {
    ListDeath(
      observer: member.observer,
      hasReceived: member.lastDelivery > 0 || member.heardAlone
    )
  }

  private func isAlive(_ observer: Int) -> Bool {
    slots.contains(observer) || callDepth[observer, default: 0] > 0
  }

  /// The places of those who are in the list and live, in the order in which they are called.
  private func order() -> [Int] {
    members.indices
      .filter { !members[$0].isRemoved && isAlive(members[$0].observer) }
      .sorted {
        members[$0].level == members[$1].level ? $0 < $1 : members[$0].level > members[$1].level
      }
  }

  private func place(ofSlot slot: Int) -> Int? {
    order().first { members[$0].observer == slots[slot] }
  }

  private mutating func perform(_ kind: ListOperation.Kind) {
    switch kind {
    case .add(let slot, let level): add(slot, level)
    case .remove(let slot):
      guard let place = place(ofSlot: slot) else { return }
      members[place].isRemoved = true
      traces.append(.removed(members[place].observer))
    case .letGo(let slot): slots[slot] = nil
    case .emit: emit()
    case .tellAlone(let slot): tellAlone(slot)
    case .sweep: traces.append(.members(order().map { members[$0].observer }))
    case .leave: break
    }
  }

  private mutating func add(_ slot: Int, _ level: Int8) {
    if slots[slot] == nil {
      lastObserver += 1
      slots[slot] = lastObserver
    }
    guard place(ofSlot: slot) == nil, let observer = slots[slot] else { return }
    members.append(
      Member(observer: observer, level: level)
    )
  }

  private mutating func emit() {
    lastEvent += 1
    waiting.append(lastEvent)
    if !isDelivering { deliverWaiting() }
  }

  private mutating func deliverWaiting() {
    while !waiting.isEmpty {
      let event = waiting.removeFirst()
      isDelivering = true
      delivery += 1
      traces.append(.will(event: event, delivery: delivery))
      let number = delivery
      overdue[number] = Set(
        members.filter { !$0.isRemoved && !isAlive($0.observer) }.map(\.observer)
      )
      var receivers = 0
      for place in order() where !members[place].isRemoved && isAlive(members[place].observer) {
        members[place].lastDelivery = number
        call(place, event)
        receivers += 1
      }
      traces.append(.did(event: event, receivers: receivers))
    }
    isDelivering = false
  }

  private mutating func tellAlone(_ slot: Int) {
    guard let place = place(ofSlot: slot) else { return }
    let isNested = isDelivering
    isDelivering = true
    for _ in 0..<2 where !members[place].isRemoved && isAlive(members[place].observer) {
      lastEvent += 1
      let event = lastEvent
      members[place].heardAlone = true
      call(place, event)
    }
    if !isNested { deliverWaiting() }
  }

  private mutating func call(_ place: Int, _ event: Int) {
    let observer = members[place].observer
    traces.append(.call(observer: observer, event: event, isDelivering: isDelivering))
    callDepth[observer, default: 0] += 1
    while let kind = tape.nextInside() {
      perform(kind)
    }
    callDepth[observer, default: 0] -= 1
  }
}
