#if canImport(UserNotifications) && !os(tvOS)
// The framework promises the compiler nothing about its classes. They are handed on as they came,
// on the main actor; what features get are copies.
import Foundation
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
    if let former = passedOn(notification) { return completionHandler(former.options) }
    let decision = decide(on: notification.request)
    passOn(notification, options: options(decision, formers: []))
    askFormers(.willPresent, within: configuration.presentationBudget) { former, answer in
      former.userNotificationCenter?(
        center,
        willPresent: notification,
        withCompletionHandler: answer
      )
    } finish: { [self] in
      completionHandler(options(decision, formers: $0))
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
}

// MARK: - The delegates before

extension NotificationCenterDelegate {
  /// A notification or response that the delegates before were told of, for as long as one of them, or
  /// the system, keeps it.
  struct PassedOn {
    weak var subject: NSObject?
    let options: UNNotificationPresentationOptions
  }

  private func passedOn(_ subject: NSObject) -> PassedOn? {
    passedOn.first { $0.subject === subject }
  }

  private func passOn(_ subject: NSObject, options: UNNotificationPresentationOptions) {
    passedOn.removeAll { $0.subject == nil }
    if !formers.isEmpty { passedOn.append(PassedOn(subject: subject, options: options)) }
  }

  /// Calls the delegates before, and waits for their answers as long as a budget lasts.
  ///
  /// - Parameters:
  ///   - call: Calls one of them; gives `nil` if it has no such method.
  ///   - finish: Called once, with the answers that came in time.
  private func askFormers<Answer: Sendable>(
    _ callback: DelegateLogEntry.Callback,
    within budget: Duration,
    calling call: (any UNUserNotificationCenterDelegate, @escaping @Sendable (Answer) -> Void) ->
      Void?,
    finish: @escaping ([Answer]) -> Void
  ) {
    let formers = self.formers
    let answers = SharedAnswers<Answer>(expecting: formers.count, finish: finish)
    for former in formers {
      let party = "\(type(of: former))"
      let answer = SharedAnswer<Answer>(
        within: budget,
        on: manager.scheduler,
        timeout: { [weak self] in self?.log?(.silent(party, callback)) },
        finish: answers.add
      )
      if call(former, { value in onMainActor { answer.take(value) } }) == nil {
        answer.take(nil)
      }
    }
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
    guard passedOn(response) == nil else { return completionHandler() }
    tellManager(of: response)
    passOn(response, options: [])
    askFormers(.didReceive, within: configuration.responseBudget) {
      (former, answer: @escaping @Sendable (Bool) -> Void) in
      former.userNotificationCenter?(
        center,
        didReceive: response,
        withCompletionHandler: { @Sendable in answer(true) }
      )
    } finish: { _ in
      completionHandler()
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
