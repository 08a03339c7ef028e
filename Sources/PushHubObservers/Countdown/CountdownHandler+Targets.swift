extension CountdownHandler {
  /// The living targets, with what each is bound to, in the order of binding.
  package var targets: [(target: any CountdownTarget, id: CountdownID)] {
    core.shown.map(\.key).sorted().compactMap { number in
      recipients[number].flatMap { target in core.shown[number].map { (target, $0) } }
    }
  }

  /// What a target is bound to.
  public func id(of target: any CountdownTarget) -> CountdownID? {
    recipients.number(of: target).flatMap { core.shown[$0] }
  }

  /// Binds a target to a model, and updates it at once.
  ///
  /// The target is held weakly. If it was bound to another model, as a cell that is reused, that binding
  /// ends. If no model of that id is registered yet, it is updated as soon as one is. Binding again to
  /// the same id is a new binding, with an update at once, except from inside an update of the target
  /// with that model, which would repeat without end. If there are too many targets, the least recently
  /// bound is unbound.
  ///
  /// Complexity: O(1) amortised, and O(maximum of targets) while there are as many as may be.
  public func bind(_ target: any CountdownTarget, to id: CountdownID) {
    bind(target, to: id, isCell: true)
  }

  /// All updates come after the target is bound, since they may bind it again.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - id: The model.
  ///   - isCell: Whether the target counts for the maximum.
  ///   - keepsTarget: Whether the target is kept alive for as long as it is bound.
  func bind(
    _ target: any CountdownTarget,
    to id: CountdownID,
    isCell: Bool,
    keepsTarget: Bool = false
  ) {
    let isBeingUpdated =
      present.map {
        $0.target === target && $0.update.state.id == id && core.isCurrent($0.update)
      } ?? false
    var effects = recipients.removeDead(all: core.isFull).flatMap { feed(.unbind(number: $0)) }
    let (number, old) = recipients.add(target, isKept: keepsTarget)
    effects += feed(
      .bind(number: number, id, isCell: isCell, isUpdated: !isBeingUpdated, replacing: old)
    )
    perform(effects)
  }

  /// Unbinds a target.
  public func unbind(_ target: any CountdownTarget) {
    guard let number = recipients.number(of: target) else { return }
    recipients.remove(number)
    handle(.unbind(number: number))
  }

  /// The states of one model: now, with each tick, and at the end, with which the stream ends.
  ///
  /// A slow consumer gets the latest. While no model of that id is registered, the stream waits for one.
  /// It counts as shown for the tick, but not as a target for the maximum. It also ends when the
  /// handler is deallocated.
  public func states(of id: CountdownID) -> AsyncStream<CountdownState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CountdownState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let target = CountdownStreamTarget(continuation)
    continuation.onTermination = { [weak self, weak target] _ in
      Task { @MainActor in target.map { self?.unbind($0) } }
    }
    bind(target, to: id, isCell: false, keepsTarget: true)
    return stream
  }

  /// The target of a binding; one that was deallocated is unbound.
  func recipient(_ number: Int) -> (any CountdownTarget)? {
    if let target = recipients[number] { return target }
    recipients.remove(number)
    handle(.unbind(number: number))
    return nil
  }
}

/// The targets of the numbers of bindings.
@MainActor
struct CountdownRecipients {
  /// A class, since copying a weak reference is slow.
  private final class Recipient {
    weak let target: (any CountdownTarget)?

    /// The target, if the handler keeps it alive.
    let kept: (any CountdownTarget)?

    /// The address of the target, at which there may be another one later.
    let address: ObjectIdentifier

    init(_ target: any CountdownTarget, isKept: Bool) {
      self.target = target
      kept = isKept ? target : nil
      address = ObjectIdentifier(target)
    }
  }

  private var recipients: [Int: Recipient] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var lastNumber = 0

  /// How many there are at the next search for deallocated ones.
  private var nextSearch = 16
}

extension CountdownRecipients {
  subscript(number: Int) -> (any CountdownTarget)? { recipients[number]?.target }

  func number(of target: any CountdownTarget) -> Int? {
    numbers[ObjectIdentifier(target)].flatMap { self[$0] === target ? $0 : nil }
  }

  /// Gives a target a number, in place of the one that it, or a former target at its address, had.
  mutating func add(_ target: any CountdownTarget, isKept: Bool) -> (number: Int, old: Int?) {
    lastNumber += 1
    let recipient = Recipient(target, isKept: isKept)
    let old = numbers[recipient.address]
    old.map { remove($0) }
    recipients[lastNumber] = recipient
    numbers[recipient.address] = lastNumber
    return (lastNumber, old)
  }

  mutating func remove(_ number: Int) {
    guard let recipient = recipients.removeValue(forKey: number) else { return }
    numbers[recipient.address] = nil
  }

  /// Removes deallocated targets, since a tick finds only those whose model has time left.
  ///
  /// - Parameter all: Whether to search in any case, as before a cell is unbound for another. Otherwise
  ///   a search now and then suffices for as many living targets as deallocated ones.
  /// - Returns: The numbers of their bindings.
  mutating func removeDead(all: Bool) -> [Int] {
    guard all || recipients.count >= nextSearch else { return [] }
    let dead = recipients.compactMap { $0.value.target == nil ? $0.key : nil }.sorted()
    for number in dead {
      remove(number)
    }
    nextSearch = max(16, 2 * recipients.count)
    return dead
  }
}
