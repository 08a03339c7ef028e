/// The facts from which a checkup makes its findings; `nil` for what a platform does not have.
package struct CheckupEvidence {
  package enum Registration {
    /// Neither a token nor an error has come.
    ///
    /// - Parameters:
    ///   - time: Since the hub has requested it, if it has.
    ///   - isGranted: Whether the system reports that it has given a token.
    case unanswered(for: Duration?, isGranted: Bool)

    case failed(RegistrationFailure)
    case registered
  }

  package enum Entitlement {
    /// The build's profile can't be read.
    case unreadable

    /// The build has no profile, as one of TestFlight or the App Store.
    case store

    /// The profile does not allow pushes.
    case missing

    case environment(String)
  }

  package struct BackgroundModes {
    package var modes: [String]

    /// The identifiers in the Info.plist that the app refreshes with.
    package var taskIdentifiers: [String]

    /// The observers that work on pushes in the background.
    package var workers: [String]

    /// The features that refresh in the background.
    package var refreshers: [String]
  }

  package enum Delegate {
    case noCenter
    case notStarted
    case hub(isLate: Bool)
    case other(String?)
  }

  package enum Permission {
    case noAnswer

    /// - Parameter hidden: The switches that are off, such as "alerts".
    case level(PermissionLevel, hidden: [String])
  }

  package var isExtension = false
  package var registration = Registration.unanswered(for: nil, isGranted: false)
  package var entitlement: Entitlement?
  package var backgroundModes: BackgroundModes?
  package var delegate: Delegate?

  /// Problems of scenes, a sentence each.
  package var sceneProblems: [String]?

  package var permission: Permission?

  /// Whether the system treats pushes of a level as such; `nil` for one that the app has no entitlement for.
  package var interruptions: [APS.InterruptionLevel: Bool?] = [:]

  /// Why the system does not start the app for silent pushes, if that is known.
  package var backgroundProblem: String?

  /// Whether the Info.plist says that the app uses scenes.
  package var hasSceneManifest: Bool?

  /// The categories that are registered; `nil` if the system did not answer.
  package var registeredCategories: Set<String>?

  /// Whether each folder that the app shares with its extensions can be written.
  package var sharedFolders: [Bool] = []
  package var arrivals = PushArrivals()

  /// When the checkup was made, by the clock of the arrivals.
  package var now = Duration.zero

  /// How often work for pushes was cut off.
  package var lateWorkCount = 0
  package var pendingResponseCount = 0
  package var pendingEventCount = 0

  /// The time for which the oldest of them has waited.
  package var longestWait = Duration.zero

  package var contributions: [Checkup.Finding] = []

  package init() {}
}

extension NotificationManager {
  /// Adds the arrivals and the pending events.
  package func add(to evidence: inout CheckupEvidence) {
    evidence.arrivals = arrivals
    evidence.now = scheduler.now.referenceTime
    evidence.lateWorkCount = statistics[.late]
    let pending = journal.pending.filter { $0.event.push != nil }
    evidence.pendingResponseCount = pending.count { $0.response != nil }
    evidence.pendingEventCount = pending.count - evidence.pendingResponseCount
    evidence.longestWait = pending.first.map { evidence.now - $0.time } ?? .zero
  }

  /// The names of the participants with a role, in their order.
  func names<Role>(of role: Role.Type) -> [String] {
    participants.attached.filter { $0.object is Role }.map(\.name)
  }
}
