/// What a notification manager has done with all that it was shown, as counts since its start.
public struct PushStatistics: Hashable, Sendable {
  /// Callbacks that showed a push.
  public var sightings = 0

  /// Distinct pushes, each told to observers once.
  public var received = 0

  /// Answers of the user, each told once.
  public var opened = 0

  /// Callbacks that showed nothing new.
  public var merged = 0

  /// Payloads that were no payloads, and reached nobody.
  public var malformed = 0

  /// Strange fields in payloads that were delivered all the same.
  public var issues = 0

  /// Answers that all attached responders declined, or that came when none was attached, each once.
  public var unhandled = 0

  /// Events other than answers that no observer heard when they came, and that were kept for the
  /// first to attach that takes them; also those that came back from a stream whose consumer did not
  /// take them.
  public var held = 0

  /// Events handed to an observer on attaching, held ones and replayed ones.
  public var handedOver = 0

  /// Held events that became too old before anybody attached, and answers before anybody handled them.
  public var expired = 0

  /// Held events and unhandled answers that had to go for newer ones.
  public var overflowed = 0

  /// Held events and unhandled answers that went because the account of their time signed out.
  public var signedOut = 0

  /// Pushes that are no longer recognised, because newer ones took their place.
  public var forgotten = 0

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
