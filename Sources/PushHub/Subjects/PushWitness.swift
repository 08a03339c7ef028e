/// An observer of everything that the system tells the app about pushes, for recording it.
///
/// It hears each callback, also one that shows nothing new, before the events that follow from it. A
/// callback that comes while another is being told waits until all have heard that one; its events do
/// not wait. Hearing a callback is not hearing the push: an event waits in the mailbox as if this
/// observer were not there.
@MainActor
public protocol PushCallbackObserver: PushParticipant {
  /// Tells what the system told.
  func receive(_ callback: PushCallback)
}

/// A feature that wants to know how pushes were presented, without a say in it.
///
/// It hears what was decided after all ``PresentationVoter``s were asked, once for each time that the
/// system asks, and in the order in which it asks.
@MainActor
public protocol PresentationObserver: PushParticipant {
  /// Tells what was decided, and why.
  func receive(_ decision: PresentationDecision)
}

/// A feature that wants to know what is dropped, merged, held, late or strange.
///
/// It hears what ``NotificationManager/log`` is told, in the same order. An entry that comes while
/// another is being told waits until all have heard that one. That such an observer was itself slow
/// over an entry is told to the log alone, or it would never end.
@MainActor
public protocol PushLogObserver: PushParticipant {
  /// Which kinds of entries it wants; `nil`, which is the default, for all.
  ///
  /// Read once, when it is added. Entries that nobody wants are not made.
  var wantedCodes: Set<PushLogEntry.Code>? { get }

  /// Tells what happened.
  func receive(_ entry: PushLogEntry)
}

extension PushLogObserver {
  /// All kinds.
  public var wantedCodes: Set<PushLogEntry.Code>? { nil }
}

/// What a witness may be told.
enum PushTestimony {
  case callback(PushCallback)
  case decision(PresentationDecision)
  case entry(PushLogEntry)
}

/// The place of one that hears what the subject itself goes through.
final class PushWitnessRegistration: ObserverRegistration {
  weak var observer: (any PushParticipant)?
  var record: ObserverRecord
  private weak var callbackObserver: (any PushCallbackObserver)?
  private weak var presentationObserver: (any PresentationObserver)?
  private weak var logObserver: (any PushLogObserver)?

  /// Which kinds of entries it is told; `nil` for all.
  let codes: Set<PushLogEntry.Code>?

  init(_ participant: any PushParticipant) {
    observer = participant
    record = ObserverRecord(of: participant)
    callbackObserver = participant as? any PushCallbackObserver
    presentationObserver = participant as? any PresentationObserver
    let logObserver = participant as? any PushLogObserver
    self.logObserver = logObserver
    codes = logObserver.map(\.wantedCodes) ?? []
  }

  static func isWitness(_ participant: any PushParticipant) -> Bool {
    participant is any PushCallbackObserver || participant is any PresentationObserver
      || participant is any PushLogObserver
  }

  func takes(_ testimony: PushTestimony) -> Bool {
    switch testimony {
    case .callback: callbackObserver != nil
    case .decision: presentationObserver != nil
    case .entry(let entry): logObserver != nil && codes?.contains(entry.code) ?? true
    }
  }

  func letGo() { observer = nil }

  func deliver(_ testimony: PushTestimony, to participant: any PushParticipant) {
    switch testimony {
    case .callback(let callback): callbackObserver?.receive(callback)
    case .decision(let decision): presentationObserver?.receive(decision)
    case .entry(let entry): logObserver?.receive(entry)
    }
  }
}
