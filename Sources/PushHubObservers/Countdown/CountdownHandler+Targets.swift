import PushHub

extension CountdownHandler {
  /// The living targets, with what each is bound to, in the order of binding.
  public var targets: [(target: any CountdownTarget, id: CountdownID)] { book.cells }

  /// Binds a target to a model, and tells it at once.
  ///
  /// The target is held weakly. If it was bound to another model, as a cell that is reused, it hears
  /// no more of that. If no model of that id is registered yet, it is told as soon as one is. Binding
  /// again to the same id is a new binding, and is told at once too, except from inside of what the
  /// target is being told of that very model: it would be told without end. If there are more targets than may be, the least recently
  /// bound has to go.
  ///
  /// Complexity: O(1) amortised, and O(maximum of targets) while there are as many as may be.
  public func bind(_ target: any CountdownTarget, to id: CountdownID) {
    bind(target, to: id, in: 0)
  }

  /// All that it causes is told after the target is bound: what is told may bind it again.
  func bind(_ target: any CountdownTarget, to id: CountdownID, in list: Int) {
    var effects = loseDead()
    let old = book.remove(target)
    let number = book.add(target, boundTo: id)
    effects += feed(
      .bind(number: number, id, in: list, isEvictable: true, replacing: old)
    )
    effects.removeAll { effect in
      guard case .show(let telling) = effect, telling.number == number else { return false }
      return isTelling(target, of: telling)
    }
    tell(effects)
  }

  /// Cuts a target off.
  public func unbind(_ target: any CountdownTarget) {
    guard let number = book.remove(target) else { return }
    handle(.unbind(number: number))
  }

  /// Cuts all targets off; streams and observed countdowns go on.
  public func unbindAll() {
    var effects: [CountdownEffect] = []
    for (target, _) in targets {
      if let number = book.remove(target) {
        effects += feed(.unbind(number: number))
      }
    }
    tell(effects)
  }

  /// What a target is bound to.
  public func id(of target: any CountdownTarget) -> CountdownID? {
    book.id(of: target)
  }

  /// The states of one model: now, with each tick, and at the end, with which the stream ends.
  ///
  /// A slow consumer gets the latest. While no model of that id is registered, the stream waits for one.
  /// It counts as shown for the tick, but not as a target for the maximum. It also ends when the
  /// handler is let go.
  public func states(of id: CountdownID) -> AsyncStream<CountdownState> {
    states(of: id, in: 0)
  }

  func states(of id: CountdownID, in list: Int) -> AsyncStream<CountdownState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CountdownState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = book.add(continuation)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unbindStream(number) }
    }
    handle(.bind(number: number, id, in: list, isEvictable: false))
    return stream
  }

  /// Binds a target that does not count for the maximum.
  func watch(_ id: CountdownID, in list: Int, with target: any CountdownTarget) {
    let effects = loseDead()
    let number = book.add(watching: target)
    tell(effects + feed(.bind(number: number, id, in: list, isEvictable: false)))
  }

  private func unbindStream(_ number: Int) {
    book.forget(number)
    handle(.unbind(number: number))
  }

  /// Forgets targets that died, of which those that nothing ticks for are not noticed otherwise.
  ///
  /// - Returns: What is to be told because of it.
  private func loseDead() -> [CountdownEffect] {
    let cellsAreFull = core.bindings.evictableCount >= core.maximumTargets
    let dead = book.takeDead(cellsAreFull: cellsAreFull)
    statistics.diedTargets += dead.count
    return dead.flatMap { feed(.unbind(number: $0)) }
  }

  func lose(_ number: Int) {
    statistics.diedTargets += 1
    book.forget(number)
    handle(.unbind(number: number))
  }
}
