/// What the application forwards, a method for each of the system's callbacks.
extension NotificationManager {
  /// Handles a push whose background work nobody waits for.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - channel: Which callback showed it.
  ///   - requestIdentifier: The notification request's identifier, where the callback has it.
  /// - Returns: The push, which an earlier callback may have shown already.
  @discardableResult
  public func receive(
    _ payload: PushPayload,
    via channel: PushCallbackKind,
    requestIdentifier: String? = nil
  ) -> Push {
    show(payload, via: channel, requestIdentifier: requestIdentifier).push
  }

  /// Handles a push, and returns when the observers' background work is done, or the budget is used.
  ///
  /// What fell due while the app was suspended runs before.
  /// Returns exactly once, within ``Configuration/backgroundBudget``, whatever observers do. The
  /// work is done once for each push: a second callback for the same push waits for the same
  /// result. Cancelling the calling task cuts the work off as if the budget were used up.
  ///
  /// In a test, call it in ``Scheduler/perform(fileID:line:_:)``: a test that waits for it can't advance
  /// the clock on which the work and the budget wait.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - channel: Which callback showed it.
  ///   - requestIdentifier: The notification request's identifier, where the callback has it.
  /// - Returns: The observers' results, merged by ``Configuration/fetchResultPriority``.
  public func deliver(
    _ payload: PushPayload,
    via channel: PushCallbackKind = .remote,
    requestIdentifier: String? = nil
  ) async -> FetchResult {
    await startDelivery(payload, via: channel, requestIdentifier: requestIdentifier).result()
  }

  /// The observers' work for a push; see ``deliver(_:via:requestIdentifier:)``.
  func startDelivery(
    _ payload: PushPayload,
    via channel: PushCallbackKind,
    requestIdentifier: String? = nil
  ) -> BackgroundDelivery {
    scheduler.runDueActions()
    return work(for: show(payload, via: channel, requestIdentifier: requestIdentifier))
  }

  /// Handles a push that arrived in the foreground, and decides how it is presented.
  ///
  /// Asked again about the same request, as iOS 18.0 does, it presents nothing and notifies no observer.
  ///
  /// - Parameters:
  ///   - payload: What was sent.
  ///   - requestIdentifier: The notification request's identifier.
  /// - Returns: What the system is to do, and why.
  public func present(
    _ payload: PushPayload,
    requestIdentifier: String? = nil
  ) -> PresentationDecision {
    let finding = show(payload, via: .present, requestIdentifier: requestIdentifier)
    let push = finding.push
    guard !finding.isRepeated else {
      return PresentationDecision(
        push: push,
        votes: [("NotificationManager", .suppress(reason: "the request was presented before"))],
        default: configuration.defaultPresentation,
        requestIdentifier: requestIdentifier
      )
    }
    let decision = PresentationDecision(
      push: push,
      votes: participants.attached.compactMap { participant in
        guard participant.isAttached, let voter = participant.object as? any PresentationVoter
        else { return nil }
        participant.wasCalled = true
        return (participant.name, voter.presentation(of: push))
      },
      default: configuration.defaultPresentation,
      requestIdentifier: requestIdentifier
    )
    notify(.decision(decision))
    record(.presented, push: push, "\(decision.options), \(decision.explanation)")
    return decision
  }

  /// Parses the bytes of a payload that did not come through the system, and counts failures.
  ///
  /// - Throws: ``PayloadError`` if the bytes are no payload.
  public func payload(json: some Collection<UInt8>) throws(PayloadError) -> PushPayload {
    do {
      return try PushPayload(json: json)
    } catch {
      record(.malformed, error.logDescription)
      throw error
    }
  }

  /// Records the device token that the system gave.
  public func didRegister(deviceToken token: DeviceToken) {
    notify(.callback(.registered(token)))
    let known = deviceToken ?? configuration.knownDeviceToken
    deviceToken = token
    guard token != known else {
      return record(.unchangedToken, "the token is the one known before")
    }
    emit(.tokenChanged(token))
  }

  /// Records the system's refusal to register the app for remote notifications.
  public func didFailToRegister(_ failure: RegistrationFailure) {
    notify(.callback(.failedToRegister(failure)))
    registrationFailure = failure
    emit(.registrationFailed(failure))
  }
}

// MARK: - One push, several callbacks

extension NotificationManager {
  /// Whether two payloads are certain to be of one push: if they have ids, these alone decide.
  ///
  /// A service extension may have changed the one that is shown.
  func isSamePush(_ payload: PushPayload, _ other: PushPayload) -> Bool {
    occurrence(of: payload, via: .launch).identity == occurrence(of: other, via: .open).identity
  }

  private func occurrence(
    of payload: PushPayload,
    via channel: PushCallbackKind
  ) -> Deduplicator.Occurrence {
    let sender = configuration.senders.sender(of: payload)
    return Deduplicator.Occurrence(
      payload: payload,
      sender: sender,
      messageID: sender.messageID(of: payload),
      channel: channel
    )
  }

  private func show(
    _ payload: PushPayload,
    via channel: PushCallbackKind,
    requestIdentifier: String?
  ) -> Deduplicator.Finding {
    notify(.callback(.shown(payload, via: channel, requestIdentifier: requestIdentifier)))
    return handle(payload, via: channel, requestIdentifier: requestIdentifier)
  }

  /// Finds the push that a callback shows, and notifies observers of it, and of the response to it,
  /// unless an earlier callback has shown the same.
  func handle(
    _ payload: PushPayload,
    via channel: PushCallbackKind,
    requestIdentifier: String?,
    response: PushResponse? = nil
  ) -> Deduplicator.Finding {
    var occurrence = occurrence(of: payload, via: channel)
    let owner = journal.owner(configuration.owner(payload))
    occurrence.requestIdentifier = requestIdentifier
    occurrence.response = response
    occurrence.isReturning = isReturning
    occurrence.owner = owner
    let finding = deduplicator.find(
      occurrence,
      now: scheduler.now.referenceTime,
      date: scheduler.date
    )
    let push = finding.push
    arrivals.record(
      push,
      via: channel,
      at: scheduler.now.referenceTime,
      isNew: !finding.isDuplicate
    )
    if !finding.isDuplicate {
      statistics.received += 1
      for issue in push.issues {
        record(.issue, push: push, "\(issue)")
      }
      backgroundWork[finding.ordinal - deduplicator.capacity] = nil
      emit(.received(push), of: owner)
    }
    if let response, !finding.isRepeated {
      statistics.opened += 1
      emit(.opened(push, response), of: owner)
    } else if finding.isDuplicate {
      record(.merged, push: push, "seen again, via \(channel)")
    }
    return finding
  }
}

// MARK: - Background work

extension NotificationManager {
  /// Lets features do what a push would have asked them for, and returns when they are done, or the
  /// budget is used.
  ///
  /// Each ``BackgroundRefresher`` is asked, all at the same time, under
  /// ``Configuration/backgroundBudget``; what fell due while the app was suspended runs before. Returns
  /// exactly once, whatever features do. A second call while one is under way has the same result.
  /// Cancelling a calling task cuts the work off for all that share it, as if the budget were used up.
  ///
  /// On Apple's systems an `AppHub` calls it when the system has launched the app for that.
  ///
  /// - Returns: The features' results, merged by ``Configuration/fetchResultPriority``; no data if there
  ///   is no feature to ask.
  public func refresh() async -> FetchResult {
    scheduler.runDueActions()
    if let refreshWork { return await refreshWork.result() }
    let work = BackgroundDelivery(of: self)
    refreshWork = work
    work.whenFinished { [weak self] result in
      self?.refreshWork = nil
      self?.record(.refreshed, "\(result)")
    }
    perform(work, by: (any BackgroundRefresher).self) { try await $0.performBackgroundRefresh() }
    return await work.result()
  }

  private func work(for finding: Deduplicator.Finding) -> BackgroundDelivery {
    if let work = backgroundWork[finding.ordinal] { return work }
    let push = finding.push
    let work = BackgroundDelivery(of: self, about: push)
    backgroundWork[finding.ordinal] = work
    perform(work, by: (any BackgroundPushObserver).self) { [weak self] observer in
      // An observer may have signed the account out before the work begins.
      guard self?.journal.hasSignedOut(finding.owner) == false else { return .noData }
      return try await observer.performBackgroundWork(for: push)
    }
    return work
  }

  /// Sets all participants of a role to work, unless they are removed before they get to it.
  private func perform<Role>(
    _ work: BackgroundDelivery,
    by role: Role.Type,
    _ action: @escaping @MainActor (Role) async throws -> FetchResult
  ) {
    for participant in participants.attached {
      guard let worker = participant.object as? Role else { continue }
      participant.wasCalled = true
      work.perform(by: participant) {
        participant.isAttached ? try await action(worker) : .noData
      }
    }
    work.seal()
  }
}

/// What came from the system, as far as a checkup wants to know.
package struct PushArrivals {
  /// When a push was last seen on each channel, by the manager's clock.
  package private(set) var latest: [PushCallbackKind: Duration] = [:]

  /// How many pushes were silent.
  package private(set) var silentCount = 0

  /// The categories that pushes have named, at most a hundred.
  package private(set) var categories: Set<String> = []

  package init() {}

  package mutating func record(
    _ push: Push,
    via channel: PushCallbackKind,
    at time: Duration,
    isNew: Bool
  ) {
    latest[channel] = time
    guard isNew else { return }
    let aps = push.aps
    if aps.contentAvailable, !aps.hasAlert { silentCount += 1 }
    if let category = aps.category, categories.count < 100 { categories.insert(category) }
  }
}
