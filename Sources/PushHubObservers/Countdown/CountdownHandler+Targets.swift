extension CountdownHandler {
  /// The living targets, with what each is bound to, in the order of binding.
  package var targets: [(target: any CountdownTarget, id: String)] {
    core.shown.sorted { $0.key < $1.key }.compactMap { number, id in
      recipients[number]?.target.map { ($0, id) }
    }
  }

  /// Returns the id that a target is bound to.
  public func id(of target: any CountdownTarget) -> String? {
    number(of: target).flatMap { core.shown[$0] }
  }

  /// Binds a target to a model, and updates it at once.
  ///
  /// The target is held weakly. If it was bound to another model, as a cell that is reused, that binding
  /// ends. If no model of that id is registered yet, it is updated as soon as one is. Binding again to
  /// the same id is a new binding, with an update at once, except from inside an update of the target
  /// with that model, which would repeat without end. If there are too many targets, the least recently
  /// bound is unbound.
  ///
  /// Complexity: O(bound targets).
  public func bind(_ target: any CountdownTarget, to id: String) {
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
    to id: String,
    isCell: Bool,
    keepsTarget: Bool = false
  ) {
    let isBeingUpdated =
      present.map {
        $0.target === target && $0.update.state.id == id && core.isCurrent($0.update)
      } ?? false
    // A tick finds only those deallocated targets whose model has time left.
    let former = recipients.filter { $0.value.target.map { $0 === target } ?? true }.map(\.key)
    for number in former { recipients[number] = nil }
    lastNumber += 1
    recipients[lastNumber] = CountdownRecipient(target, isKept: keepsTarget)
    handle(
      .bind(number: lastNumber, id, isCell: isCell, isUpdated: !isBeingUpdated, replacing: former)
    )
  }

  /// Unbinds a target.
  public func unbind(_ target: any CountdownTarget) {
    number(of: target).map(unbind)
  }

  /// The states of one model: now, with each tick, and at the end, with which the stream ends.
  ///
  /// A slow consumer gets the latest. While no model of that id is registered, the stream waits for one.
  /// It counts as shown for the tick, but not as a target for the maximum. It also ends when the
  /// handler is deallocated.
  public func states(of id: String) -> AsyncStream<CountdownState> {
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
    let target = recipients[number]?.target
    if target == nil { unbind(number) }
    return target
  }

  private func unbind(_ number: Int) {
    recipients[number] = nil
    handle(.unbind(number: number))
  }

  private func number(of target: any CountdownTarget) -> Int? {
    recipients.first { $0.value.target === target }?.key
  }
}

/// The target of a binding; a class, since copying a weak reference is slow.
@MainActor
final class CountdownRecipient {
  weak let target: (any CountdownTarget)?

  /// The target, if the handler keeps it alive.
  private let kept: (any CountdownTarget)?

  init(_ target: any CountdownTarget, isKept: Bool) {
    self.target = target
    kept = isKept ? target : nil
  }
}
