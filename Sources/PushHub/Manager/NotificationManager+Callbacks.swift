public import Foundation

/// One method for each callback of the system that the app forwards.
extension NotificationManager {
  /// Handles a push without waiting for background work.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - callback: The callback that reported it.
  ///   - requestIdentifier: The notification request's identifier, where the callback has it.
  ///   - deliveredAt: The time when the system delivered the notification, where the callback has it.
  /// - Returns: The push, which an earlier callback may have reported already.
  @discardableResult
  public func receive(
    _ payload: PushPayload,
    via callback: PushCallbackKind,
    requestIdentifier: String? = nil,
    deliveredAt: Date? = nil
  ) -> Push {
    show(
      PushOccurrence(payload, requestIdentifier: requestIdentifier, deliveredAt: deliveredAt),
      via: callback
    ).push
  }

  /// Handles a push, and returns when the observers have finished their background work.
  ///
  /// Returns exactly once, within ``Configuration/backgroundBudget``, whatever observers do. Scheduled
  /// actions that fell due while the app was suspended run first. The work is done once for each push: a
  /// second callback for the same push waits for the same result. Canceling the calling task cancels the
  /// work as if the budget were used up.
  ///
  /// In a test, call it in ``Scheduler/perform(fileID:line:_:)``: a test that waits for it can't advance
  /// the clock on which the work and the budget wait.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - callback: The callback that reported it.
  ///   - requestIdentifier: The notification request's identifier, where the callback has it.
  ///   - deliveredAt: The time when the system delivered the notification, where the callback has it.
  /// - Returns: The observers' results, merged by ``Configuration/fetchResultPriority``.
  public func deliver(
    _ payload: PushPayload,
    via callback: PushCallbackKind = .remote,
    requestIdentifier: String? = nil,
    deliveredAt: Date? = nil
  ) async -> FetchResult {
    await deliver(
      PushOccurrence(payload, requestIdentifier: requestIdentifier, deliveredAt: deliveredAt),
      via: callback
    )
  }

  /// Handles a push like ``deliver(_:via:requestIdentifier:deliveredAt:)``.
  package func deliver(_ report: PushOccurrence, via callback: PushCallbackKind) async
    -> FetchResult
  {
    await startDelivery(report, via: callback).result()
  }

  /// The observers' work for a push; see ``deliver(_:via:requestIdentifier:deliveredAt:)``.
  func startDelivery(
    _ occurrence: PushOccurrence,
    via callback: PushCallbackKind
  ) -> BackgroundDelivery {
    scheduler.runDueActions()
    return work(for: show(occurrence, via: callback))
  }

  /// Parses the bytes of a payload from another source than the system, and counts failures.
  ///
  /// - Throws: ``PayloadError`` if the bytes aren't a payload.
  public func payload(json: some Collection<UInt8>) throws(PayloadError) -> PushPayload {
    do {
      return try PushPayload(json: json)
    } catch {
      record(.malformed, LogText(error).description)
      throw error
    }
  }

  /// Handles a device token from the system; an empty one is refused and logged.
  public func didRegister(deviceToken token: DeviceToken) {
    guard !token.bytes.isEmpty else { return record(.malformed, "the device token is empty") }
    notify(.callback(.registered(token)))
    deviceToken = token
    emit(.registered(token))
  }

  /// Handles a failure to register for remote notifications.
  public func didFailToRegister(_ failure: RegistrationFailure) {
    notify(.callback(.failedToRegister(failure)))
    registrationFailure = failure
    emit(.registrationFailed(failure))
  }
}

// MARK: - One push, several callbacks

extension NotificationManager {
  /// Whether two payloads certainly belong to one push.
  ///
  /// If they have message ids, only these count: a service extension may have changed the content.
  func isSamePush(_ payload: PushPayload, _ other: PushPayload) -> Bool {
    func identity(_ payload: PushPayload) -> Deduplicator.Identity {
      self.occurrence(PushOccurrence(payload), via: .open).identity
    }
    return identity(payload) == identity(other)
  }

  /// Identifies the push of a callback, once, before anything else.
  ///
  /// A replay knows the account already.
  func occurrence(
    _ report: PushOccurrence,
    via callback: PushCallbackKind,
    response: PushResponse? = nil
  ) -> Deduplicator.Occurrence {
    let identity = configuration.identification.identity(of: report.payload)
    var report = report
    report.account = report.account ?? identity.account
    let date = scheduler.date
    journal.accounts.followClock(at: scheduler.now, date: date)
    return Deduplicator.Occurrence(
      report: report,
      sender: identity.sender,
      messageID: identity.messageID,
      callback: callback,
      response: response,
      isReturning: isReturning,
      owner: journal.accounts.owner(ofDelivery: report.deliveredAt, now: date)
    )
  }

  func show(_ report: PushOccurrence, via callback: PushCallbackKind)
    -> Deduplicator.Finding
  {
    let occurrence = occurrence(report, via: callback)
    notify(.callback(.shown(occurrence.report, via: callback)))
    return handle(occurrence)
  }

  /// Finds the push that a callback reports, and notifies observers of it and of the response to it, unless
  /// an earlier callback has reported the same.
  func handle(_ occurrence: Deduplicator.Occurrence) -> Deduplicator.Finding {
    let session = journal.accounts.session
    let finding = deduplicator.find(
      occurrence,
      now: scheduler.now.referenceTime,
      date: scheduler.date
    )
    let push = finding.push
    arrivals.record(
      push,
      via: occurrence.callback,
      at: scheduler.now.referenceTime,
      isNew: !finding.isDuplicate
    )
    if !finding.isDuplicate {
      statistics.received += 1
      for issue in push.issues {
        record(.issue, push: push, "\(issue)")
      }
      backgroundWork[finding.record.ordinal - deduplicator.capacity] = nil
      emit(.received(push))
    }
    if let response = occurrence.response, !finding.isRepeated {
      statistics.opened += 1
      var opened = push
      // An observer of the first event may have signed an account in, and out again.
      if push.account == nil, let owner = deduplicator.owner(of: finding.record.ordinal) {
        opened = push.with(account: owner)
      }
      emit(.opened(opened, response), in: session)
    } else if finding.isDuplicate {
      record(.merged, push: push, "a duplicate callback (\(occurrence.callback)) was merged")
      // The service extension may have learned the account.
      if finding.isReassigned, !isSignedIn(push) { emit(.discarded(push, .signedOut)) }
    }
    return finding
  }
}

// MARK: - Background work

extension NotificationManager {
  /// Lets each ``BackgroundWorker`` refresh, and returns when they have finished.
  ///
  /// All of them work at the same time under ``Configuration/backgroundBudget``. Scheduled actions that fell
  /// due while the app was suspended run first. Returns exactly once, whatever features do. A second call
  /// during a refresh returns the same result. Canceling a calling task cancels the work for all callers,
  /// as if the budget were used up.
  ///
  /// On Apple's systems an `AppHub` calls it when the system launches the app for a background refresh.
  ///
  /// - Returns: The features' results, merged by ``Configuration/fetchResultPriority``; no data if there
  ///   is no ``BackgroundWorker`` that works in refreshes.
  public func refresh() async -> FetchResult {
    scheduler.runDueActions()
    let result = await (refreshWork ?? startRefresh()).result()
    if Task.isCancelled { notify(.callback(.refresh(isExpired: true))) }
    return result
  }

  private func startRefresh() -> BackgroundDelivery {
    notify(.callback(.refresh(isExpired: false)))
    let work = BackgroundDelivery(of: self)
    refreshWork = work
    work.whenFinished { [weak self] result in
      self?.refreshWork = nil
      self?.record(.refreshed, "\(result)")
    }
    perform(work)
    return work
  }

  private func work(for finding: Deduplicator.Finding) -> BackgroundDelivery {
    let record = finding.record
    if let work = backgroundWork[record.ordinal] { return work }
    let work = BackgroundDelivery(of: self, about: record.push)
    backgroundWork[record.ordinal] = work
    perform(work, for: record.push)
    return work
  }

  /// Starts the work of all workers for a push or, with `nil`, in a refresh.
  private func perform(_ work: BackgroundDelivery, for push: Push? = nil) {
    for (participant, worker) in workers(onPush: push != nil) {
      participant.wasCalled = true
      work.perform(by: participant) { [weak self] in
        // A worker may have removed it, or signed the account out, before its work begins.
        guard let self, participant.isAttached, push.map(isSignedIn) ?? true
        else { return .noData }
        return try await worker.performBackgroundWork(for: push)
      }
    }
    work.finishIfComplete()
  }

  /// The workers for pushes, or in refreshes, in their order.
  func workers(onPush: Bool) -> [(participant: Participant, worker: any BackgroundWorker)] {
    participants.attached.compactMap { participant in
      guard let worker = participant.object as? any BackgroundWorker,
        onPush ? worker.worksOnPushes : worker.worksInRefreshes
      else { return nil }
      return (participant, worker)
    }
  }
}

/// The callbacks that the system has delivered, for a checkup.
struct PushArrivals {
  /// The time when each callback last reported a push, by the manager's clock.
  private(set) var latest: [PushCallbackKind: Duration] = [:]

  /// The number of silent pushes.
  private(set) var silentCount = 0

  /// The categories of the pushes, at most a hundred.
  private(set) var categories: Set<String> = []

  /// Whether a push was time-sensitive, and whether one was critical.
  private(set) var interruptionLevels: Set<APS.InterruptionLevel> = []

  mutating func record(
    _ push: Push,
    via callback: PushCallbackKind,
    at time: Duration,
    isNew: Bool
  ) {
    latest[callback] = time
    guard isNew else { return }
    let aps = push.aps
    if aps.contentAvailable, !aps.hasAlert { silentCount += 1 }
    if let category = aps.category, categories.count < 100 { categories.insert(category) }
    if aps.interruptionLevel == .timeSensitive { interruptionLevels.insert(.timeSensitive) }
    if aps.isCritical || aps.interruptionLevel == .critical { interruptionLevels.insert(.critical) }
  }
}
