/// Keeps the latest events for observers that attach later, bounded in number and age.
///
/// An event that nobody has heard goes to the first observer that takes its kind; one that others
/// have heard goes to an observer that asks for replay. No observer gets an event twice, also when it is
/// removed and added again: what a removed observer had heard is remembered as long as the event.
///
/// An event in the buffer of a stream is not heard yet. It doesn't wait here either, unless the
/// stream gives it back: so it neither expires nor makes room while the stream can still be read.
struct Mailbox {
  /// The number of the delivery that brought an event.
  typealias Number = UInt64

  struct Item {
    let number: Number
    let event: PushEvent
    let arrival: ContinuousClock.Instant
    var account: AccountID?
    var isHeard = true
    var bufferCount = 0

    /// How many observers are about to get it, so that nobody else does as unheard.
    var reservationCount = 0

    /// Whether it is here or nowhere.
    var isWaiting: Bool { isUnheard && bufferCount == 0 }

    var isUnheard: Bool { !isHeard && reservationCount == 0 }

    /// Whether nobody has it but who is about to get it.
    var isUncollected: Bool { !isHeard && bufferCount == 0 }
  }

  private struct FormerObserver {
    weak var object: (any PushParticipant)?
    var heard: Set<Number>
  }

  let capacity: Int
  let maximumAge: Duration

  private var items: ContiguousArray<Item> = []

  /// How many of them are waiting; mostly none, so that a push which is heard looks no further.
  private(set) var waitingItemCount = 0
  private var formerObservers: [ObjectIdentifier: FormerObserver] = [:]
  private var formerObserverLimit = 32

  init(capacity: Int, maximumAge: Duration) {
    self.capacity = max(1, capacity)
    self.maximumAge = max(.zero, maximumAge)
  }
}

// MARK: - What is kept

extension Mailbox {
  /// When the oldest event that waits becomes too old.
  var nextExpiry: ContinuousClock.Instant? {
    guard waitingItemCount > 0 else { return nil }
    return items.first { $0.isWaiting }.map { $0.arrival + maximumAge }
  }

  /// How many events nobody has got; what becomes of answers is another's business.
  var waitingCount: Int { items.count { $0.isUncollected && !$0.event.isAnswer } }

  /// How many observers it remembers that had heard something and may come back.
  var formerObserverCount: Int { formerObservers.count }

  /// Keeps an event whose delivery begins.
  ///
  /// - Returns: The event that had to go for it, if that one was waiting.
  mutating func keep(
    _ event: PushEvent,
    number: Number,
    account: AccountID?,
    at now: ContinuousClock.Instant
  ) -> Item? {
    var victim: Item?
    if items.count == capacity {
      victim = items.remove(at: indexOfLeastNeeded)
    }
    items.append(Item(number: number, event: event, arrival: now, account: account))
    guard let victim, victim.isWaiting else { return nil }
    waitingItemCount -= 1
    return victim
  }

  /// Notes that nobody heard an event when it was delivered.
  ///
  /// - Returns: Whether it waits here, and not in the buffer of a stream.
  mutating func setUnheard(_ number: Number) -> Bool {
    update(number) { $0.isHeard = false }
    return item(number)?.isWaiting == true
  }

  /// Lets go of what is too old, but for what somebody is about to get.
  ///
  /// - Returns: The events among these that were waiting.
  mutating func expire(at now: ContinuousClock.Instant) -> [Item] {
    let old = items.prefix { now - $0.arrival >= maximumAge }
    guard !old.isEmpty else { return [] }
    let kept = old.filter { $0.reservationCount > 0 }
    let expired = old.filter(\.isWaiting)
    items.replaceSubrange(old.indices, with: kept)
    waitingItemCount -= expired.count
    if items.isEmpty {
      formerObservers = [:]
    }
    return Array(expired)
  }

  /// Notes that the account has changed: what came in the time of the former one goes, and what came
  /// before anybody was known to be signed in belongs to the first who is.
  ///
  /// - Returns: The events among these that were waiting, or about to be got by somebody.
  mutating func change(from former: AccountID?, to account: AccountID?) -> [Item] {
    guard let former else {
      for index in items.indices where items[index].account == nil {
        items[index].account = account
      }
      return []
    }
    let gone = items.filter { $0.account == former && $0.event.push != nil }
    items.removeAll { $0.account == former && $0.event.push != nil }
    waitingItemCount -= gone.count { $0.isWaiting }
    return gone.filter(\.isUncollected)
  }

  /// A tap outlives other events, since nothing tells the app again where the user wanted to go.
  private var indexOfLeastNeeded: Int {
    items.firstIndex { $0.isHeard }
      ?? items.firstIndex { item in
        if case .opened = item.event { false } else { true }
      }
      ?? 0
  }

  /// Whether an event is still here.
  func contains(_ number: Number) -> Bool { item(number) != nil }

  private func item(_ number: Number) -> Item? {
    items.last { $0.number == number }
  }

  private mutating func update(_ number: Number, _ change: (inout Item) -> Void) {
    guard let index = items.lastIndex(where: { $0.number == number }) else { return }
    waitingItemCount -= items[index].isWaiting ? 1 : 0
    change(&items[index])
    waitingItemCount += items[index].isWaiting ? 1 : 0
  }
}

// MARK: - Streams

extension Mailbox {
  /// Where an event is that a stream gives back.
  enum Whereabouts {
    /// Here: nobody else has it.
    case waiting

    /// Somebody has heard it, or it is in another stream's buffer.
    case elsewhere

    /// It is here no more.
    case gone
  }

  /// Notes that a stream has put an event into its buffer.
  ///
  /// - Parameter mail: The event as it was in the mail, if it came to the stream as such.
  mutating func noteBuffering(of number: Number, asMail mail: Item?) {
    update(number) { item in
      item.bufferCount += 1
      if let mail, !mail.isHeard {
        item.isHeard = false
      }
    }
  }

  /// Notes that a stream's consumer has taken an event out of the buffer.
  mutating func noteReading(of number: Number) {
    update(number) { item in
      item.bufferCount -= 1
      item.isHeard = true
    }
  }

  /// Takes back an event that is in the buffer no more, and was not read.
  mutating func takeBack(_ number: Number) -> Whereabouts {
    update(number) { $0.bufferCount -= 1 }
    guard let item = item(number) else { return .gone }
    return item.isWaiting ? .waiting : .elsewhere
  }
}

// MARK: - Who has heard what

extension Mailbox {
  /// Takes out the events that an observer is to get on attaching, oldest first.
  ///
  /// They are reserved for it until it gets them or they are put back.
  ///
  /// - Parameters:
  ///   - observer: Who attaches.
  ///   - interests: The kinds of event that it takes.
  ///   - delivery: The first delivery that it will hear with all others.
  ///   - replay: Whether it also gets what others have heard.
  mutating func takeMail(
    for observer: any PushParticipant,
    taking interests: Set<PushEvent.Kind>,
    before delivery: Number,
    replay: Bool
  ) -> [Item] {
    let heard =
      formerObservers[ObjectIdentifier(observer)]
      .flatMap { $0.object === observer ? $0.heard : nil } ?? []
    let mail = items.filter {
      $0.number < delivery && (replay || $0.isUnheard) && !heard.contains($0.number)
        && interests.contains($0.event.kind)
    }
    for item in mail {
      update(item.number) { $0.reservationCount += 1 }
    }
    return Array(mail)
  }

  /// Puts back what an observer left, because it was removed while it was getting its mail.
  mutating func putBack(_ mail: some Sequence<Item>) {
    for item in mail {
      update(item.number) { $0.reservationCount -= 1 }
    }
  }

  /// Notes that an observer gets an event on attaching.
  ///
  /// - Returns: Whether it was waiting until now.
  mutating func noteHandOver(of item: Item, to observer: any PushParticipant) -> Bool {
    let wasUncollected = self.item(item.number)?.isUncollected ?? false
    update(item.number) {
      $0.reservationCount -= 1
      $0.isHeard = true
    }
    remember([item.number], heardBy: observer)
    return wasUncollected
  }

  /// Notes that an observer is removed, with what it had heard in deliveries to all.
  mutating func noteRemoval(
    of observer: any PushParticipant,
    with record: ObserverRecord,
    taking interests: Set<PushEvent.Kind>
  ) {
    let numbers = items.filter {
      record.firstDelivery <= $0.number && $0.number <= record.lastDelivery
        && interests.contains($0.event.kind)
    }.map(\.number)
    guard !numbers.isEmpty else { return }
    remember(numbers, heardBy: observer)
  }

  private mutating func remember(_ numbers: [Number], heardBy observer: any PushParticipant) {
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
