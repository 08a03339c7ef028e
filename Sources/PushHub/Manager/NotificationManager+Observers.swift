extension NotificationManager: PushSubject {
  /// How many participants are attached and alive, in whatever role but those of a witness, such as a
  /// ``PushCallbackObserver``.
  ///
  /// - Complexity: O(n)
  public var observerCount: Int { observers.observers.count }

  /// Adds a participant in every role that it conforms to, held weakly; adding one that is there
  /// already changes nothing.
  ///
  /// See ``PushSubject/add(_:priority:replay:)``.
  public func add(
    _ participant: any PushParticipant,
    priority: ObserverPriority,
    replay: Bool
  ) {
    if PushWitnessRegistration.isWitness(participant),
      let witness = witnesses.add(participant, priority: priority)
    {
      witnessedCodes = witness.codes.flatMap { witnessedCodes?.union($0) }
    }
    guard Self.isToldOrAsked(type(of: participant)) else { return }
    guard let registration = observers.add(participant, priority: priority) else { return }
    removeAbandonedStreams()
    expireMail()
    handOver(to: registration, of: participant, replay: replay)
    if participant is any PushResponder {
      for answer in answers.waiting {
        askNext(about: answer)
      }
    }
    scheduleExpiry()
  }

  /// Removes a participant from all its roles; it is told nothing more, and asked nothing more.
  public func remove(_ participant: any PushParticipant) {
    witnesses.remove(participant)
    guard let registration = observers.remove(participant) else { return }
    mailbox.noteRemoval(
      of: participant,
      with: registration.record,
      taking: registration.interests
    )
  }

  private func handOver(
    to registration: PushRegistration,
    of participant: any PushParticipant,
    replay: Bool
  ) {
    var mail = mailbox.takeMail(
      for: participant,
      taking: registration.interests,
      before: registration.record.firstDelivery,
      replay: replay
    )[...]
    guard !mail.isEmpty else { return }
    let count = mail.count
    var handedOver = 0
    let outerMail = mailInHandOver
    observers.deliver(to: registration) {
      // What went meanwhile was of an account that has signed out.
      while let item = mail.first, !mailbox.contains(item.number) {
        mail.removeFirst()
      }
      guard let item = mail.popFirst() else { return nil }
      let isCollected = mailbox.noteHandOver(of: item, to: participant) && !item.event.isAnswer
      mailInHandOver = item
      counts.handedOver += 1
      counts.collected += isCollected ? 1 : 0
      handedOver += 1
      return item.event
    } didEnd: {
      mailInHandOver = outerMail
      mailbox.putBack(mail)
      note(
        .handedOver,
        observer: ObserverName(registration.record),
        "got \(handedOver) of \(count) retained events"
      )
    }
  }

  /// Whether objects of a class are told events or asked, and so have a place beside that of a witness.
  static func isToldOrAsked(_ type: AnyClass) -> Bool {
    type is any PushObserver.Type || type is any PresentationVoter.Type
      || type is any BackgroundPushObserver.Type || type is any BackgroundRefresher.Type
      || type is any PushResponder.Type
  }

  /// The participants of a role, in order, each with what it is called in the log; who asks one notes
  /// the call.
  func participants<Role>(
    as role: Role.Type
  ) -> [(registration: PushRegistration, name: ObserverName, participant: Role)] {
    observers.registrations.compactMap { registration in
      guard let participant = registration.observer as? Role else { return nil }
      return (registration, ObserverName(registration.record), participant)
    }
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
    guard whereabouts == .waiting else { return whereabouts }
    if !item.event.isAnswer {
      counts.held += 1
      note(.held, event: item.event, "a stream's consumer left it to the first that attaches")
    }
    scheduleExpiry()
    return whereabouts
  }

  private func noteLoss(of item: EventStreamObserver.Item, _ reason: String) {
    counts.droppedFromStreams += 1
    note(.droppedFromStream, event: item.event, reason)
  }
}
