#if canImport(UserNotifications) && !os(tvOS)
import Foundation
// The framework promises the compiler nothing about its classes. They are handed on as they came,
// on the main actor; what features get are copies.
@unsafe @preconcurrency public import UserNotifications

/// The delegate of the notification center, from the start on: the hub tells its manager, and the
/// delegates before it.
///
/// Whoever was the delegate before is asked too, and the system's completion handler is called exactly
/// once, on the main thread: when all others have answered, or when their time is up, two seconds for a
/// presentation and ``NotificationManager/Configuration/backgroundBudget`` for a response. How often and
/// when another calls its own handler changes nothing; one that is late is told to ``log``. If one of
/// them passes the call on to the hub in turn, however late, the hub answers at once and tells the
/// manager nothing a second time. Remote notifications are the manager's; local ones only go to the
/// delegates before, unless ``includesLocalNotifications`` is set.
///
/// The system may call from any thread. See
/// [UNUserNotificationCenterDelegate](https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate).
extension AppHub: UNUserNotificationCenterDelegate {
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
    onMainActor { self.present(notification, in: center, completionHandler) }
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
    onMainActor { self.open(response, in: center, completionHandler) }
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
    for former in formerDelegates {
      _ = former.userNotificationCenter?(center, openSettingsFor: notification)
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
    if let known = passedOn(notification) { return completionHandler(known.options) }
    let request = notification.request
    let decision =
      isForManager(request)
      ? manager.present(PushPayload(request), requestIdentifier: request.identifier) : nil
    passOn(notification, options: options(decision, formers: []))
    askFormers("willPresent", within: .seconds(2)) { former, answer in
      former.userNotificationCenter?(
        center,
        willPresent: notification,
        withCompletionHandler: answer
      )
    } finish: { [self] in
      completionHandler(options(decision, formers: $0))
    }
  }

  private func options(
    _ decision: PresentationDecision?,
    formers: [UNNotificationPresentationOptions]
  ) -> UNNotificationPresentationOptions {
    let former = formers.isEmpty ? nil : UNNotificationPresentationOptions(formers)
    guard let decision else { return former ?? .init(manager.configuration.defaultPresentation) }
    let own = UNNotificationPresentationOptions(decision.options)
    let isWanted = decision.ballots.contains { if case .show = $0.vote { true } else { false } }
    let wanted = isWanted ? own.union(former ?? []) : former ?? own
    return wanted.limited(to: decision.allowed)
  }

  private func isForManager(_ request: UNNotificationRequest) -> Bool {
    includesLocalNotifications || request.trigger is UNPushNotificationTrigger
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

// MARK: - Responses

extension AppHub {
  private func open(
    _ response: UNNotificationResponse,
    in center: UNUserNotificationCenter,
    _ completionHandler: @escaping @Sendable () -> Void
  ) {
    guard passedOn(response) == nil else { return completionHandler() }
    let work = open(response)
    passOn(response, options: [])
    askFormers("didReceive", within: manager.configuration.backgroundBudget) {
      (former, answer: @escaping @Sendable (Bool) -> Void) in
      former.userNotificationCenter?(
        center,
        didReceive: response,
        withCompletionHandler: { @Sendable in answer(true) }
      )
    } finish: { _ in
      guard let work else { return completionHandler() }
      work.whenFinished { _ in completionHandler() }
    }
  }

  /// Tells the manager what the user did, whoever else tells it too.
  ///
  /// - Returns: The responders' work for it, if it is not done.
  func open(_ response: UNNotificationResponse) -> BackgroundDelivery? {
    let request = response.notification.request
    guard isForManager(request) else { return nil }
    let payload = PushPayload(request)
    endLaunch(openedBy: payload)
    return manager.answered(
      payload,
      PushResponse(response),
      requestIdentifier: request.identifier
    )
  }
}

// MARK: - Being the delegate

extension AppHub {
  /// Who was the delegate before; held weakly, as the center does.
  struct Former {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
  }

  /// Who was the delegate before, the latest first; all are told everything too.
  ///
  /// There are several when one took over, and was taken over from in turn by ``reassertDelegate()``.
  package var formerDelegates: [any UNUserNotificationCenterDelegate] {
    formers.compactMap(\.delegate)
  }

  /// Becomes the notification center's delegate again, before whoever took over, who is told everything
  /// from now on.
  ///
  /// Whoever was told before still is. Nothing calls this but the app. A successor that passes
  /// everything on to the hub, and is now told by it, is not told twice.
  public func reassertDelegate() {
    guard isStarted, becomeDelegate() else { return }
    log?(.reasserted(before: formerDelegates.first.map { "\(type(of: $0))" }))
  }

  /// Checks whether the hub still is the delegate, and tells the log of each that took it, once.
  ///
  /// It changes nothing: a library that takes over may well pass everything on, and only the app knows.
  func checkDelegate() {
    guard isStarted, let center else { return }
    let delegate = center.delegate
    let identity = delegate.map { ObjectIdentifier($0) }
    guard identity != knownDelegate else { return }
    knownDelegate = identity
    if delegate !== self { log?(.takenOver(by: delegate.map { "\(type(of: $0))" })) }
  }

  /// Becomes the center's delegate, and remembers who was.
  ///
  /// - Returns: Whether it was not.
  @discardableResult
  package func becomeDelegate() -> Bool {
    knownDelegate = ObjectIdentifier(self)
    guard let center, center.delegate !== self else { return false }
    let former = center.delegate
    formers.removeAll { $0.delegate == nil || $0.delegate === former }
    if let former { formers.insert(Former(delegate: former), at: 0) }
    center.delegate = self
    return true
  }
}

// MARK: - The delegates before

extension AppHub {
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
    if !formerDelegates.isEmpty { passedOn.append(PassedOn(subject: subject, options: options)) }
  }

  /// Calls the delegates before, and waits for their answers as long as a budget lasts.
  ///
  /// - Parameters:
  ///   - call: Calls one of them; gives `nil` if it has no such method.
  ///   - finish: Called once, with the answers that came in time.
  private func askFormers<Answer: Sendable>(
    _ callback: String,
    within budget: Duration,
    calling call: (any UNUserNotificationCenterDelegate, @escaping @Sendable (Answer) -> Void) ->
      Void?,
    finish: @escaping ([Answer]) -> Void
  ) {
    let formers = formerDelegates
    let names = formers.map { "\(type(of: $0))" }
    let answers = SharedAnswer<Answer>(
      of: formers.count,
      within: budget,
      on: manager.scheduler,
      timeout: { [weak self] in self?.log?(.silent(names[$0], callback: callback)) },
      finish: finish
    )
    for (party, former) in formers.enumerated() {
      let answer: @Sendable (Answer) -> Void = { value in
        onMainActor { answers.take(value, from: party) }
      }
      if call(former, answer) == nil { answers.take(nil, from: party) }
    }
  }
}
#endif
