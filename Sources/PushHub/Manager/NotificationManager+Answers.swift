/// What the application forwards of the user's answers, and the responders' work for them.
extension NotificationManager: PushAnswerTaking {
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
    witnesses.emit(.callback(.launched(payload, response, requestIdentifier: requestIdentifier)))
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

  /// Takes the user's answer to a notification, and returns when a responder has handled it, when
  /// all have declined, or when the budget is used.
  ///
  /// The system suspends an app that was not in the foreground as soon as the answer's completion
  /// handler is called, so an app calls it after this. Without a ``PushResponder`` it returns at
  /// once. A second callback for the same answer waits for the same work. Cancelling the calling task
  /// cuts the work off as if the budget were used up.
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
    private let push: ObjectIdentifier
    private let response: PushResponse

    init(_ response: PushResponse, to push: Push) {
      self.push = push.identity
      self.response = response.withoutCategory
    }
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
  /// - Returns: The responders' work for it, if it is not done.
  func answered(
    _ payload: PushPayload,
    _ response: PushResponse,
    requestIdentifier: String?
  ) -> BackgroundDelivery? {
    witnesses.emit(.callback(.answered(payload, response, requestIdentifier: requestIdentifier)))
    return take(response, to: payload, via: .open, requestIdentifier: requestIdentifier)
  }

  /// Tells observers of an answer that is new, and asks responders.
  ///
  /// - Returns: Their work for it, if it is not done.
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
      answer: response.withoutCategory
    )
    let push = recognition.push
    if recognition.isNewAnswer {
      counts.opened += 1
      counts.openedAtFirstSight += recognition.isNew ? 1 : 0
      observers.emit(.opened(push, response))
      keep(response, to: push)
    } else {
      noteIfMerged(recognition, via: channel)
    }
    return answerDeliveries[Answer(response, to: push)]
  }

  private func keep(_ response: PushResponse, to push: Push) {
    let (number, displaced) = answers.take(
      response,
      to: push,
      account: account,
      at: scheduler.now
    )
    if let displaced {
      letGo(
        displaced.event,
        askedOf: displaced.responderCount,
        .overflowed,
        \.overflowed,
        "no responder handled it before newer ones came"
      )
    }
    askNext(about: number)
    scheduleExpiry()
  }
}

// MARK: - Asking responders

extension NotificationManager {
  /// Asks the first responder that has not been asked, unless somebody has the answer in hand.
  func askNext(about number: AnswerBook.Number) {
    guard let answer = answers[number], answer.current == nil else { return }
    guard isOfNow(answer.account) else {
      answers.letGo(number)
      return noteSignedOut(answer.event, askedOf: answer.responderCount)
    }
    let responders = participants(as: (any PushResponder).self)
    guard
      let place = answers.nextResponder(for: number, among: responders.compactMap(\.name.number)),
      let (registration, name, responder) = responders.first(where: { $0.name.number == place })
    else { return noteUnhandled(answer) }
    registration.record.noteCall()
    delivery(for: answer).perform(by: name) { [weak self] in
      var isHandled = false
      defer { self?.accept(isHandled: isHandled, from: place, for: answer) }
      guard let self, observers.registration(of: responder) != nil, isOfNow(answer.account) else {
        return .noData
      }
      noteIfUnknown(answer, to: responder, name)
      isHandled = try await responder.respond(to: answer.response, of: answer.push)
      return .noData
    }
  }

  /// Tells of an action that its category no longer has, which is then asked of others as well.
  private func noteIfUnknown(
    _ answer: AnswerBook.Answer,
    to responder: any PushResponder,
    _ name: ObserverName
  ) {
    guard
      case .custom(let action) = answer.response.action,
      let contributor = responder as? any CategoryContributor,
      let identifier = answer.response.category(of: answer.push),
      let category = contributor.categories.first(where: { $0.identifier == identifier }),
      !category.actions.contains(where: { $0.identifier == action })
    else { return }
    note(
      .unknownAction,
      event: answer.event,
      observer: name,
      "its category \"\(identifier)\" does not have the action \"\(action)\""
    )
  }

  private func accept(
    isHandled: Bool,
    from responder: AnswerBook.Responder,
    for answer: AnswerBook.Answer
  ) {
    if isHandled, answers[answer.number] != nil {
      counts.handled += 1
    }
    if answers.accept(isHandled: isHandled, from: responder, for: answer.number) {
      expireMail()
      askNext(about: answer.number)
    }
    // Handled, or gone for another reason: there is nothing more to wait for.
    if answers[answer.number] == nil {
      answerDeliveries[answer.name]?.seal()
    }
    scheduleExpiry()
  }

  private func noteUnhandled(_ answer: AnswerBook.Answer) {
    answerDeliveries[answer.name]?.seal()
    guard answers.setUnhandled(answer.number) else { return }
    counts.unhandled += 1
    note(.unhandled, event: answer.event, "no responder handled it; the next to attach is asked")
    fallback?(answer.push, answer.response)
  }

  /// The responders' work for an answer, made if there is none yet; cut off, it leaves the answer to
  /// those that have not been asked.
  private func delivery(for answer: AnswerBook.Answer) -> BackgroundDelivery {
    if let delivery = answerDeliveries[answer.name] { return delivery }
    let delivery = makeDelivery(about: answer.push)
    delivery.whenFinished { [weak self] _ in
      guard let self else { return }
      answerDeliveries[answer.name] = nil
      if answers.takeBack(answer.number) {
        askNext(about: answer.number)
      }
    }
    answerDeliveries[answer.name] = delivery
    return delivery
  }
}

extension AnswerBook.Answer {
  /// What observers were told of it.
  var event: PushEvent { .opened(push, response) }

  fileprivate var name: NotificationManager.Answer {
    NotificationManager.Answer(response, to: push)
  }
}
