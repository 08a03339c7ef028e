public import Foundation

/// One line of a notification manager's log.
///
/// Entries name pushes by id, and observers by type and number. They never hold a token or the text
/// of a message, and of an error its ``LogText``. Only that of a presentation has what features say: the
/// reasons of their votes.
public struct PushLogEntry: Equatable, Sendable {
  /// The kind of log entry; ``NotificationManager/statistics`` counts each.
  ///
  /// Later versions may add kinds, so a switch over them needs a default.
  public enum Code: String, Hashable, Sendable {
    /// A duplicate callback was merged.
    case merged

    /// Bytes could not be read as a payload, or a device token is empty.
    case malformed

    /// A field of a payload is malformed.
    case issue

    /// No observer received an event, so it is pending until one with this interest attaches.
    case held

    /// No responder handled a response, so it is pending until another one attaches.
    case unhandled

    /// A pending event was discarded because its account signed out.
    case signedOut

    /// A pending event was discarded because it was too old.
    case expired

    /// A pending event was discarded to make room for a newer one.
    case overflowed

    /// A background refresh has finished.
    case refreshed

    /// The system has refused to schedule a background refresh.
    case refusedRefresh

    /// Work for a push, a refresh or a response was canceled because its time was used up.
    case late

    /// Work ended after it had been canceled.
    case answeredLate

    /// Work ended with an error.
    case workFailed

    /// Events were discarded before the consumer of a stream read them; each event is counted.
    case droppedFromStream

    /// The presentation of a push in the foreground was decided.
    case presented

    /// An observer was deallocated without being removed, after it had been called.
    case observerDied

    /// An observer was deallocated before it was ever called, which is usually a mistake.
    case observerDeallocatedUnused
  }

  /// The kind of entry.
  public let code: Code

  /// The wall clock's time.
  public let date: Date

  /// The id of the push that it is about.
  public let pushID: String?

  /// The kind of event that it is about.
  public let event: PushEvent.Kind?

  /// The type of the observer that it is about.
  public let observer: String?

  /// The observer's number among all participants that were ever added, from 1.
  ///
  /// It distinguishes observers of one type.
  public let observerNumber: Int?

  /// A description in words.
  public let message: String
}

extension PushLogEntry: CustomStringConvertible {
  /// The code, the event, the push, the observer with its number, and the message, on one line.
  public var description: String {
    let name = observer.map { $0 + (observerNumber.map { "#\($0)" } ?? "") }
    let subject = [code.rawValue, event?.rawValue, pushID, name].compactMap { $0 }
    return printable("\(subject.joined(separator: " ")): \(message)")
  }
}
