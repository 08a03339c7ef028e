import PushHub

extension CountdownHandler {
  /// The living targets, with what each is bound to, in the order of binding.
  public var targets: [(target: any CountdownTarget, id: CountdownID)] { book.cells }

  /// Binds a target to a model, and tells it at once.
  ///
  /// The target is held weakly. If it was bound to another model, as a cell that is reused, it hears
  /// no more of that. If no model of that id is registered yet, it is told as soon as one is. Binding
  /// again to the same id is a new binding. If there are more targets than may be, the least recently
  /// bound has to go.
  ///
  /// Complexity: O(number of targets).
  public func bind(_ target: any CountdownTarget, to id: CountdownID) {
    loseDead()
    unbind(target)
    handle(.bind(number: book.add(target, boundTo: id), id, isEvictable: true))
  }

  /// Cuts a target off.
  public func unbind(_ target: any CountdownTarget) {
    guard let number = book.remove(target) else { return }
    handle(.unbind(number: number))
  }

  /// Cuts all targets off; streams and observed countdowns go on.
  public func unbindAll() {
    for (target, _) in targets {
      unbind(target)
    }
  }

  /// What a target is bound to.
  public func id(of target: any CountdownTarget) -> CountdownID? {
    book.id(of: target)
  }

  /// The states of one model: now, with each tick, and at the end, with which the stream ends.
  ///
  /// A slow consumer gets the latest. If no model of that id is registered, the stream waits for one.
  /// It counts as shown for the tick, but not as a target for the maximum. It also ends when the
  /// handler is let go.
  public func states(of id: CountdownID) -> AsyncStream<CountdownState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CountdownState.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = book.add(continuation)
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unbindStream(number) }
    }
    handle(.bind(number: number, id, isEvictable: false))
    return stream
  }

  /// Binds a target that does not count for the maximum.
  func watch(_ id: CountdownID, with target: any CountdownTarget) {
    loseDead()
    handle(.bind(number: book.add(target, boundTo: nil), id, isEvictable: false))
  }

  private func unbindStream(_ number: Int) {
    book.forget(number)
    handle(.unbind(number: number))
  }

  /// Forgets targets that died, of which those that nothing ticks for are not noticed otherwise.
  private func loseDead() {
    for number in book.takeDead() {
      lose(number)
    }
  }

  func lose(_ number: Int) {
    statistics.diedTargets += 1
    book.forget(number)
    handle(.unbind(number: number))
  }
}
