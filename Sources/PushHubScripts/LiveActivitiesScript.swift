import PushHub
import PushHubBackend
import PushHubRecorder
import PushHubReplay

/// The Live Activities, with ActivityKit's reports in the transcript.
///
/// The store is in memory and starts empty. The registration sends the tokens if it takes part.
@MainActor
final class LiveActivitiesScript: ReadyMadeScript, RecordedScript, LiveActivitySource {
  let name = "liveActivities"
  let title = "Live Activities"

  private(set) var types: [String] = []

  private let registration: RegistrationScript
  private weak var liveActivities: LiveActivities?
  private var present = LiveActivityReport()
  private var receive: ((LiveActivityReport) -> Void)?

  /// - Parameter registration: The script of the registration, which is played before this one.
  init(after registration: RegistrationScript) {
    self.registration = registration
    present.all = []
  }

  func plugin(in replay: Replay) -> any PushPlugin {
    let reports = replay.transcript.records
      .compactMap { $0.input.record(as: LiveActivityReport.self) }
    types = Set(reports.flatMap(\.types)).sorted()
    let liveActivities = LiveActivities(source: self, store: MemoryStore())
    self.liveActivities = liveActivities
    registration.feature?.follow(liveActivities)
    return liveActivities
  }

  func apply(_ report: LiveActivityReport) {
    if let id = report.ending {
      liveActivities?.willEnd(id)
    } else {
      present.merge(report)
      receive?(report)
    }
  }

  func read() -> LiveActivityReport { present }

  func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void) {
    self.receive = receive
  }

  func stop() { receive = nil }

  func end(_ id: String) {}
}

extension LiveActivityReport {
  fileprivate var types: [String] {
    ((all ?? []) + [changed].compactMap { $0 }).map(\.type) + (startTokens?.keys.sorted() ?? [])
  }

  /// Applies a later report to one of everything.
  fileprivate mutating func merge(_ report: LiveActivityReport) {
    all = report.all ?? all
    if let changed = report.changed {
      all?.removeAll { $0.id == changed.id }
      if changed.state != .dismissed { all?.append(changed) }
    }
    startTokens = (startTokens ?? [:]).merging(report.startTokens ?? [:]) { $1 }
    isSupported = report.isSupported ?? isSupported
    isAllowed = report.isAllowed ?? isAllowed
    allowsFrequentUpdates = report.allowsFrequentUpdates ?? allowsFrequentUpdates
  }
}

extension LiveActivitiesScript {
  func mark(of event: LiveActivitiesEvent) -> TimelineMark {
    switch event {
    case .began: TimelineMark("▶", label: "running")
    case .updateToken, .startToken: TimelineMark("●", label: "token")
    case .dismissed: TimelineMark("✕", label: "dismissed")
    case .ended, .endedByApp, .missing, .signedOut: TimelineMark("■", label: "over")
    case .unchanged: TimelineMark()
    default: .problem()
    }
  }
}
