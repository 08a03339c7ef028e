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
    removeAbandonedStreams()
    expireMail()
    let delivery = registration.record.firstDelivery
    var mail = mailbox.takeMail(for: observer, before: delivery, replay: replay)[...]
    guard !mail.isEmpty else { return }
    let count = mail.count
    let outerMail = mailInHandOver
    observers.deliver(to: registration) {
      guard let item = mail.popFirst() else { return nil }
      mailbox.noteHandOver(of: item, to: observer)
      mailInHandOver = item
      statistics.handedOver += 1
      return item.event
    } didEnd: {
      mailInHandOver = outerMail
      mailbox.putBack(mail)
      note(
        .handedOver,
        observer: ObserverName(registration.record),
        "got \(count - mail.count) of \(count) retained events"
      )
    }
    scheduleMailboxExpiry()
  }

  /// Removes an observer; it receives nothing more, not even the event being delivered.
  public func remove(_ observer: any PushObserver) {
    guard let registration = observers.remove(observer) else { return }
    mailbox.noteRemoval(of: observer, with: registration.record)
  }

  /// Starts work for the event that an observer is being told, which the system waits for.
  ///
  /// See ``PushSubject/perform(for:_:)``.
  @discardableResult
  public func perform(
    for observer: any PushObserver,
    _ work: @escaping @MainActor () async throws -> Void
  ) -> Task<Void, Never> {
    let name = name(of: observer)
    if case .opened(let push, let response) = eventBeingTold {
      let delivery = answerDelivery(for: push, response)
      let task = delivery.perform(by: name) {
        try await work()
        return .noData
      }
      delivery.seal()
      if let task { return task }
    }
    let push = eventBeingTold?.push
    return scheduler.perform { [weak self] in
      do {
        try await work()
      } catch {
        self?.note(.failed(error), on: push, by: name)
      }
    }
  }

  /// Adds a witness of the system's callbacks, held weakly; adding it twice changes nothing.
  public func addCallbackObserver(_ observer: any PushCallbackObserver) {
    callbackObservers.add(observer)
  }

  /// Removes a witness; it hears nothing more.
  public func removeCallbackObserver(_ observer: any PushCallbackObserver) {
    callbackObservers.remove(observer)
  }

  func name(of observer: any PushObserver) -> ObserverName {
    observers.registration(of: observer).map { ObserverName($0.record) }
      ?? ObserverName(of: observer)
  }
}

// MARK: - Streams

extension NotificationManager {
  /// The events from now on, for code off the main actor.
  ///
  /// See ``PushSubject/events(bufferSize:replay:)``.
  public func events(bufferSize: Int, replay: Bool) -> AsyncStream<PushEvent> {
    let observer = EventStreamObserver(of: self, capacity: bufferSize)
    let stream = observer.makeStream()
    streams[ObjectIdentifier(observer)] = observer
    add(observer, replay: replay)
    return stream
  }

  /// Notes that a stream keeps the event that it is being told, for its consumer.
  ///
  /// - Returns: The event's number.
  func noteBuffering() -> Mailbox.Number {
    noteDeafObserver()
    let number = mailInHandOver?.number ?? observers.latestDelivery
    mailbox.noteBuffering(of: number, asMail: mailInHandOver)
    return number
  }

  func noteReading(of item: EventStreamObserver.Item) {
    mailbox.noteReading(of: item.number)
  }

  func noteDrop(of item: EventStreamObserver.Item) {
    noteLoss(of: item, "the stream's consumer is too slow")
    takeBack(item)
  }

  /// Takes back what the consumers that are gone have left.
  func removeAbandonedStreams() {
    for stream in streams.values where stream.isAbandoned {
      guard streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { continue }
      observers.remove(stream)
      for item in stream.takeAll() where takeBack(item) == .gone {
        noteLoss(of: item, "the stream's consumer went before taking it")
      }
    }
  }

  @discardableResult
  private func takeBack(_ item: EventStreamObserver.Item) -> Mailbox.Whereabouts {
    let whereabouts = mailbox.takeBack(item.number)
    if whereabouts == .waiting {
      statistics.held += 1
      note(.held, event: item.event, "a stream's consumer left it to the first that attaches")
      scheduleMailboxExpiry()
    }
    return whereabouts
  }

  private func noteLoss(of item: EventStreamObserver.Item, _ reason: String) {
    statistics.droppedFromStreams += 1
    note(.droppedFromStream, event: item.event, reason)
  }
}
