public import Foundation

/// An input of a feature's core.
public indirect enum FeatureInput<Core: FeatureCore>: Sendable {
  /// The beginning, with the stored value of the account: when the feature is attached, and with each account.
  case begin(Core.Stored?)

  /// A change of the lifecycle, which ``FeatureTurn/lifecycle`` already has.
  case lifecycle(LifecycleEvent)

  /// An event of one of the core's interests.
  ///
  /// With ``FeatureScope/each``, the core of the push's account handles it, or the one for no account if that has
  /// no core. All cores handle a push without an account, which there is only while no account is shown.
  case push(PushEvent)

  /// A refresh in the background.
  case refresh

  /// An action of the app or its user.
  case action(Core.Action)

  /// A request begins.
  case asked(Core.Request)

  /// An answer to a request that continues, such as an open connection, which has no time limit from now on.
  case progress(Core.Request, Core.Answer)

  /// The end of a request.
  case answered(Core.Request, Result<Core.Answer, SourceFailure>)

  /// The account has signed out. A core that begins in a later launch handles it after ``begin(_:)``.
  case signedOut

  /// The store has this value now, since another process has written it.
  case merged(Core.Stored)

  /// ``FeatureCore/nextDeadline`` has come.
  case deadline
}

/// The time and the place of one input, and the effects of handling it.
public struct FeatureTurn<Core: FeatureCore> {
  /// The account of the core; `nil` for a core without one.
  public let account: AccountID?

  /// The lifecycle at the core's previous input; `nil` for its first one.
  public let formerLifecycle: LifecycleState?

  var context: KernelContext<Core>
  var requests: RequestState
}

extension FeatureTurn {
  /// The monotonic time.
  public var now: ContinuousClock.Instant { context.now }

  /// The wall clock, for showing and storing only.
  public var date: Date { context.date }

  /// The app's phase, pages and accounts.
  public var lifecycle: LifecycleState { context.lifecycle ?? LifecycleState() }

  /// The rules by which the app identifies pushes.
  public var identification: PushIdentification { context.identification }

  /// The end of the server's latest `Retry-After` for the account, if that has not passed.
  public var pauseEnd: ContinuousClock.Instant? { context.pauseEnd(for: account ?? .none) }

  /// Whether the app has returned to the foreground since the core's previous input.
  public var hasReturned: Bool { formerLifecycle?.isForeground == false && lifecycle.isForeground }

  /// Whether an account has signed out, also while the app was not running.
  ///
  /// An account that is kept from a former launch may be one that the app has not set yet. It has signed out ten seconds
  /// after the app was active with its accounts set. A core of scope ``FeatureScope/app`` that has
  /// ``FeatureCore/keptAccounts`` handles ``FeatureInput/deadline`` then.
  public func hasSignedOut(_ account: AccountID?) -> Bool {
    account.map { context.signedOut.contains($0, at: now) } ?? false
  }

  /// Logs an event; one that is a skip, see ``FeatureEvent/isSkip``, once, and only if no request begins now.
  public mutating func log(_ event: Core.Event) {
    if !event.isSkip {
      context.effects.append(.log(event))
    } else if !context.skips.contains(event) {
      context.skips.append(event)
    }
  }

  /// Performs an effect of the feature's own, once.
  public mutating func perform(_ effect: Core.Effect) {
    context.effects.append(.perform(effect, for: account))
  }

  /// Lets the request begin now, without the delay of a retry; also one that was refused for good.
  ///
  /// - Parameter despiteRetryAfter: Whether the user asks by hand, so that `Retry-After` doesn't hold.
  public mutating func retryNow(despiteRetryAfter: Bool = false) {
    requests.hurry(despitePause: despiteRetryAfter)
  }

  /// Lets a request that waits after a failure begin within 5 s, so that many devices don't ask at once.
  ///
  /// So does one that is under way, if it fails. `Retry-After` holds. A network that is available again has the same
  /// effect on all features.
  public mutating func retrySoon() { requests.hasten(at: now, using: &context.generator) }

  /// Cancels the request under way, such as an open connection that may be lost, and lets the one that is
  /// wanted begin now.
  public mutating func restart(despiteRetryAfter: Bool = false) {
    requests.stop(in: &context)
    retryNow(despiteRetryAfter: despiteRetryAfter)
  }

  /// Cancels the request under way, and lets those of the account wait as after a failure with that `Retry-After`.
  public mutating func pause(for duration: Duration) {
    requests.stop(in: &context)
    context.pause(for: duration, of: account ?? .none)
  }

  /// Returns a random duration, the same in a replay.
  public mutating func random(upTo limit: Duration) -> Duration {
    limit * Double.random(in: 0..<1, using: &context.generator)
  }
}
