#if canImport(UserNotifications) && !os(tvOS)
// The framework promises the compiler nothing about its classes. They are handed on as they came,
// on the main actor; what features get are copies.
@unsafe @preconcurrency public import UserNotifications

extension NotificationCenterDelegate: UNUserNotificationCenterDelegate {
  /// Decides how a notification is presented, together with the delegates before.
  ///
  /// Observers vote, as ``NotificationManager/present(_:requestIdentifier:)`` says. One vote to
  /// suppress wins. Else what observers want is shown together with what the delegates
  /// before want; and where no observer has an opinion, what the delegates before want counts, or
  /// the manager's default if none of them says anything. Limits hold for all of it.
  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    onMainActor {
      self.present(notification, in: center, completionHandler: completionHandler)
    }
  }

  /// Tells the manager what the user did, and completes when the delegates before have.
  ///
  /// It also waits for the responders' work, as
  /// ``NotificationManager/deliver(_:requestIdentifier:response:)`` says.
  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    onMainActor {
      self.open(response, in: center) {
        onMainActor { self.afterWork(for: response, completionHandler) }
      }
    }
  }

  #if !os(watchOS)
  /// Calls ``openSettings``, and tells the delegates before.
  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    openSettingsFor notification: UNNotification?
  ) {
    guard let notification else {
      return onMainActor { self.showSettings(for: nil, in: center) }
    }
    onMainActor { self.showSettings(for: notification, in: center) }
  }

  private func showSettings(for notification: UNNotification?, in center: UNUserNotificationCenter)
  {
    openSettings?()
    for former in formers {
      _ = former.userNotificationCenter?(center, openSettingsFor: notification)
    }
  }
  #endif
}

// MARK: - Presentation

extension NotificationCenterDelegate {
  private func present(
    _ notification: UNNotification,
    in center: UNUserNotificationCenter,
    completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    let identity = ObjectIdentifier(notification)
    if let pending = pendingPresentations[identity] {
      return completionHandler(pending.options)
    }
    let decision = decide(on: notification.request)
    let own = options(decision, formers: [])
    let formers = self.formers
    guard !formers.isEmpty else { return completionHandler(own) }
    pendingPresentations[identity] = (notification, own)
    let answers = SharedAnswers(expecting: formers.count) { answers in
      self.pendingPresentations[identity] = nil
      completionHandler(self.options(decision, formers: answers))
    }
    for former in formers {
      let answer = SharedAnswer<UNNotificationPresentationOptions>(
        within: configuration.presentationBudget,
        on: manager.scheduler,
        remark: remark(on: former, .willPresent),
        finish: answers.add
      )
      let call: Void? = former.userNotificationCenter?(
        center,
        willPresent: notification,
        withCompletionHandler: { @Sendable options in onMainActor { answer.take(options) } }
      )
      if call == nil {
        answer.abandon()
      }
    }
  }

  private func decide(on request: UNNotificationRequest) -> PresentationDecision? {
    guard isForManager(request) else { return nil }
    return manager.present(PushPayload(request), requestIdentifier: request.identifier)
  }

  private func options(
    _ decision: PresentationDecision?,
    formers: [UNNotificationPresentationOptions]
  ) -> UNNotificationPresentationOptions {
    let former: UNNotificationPresentationOptions? =
      formers.isEmpty ? nil : formers.reduce([]) { $0.union($1) }
    let fallback = UNNotificationPresentationOptions(manager.configuration.defaultPresentation)
    guard let decision else { return former ?? fallback }
    let own = UNNotificationPresentationOptions(decision.options)
    let wanted = decision.isWanted ? own.union(former ?? []) : former ?? own
    return wanted.limited(to: decision.allowed)
  }

  func isForManager(_ request: UNNotificationRequest) -> Bool {
    configuration.includesLocalNotifications || request.trigger is UNPushNotificationTrigger
  }

  private func remark(
    on former: any UNUserNotificationCenterDelegate,
    _ callback: DelegateLogEntry.Callback
  ) -> (SharedAnswerRemark) -> Void {
    let party = "\(type(of: former))"
    return { [weak self] in self?.log?(DelegateLogEntry($0, by: party, callback)) }
  }
}

extension UNNotificationPresentationOptions {
  /// What older libraries still ask for: a banner and a place in the list.
  private static let alert = Self(rawValue: 1 << 2)

  fileprivate func limited(to allowed: PresentationOptions) -> Self {
    guard allowed != .all else { return self }
    let wanted = contains(.alert) ? union([.banner, .list]) : self
    return wanted.intersection(Self(allowed))
  }
}

extension PresentationDecision {
  fileprivate var isWanted: Bool {
    ballots.contains { if case .show = $0.vote { true } else { false } }
  }
}

// MARK: - Answers

extension NotificationCenterDelegate {
  private func open(
    _ response: UNNotificationResponse,
    in center: UNUserNotificationCenter,
    completionHandler: @escaping @Sendable () -> Void
  ) {
    let identity = ObjectIdentifier(response)
    guard pendingResponses[identity] == nil else { return completionHandler() }
    tellManager(of: response)
    let formers = self.formers
    guard !formers.isEmpty else { return completionHandler() }
    pendingResponses[identity] = response
    let answers = SharedAnswers<Void>(expecting: formers.count) { _ in
      self.pendingResponses[identity] = nil
      completionHandler()
    }
    for former in formers {
      let answer = SharedAnswer<Void>(
        within: configuration.responseBudget,
        on: manager.scheduler,
        remark: remark(on: former, .didReceive),
        finish: answers.add
      )
      let call: Void? = former.userNotificationCenter?(
        center,
        didReceive: response,
        withCompletionHandler: { @Sendable in onMainActor { answer.take(()) } }
      )
      if call == nil {
        answer.abandon()
      }
    }
  }

  func tellManager(of response: UNNotificationResponse) {
    let request = response.notification.request
    guard isForManager(request) else { return }
    let payload = PushPayload(request)
    willOpen?(payload)
    let work = manager.answered(
      payload,
      PushResponse(response),
      requestIdentifier: request.identifier
    )
    guard let work else { return }
    let identity = ObjectIdentifier(response)
    workByResponse[identity] = (response, work)
    work.whenFinished { [weak self] _ in self?.workByResponse[identity] = nil }
  }

  /// Calls a handler when the responders have done their work for the response.
  private func afterWork(
    for response: UNNotificationResponse,
    _ completionHandler: @escaping @Sendable () -> Void
  ) {
    guard let (_, work) = workByResponse[ObjectIdentifier(response)] else {
      return completionHandler()
    }
    work.whenFinished { _ in completionHandler() }
  }
}
#endif
