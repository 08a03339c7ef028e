/// How far a list's deliveries have come.
///
/// What an observer has heard follows from this, from when it was added and from when it went; so a
/// delivery writes nothing into registrations. It is a class of its own, into which no other module
/// sees, so that the compiler can prove that accesses to it never overlap: moving on costs a store.
@MainActor
@usableFromInline
final class DeliveryProgress {
  /// The number of the latest delivery to all, the first being 1.
  private(set) var delivery: UInt64 = 0

  /// The priority of the observer that is being called, and its place; in between, that of nobody.
  private var level = Int.min
  private var place: UInt32 = 0

  /// Whether an event has its turn.
  private(set) var isUnderWay = false

  /// Whether others wait for theirs.
  private var isAwaited = false

  nonisolated init() {}
}

// MARK: - Turns

extension DeliveryProgress {
  /// Gives an event its turn, unless another has it.
  @usableFromInline
  func beginTurn() -> Bool {
    guard !isUnderWay else { return false }
    isUnderWay = true
    return true
  }

  /// Notes that an event waits until the turn has ended.
  @usableFromInline
  func noteWaiting() {
    isAwaited = true
  }

  /// Ends the turn, unless others wait.
  @usableFromInline
  func endTurn() -> Bool {
    guard !isAwaited else { return false }
    isUnderWay = false
    return true
  }

  /// Ends the turn after all who waited.
  func endLastTurn() {
    isAwaited = false
    isUnderWay = false
  }
}

// MARK: - One delivery

extension DeliveryProgress {
  /// Begins a delivery, of which nobody has been told yet.
  @usableFromInline
  func begin() {
    delivery += 1
    level = .max
  }

  /// Comes to the observers of a priority.
  @usableFromInline
  func enter(_ priority: ObserverPriority) {
    level = Int(priority.rawValue)
    place = 0
  }

  /// Comes to an observer, by its place.
  @usableFromInline
  func move(to place: UInt32) {
    self.place = place
  }

  /// Ends the calls of a delivery, of which all have been told.
  @usableFromInline
  func end() {
    level = .min
  }
}

extension DeliveryProgress {
  /// The first delivery that an observer hears which is added now.
  var nextDelivery: UInt64 { level == .max ? delivery : delivery + 1 }

  /// The last delivery whose turn with an observer has come; zero if there was none.
  func lastDelivery(of record: ObserverRecord) -> UInt64 {
    let level = Int(record.priority.rawValue)
    let hasComeToIt = level > self.level || (level == self.level && record.place <= place)
    let last = hasComeToIt && record.missedDelivery != delivery ? delivery : delivery - 1
    return last >= record.firstDelivery ? last : 0
  }
}
