/// A weak, ordered and re-entrant list of observers, the heart of every subject.
///
/// - Order: by ``ObserverPriority``, then by registration. An observer added twice is in the list
///   once, at its first place.
/// - Lifetime: the list never keeps an observer alive and never calls a dead one. The memory of a
///   dead observer is free at once, its place in the list with the next event or the next growth.
/// - Re-entrancy: whoever is called may add and remove. An observer removed during a delivery gets
///   nothing more, one added during a delivery starts with the next.
///
/// A delivery to live observers allocates nothing.
@MainActor
final class ObserverList<Entry: ObserverEntry> {
  /// Called once for each observer that died without being removed, when the list notices.
  var observerDied: ((Entry) -> Void)?

  private var entries: ContiguousArray<Entry> = []
  private var entriesByObject: [ObjectIdentifier: Entry] = [:]
  private var additions = 0
  private var sweepLimit = 32

  /// The entries of those that are attached and alive, in order.
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

  /// Removes an observer; it gets nothing more, not even the event that is being delivered.
  ///
  /// - Complexity: O(1) amortised
  func remove(_ observer: AnyObject) {
    guard let entry = entry(of: observer) else { return }
    entry.isRemoved = true
    entriesByObject[entry.identity] = nil
  }

  /// Calls those that are attached now, in order, until they are removed.
  ///
  /// - Parameter call: Calls the observer of an entry, and tells whether it did.
  @inline(__always)
  func callEach(_ call: @MainActor (Entry) -> Bool) {
    if Self.callEach(of: entries, call) { sweep() }
  }

  /// As a parameter, the array keeps all entries alive, so that a call retains none.
  ///
  /// - Returns: Whether there are entries to discard.
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

  /// Discards the entries of those that were removed or died, and reports the deaths.
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

/// The place of one observer in an ``ObserverList``.
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
    type = (object as? any RepresentingObserver)?.representedClass ?? Swift.type(of: object)
    identity = ObjectIdentifier(object)
  }

  /// What is said of an observer that died.
  final var causeOfDeath: String {
    wasCalled
      ? "it was released without being removed"
      : "it died before anything came; observers are held weakly, so whoever makes one keeps it"
  }

  /// Whether the observer lives and was not removed.
  final var isAttached: Bool { !isRemoved && object != nil }
}

/// An observer that stands for another object, whose class logs name.
@MainActor
protocol RepresentingObserver: AnyObject {
  var representedClass: AnyClass { get }
}

/// Gives events their turn: one that is emitted while another is delivered waits for its end.
@MainActor
final class EventQueue<Event> {
  /// Whether an event has its turn.
  private(set) var isDelivering = false

  private var waiting: [Event] = []

  /// Delivers an event, and then those that were emitted meanwhile; or lets it wait.
  @inline(__always)
  func emit(_ event: Event, to deliver: @MainActor (Event) -> Void) {
    guard !isDelivering else { return waiting.append(event) }
    hold(for: { deliver(event) }, then: deliver)
  }

  /// Lets events wait until something is done.
  @inline(__always)
  func hold(for turn: @MainActor () -> Void, then deliver: @MainActor (Event) -> Void) {
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

/// Where an observer stands among the others: higher is called earlier.
///
/// Observers of equal priority are called in the order in which they were added.
public struct ObserverPriority: RawRepresentable, Hashable, Sendable {
  /// The level, from -128 to 127.
  public let rawValue: Int8

  /// Makes a priority of any level.
  public init(rawValue: Int8) {
    self.rawValue = rawValue
  }

  /// Before all others: for what they build on.
  public static let first = ObserverPriority(rawValue: .max)

  /// Before the observers that did not ask for anything.
  public static let high = ObserverPriority(rawValue: 64)

  /// The priority of an observer that did not ask for anything.
  public static let `default` = ObserverPriority(rawValue: 0)

  /// After the observers that did not ask for anything.
  public static let low = ObserverPriority(rawValue: -64)
}

extension ObserverPriority: Comparable {
  /// Compares the levels.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
