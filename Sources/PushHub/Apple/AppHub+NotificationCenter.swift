#if canImport(UserNotifications) && !os(tvOS)
import Foundation
// The framework's classes are not annotated for concurrency. They are forwarded on the main actor; features
// get copies.
@unsafe @preconcurrency public import UserNotifications

/// The delegate of the notification center, from the start on: the hub forwards to its manager, and to
/// the previous delegates.
///
/// The system's completion handler is called exactly once, on the main thread: when all previous
/// delegates have called theirs, or after a timeout, which is logged. A response has
/// ``NotificationManager/Configuration/backgroundBudget``. A presentation has 20 s, or
/// ``NotificationManager/Configuration/presentationBudget`` if that is longer; a delegate that is late then
/// presents nothing. How often and when another calls its own handler changes nothing. If one of them forwards the
/// call to the hub in turn, however late, the hub completes at once and notifies the manager of nothing a second
/// time.
/// The manager receives remote notifications. Local ones are only forwarded to the previous delegates, unless
/// ``includesLocalNotifications`` is set.
///
/// The system may call from any thread. See
/// [UNUserNotificationCenterDelegate](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate).
extension AppHub: UNUserNotificationCenterDelegate {
  /// Decides how a notification is presented, together with the previous delegates.
  ///
  /// Observers vote; see ``NotificationManager/present(_:requestIdentifier:deliveredAt:)``. One vote to suppress wins. Else
  /// the options of observers and previous delegates are combined. If no observer has an opinion, the options of
  /// the previous delegates are used, or the manager's default if none of them answers. Limits apply to all.
  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    onMainActor { self.present(notification, in: center, completionHandler) }
  }

  /// Notifies the manager of the user's response, and completes when the previous delegates have.
  ///
  /// It also waits for the responders' work; see
  /// ``NotificationManager/deliver(_:requestIdentifier:response:deliveredAt:)``.
  public nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    onMainActor { self.open(response, in: center, completionHandler) }
  }

  #if !os(watchOS)
  /// Calls ``openSettings``, and forwards to the previous delegates.
  ///
  /// One that forwards the call to the hub in turn is not called again; without a notification, for a second.
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
    let subject = notification ?? center
    guard forwarded(subject) == nil else { return }
    recordForwarded(subject, options: [])
    // The center outlives this call, so that its mark ends by time.
    scheduler.schedule(after: .seconds(1)) { [weak self] in
      self?.forwarded.removeAll { $0.subject === center }
    }
    isAskedForSettings = openSettings == nil
    openSettings?()
    for previous in previousDelegates {
      _ = previous.userNotificationCenter?(center, openSettingsFor: notification)
    }
  }
  #endif
}

// MARK: - Presentation

extension AppHub {
  private func present(
    _ notification: UNNotification,
    in center: UNUserNotificationCenter,
    _ completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    if let known = forwarded(notification) { return completionHandler(known.options) }
    let request = notification.request
    guard isForManager(request) else {
      return askPreviousDelegates(to: notification, after: nil, in: center, completionHandler)
    }
    let votes = manager.startPresentation(
      PushOccurrence(
        PushPayload(request),
        requestIdentifier: request.identifier,
        deliveredAt: notification.date
      ),
      default: defaultPresentation(of: request)
    )
    votes.work.whenFinished { [self] _ in
      askPreviousDelegates(
        to: notification,
        after: votes.decision,
        in: center,
        completionHandler
      )
    }
  }

  private func askPreviousDelegates(
    to notification: UNNotification,
    after decision: PresentationDecision?,
    in center: UNUserNotificationCenter,
    _ completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    recordForwarded(notification, options: options(for: notification, decision, previous: []))
    askPreviousDelegates(
      previousDelegates,
      "willPresent",
      within: max(.seconds(20), manager.configuration.presentationBudget),
      late: []
    ) { previous, answer in
      previous.userNotificationCenter?(
        center,
        willPresent: notification,
        withCompletionHandler: answer
      )
    } finish: { [self] in
      let wanted = options(for: notification, decision, previous: $0)
      completionHandler(wanted)
      if wanted.contains(.badge) {
        NotificationCenter.default.post(name: .iconMayHaveChanged, object: center)
      }
    }
  }

  private func options(
    for notification: UNNotification,
    _ decision: PresentationDecision?,
    previous answers: [UNNotificationPresentationOptions]
  ) -> UNNotificationPresentationOptions {
    let previous = answers.isEmpty ? nil : UNNotificationPresentationOptions(answers)
    guard let decision else {
      return previous ?? .init(defaultPresentation(of: notification.request))
    }
    let own = UNNotificationPresentationOptions(decision.options)
    let isWanted = decision.votes.contains { if case .show = $0.vote { true } else { false } }
    let wanted = isWanted ? own.union(previous ?? []) : previous ?? own
    return wanted.limited(to: decision.allowed)
  }

  private func defaultPresentation(of request: UNNotificationRequest) -> PresentationOptions {
    let own = isRemote(request) ? nil : localNotificationPresentation
    return own ?? manager.configuration.defaultPresentation
  }

  private func isForManager(_ request: UNNotificationRequest) -> Bool {
    includesLocalNotifications || isRemote(request)
  }

  private func isRemote(_ request: UNNotificationRequest) -> Bool {
    request.trigger is UNPushNotificationTrigger
  }
}

extension UNNotificationPresentationOptions {
  /// The deprecated option of older libraries: a banner and a place in the list.
  private static let alert = Self(rawValue: 1 << 2)

  fileprivate func limited(to allowed: PresentationOptions) -> Self {
    guard allowed != .all else { return self }
    let wanted = contains(.alert) ? union([.banner, .list]) : self
    return wanted.intersection(Self(allowed))
  }
}

// MARK: - Responses

extension AppHub {
  private func open(
    _ response: UNNotificationResponse,
    in center: UNUserNotificationCenter,
    _ completionHandler: @escaping @Sendable () -> Void
  ) {
    guard forwarded(response) == nil else { return completionHandler() }
    let isForManager = isForManager(response.notification.request)
    let work = open(response)
    forward(response, to: previousDelegates { $0 == .all || !isForManager }) {
      guard let work else { return completionHandler() }
      work.whenFinished { _ in completionHandler() }
    }
  }

  /// Forwards a response to previous delegates, and finishes when they have, or when their time is over.
  func forward(
    _ response: UNNotificationResponse,
    to delegates: [any UNUserNotificationCenterDelegate],
    finish: @escaping () -> Void
  ) {
    guard let center else { return finish() }
    recordForwarded(response, options: [])
    askPreviousDelegates(
      delegates,
      "didReceive",
      within: manager.configuration.backgroundBudget,
      late: false
    ) { previous, answer in
      previous.userNotificationCenter?(
        center,
        didReceive: response,
        withCompletionHandler: { @Sendable in answer(true) }
      )
    } finish: { _ in
      finish()
    }
  }

  /// Notifies the manager of the user's response, which may have been reported before.
  ///
  /// - Returns: The responders' work for it, if it is not done.
  func open(_ response: UNNotificationResponse) -> BackgroundDelivery? {
    let request = response.notification.request
    guard isForManager(request) else { return nil }
    unhandledResponses?.record(response)
    let payload = PushPayload(request)
    endLaunch(openedBy: payload)
    let report = PushOccurrence(
      payload,
      requestIdentifier: request.identifier,
      deliveredAt: response.notification.date
    )
    return manager.startResponse(report, PushResponse(response))
  }
}
#endif
