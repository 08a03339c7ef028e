/// A participant's entry in the list, for all its roles.
final class Participant: ObserverEntry {
  private(set) weak var observer: (any PushObserver)?
  private(set) weak var diagnosticsObserver: (any PushDiagnosticsObserver)?

  /// The kinds of event that it receives.
  let interests: Set<PushEvent.Kind>

  private let isInterestedInAll: Bool

  init(_ participant: any PushParticipant) {
    observer = participant as? any PushObserver
    diagnosticsObserver = participant as? any PushDiagnosticsObserver
    interests = observer?.interests ?? []
    isInterestedInAll = interests.count == PushEvent.Kind.allCases.count
    super.init(participant)
  }

  /// Its name in the log.
  var name: String { "\(type)" }

  func isInterested(in kind: PushEvent.Kind) -> Bool {
    isInterestedInAll || interests.contains(kind)
  }
}
