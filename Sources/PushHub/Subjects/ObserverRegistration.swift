/// The place that one observer holds in an ``ObserverList``, and the only reference to it.
///
/// Swift has no weak reference to a generic parameter, so each observer protocol brings a small
/// final class with a `weak` property of that protocol's type. This keeps a delivery at the price
/// of a weak load and a call; a weak `AnyObject` and a cast cost more than twice as much.
///
/// ```swift
/// final class DownloadRegistration: ObserverRegistration {
///   weak var observer: (any DownloadObserver)?
///   var record: ObserverRecord
///
///   init(_ observer: any DownloadObserver) {
///     self.observer = observer
///     record = ObserverRecord(of: observer)
///   }
///
///   func letGo() { observer = nil }
///
///   func deliver(_ event: Download, to observer: any DownloadObserver) {
///     observer.receive(event)
///   }
/// }
/// ```
@MainActor
public protocol ObserverRegistration: AnyObject {
  /// The protocol that observers conform to, as `any Protocol`.
  associatedtype Observer

  /// What observers are told.
  associatedtype Event

  /// Registers an observer without keeping it alive.
  init(_ observer: Observer)

  /// The observer while it lives and is registered; to be declared `weak`.
  var observer: Observer? { get }

  /// What the list knows about the observer; set from the observer in `init`.
  var record: ObserverRecord { get set }

  /// Whether the observer wants to hear an event; all by default.
  func takes(_ event: Event) -> Bool

  /// Lets go of the observer, which was removed; to set ``observer`` to `nil`.
  ///
  /// The list asks for it, rather than for a property that can be set from anywhere: so the compiler of the
  /// registration's module sees all accesses to the reference, and a delivery need not check them.
  func letGo()

  /// Hands one event to the observer.
  func deliver(_ event: Event, to observer: Observer)
}

extension ObserverRegistration {
  /// Every event.
  @inlinable
  public func takes(_ event: Event) -> Bool { true }
}

/// What an ``ObserverList`` knows about an observer, also after the observer has died.
///
/// Deliveries to all observers are numbered from 1; an observer hears those from ``firstDelivery``
/// to ``lastDelivery``.
public struct ObserverRecord: Sendable {
  /// Which object this is; unique only as long as the object lives.
  public let identity: ObjectIdentifier

  /// The observer's class.
  public let type: AnyClass

  /// The observer's place among all that were ever added to the list, from 1.
  ///
  /// It tells two observers of one type apart.
  public var number: Int { Int(place) }

  /// The first delivery to all that the observer hears, or would have heard.
  public private(set) var firstDelivery: UInt64 = 0

  /// The last delivery to all whose turn with the observer came before it went.
  ///
  /// Zero if there was none, and as long as the observer is registered.
  public private(set) var lastDelivery: UInt64 = 0

  /// Whether the observer was called at least once, in a delivery to all or to itself alone.
  public private(set) var hasReceived = false

  @usableFromInline private(set) var isRemoved = false
  private(set) var priority = ObserverPriority.default
  private(set) var place: UInt32 = 0

  /// The delivery in whose turn the observer was gone, though nobody had removed it.
  private(set) var missedDelivery = UInt64.max

  /// Notes that the observer was called.
  public mutating func noteCall() {
    hasReceived = true
  }

  /// Notes who the observer is.
  public init(of observer: AnyObject) {
    identity = ObjectIdentifier(observer)
    type = Swift.type(of: observer)
  }
}

// MARK: - Coming and going

extension ObserverRecord {
  @MainActor
  mutating func noteAddition(
    at place: UInt32,
    _ priority: ObserverPriority,
    in progress: DeliveryProgress
  ) {
    self.place = place
    self.priority = priority
    firstDelivery = progress.nextDelivery
  }

  /// Notes that the observer was gone when its turn had come.
  @usableFromInline
  @MainActor
  mutating func noteAbsence(in progress: DeliveryProgress) {
    guard !isRemoved else { return }
    missedDelivery = progress.delivery
  }

  @usableFromInline
  @MainActor
  mutating func noteRemoval(in progress: DeliveryProgress) {
    lastDelivery = progress.lastDelivery(of: self)
    isRemoved = true
  }
}

/// Where an observer stands among the others: higher is called earlier.
///
/// Observers of equal priority are called in the order in which they were added. The 256 possible
/// values keep adding an observer O(1), whatever values an app uses.
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
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
