#if canImport(UserNotifications) && !os(tvOS)
import Foundation
// The framework's classes are not annotated for concurrency; see AppHub+NotificationCenter.swift.
@unsafe @preconcurrency public import UserNotifications

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

  func forwarded(_ subject: NSObject) -> Forwarded? {
    forwarded.first { $0.subject === subject }
  }

  func recordForwarded(_ subject: NSObject, options: UNNotificationPresentationOptions) {
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
  func askPreviousDelegates<Answer: Sendable>(
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
