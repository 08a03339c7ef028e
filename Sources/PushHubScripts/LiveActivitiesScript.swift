import PushHub
import PushHubBackend
import PushHubRecorder
import PushHubReplay

/// The Live Activities, with ActivityKit's reports in the transcript.
///
/// The store is in memory and starts empty. The registration sends the tokens if it takes part.
final class LiveActivitiesScript: KernelScript<LiveActivities> {
  private final class NoActivityKit: LiveActivitySource {
    let types: [String] = []
    func read() -> LiveActivityReport { LiveActivityReport() }
    func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void) {}
    func stop() {}
    func end(_ id: String) {}
  }

  /// - Parameter registration: The script of the registration, which is played before this one.
  init(after registration: KernelScript<DeviceRegistration>) {
    super.init(title: "Live Activities", onlyIfRecorded: true) { _ in
      let liveActivities = LiveActivities(source: NoActivityKit(), store: MemoryStore())
      registration.feature?.follow(liveActivities)
      return liveActivities
    } mark: { event in
      switch event {
      case .began: TimelineMark("▶", label: "running")
      case .updateToken, .startToken: TimelineMark("●", label: "token")
      case .dismissed: TimelineMark("✕", label: "dismissed")
      case .ended, .endedByApp, .missing, .gone, .signedOut: TimelineMark("■", label: "over")
      case .unchanged: TimelineMark()
      default: .problem()
      }
    }
  }

  override var vocabulary: [any FeatureRecord.Type] { [LiveActivityReport.self] }

  override func apply(_ record: any FeatureRecord) {
    guard let report = record as? LiveActivityReport else { return }
    super.apply(KernelRecord<LiveActivitiesCore>(.action(report)))
  }
}
