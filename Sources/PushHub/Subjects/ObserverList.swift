/// A weak, ordered and re-entrant list of observers, which every subject has.
///
/// - Order: by ``ObserverPriority``, then by registration. An observer added twice is in the list
///   once, at its first place.
/// - Lifetime: the list never keeps an observer alive and never calls a deallocated one. Its memory is
///   free at once; its entry is removed with the next event or the next growth.
/// - Re-entrancy: observers may add and remove observers when they are called. An observer removed during
///   a delivery receives nothing more; one added during a delivery starts with the next.
///
/// A delivery to live observers allocates nothing.
@MainActor
final class ObserverList<Entry: ObserverEntry> {
  /// Called once for each observer that was deallocated without being removed, when the list notices.
  var observerDied: ((Entry) -> Void)?

  private var entries: ContiguousArray<Entry> = []
  private var entriesByObject: [ObjectIdentifier: Entry] = [:]
  private var additions = 0
  private var sweepLimit = 32

  /// The entries of attached observers, in order.
  ///
  /// - Complexity: O(n)
  var attached: [Entry] { entries.filter(\.isAttached) }

  /// The entry of an observer, if it has one.
  func entry(of observer: AnyObject) -> Entry? {
    entriesByObject[ObjectIdentifier(observer)].flatMap { $0.isAttached ? $0 : nil }
  }

  /// Adds an observer, unless it is in the list already.
  ///
  /// - Returns: Whether it was added.
  /// - Complexity: O(1) amortised, and a move of all that have a lower priority.
  @discardableResult
  func add(_ entry: Entry, priority: ObserverPriority = .default) -> Bool {
    guard entriesByObject[entry.identity]?.isAttached != true else { return false }
    additions += 1
    entry.number = additions
    entry.priority = priority
    entriesByObject[entry.identity] = entry
    let last = entries.lastIndex { $0.priority >= priority }
    entries.insert(entry, at: last.map { $0 + 1 } ?? 0)
    if entries.count > sweepLimit {
      sweep()
    }
    return true
  }

  /// Removes an observer; it receives no more events, not even the one being delivered.
  ///
  /// - Complexity: O(1) amortised
  func remove(_ observer: AnyObject) {
    guard let entry = entry(of: observer) else { return }
    entry.isRemoved = true
    entriesByObject[entry.identity] = nil
  }

  /// Calls the observers that are attached now, in order, unless they are removed before their turn.
  ///
  /// - Parameter call: Calls the observer of an entry, and returns whether it did.
  @inline(__always)
  func callEach(_ call: @MainActor (Entry) -> Bool) {
    if Self.callEach(of: entries, call) { sweep() }
  }

  /// As a parameter, the array keeps all entries alive, so that no call retains one.
  ///
  /// - Returns: Whether there are entries to remove.
  @inline(__always)
  private static func callEach(
    of entries: ContiguousArray<Entry>,
    _ call: @MainActor (Entry) -> Bool
  ) -> Bool {
    var hasVacancies = false
    for index in entries.indices {
      if !entries[index].isRemoved, call(entries[index]) {
        if !entries[index].wasCalled { entries[index].wasCalled = true }
      } else if !entries[index].isAttached {
        hasVacancies = true
      }
    }
    return hasVacancies
  }

  /// Removes the entries of removed and deallocated observers, and reports the deallocated ones.
  func sweep() {
    var dead: [Entry] = []
    entries.removeAll { entry in
      guard !entry.isAttached else { return false }
      if !entry.isRemoved { dead.append(entry) }
      return true
    }
    for entry in dead where entriesByObject[entry.identity] === entry {
      entriesByObject[entry.identity] = nil
    }
    sweepLimit = max(32, entries.count * 2)
    for entry in dead {
      observerDied?(entry)
    }
  }
}

/// The entry of one observer in an ``ObserverList``.
///
/// Swift has no weak reference to a generic parameter, so a subclass has a `weak` property of the
/// observer's protocol: a delivery costs a weak load and a call.
@MainActor
class ObserverEntry {
  /// The observer's class.
  final let type: AnyClass

  /// The observer's place among all that were ever added to the list, from 1.
  final fileprivate(set) var number = 0

  /// Whether the observer was ever called.
  final var wasCalled = false

  fileprivate final let identity: ObjectIdentifier
  fileprivate final var priority = ObserverPriority.default
  fileprivate final var isRemoved = false
  final private(set) weak var object: AnyObject?

  /// Refers to an observer without keeping it alive.
  init(_ object: AnyObject) {
    self.object = object
    type = Swift.type(of: object)
    identity = ObjectIdentifier(object)
  }

  /// The log message for an observer that was deallocated.
  final var deallocationMessage: String {
    wasCalled
      ? "it was deallocated without being removed"
      : "it was deallocated before its first event; subjects hold observers weakly, so keep a reference"
  }

  /// Whether the observer is alive and was not removed.
  final var isAttached: Bool { !isRemoved && object != nil }
}

/// A queue of events: one that is emitted while another is being delivered waits for its end.
@MainActor
final class EventQueue<Event> {
  /// Whether an event is being delivered.
  private(set) var isDelivering = false

  private var waiting: [Event] = []

  /// Delivers an event, and then those that were emitted meanwhile; or queues it during a delivery.
  @inline(__always)
  func emit(_ event: Event, to deliver: @MainActor (Event) -> Void) {
    guard !isDelivering else { return waiting.append(event) }
    run({ deliver(event) }, then: deliver)
  }

  /// Does something while events are queued, and then delivers them.
  @inline(__always)
  func run(_ turn: @MainActor () -> Void, then deliver: @MainActor (Event) -> Void) {
    let isOutermost = !isDelivering
    isDelivering = true
    turn()
    guard isOutermost else { return }
    while !waiting.isEmpty {
      let next = waiting
      waiting = []
      for event in next { deliver(event) }
    }
    isDelivering = false
  }
}

/// The order in which observers are called: a higher priority is called earlier.
///
/// Observers of equal priority are called in the order in which they were added.
public enum ObserverPriority: Comparable, Sendable {
  /// A priority after the default one.
  case low

  /// The priority of an observer that is added without one.
  case `default`

  /// A priority before the default one.
  case high

  /// The highest priority, for observers that others depend on.
  case first
}
