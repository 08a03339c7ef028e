/// What the application forwards, a method for each of the system's callbacks.
extension NotificationManager {
  /// Takes the launch options' notification, if an answer to it launched the app.
  ///
  /// The push is received, and opened once, whether or not the notification center's delegate is
  /// told of the same answer.
  ///
  /// - Parameters:
  ///   - payload: What was sent; `nil` for a launch by anything else.
  ///   - response: What the user did, where that is known; a tap by default.
  ///   - requestIdentifier: The notification request's identifier, where it is known.
  public func didFinishLaunching(
    with payload: PushPayload?,
    response: PushResponse = PushResponse(),
    requestIdentifier: String? = nil
  ) {
    callbackObservers.emit(.launched(payload, response, requestIdentifier: requestIdentifier))
    guard let payload else { return }
    let recognition = sight(payload, via: .launch, requestIdentifier: requestIdentifier)
    answer(response, to: recognition, via: .launch)
  }

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
    let ballots = observers.observers.compactMap { observer in
      (observer as? any PresentationVoter).map {
        PresentationDecision.Ballot(voter: "\(type(of: $0))", vote: $0.presentation(of: push))
      }
    }
    let decision = PresentationDecision(
      push: push,
      ballots: ballots,
      default: configuration.defaultPresentation
    )
    note(.presented, push: push, "\(decision.options), \(decision.explanation)")
    return decision
  }

  /// Takes the user's answer to a notification.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - requestIdentifier: The notification request's identifier.
  ///   - response: What the user did.
  public func open(
    _ payload: PushPayload,
    requestIdentifier: String? = nil,
    response: PushResponse = PushResponse()
  ) {
    callbackObservers.emit(.answered(payload, response, requestIdentifier: requestIdentifier))
    let recognition = sight(payload, via: .open, requestIdentifier: requestIdentifier)
    answer(response, to: recognition, via: .open)
  }

  /// Parses the bytes of a payload that did not come through the system, and counts failures.
  ///
  /// - Throws: ``PayloadError`` if the bytes are no payload.
  public func payload(json: some Collection<UInt8>) throws(PayloadError) -> PushPayload {
    do {
      return try PushPayload(json: json)
    } catch {
      statistics.malformed += 1
      note(.malformed, "\(error)")
      throw error
    }
  }

  /// Takes the device token that the system gave.
  public func didRegister(deviceToken token: DeviceToken) {
    callbackObservers.emit(.registered(token))
    let known = deviceToken ?? configuration.knownDeviceToken
    deviceToken = token
    guard token != known else {
      statistics.unchangedTokens += 1
      return note(.unchangedToken, "the token is the one known before")
    }
    statistics.tokenChanges += 1
    observers.emit(.tokenChanged(token))
  }

  /// Takes the system's refusal to register the app for remote notifications.
  public func didFailToRegister(_ failure: RegistrationFailure) {
    callbackObservers.emit(.failedToRegister(failure))
    statistics.registrationFailures += 1
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
    callbackObservers.emit(.shown(payload, via: channel, requestIdentifier: requestIdentifier))
    let recognition = sight(payload, via: channel, requestIdentifier: requestIdentifier)
    noteIfMerged(recognition, via: channel)
    return recognition
  }

  private func sight(
    _ payload: PushPayload,
    via channel: PushChannel,
    requestIdentifier: String?
  ) -> SightingLedger.Recognition {
    let sender = PushSenders.sender(of: payload, among: configuration.senders)
    let recognition = ledger.recognize(
      SightingLedger.Sighting(
        payload: payload,
        sender: sender,
        messageID: sender.messageID(of: payload),
        requestIdentifier: requestIdentifier,
        channel: channel
      ),
      now: scheduler.now,
      date: scheduler.date
    )
    statistics.sightings += 1
    if recognition.isNew {
      noteNew(recognition)
      observers.emit(.received(recognition.push))
    }
    return recognition
  }

  private func noteNew(_ recognition: SightingLedger.Recognition) {
    let push = recognition.push
    statistics.received += 1
    statistics.issues += push.issues.count
    for issue in push.issues {
      note(.issue, push: push, "\(issue)")
    }
    if let forgotten = recognition.forgotten {
      backgroundDeliveries[forgotten] = nil
      statistics.forgotten += 1
      note(.forgotten, "the push number \(forgotten) made room for newer ones")
    }
  }

  private func noteIfMerged(_ recognition: SightingLedger.Recognition, via channel: PushChannel) {
    guard !recognition.isNew else { return }
    statistics.merged += 1
    note(.merged, push: recognition.push, "seen again, via \(channel)")
  }

  private func answer(
    _ response: PushResponse,
    to recognition: SightingLedger.Recognition,
    via channel: PushChannel
  ) {
    guard ledger.note(response, to: recognition.ordinal) else {
      return noteIfMerged(recognition, via: channel)
    }
    statistics.opened += 1
    observers.emit(.opened(recognition.push, response))
  }
}

// MARK: - Background work

extension NotificationManager {
  private func backgroundDelivery(
    for recognition: SightingLedger.Recognition
  ) -> BackgroundDelivery {
    if let delivery = backgroundDeliveries[recognition.ordinal] { return delivery }
    let push = recognition.push
    let delivery = BackgroundDelivery(
      policy: configuration.fetchResultPolicy,
      scheduler: scheduler
    ) { [weak self] in
      self?.note($0, on: push, by: $1)
    }
    backgroundDeliveries[recognition.ordinal] = delivery
    let workers = observers.observers.compactMap { $0 as? any BackgroundPushObserver }
    delivery.start(workers, on: push, within: configuration.backgroundBudget)
    return delivery
  }

  private func note(_ remark: BackgroundDelivery.Remark, on push: Push, by observer: String) {
    switch remark {
    case .late:
      statistics.late += 1
      note(.late, push: push, observer: observer, "its background work was cut off")
    case .answeredLate:
      statistics.answeredLate += 1
      note(.answeredLate, push: push, observer: observer, "its result came too late to count")
    case .failed(let error):
      statistics.workFailed += 1
      note(.workFailed, push: push, observer: observer, "\(error)")
    }
  }
}
