/// The one entry of a participant, with the roles that it conforms to, found once when it is added.
final class Participant: ObserverEntry {
  private(set) weak var observer: (any PushObserver)?
  private(set) weak var voter: (any PresentationVoter)?
  private(set) weak var worker: (any BackgroundPushObserver)?
  private(set) weak var refresher: (any BackgroundRefresher)?
  private(set) weak var responder: (any PushResponder)?
  private weak var callbackObserver: (any PushCallbackObserver)?
  private weak var presentationObserver: (any PresentationObserver)?
  private weak var logObserver: (any PushLogObserver)?

  /// The kinds of event that it takes.
  let interests: Set<PushEvent.Kind>

  private let mask: UInt8
  private let wantedCodes: Set<PushLogEntry.Code>?

  private let hearsCallbacks: Bool
  private let hearsDecisions: Bool

  init(_ participant: any PushParticipant) {
    observer = participant as? any PushObserver
    voter = participant as? any PresentationVoter
    worker = participant as? any BackgroundPushObserver
    refresher = participant as? any BackgroundRefresher
    responder = participant as? any PushResponder
    let callbackObserver = participant as? any PushCallbackObserver
    self.callbackObserver = callbackObserver
    hearsCallbacks = callbackObserver != nil
    let presentationObserver = participant as? any PresentationObserver
    self.presentationObserver = presentationObserver
    hearsDecisions = presentationObserver != nil
    let logObserver = participant as? any PushLogObserver
    self.logObserver = logObserver
    interests = (participant as? any PushObserver)?.interests ?? []
    mask = interests.reduce(0) { $0 | $1.bit }
    wantedCodes = logObserver.map(\.wantedCodes) ?? []
    super.init(participant)
  }

  /// What it is called in the log.
  var name: String { "\(type)" }

  func takes(_ event: PushEvent) -> Bool { mask & event.kind.bit != 0 }

  func wants(_ code: PushLogEntry.Code) -> Bool { wantedCodes?.contains(code) ?? true }

  /// Whether it has the role to hear something, told without looking whether it lives.
  func hears(_ diagnostic: PushDiagnostic) -> Bool {
    switch diagnostic {
    case .callback: hearsCallbacks
    case .decision: hearsDecisions
    case .entry(let entry): wants(entry.code)
    }
  }

  /// Tells it what the manager itself goes through, if it lives.
  func receive(_ diagnostic: PushDiagnostic) -> Bool {
    switch diagnostic {
    case .callback(let callback): callbackObserver?.receive(callback) != nil
    case .decision(let decision): presentationObserver?.receive(decision) != nil
    case .entry(let entry): logObserver?.receive(entry) != nil
    }
  }
}

/// What the manager itself goes through.
enum PushDiagnostic {
  case callback(PushCallback)
  case decision(PresentationDecision)
  case entry(PushLogEntry)
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
