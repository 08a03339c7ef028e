/// What the application forwards, a method for each of the system's callbacks.
extension NotificationManager {
  /// Takes a push whose background work nobody waits for.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - channel: Which callback showed it.
  ///   - requestIdentifier: The notification request's identifier, where the callback has it.
  /// - Returns: The push, which an earlier callback may have shown already.
  @discardableResult
  public func receive(
    _ payload: PushPayload,
    via channel: PushChannel,
    requestIdentifier: String? = nil
  ) -> Push {
    show(payload, via: channel, requestIdentifier: requestIdentifier).push
  }

  /// Takes a push and returns when the observers' background work is done, or the budget is used.
  ///
  /// Returns exactly once, within ``Configuration/backgroundBudget``, whatever observers do. The
  /// work is done once for each push: a second callback for the same push waits for the same
  /// result. Cancelling the calling task cuts the work off as if the budget were used up.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - channel: Which callback showed it.
  ///   - requestIdentifier: The notification request's identifier, where the callback has it.
  /// - Returns: The observers' results, merged by ``Configuration/fetchResultPolicy``.
  public func deliver(
    _ payload: PushPayload,
    via channel: PushChannel = .remote,
    requestIdentifier: String? = nil
  ) async -> FetchResult {
    let recognition = show(payload, via: channel, requestIdentifier: requestIdentifier)
    return await backgroundDelivery(for: recognition).result()
  }

  /// Takes a push that arrived in the foreground, and decides how it is presented.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - requestIdentifier: The notification request's identifier.
  /// - Returns: What the system is to do, and why.
  public func present(
    _ payload: PushPayload,
    requestIdentifier: String? = nil
  ) -> PresentationDecision {
    let push = receive(payload, via: .present, requestIdentifier: requestIdentifier)
    let decision = PresentationDecision(
      push: push,
      ballots: votes(on: push),
      default: configuration.defaultPresentation,
      requestIdentifier: requestIdentifier
    )
    witnesses.emit(.decision(decision))
    note(.presented, push: push, "\(decision.options), \(decision.explanation)")
    return decision
  }

  /// Parses the bytes of a payload that did not come through the system, and counts failures.
  ///
  /// - Throws: ``PayloadError`` if the bytes are no payload.
  public func payload(json: some Collection<UInt8>) throws(PayloadError) -> PushPayload {
    do {
      return try PushPayload(json: json)
    } catch {
      counts.malformed += 1
      note(.malformed, "\(ErrorSummary(error))")
      throw error
    }
  }

  /// Takes the device token that the system gave.
  public func didRegister(deviceToken token: DeviceToken) {
    witnesses.emit(.callback(.registered(token)))
    let known = deviceToken ?? configuration.knownDeviceToken
    deviceToken = token
    guard token != known else {
      counts.unchangedTokens += 1
      return note(.unchangedToken, "the token is the one known before")
    }
    counts.tokenChanges += 1
    observers.emit(.tokenChanged(token))
  }

  /// Takes the system's refusal to register the app for remote notifications.
  public func didFailToRegister(_ failure: RegistrationFailure) {
    witnesses.emit(.callback(.failedToRegister(failure)))
    counts.registrationFailures += 1
    observers.emit(.registrationFailed(failure))
  }
}

// MARK: - Sightings

extension NotificationManager {
  private func show(
    _ payload: PushPayload,
    via channel: PushChannel,
    requestIdentifier: String?
  ) -> SightingLedger.Recognition {
    witnesses.emit(.callback(.shown(payload, via: channel, requestIdentifier: requestIdentifier)))
    let recognition = sight(payload, via: channel, requestIdentifier: requestIdentifier)
    noteIfMerged(recognition, via: channel)
    return recognition
  }

  func sight(
    _ payload: PushPayload,
    via channel: PushChannel,
    requestIdentifier: String?,
    answer: PushResponse? = nil
  ) -> SightingLedger.Recognition {
    let sender = PushSenders.sender(of: payload, among: configuration.senders)
    let recognition = ledger.recognize(
      SightingLedger.Sighting(
        payload: payload,
        sender: sender,
        messageID: sender.messageID(of: payload),
        requestIdentifier: requestIdentifier,
        channel: channel,
        answer: answer
      ),
      now: scheduler.now,
      date: scheduler.date
    )
    counts.sightings += 1
    if recognition.isNew {
      noteNew(recognition)
      observers.emit(.received(recognition.push))
    }
    return recognition
  }

  private func noteNew(_ recognition: SightingLedger.Recognition) {
    let push = recognition.push
    counts.received += 1
    counts.issues += push.issues.count
    for issue in push.issues {
      note(.issue, push: push, "\(issue)")
    }
    if let forgotten = recognition.forgotten {
      backgroundDeliveries[forgotten] = nil
      counts.forgotten += 1
      note(.forgotten, "the push number \(forgotten) made room for newer ones")
    }
  }

  func noteIfMerged(_ recognition: SightingLedger.Recognition, via channel: PushChannel) {
    guard !recognition.isNew else { return }
    counts.merged += 1
    note(.merged, push: recognition.push, "seen again, via \(channel)")
  }
}

// MARK: - Presentation

extension NotificationManager {
  private func votes(on push: Push) -> [PresentationDecision.Ballot] {
    participants(as: (any PresentationVoter).self).compactMap { registration, name, voter in
      guard registration.observer != nil else { return nil }
      registration.record.noteCall()
      let began = scheduler.now
      let vote = voter.presentation(of: push)
      let duration = scheduler.now - began
      if duration > max(.zero, configuration.slowCallLimit) {
        noteSlowCall(of: name, with: nil, about: push, lasting: duration)
      }
      return PresentationDecision.Ballot(voter: name.type, number: name.number, vote: vote)
    }
  }
}

// MARK: - Background work

extension NotificationManager {
  private func backgroundDelivery(
    for recognition: SightingLedger.Recognition
  ) -> BackgroundDelivery {
    if let delivery = backgroundDeliveries[recognition.ordinal] { return delivery }
    let push = recognition.push
    let delivery = makeDelivery(about: push, configuration.fetchResultPolicy)
    backgroundDeliveries[recognition.ordinal] = delivery
    ask((any BackgroundPushObserver).self, for: delivery) {
      try await $0.performBackgroundWork(for: push)
    }
    return delivery
  }

  /// Sets all participants of a role to work, unless they are removed before they get to it.
  func ask<Role>(
    _ role: Role.Type,
    for delivery: BackgroundDelivery,
    to work: @escaping @MainActor (Role) async throws -> FetchResult
  ) {
    for (registration, name, worker) in participants(as: role) {
      registration.record.noteCall()
      delivery.perform(by: name) { [weak self] in
        guard let participant = worker as? any PushParticipant,
          self?.observers.registration(of: participant) != nil
        else { return .noData }
        return try await work(worker)
      }
    }
    delivery.seal()
  }

  /// Work of features under the budget, of which the log is told.
  func makeDelivery(
    about push: Push?,
    _ policy: FetchResultPolicy = .newDataThenFailed
  ) -> BackgroundDelivery {
    BackgroundDelivery(
      policy: policy,
      scheduler: scheduler,
      budget: configuration.backgroundBudget
    ) { [weak self] in
      self?.note($0, on: push, by: $1)
    }
  }

  func note(_ remark: BackgroundDelivery.Remark, on push: Push?, by observer: ObserverName) {
    switch remark {
    case .late:
      counts.late += 1
      note(.late, push: push, observer: observer, "its work was cut off")
    case .answeredLate:
      counts.answeredLate += 1
      note(.answeredLate, push: push, observer: observer, "its result came too late to count")
    case .failed(let error):
      counts.workFailed += 1
      note(.workFailed, push: push, observer: observer, "\(ErrorSummary(error))")
    }
  }
}
