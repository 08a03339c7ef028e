/// What the application forwards of the user's answers, and the responders' work for them.
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
    notify(.callback(.launched(payload, response, requestIdentifier: requestIdentifier)))
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

// MARK: - What becomes of a response

extension NotificationManager {
  /// Takes an answer; see ``deliver(_:requestIdentifier:response:)``.
  ///
  /// - Returns: The responders' work for it, if it is not done.
  func answered(
    _ payload: PushPayload,
    _ response: PushResponse,
    requestIdentifier: String?
  ) -> BackgroundDelivery? {
    notify(.callback(.answered(payload, response, requestIdentifier: requestIdentifier)))
    return take(response, to: payload, via: .open, requestIdentifier: requestIdentifier)
  }

  /// Tells observers of a response that is new, and asks responders.
  ///
  /// - Returns: Their work for it, if it is not done.
  private func take(
    _ response: PushResponse,
    to payload: PushPayload,
    via channel: PushChannel,
    requestIdentifier: String?
  ) -> BackgroundDelivery? {
    let finding = receive(
      payload,
      via: channel,
      requestIdentifier: requestIdentifier,
      response.withoutCategory
    )
    guard finding.isNewResponse else {
      recordIfDuplicate(finding, via: channel)
      return journal.number(of: response, to: finding.push).flatMap { responseWork[$0] }
    }
    counts.opened += 1
    let number = emit(.opened(finding.push, response))
    askNext(about: number)
    pruneJournal()
    return responseWork[number]
  }
}

// MARK: - Asking responders

extension NotificationManager {
  /// Asks the first responder that was not asked yet, unless somebody has the response in hand.
  func askNext(about number: Journal.Number) {
    guard journal.isOpen(number), case .opened(let push, let response) = journal[number]?.event
    else { return }
    let responders = participants.attached.filter { $0.responder != nil }
    guard let next = journal.assign(number, toFirstOf: responders.map(\.number)),
      let participant = responders.first(where: { $0.number == next }),
      let responder = participant.responder
    else { return recordUnhandled(number, push, response) }
    participant.wasCalled = true
    work(for: number, about: push).perform(by: participant) { [weak self] in
      var isHandled = false
      defer { self?.finish(number, by: participant, isHandled: isHandled) }
      guard let self, participant.isAttached, let entry = journal[number],
        journal.isCurrent(entry)
      else { return .noData }
      recordIfUnknown(entry.event, to: responder, participant)
      isHandled = try await responder.respond(to: response, of: push)
      return .noData
    }
  }

  private func finish(
    _ number: Journal.Number,
    by participant: Participant,
    isHandled: Bool
  ) {
    if journal.finish(number, by: participant.number, isHandled: isHandled) {
      counts.handled += 1
    }
    pruneJournal()
    askNext(about: number)
    // Handled, or gone for another reason: there is nothing more to wait for.
    if journal[number]?.isPending != true {
      responseWork[number]?.seal()
    }
  }

  private func recordUnhandled(
    _ number: Journal.Number,
    _ push: Push,
    _ response: PushResponse
  ) {
    responseWork[number]?.seal()
    guard journal.setDeclined(number) else { return }
    counts.unhandled += 1
    record(
      .unhandled,
      event: .opened(push, response),
      "no responder handled it; the next to attach is asked"
    )
    fallback?(push, response)
  }

  /// Records an action that its category no longer has, of which others are asked as well.
  private func recordIfUnknown(
    _ event: PushEvent,
    to responder: any PushResponder,
    _ participant: Participant
  ) {
    guard case .opened(let push, let response) = event,
      case .custom(let action) = response.action,
      let identifier = response.category(of: push),
      let category = responder.categories.first(where: { $0.identifier == identifier }),
      !category.actions.contains(where: { $0.identifier == action })
    else { return }
    record(
      .unknownAction,
      event: event,
      by: participant,
      "its category \"\(identifier)\" does not have the action \"\(action)\""
    )
  }

  /// The responders' work for a response, made if there is none yet; cut off, it leaves the response to
  /// those that were not asked.
  private func work(for number: Journal.Number, about push: Push) -> BackgroundDelivery {
    if let work = responseWork[number] { return work }
    let work = makeWork(about: push)
    responseWork[number] = work
    work.whenFinished { [weak self] _ in
      self?.responseWork[number] = nil
      self?.journal.release(number)
      self?.askNext(about: number)
      self?.pruneJournal()
    }
    return work
  }
}
