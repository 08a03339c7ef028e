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
    defer { forwarded.removeAll { $0.subject === subject } }
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

// MARK: - Being the delegate

extension AppHub {
  /// The responses that a previous delegate receives.
  public enum ForwardedResponses: Sendable {
    /// All, beside the responders.
    case all

    /// Those that no responder has handled, and those to local notifications that the manager does not receive.
    ///
    /// The delegate is asked after the responders, with ``ObserverPriority/low``. A response that it has
    /// received counts as handled, so that a responder that is installed later is not asked about it.
    case onlyUnhandled
  }

  /// A delegate, held weakly as by the center.
  struct WeakDelegate {
    weak var delegate: (any UNUserNotificationCenterDelegate)?
    var responses = ForwardedResponses.all
  }

  /// Forwards what the hub receives as the notification center's delegate to another delegate.
  ///
  /// The hub forwards everything to the delegate that it has replaced. Call this for another one, or to change
  /// which responses a delegate receives:
  ///
  /// ```swift
  /// hub.forward(to: oldDelegate, responses: .onlyUnhandled)
  /// ```
  ///
  /// - Parameters:
  ///   - delegate: The delegate, held weakly. Forwarding to it again changes its responses.
  ///   - responses: The responses that it receives. It is asked about the presentation of each notification.
  public func forward(
    to delegate: any UNUserNotificationCenterDelegate,
    responses: ForwardedResponses = .all
  ) {
    weakPrevious.removeAll { $0.delegate == nil || $0.delegate === delegate }
    weakPrevious.insert(WeakDelegate(delegate: delegate, responses: responses), at: 0)
    guard responses == .onlyUnhandled, unhandledResponses == nil else { return }
    let last = UnhandledResponses(of: self)
    unhandledResponses = last
    manager.add(last, priority: .low)
  }

  /// The delegates before the hub, the latest first; everything is forwarded to all of them.
  ///
  /// There are several after ``reassertDelegate()``.
  package var previousDelegates: [any UNUserNotificationCenterDelegate] {
    previousDelegates { _ in true }
  }

  func previousDelegates(
    receiving isIncluded: (ForwardedResponses) -> Bool
  ) -> [any UNUserNotificationCenterDelegate] {
    weakPrevious.filter { isIncluded($0.responses) }.compactMap(\.delegate)
  }

  /// Becomes the notification center's delegate again, and forwards to the one that replaced it.
  ///
  /// It still forwards to the earlier delegates as well. Only the app calls this. A successor that forwards
  /// everything to the hub is not called twice.
  public func reassertDelegate() {
    guard isStarted, becomeDelegate() else { return }
    let previous = previousDelegates.first.map { "\(type(of: $0))" } ?? "no other delegate"
    host.report("The hub is the notification center's delegate again, and forwards to \(previous).")
  }

  /// Checks whether the hub still is the delegate, and logs each object that replaced it, once.
  ///
  /// It changes nothing, since the other library may forward everything.
  func checkDelegate() {
    guard isStarted, let center else { return }
    let delegate = center.delegate
    let identity = delegate.map { ObjectIdentifier($0) }
    guard identity != knownDelegate else { return }
    knownDelegate = identity
    guard delegate !== self else { return }
    let successor = delegate.map { "\(type(of: $0))" } ?? "No object"
    host.report(
      "\(successor) is the notification center's delegate now: have it forward everything, configure it "
        + "not to replace the delegate, or call reassertDelegate() of the hub."
    )
  }

  /// Becomes the center's delegate, and keeps the previous one.
  ///
  /// - Returns: Whether it was not.
  @discardableResult
  package func becomeDelegate() -> Bool {
    knownDelegate = ObjectIdentifier(self)
    guard let center, center.delegate !== self else { return false }
    if let previous = center.delegate {
      let known = weakPrevious.first { $0.delegate === previous }
      forward(to: previous, responses: known?.responses ?? .all)
    }
    center.delegate = self
    return true
  }
}

// MARK: - The previous delegates

extension AppHub {
  /// A notification or response that was forwarded to the previous delegates, as long as it is alive.
  struct Forwarded {
    weak var subject: NSObject?
    let options: UNNotificationPresentationOptions
  }

  private func forwarded(_ subject: NSObject) -> Forwarded? {
    forwarded.first { $0.subject === subject }
  }

  private func recordForwarded(_ subject: NSObject, options: UNNotificationPresentationOptions) {
    forwarded.removeAll { $0.subject == nil }
    if !previousDelegates.isEmpty {
      forwarded.append(Forwarded(subject: subject, options: options))
    }
  }

  /// Calls the previous delegates, and waits for their answers until a timeout.
  ///
  /// - Parameters:
  ///   - delegates: The delegates.
  ///   - callback: The name of the callback, for the log.
  ///   - budget: The longest wait.
  ///   - late: The answer of one that has given none in time.
  ///   - call: Calls one of them; returns `nil` if it has no such method.
  ///   - finish: Called once, with the answers that came in time.
  private func askPreviousDelegates<Answer: Sendable>(
    _ delegates: [any UNUserNotificationCenterDelegate],
    _ callback: String,
    within budget: Duration,
    late: Answer,
    calling call: (any UNUserNotificationCenterDelegate, @escaping @Sendable (Answer) -> Void) ->
      Void?,
    finish: @escaping ([Answer]) -> Void
  ) {
    var answers: [Answer] = []
    var missingCount = delegates.count
    if delegates.isEmpty { finish([]) }
    for previous in delegates {
      let name = "\(type(of: previous))"
      let timed = TimedAnswer<Answer>(
        within: budget,
        on: manager.scheduler,
        timeout: { [weak self] in
          answers.append(late)
          self?.recordTimeout(of: name, in: callback)
        },
        finish: { answer in
          // Kept until here, since the center does not keep it.
          withExtendedLifetime(previous) {}
          if let answer { answers.append(answer) }
          missingCount -= 1
          if missingCount == 0 { finish(answers) }
        }
      )
      let answer: @Sendable (Answer) -> Void = { value in onMainActor { timed.receive(value) } }
      if call(previous, answer) == nil { timed.receive(nil) }
    }
  }
}

/// The last responder: forwards a response to the previous delegates that receive only unhandled ones.
@MainActor
final class UnhandledResponses: PushResponder {
  private weak var hub: AppHub?

  /// The system's latest responses, of which it asks about the manager's.
  private var responses: [UNNotificationResponse] = []

  init(of hub: AppHub) {
    self.hub = hub
  }

  func record(_ response: UNNotificationResponse) {
    responses.append(response)
    responses = responses.suffix(hub?.manager.configuration.journalCapacity ?? 1)
  }

  /// Returns when the delegates have handled it, or their time is over.
  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    let place = responses.lastIndex {
      let request = $0.notification.request
      return PushResponse($0) == response && request.identifier == push.requestIdentifier
        && PushPayload(request) == push.payload
    }
    guard let hub, let place else { return false }
    let delegates = hub.previousDelegates { $0 == .onlyUnhandled }
    guard !delegates.isEmpty else { return false }
    let end = ScheduledStream<Void>()
    hub.forward(responses.remove(at: place), to: delegates) { end.finish() }
    _ = try await end.next()
    return true
  }
}
#endif
