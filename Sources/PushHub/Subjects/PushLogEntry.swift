public import Foundation

/// One line of a notification manager's log.
///
/// Entries name pushes by id, and observers by type and number. They never hold a token or the text
/// of a message, and of an error its `logDescription`.
public struct PushLogEntry: Sendable {
  /// What kind of thing happened; ``NotificationManager/statistics`` count each.
  ///
  /// Versions to come may have more, so a switch over them needs a default.
  public enum Code: String, Hashable, Sendable {
    /// A callback showed nothing new.
    case merged

    /// A payload was no payload.
    case malformed

    /// A field of a payload is strange.
    case issue

    /// No observer heard an event that is no response, so it waits for the first that takes its kind.
    case held

    /// No responder handled a response, so it waits for the next that attaches.
    case unhandled

    /// What waited was discarded because its account has signed out.
    case signedOut

    /// An event or response that waited became too old.
    case expired

    /// An event that waited was discarded to make room for a newer one.
    case overflowed

    /// What came of a refresh in the background.
    case refreshed

    /// The system will not give the app time in the background, or not yet.
    case refusedRefresh

    /// Work for a push, a refresh or a response was cut off.
    case late

    /// Work ended after it was cut off.
    case answeredLate

    /// Work ended with an error.
    case workFailed

    /// Events were discarded before the consumer of a stream read them; each event counts.
    case droppedFromStream

    /// It was decided how to present a push in the foreground.
    case presented

    /// A token came that was known already.
    case unchangedToken

    /// An observer died without having been removed, after it had been called.
    case observerDied

    /// An observer died without ever having been called: mostly a mistake.
    case observerDeallocatedUnused
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
  /// It distinguishes two observers of one type.
  public let observerNumber: Int?

  /// What happened, in a sentence.
  public let message: String
}

extension PushLogEntry: CustomStringConvertible {
  /// What happened in one word, the event, the push, the observer with its number, the sentence.
  public var description: String {
    let name = observer.map { $0 + (observerNumber.map { "#\($0)" } ?? "") }
    let subject = [code.rawValue, event?.rawValue, pushID, name].compactMap { $0 }
    return "\(subject.joined(separator: " ")): \(message)"
  }
}
