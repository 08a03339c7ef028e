/// What the application forwards of the user's answers, and the observers' work for them.
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
    _ = take(response, to: payload, via: .launch, requestIdentifier: requestIdentifier)
  }

  /// Takes the user's answer to a notification that nobody's completion handler waits for.
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
    _ = answered(payload, response, requestIdentifier: requestIdentifier)
  }

  /// Takes the user's answer to a notification, and returns when the observers' work for it is done,
  /// or the budget is used.
  ///
  /// The system suspends an app that was not in the foreground as soon as the answer's completion
  /// handler is called, so an app calls it after this. What observers started with
  /// ``PushSubject/perform(for:_:)`` when they heard of the answer is waited for, within
  /// ``Configuration/backgroundBudget``; without any it returns at once. A second callback for the
  /// same answer waits for the same work. Cancelling the calling task cuts the work off as if the
  /// budget were used up.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - requestIdentifier: The notification request's identifier.
  ///   - response: What the user did.
  public func deliver(
    _ payload: PushPayload,
    requestIdentifier: String? = nil,
    response: PushResponse
  ) async {
    let work = answered(payload, response, requestIdentifier: requestIdentifier)
    _ = await work?.result()
  }
}

// MARK: - What becomes of an answer

extension NotificationManager {
  /// An answer to a push, as long as somebody keeps the push.
  struct Answer: Hashable {
    let push: ObjectIdentifier
    let response: PushResponse
  }

  /// Whether two payloads are certain to be of one push: if they have ids, these alone decide.
  ///
  /// A service extension may have changed the one that is shown.
  func isSamePush(_ payload: PushPayload, _ other: PushPayload) -> Bool {
    let senders = [payload, other].map { PushSenders.sender(of: $0, among: configuration.senders) }
    let ids = [senders[0].messageID(of: payload), senders[1].messageID(of: other)]
    guard ids != [nil, nil] else { return payload == other }
    return ids[0] == ids[1] && senders[0].name == senders[1].name
  }

  /// Takes an answer; see ``deliver(_:requestIdentifier:response:)``.
  ///
  /// - Returns: The observers' work for it, if there is any that is not done.
  func answered(
    _ payload: PushPayload,
    _ response: PushResponse,
    requestIdentifier: String?
  ) -> BackgroundDelivery? {
    callbackObservers.emit(.answered(payload, response, requestIdentifier: requestIdentifier))
    return take(response, to: payload, via: .open, requestIdentifier: requestIdentifier)
  }

  /// Tells observers of an answer that is new.
  ///
  /// - Returns: Their work for it, if there is any that is not done.
  private func take(
    _ response: PushResponse,
    to payload: PushPayload,
    via channel: PushChannel,
    requestIdentifier: String?
  ) -> BackgroundDelivery? {
    let recognition = sight(
      payload,
      via: channel,
      requestIdentifier: requestIdentifier,
      answer: response
    )
    let push = recognition.push
    if recognition.isNewAnswer {
      _ = answerDelivery(for: push, response)
      statistics.opened += 1
      observers.emit(.opened(push, response))
    } else {
      noteIfMerged(recognition, via: channel)
    }
    return answerDeliveries[Answer(push: push.identity, response: response)]
  }

  /// The observers' work for an answer, made if there is none yet.
  func answerDelivery(for push: Push, _ response: PushResponse) -> BackgroundDelivery {
    let answer = Answer(push: push.identity, response: response)
    if let delivery = answerDeliveries[answer] { return delivery }
    let delivery = BackgroundDelivery(
      scheduler: scheduler,
      budget: configuration.backgroundBudget
    ) { [weak self] in
      self?.note($0, on: push, by: $1)
    }
    delivery.whenFinished { [weak self] _ in self?.answerDeliveries[answer] = nil }
    answerDeliveries[answer] = delivery
    return delivery
  }
}
