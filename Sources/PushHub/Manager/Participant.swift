/// The one entry of a participant, whatever its roles.
final class Participant: ObserverEntry {
  private(set) weak var observer: (any PushObserver)?

  /// The kinds of event that it takes.
  let interests: Set<PushEvent.Kind>

  /// Whether it hears what the manager itself goes through.
  let isDiagnostic: Bool

  private let takesAll: Bool
  private let wantedCodes: Set<PushLogEntry.Code>?

  init(_ participant: any PushParticipant) {
    observer = participant as? any PushObserver
    interests = observer?.interests ?? []
    takesAll = interests.count == PushEvent.Kind.allCases.count
    let logObserver = participant as? any PushLogObserver
    wantedCodes = logObserver?.wantedCodes
    isDiagnostic =
      logObserver != nil || participant is any PushCallbackObserver
      || participant is any PresentationObserver
    super.init(participant)
  }

  /// What it is called in the log.
  var name: String { "\(type)" }

  /// It in another role, if it has that and lives.
  func role<Role>(as _: Role.Type) -> Role? { object as? Role }

  func takes(_ kind: PushEvent.Kind) -> Bool { takesAll || interests.contains(kind) }

  /// Notifies it of what the manager itself goes through, if it has the role for it and lives.
  func receive(_ diagnostic: PushDiagnostic) -> Bool {
    switch diagnostic {
    case .callback(let callback):
      role(as: (any PushCallbackObserver).self)?.receive(callback) != nil
    case .decision(let decision):
      role(as: (any PresentationObserver).self)?.receive(decision) != nil
    case .entry(let entry):
      wantedCodes?.contains(entry.code) != false
        && role(as: (any PushLogObserver).self)?.receive(entry) != nil
    }
  }
}

/// What the manager itself goes through.
enum PushDiagnostic {
  case callback(PushCallback)
  case decision(PresentationDecision)
  case entry(PushLogEntry)
}
