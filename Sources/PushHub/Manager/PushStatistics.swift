/// What a notification manager has done with all that it was shown, as counts since its start.
///
/// They add up whenever nothing is being told, so that no event is lost without being counted:
/// `held + opened == collected + handled + expired + overflowed + signedOut + waiting`.
public struct PushStatistics: Hashable, Sendable {
  /// Distinct pushes, each delivered to observers once.
  public var received = 0

  /// Responses of the user, each delivered once.
  public var opened = 0

  /// Callbacks that showed nothing new.
  public var merged = 0

  /// Payloads that were no payloads, and reached nobody.
  public var malformed = 0

  /// Strange fields in payloads that were delivered all the same.
  public var issues = 0

  /// Responses that a responder has handled.
  public var handled = 0

  /// Responses that all attached responders declined, or that came when none was attached, each once.
  public var unhandled = 0

  /// Events other than responses that no observer heard when they came, and that wait for the first to
  /// attach that takes them, or for a stream's consumer to read them.
  public var held = 0

  /// Events that wait now: held ones, and responses that no responder has handled.
  public var waiting = 0

  /// Held events that an observer has heard on attaching, or that a stream's consumer has read.
  public var collected = 0

  /// Held events that became too old before anybody attached, and responses before anybody handled them.
  public var expired = 0

  /// Held events and unhandled responses that had to go for newer ones.
  public var overflowed = 0

  /// Held events and unhandled responses that went because the account of their time signed out.
  public var signedOut = 0

  /// Times that the system would not take a request for a refresh in the background.
  public var refusedRefreshes = 0

  /// Work for a push, a refresh or a response that the deadline or cancellation cut off.
  public var late = 0

  /// Work that ended after the system had got its result.
  public var answeredLate = 0

  /// Work that ended with an error.
  public var workFailed = 0

  /// Events that were discarded before the consumer of a stream read them.
  public var droppedFromStreams = 0

  /// Calls in which an observer kept the main actor for longer than it may.
  public var slowCalls = 0

  /// Observers that died without having been removed.
  public var diedObservers = 0

  /// Observers that died without ever having received an event: mostly a mistake.
  public var diedUnheardObservers = 0

  /// Starts at zero.
  public init() {}
}
