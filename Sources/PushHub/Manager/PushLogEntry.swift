public import Foundation

/// One line of a notification manager's log.
///
/// Entries name pushes by id and observers by type; they never hold a token or the text of a
/// message.
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

    /// Nobody heard an event, so it waits for the first observer.
    public static let held = Code(rawValue: "held")

    /// An observer got events on attaching.
    public static let handedOver = Code(rawValue: "handedOver")

    /// An event that waited became too old.
    public static let expired = Code(rawValue: "expired")

    /// An event that waited had to go for a newer one.
    public static let overflowed = Code(rawValue: "overflowed")

    /// A push is no longer recognised.
    public static let forgotten = Code(rawValue: "forgotten")

    /// An observer's background work was cut off.
    public static let late = Code(rawValue: "late")

    /// An answer to background work came too late.
    public static let answeredLate = Code(rawValue: "answeredLate")

    /// Background work ended with an error.
    public static let workFailed = Code(rawValue: "workFailed")

    /// A stream's consumer was too slow for an event.
    public static let droppedFromStream = Code(rawValue: "droppedFromStream")

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

  /// The type of the observer that it is about.
  public let observer: String?

  /// What happened, in a sentence.
  public let message: String
}

extension PushLogEntry: CustomStringConvertible {
  /// The kind, the push, the observer and the sentence.
  public var description: String {
    let words = [code.rawValue, pushID, observer].compactMap { $0 }
    return "\(words.joined(separator: " ")): \(message)"
  }
}
