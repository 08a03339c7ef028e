public import Foundation

/// The callbacks for the user's responses, and the responders' work for them.
extension NotificationManager {
  /// Handles the notification in the launch options, if a response to it launched the app.
  ///
  /// The push is reported as received and opened once, whether or not the notification center's delegate
  /// is called with the same response.
  ///
  /// - Parameters:
  ///   - payload: The payload; `nil` if no notification launched the app.
  ///   - response: The user's response, if it is known; a tap by default.
  ///   - requestIdentifier: The notification request's identifier, if it is known.
  ///   - deliveredAt: The time when the system delivered the notification, if it is known.
  public func didFinishLaunching(
    with payload: PushPayload?,
    response: PushResponse = PushResponse(),
    requestIdentifier: String? = nil,
    deliveredAt: Date? = nil
  ) {
    launch(
      from: payload.map {
        PushOccurrence($0, requestIdentifier: requestIdentifier, deliveredAt: deliveredAt)
      },
      response: response
    )
  }

  /// Handles a launch like ``didFinishLaunching(with:response:requestIdentifier:deliveredAt:)``.
  package func launch(from report: PushOccurrence?, response: PushResponse) {
    let occurrence = report.map { self.occurrence($0, via: .launch, response: response) }
    notify(.callback(.launched(occurrence?.report, response)))
    if let occurrence { _ = handle(occurrence) }
  }

  /// Handles the user's response to a notification without waiting for responders.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - requestIdentifier: The notification request's identifier.
  ///   - response: The user's response.
  ///   - deliveredAt: The time when the system delivered the notification, if it is known.
  public func open(
    _ payload: PushPayload,
    requestIdentifier: String? = nil,
    response: PushResponse = PushResponse(),
    deliveredAt: Date? = nil
  ) {
    open(
      PushOccurrence(payload, requestIdentifier: requestIdentifier, deliveredAt: deliveredAt),
      response: response
    )
  }

  /// Handles a response like ``open(_:requestIdentifier:response:deliveredAt:)``.
  package func open(_ report: PushOccurrence, response: PushResponse) {
    _ = startResponse(report, response)
  }

  /// Handles the user's response to a notification, and returns when the responders have finished.
  ///
  /// Returns when a responder has handled the response, when all have declined it, or when
  /// ``Configuration/backgroundBudget`` is used up; at once without a ``PushResponder``. The system may
  /// suspend the app as soon as the response's completion handler is called: call that afterward. A second
  /// callback for the same response waits for the same work. Canceling the calling task cancels the work
  /// as if the budget were used up.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - requestIdentifier: The notification request's identifier.
  ///   - response: The user's response.
  ///   - deliveredAt: The time when the system delivered the notification, if it is known.
  public func deliver(
    _ payload: PushPayload,
    requestIdentifier: String? = nil,
    response: PushResponse,
    deliveredAt: Date? = nil
  ) async {
    let report = PushOccurrence(
      payload,
      requestIdentifier: requestIdentifier,
      deliveredAt: deliveredAt
    )
    _ = await startResponse(report, response)?.result()
  }
}

// MARK: - Asking responders

extension NotificationManager {
  /// Asks responders again that have declined a pending response.
  ///
  /// Call it when the app can show what it could not show before, such as after its first screen. A response
  /// that a responder is working on, or that is too old, is not asked about.
  public func retryPendingResponses() {
    journal.askAgain()
    askResponders()
  }

  /// Handles a response; see ``deliver(_:requestIdentifier:response:deliveredAt:)``.
  ///
  /// - Returns: The responders' work for it, unless it has finished.
  func startResponse(
    _ report: PushOccurrence,
    _ response: PushResponse
  ) -> BackgroundDelivery? {
    scheduler.runDueActions()
    let occurrence = occurrence(report, via: .open, response: response)
    notify(.callback(.responded(occurrence.report, response)))
    let finding = handle(occurrence)
    return journal.number(of: response, to: finding.record.push).flatMap { responseWork[$0] }
  }

  /// Asks the next responder about each pending response.
  func askResponders() {
    pruneJournal()
    for entry in journal.pending where entry.response != nil { askResponder(about: entry.number) }
  }

  /// Asks the next responder about a response, unless one is working on it.
  func askResponder(about number: Journal.Number) {
    let responders = participants.attached.compactMap { participant in
      (participant.object as? any PushResponder).map { (participant, $0) }
    }
    guard case .opened(let push, let response)? = journal[number]?.event,
      !journal.accounts.isAwaited(push),
      let step = journal[number]?.response?.askNext(of: responders.map(\.0.number))
    else { return }
    switch step {
    case .none: break
    case .declined:
      record(
        .unhandled,
        event: .opened(push, response),
        "no responder handled the action \"\(response.action)\"; the next one to attach is asked"
      )
      fallback?(push, response)
    case .ask(let place):
      let (participant, responder) = responders[place]
      participant.wasCalled = true
      work(for: number, about: push).perform(by: participant) { [weak self] in
        var isHandled = false
        defer { self?.finishAsking(about: number, by: participant.number, isHandled: isHandled) }
        guard let self, participant.isAttached, let entry = journal[number],
          !entry.isSignedOut
        else { return .noData }
        isHandled = try await responder.respond(to: response, of: push)
        return .noData
      }
    }
  }

  /// Records a responder's result, or that its work was cut off, and asks the next one.
  private func finishAsking(
    about number: Journal.Number,
    by responder: Int?,
    isHandled: Bool = false
  ) {
    if journal[number]?.response?.finish(by: responder, isHandled: isHandled) == true {
      statistics.handled += 1
    }
    pruneJournal()
    askResponder(about: number)
  }

  /// The work of the responders that share one budget for a response.
  private func work(for number: Journal.Number, about push: Push) -> BackgroundDelivery {
    if let work = responseWork[number] { return work }
    let work = BackgroundDelivery(of: self, about: push)
    responseWork[number] = work
    work.whenFinished { [weak self] _ in
      self?.responseWork[number] = nil
      self?.finishAsking(about: number, by: nil)
    }
    return work
  }
}
