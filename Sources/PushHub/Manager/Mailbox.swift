/// Keeps the latest events for observers that attach later, bounded in number and age.
///
/// An event that nobody has heard goes to the first observer that attaches; one that others have
/// heard goes to an observer that asks for replay. No observer gets an event twice, also when it is
/// removed and added again: what a removed observer had heard is remembered as long as the event.
struct Mailbox {
  /// The number of the delivery that brought an event.
  typealias Number = UInt64

  struct Item {
    let number: Number
    let event: PushEvent
    let arrival: ContinuousClock.Instant
    var isHeard = true
  }

  private struct FormerObserver {
    weak var object: (any PushObserver)?
    var heard: Set<Number>
  }

  let capacity: Int
  let maximumAge: Duration

  private var items: ContiguousArray<Item> = []
  private var formerObservers: [ObjectIdentifier: FormerObserver] = [:]
  private var formerObserverLimit = 32

  init(capacity: Int, maximumAge: Duration) {
    self.capacity = max(1, capacity)
    self.maximumAge = maximumAge
  }
}

// MARK: - What is kept

extension Mailbox {
  /// When the oldest event that nobody has heard becomes too old.
  var nextExpiry: ContinuousClock.Instant? {
    items.first { !$0.isHeard }.map { $0.arrival + maximumAge }
  }

  /// Keeps an event whose delivery begins.
  ///
  /// - Returns: The event that had to go for it, if nobody had heard that one.
  mutating func keep(
    _ event: PushEvent,
    number: Number,
    at now: ContinuousClock.Instant
  ) -> Item? {
    var victim: Item?
    if items.count == capacity {
      victim = items.remove(at: indexOfLeastNeeded)
    }
    items.append(Item(number: number, event: event, arrival: now))
    return victim.flatMap { $0.isHeard ? nil : $0 }
  }

  /// Notes that an event was delivered to nobody.
  mutating func setUnheard(_ number: Number) {
    setHeard(false, number)
  }

  /// Lets go of what is too old.
  ///
  /// - Returns: The events among these that nobody has heard.
  mutating func expire(at now: ContinuousClock.Instant) -> [Item] {
    let count = items.prefix { now - $0.arrival >= maximumAge }.count
    guard count > 0 else { return [] }
    let expired = items.prefix(count).filter { !$0.isHeard }
    items.removeFirst(count)
    if items.isEmpty {
      formerObservers = [:]
    }
    return Array(expired)
  }

  /// A tap outlives other events, since nothing tells the app again where the user wanted to go.
  private var indexOfLeastNeeded: Int {
    items.firstIndex(where: \.isHeard)
      ?? items.firstIndex { item in
        if case .opened = item.event { false } else { true }
      }
      ?? 0
  }

  private mutating func setHeard(_ isHeard: Bool, _ number: Number) {
    if let index = items.lastIndex(where: { $0.number == number }) {
      items[index].isHeard = isHeard
    }
  }
}

// MARK: - Who has heard what

extension Mailbox {
  /// Takes out the events that an observer is to get on attaching, oldest first.
  ///
  /// What was unheard counts as heard from now on, so that nobody else gets it meanwhile.
  mutating func takeMail(for observer: any PushObserver, replay: Bool) -> [Item] {
    let heard =
      formerObservers[ObjectIdentifier(observer)]
      .flatMap { $0.object === observer ? $0.heard : nil } ?? []
    let mail = items.filter { (replay || !$0.isHeard) && !heard.contains($0.number) }
    for item in mail {
      setHeard(true, item.number)
    }
    return Array(mail)
  }

  /// Puts back what an observer left, because it was removed while it was getting its mail.
  mutating func putBack(_ mail: some Sequence<Item>) {
    for item in mail where !item.isHeard {
      setHeard(false, item.number)
    }
  }

  /// Notes that an observer gets an event on attaching.
  mutating func noteHandOver(of item: Item, to observer: any PushObserver) {
    remember([item.number], heardBy: observer)
  }

  /// Notes that an observer is removed, with what it had heard in deliveries to all.
  mutating func noteRemoval(of observer: any PushObserver, with record: ObserverRecord) {
    let numbers = items.map(\.number).filter {
      record.firstDelivery <= $0 && $0 <= record.lastDelivery
    }
    guard !numbers.isEmpty else { return }
    remember(numbers, heardBy: observer)
  }

  private mutating func remember(_ numbers: [Number], heardBy observer: any PushObserver) {
    let identity = ObjectIdentifier(observer)
    var former = formerObservers[identity] ?? FormerObserver(object: observer, heard: [])
    if former.object !== observer {
      former = FormerObserver(object: observer, heard: [])
    }
    former.heard.formUnion(numbers)
    formerObservers[identity] = former
    if formerObservers.count > formerObserverLimit {
      forgetIrrelevantObservers()
    }
  }

  private mutating func forgetIrrelevantObservers() {
    let kept = Set(items.map(\.number))
    formerObservers = formerObservers.filter {
      $0.value.object != nil && !kept.isDisjoint(with: $0.value.heard)
    }
    formerObserverLimit = max(32, formerObservers.count * 2)
  }
}
