public import Foundation

/// One line of a notification manager's log.
///
/// Entries name pushes by id, and observers by type and number. They never hold a token or the text
/// of a message, and of an error its `logDescription`.
public struct PushLogEntry: Sendable {
  /// What kind of thing happened; new kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind in one word.
    public let rawValue: String

    /// Makes a kind from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A callback showed nothing new.
    public static let merged = Code(rawValue: "merged")

    /// A payload was no payload.
    public static let malformed = Code(rawValue: "malformed")

    /// A field of a payload is strange.
    public static let issue = Code(rawValue: "issue")

    /// No observer heard an event, so it waits for the first that takes its kind.
    public static let held = Code(rawValue: "held")

    /// An observer got events on attaching.
    public static let handedOver = Code(rawValue: "handedOver")

    /// No responder handled a response, so it waits for the next that attaches.
    public static let unhandled = Code(rawValue: "unhandled")

    /// What waited was discarded because the account of its time has signed out.
    public static let signedOut = Code(rawValue: "signedOut")

    /// An event or response that waited became too old.
    public static let expired = Code(rawValue: "expired")

    /// An event that waited was discarded to make room for a newer one.
    public static let overflowed = Code(rawValue: "overflowed")

    /// What came of a refresh in the background.
    public static let refreshed = Code(rawValue: "refreshed")

    /// A refresh was called for while one was under way, and both have the same result.
    public static let sharedRefresh = Code(rawValue: "sharedRefresh")

    /// The system will not give the app time in the background, or not yet.
    public static let refusedRefresh = Code(rawValue: "refusedRefresh")

    /// Work for a push, a refresh or a response was cut off.
    public static let late = Code(rawValue: "late")

    /// Work ended after it was cut off.
    public static let answeredLate = Code(rawValue: "answeredLate")

    /// Work ended with an error.
    public static let workFailed = Code(rawValue: "workFailed")

    /// Events were discarded before the consumer of a stream read them.
    public static let droppedFromStream = Code(rawValue: "droppedFromStream")

    /// An observer kept the main actor from everybody else.
    public static let slow = Code(rawValue: "slow")

    /// It was decided how to present a push in the foreground.
    public static let presented = Code(rawValue: "presented")

    /// A token came that was known already.
    public static let unchangedToken = Code(rawValue: "unchangedToken")

    /// An observer died without having been removed.
    public static let observerDied = Code(rawValue: "observerDied")

    /// An observer died without ever having received an event.
    public static let observerDiedUnheard = Code(rawValue: "observerDiedUnheard")
  }

  /// What kind of thing happened.
  public let code: Code

  /// When, by the wall clock.
  public let date: Date

  /// Which push it is about.
  public let pushID: String?

  /// What kind of event it is about.
  public let event: PushEvent.Kind?

  /// How many responders were asked about the response that was discarded; `nil` for all else.
  public let responderCount: Int?

  /// The type of the observer that it is about.
  public let observer: String?

  /// The observer's place among all participants that were ever added, from 1.
  ///
  /// It tells two observers of one type apart.
  public let observerNumber: Int?

  /// What happened, in a sentence.
  public let message: String
}

extension PushLogEntry: CustomStringConvertible {
  /// What happened in one word, the event, the push, the observer with its number, the sentence.
  public var description: String {
    let name = observer.map { $0 + (observerNumber.map { "#\($0)" } ?? "") }
    let words = [code.rawValue, event?.rawValue, pushID, name].compactMap { $0 }
    return "\(words.joined(separator: " ")): \(message)"
  }
}
