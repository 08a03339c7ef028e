import PushHub
public import PushHubBackend
import PushHubRecorder
public import PushHubReplay

/// The Live Activities, with an ActivityKit that reports what the transcript has.
///
/// The store is in memory and starts empty. The registration of the play sends the tokens, if it takes
/// part.
@MainActor
final class LiveActivitiesScript: ReadyMadeScript, RecordedScript {
  let name = "liveActivities"
  let title = "Live Activities"

  private let system = System()
  private let liveActivities: LiveActivities
  private let registration: RegistrationScript

  /// - Parameter registration: The script of the registration that sends the tokens, which is played before.
  init(after registration: RegistrationScript) {
    self.registration = registration
    liveActivities = LiveActivities(source: system, store: MemoryStore())
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    let reports = stage.transcript.records
      .compactMap { $0.input.record(as: LiveActivityReport.self) }
    system.types = Set(reports.flatMap(\.types)).sorted()
    registration.registration?.follow(liveActivities)
    return liveActivities
  }

  func apply(_ report: LiveActivityReport) {
    if let id = report.ending { return liveActivities.willEnd(id) }
    system.apply(report)
  }

  private final class System: LiveActivitySource {
    var types: [String] = []
    private var present = LiveActivityReport()
    private var receive: ((LiveActivityReport) -> Void)?

    init() {
      present.all = []
    }

    func apply(_ report: LiveActivityReport) {
      present.merge(report)
      receive?(report)
    }

    func read() -> LiveActivityReport { present }

    func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void) {
      self.receive = receive
    }

    func stop() { receive = nil }

    func end(_ id: String) {}
  }
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

  fileprivate var message: String {
    let message = [
      all.map { "the number of Live Activities is \($0.count)" },
      changed.map { "a Live Activity of \($0.type) is \($0.state.rawValue)" },
      startTokens.map { "a token starts Live Activities of \($0.keys.sorted().listed)" },
      isAllowed == false ? "the user does not allow Live Activities" : nil,
      ending == nil ? nil : "the app ends a Live Activity",
    ]
    return message.compactMap { $0 }.joined(separator: ", ")
  }
}

extension LiveActivitiesScript {
  func mark(of report: LiveActivityReport) -> TimelineMark {
    TimelineMark("◈", message: report.message)
  }

  var reasonForNothing: String? { "ActivityKit reported what was known." }
}

extension LiveActivitiesEvent: TimelineEvent {
  /// How it stands on the timeline; it came of the latest report.
  public var mark: TimelineMark {
    var mark = look
    mark.origins = ["liveActivities"]
    mark.reasonForNothing = "The registration sends what has changed, if an account is signed in."
    return mark
  }

  private var look: TimelineMark {
    switch kind {
    case .began: TimelineMark("▶", label: "running")
    case .updateToken, .startToken: TimelineMark("●", label: "token")
    case .dismissed: TimelineMark("✕", label: "dismissed", tally: ("Live Activities", name))
    case .ended, .endedByApp, .missing, .signedOut:
      TimelineMark("■", label: "over", tally: ("Live Activities", name))
    case .unchanged: TimelineMark()
    default: TimelineMark("✕", isProblem: true)
    }
  }
}
