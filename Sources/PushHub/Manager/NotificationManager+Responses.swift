/// What the application forwards of the user's responses, and the responders' work for them.
extension NotificationManager {
  /// Handles the launch options' notification, if a response to it launched the app.
  ///
  /// The push is received, and opened once, whether or not the notification center's delegate is
  /// called with the same response.
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
    _ = handle(payload, via: .launch, requestIdentifier: requestIdentifier, response: response)
  }

  /// Handles the user's response to a notification that nobody's completion handler waits for.
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

  /// Handles the user's response to a notification, and returns when a responder has handled it, when
  /// all have declined, or when the budget is used.
  ///
  /// The system suspends an app that was not in the foreground as soon as the response's completion
  /// handler is called, so an app calls it after this. Without a ``PushResponder`` it returns at
  /// once. A second callback for the same response waits for the same work. Cancelling the calling task
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

// MARK: - Asking responders

extension NotificationManager {
  /// Handles a response; see ``deliver(_:requestIdentifier:response:)``.
  ///
  /// - Returns: The responders' work for it, if it is not done.
  func answered(
    _ payload: PushPayload,
    _ response: PushResponse,
    requestIdentifier: String?
  ) -> BackgroundDelivery? {
    scheduler.runDueActions()
    notify(.callback(.answered(payload, response, requestIdentifier: requestIdentifier)))
    let finding = handle(
      payload,
      via: .open,
      requestIdentifier: requestIdentifier,
      response: response
    )
    return journal.number(of: response, to: finding.push).flatMap { responseWork[$0] }
  }

  /// Asks about all responses that wait.
  func askNext() {
    for number in journal.pendingResponses { askNext(about: number) }
  }

  /// Asks the first responder that was not asked yet, unless somebody has the response in hand.
  func askNext(about number: Journal.Number) {
    let entry = journal[number]
    guard entry?.responder == nil else { return }
    guard let entry, entry.isPending, case .opened(let push, let response) = entry.event,
      let participant = participants.attached.first(where: { participant in
        !entry.asked.contains(participant.number)
          && participant.object is any PushResponder
      }),
      let responder = participant.object as? any PushResponder
    else { return finishAsking(about: number) }
    participant.wasCalled = true
    journal[number]?.responder = participant.number
    journal[number]?.asked.insert(participant.number)
    work(for: number, about: push).perform(by: participant) { [weak self] in
      var isHandled = false
      defer { self?.finish(number, by: participant, isHandled: isHandled) }
      guard let self, participant.isAttached, let entry = journal[number],
        !journal.hasSignedOut(entry.owner)
      else { return .noData }
      isHandled = try await responder.respond(to: response, of: push)
      return .noData
    }
  }

  /// Records a responder's answer; one that has handled a response has done so also after its time.
  private func finish(_ number: Journal.Number, by participant: Participant, isHandled: Bool) {
    if isHandled, journal[number]?.isPending == true {
      journal[number]?.isHandled = true
      statistics.handled += 1
    }
    if journal[number]?.responder == participant.number { journal[number]?.responder = nil }
    pruneJournal()
    askNext(about: number)
  }

  /// Lets the work for a response end, and records, once, if nobody has handled it.
  private func finishAsking(about number: Journal.Number) {
    responseWork[number]?.seal()
    guard let entry = journal[number], entry.isPending, !entry.isDeclined,
      case .opened(let push, let response) = entry.event
    else { return }
    journal[number]?.isDeclined = true
    record(
      .unhandled,
      event: entry.event,
      "no responder handled \"\(response.action)\"; the next to attach is asked"
    )
    fallback?(push, response)
  }

  /// The responders' work for a response, made if there is none yet; cut off, it leaves the response to
  /// those that were not asked.
  private func work(for number: Journal.Number, about push: Push) -> BackgroundDelivery {
    if let work = responseWork[number] { return work }
    let work = BackgroundDelivery(of: self, about: push)
    responseWork[number] = work
    work.whenFinished { [weak self] _ in
      self?.responseWork[number] = nil
      self?.journal[number]?.responder = nil
      self?.pruneJournal()
      self?.askNext(about: number)
    }
    return work
  }
}
