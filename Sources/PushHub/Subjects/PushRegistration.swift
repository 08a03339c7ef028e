/// A participant's place in the list of those that are told events or asked.
final class PushRegistration: ObserverRegistration {
  weak var observer: (any PushParticipant)?
  var record: ObserverRecord
  let interests: Set<PushEvent.Kind>
  private weak var listener: (any PushObserver)?
  private let mask: UInt8

  init(_ participant: any PushParticipant) {
    observer = participant
    record = ObserverRecord(of: participant)
    let listener = participant as? any PushObserver
    interests = listener?.interests ?? []
    mask = interests.reduce(0) { $0 | $1.bit }
    self.listener = listener
  }

  func takes(_ event: PushEvent) -> Bool { mask & event.kind.bit != 0 }

  func deliver(_ event: PushEvent, to participant: any PushParticipant) {
    listener?.receive(event)
  }
}

extension PushEvent.Kind {
  fileprivate var bit: UInt8 {
    switch self {
    case .tokenChanged: 1
    case .registrationFailed: 2
    case .received: 4
    case .opened: 8
    }
  }
}

/// The place of one that hears the system's callbacks.
final class PushCallbackRegistration: ObserverRegistration {
  weak var observer: (any PushCallbackObserver)?
  var record: ObserverRecord

  init(_ observer: any PushCallbackObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  func deliver(_ callback: PushCallback, to observer: any PushCallbackObserver) {
    observer.receive(callback)
  }
}
