extension NotificationManager: PushSubject {
  /// How many observers are attached and alive.
  ///
  /// - Complexity: O(n)
  public var observerCount: Int { observers.observers.count }

  /// Adds an observer, held weakly; adding one that is there already changes nothing.
  ///
  /// See ``PushSubject/add(_:priority:replay:)``.
  public func add(_ observer: any PushObserver, priority: ObserverPriority, replay: Bool) {
    guard let registration = observers.add(observer, priority: priority) else { return }
    expireMail()
    var mail = mailbox.takeMail(for: observer, replay: replay)[...]
    guard !mail.isEmpty else { return }
    note(.handedOver, observer: "\(type(of: observer))", "gets \(mail.count) retained events")
    observers.deliver(to: registration) {
      guard let item = mail.popFirst() else { return nil }
      mailbox.noteHandOver(of: item, to: observer)
      statistics.handedOver += 1
      return item.event
    }
    mailbox.putBack(mail)
    scheduleMailboxExpiry()
  }

  /// Removes an observer; it receives nothing more, not even the event being delivered.
  public func remove(_ observer: any PushObserver) {
    guard let registration = observers.remove(observer) else { return }
    mailbox.noteRemoval(of: observer, with: registration.record)
  }

  /// The events from now on, for code off the main actor.
  ///
  /// See ``PushSubject/events(bufferSize:replay:)``.
  public func events(bufferSize: Int, replay: Bool) -> AsyncStream<PushEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PushEvent.self,
      bufferingPolicy: .bufferingNewest(max(1, bufferSize))
    )
    let observer = EventStreamObserver(continuation: continuation) { [weak self] in
      self?.note($0)
    }
    continuation.onTermination = { [weak self] _ in
      Task { await self?.remove(observer) }
    }
    add(observer, replay: replay)
    return stream
  }

  /// Adds a witness of the system's callbacks, held weakly; adding it twice changes nothing.
  public func addCallbackObserver(_ observer: any PushCallbackObserver) {
    callbackObservers.add(observer)
  }

  /// Removes a witness; it hears nothing more.
  public func removeCallbackObserver(_ observer: any PushCallbackObserver) {
    callbackObservers.remove(observer)
  }

  private func note(_ miss: EventStreamObserver.Miss) {
    switch miss {
    case .dropped(let event):
      statistics.droppedFromStreams += 1
      note(.droppedFromStream, push: event.push, "the stream's consumer is too slow")
    case .terminated:
      deafObserverCount += 1
    }
  }
}
