/// What a notification manager has done with all that it was shown, as counts since its start.
///
/// They add up, see ``balances``: no push, event or answer leaves the manager without being counted.
public struct PushStatistics: Hashable, Sendable {
  /// Callbacks that showed a push.
  public var sightings = 0

  /// Distinct pushes, each told to observers once.
  public var received = 0

  /// Answers of the user, each told once.
  public var opened = 0

  /// Answers to pushes that no callback had shown before; the same callback showed both.
  public var openedAtFirstSight = 0

  /// Callbacks that showed nothing new.
  public var merged = 0

  /// Payloads that were no payloads, and reached nobody.
  public var malformed = 0

  /// Strange fields in payloads that were delivered all the same.
  public var issues = 0

  /// Answers that a responder has handled.
  public var handled = 0

  /// Answers that all attached responders declined, or that came when none was attached, each once.
  public var unhandled = 0

  /// Events other than answers that no observer heard when they came, and that were kept for the
  /// first to attach that takes them; also those of them that came back from a stream whose consumer did
  /// not take them.
  public var held = 0

  /// Events and answers that wait now: held events, and answers that no responder has handled.
  public var waiting = 0

  /// Events handed to an observer on attaching, held ones and replayed ones.
  public var handedOver = 0

  /// Held events among those that were handed over, which then waited no more.
  public var collected = 0

  /// Held events that became too old before anybody attached, and answers before anybody handled them.
  public var expired = 0

  /// Held events and unhandled answers that had to go for newer ones.
  public var overflowed = 0

  /// Held events and unhandled answers that went because the account of their time signed out.
  public var signedOut = 0

  /// Pushes that are no longer recognised, because newer ones took their place.
  public var forgotten = 0

  /// Pushes that would be recognised now.
  public var remembered = 0

  /// Refreshes in the background that were begun.
  public var refreshes = 0

  /// Calls for a refresh that shared one that was under way.
  public var sharedRefreshes = 0

  /// Times that the system would not take a request for a refresh in the background.
  public var refusedRefreshes = 0

  /// Work for a push, a refresh or an answer that the deadline or cancellation cut off.
  public var late = 0

  /// Work that ended after the system had got its answer.
  public var answeredLate = 0

  /// Work that ended with an error.
  public var workFailed = 0

  /// Events that the consumer of a stream was too slow for, and those that it left behind when they
  /// had become too old for anybody else.
  public var droppedFromStreams = 0

  /// Calls in which an observer kept the main actor for longer than it may.
  public var slowCalls = 0

  /// Tokens that differed from the one before.
  public var tokenChanges = 0

  /// Tokens that were known already.
  public var unchangedTokens = 0

  /// Registrations that the system refused.
  public var registrationFailures = 0

  /// Observers that died without having been removed.
  public var diedObservers = 0

  /// Observers that died without ever having received an event: mostly a mistake.
  public var diedUnheardObservers = 0

  /// Starts at zero.
  public init() {}
}

extension PushStatistics: BalancedStatistics {
  /// What is promised of the counts.
  ///
  /// - Every callback that shows a push shows a new one, tells a new answer, both, or nothing new:
  ///   `sightings + openedAtFirstSight == received + merged + opened`. Malformed payloads come apart
  ///   from these.
  /// - Every push is recognised until it is forgotten: `received == forgotten + remembered`.
  /// - Whatever waits ends in one way: `held + opened == collected + handled + expired + overflowed +
  ///   signedOut + waiting`.
  /// - Some counts are parts of others: `openedAtFirstSight` of `received` and of `opened`, `unhandled`
  ///   of `opened`, `collected` of `handedOver`, `answeredLate` of `late`, and `diedUnheardObservers` of
  ///   `diedObservers`.
  public var balances: [StatisticsBalance] {
    [
      StatisticsBalance(
        ["sightings": sightings, "openedAtFirstSight": openedAtFirstSight],
        equals: ["received": received, "merged": merged, "opened": opened]
      ),
      StatisticsBalance(
        ["received": received],
        equals: ["forgotten": forgotten, "remembered": remembered]
      ),
      StatisticsBalance(
        ["held": held, "opened": opened],
        equals: [
          "collected": collected, "handled": handled, "expired": expired, "overflowed": overflowed,
          "signedOut": signedOut, "waiting": waiting,
        ]
      ),
      StatisticsBalance(
        ["openedAtFirstSight": openedAtFirstSight],
        isAtMost: ["received": received]
      ),
      StatisticsBalance(["openedAtFirstSight": openedAtFirstSight], isAtMost: ["opened": opened]),
      StatisticsBalance(["unhandled": unhandled], isAtMost: ["opened": opened]),
      StatisticsBalance(["collected": collected], isAtMost: ["handedOver": handedOver]),
      StatisticsBalance(["answeredLate": answeredLate], isAtMost: ["late": late]),
      StatisticsBalance(
        ["diedUnheardObservers": diedUnheardObservers],
        isAtMost: ["diedObservers": diedObservers]
      ),
    ]
  }
}
