import PushHub
import PushHubBackend
import PushHubRecorder
import PushHubReplay

/// The device registration, with the server's answers and the app's calls in the transcript.
///
/// The store is in memory and starts empty.
final class RegistrationScript: StandingScript<DeviceRegistration> {
  private struct NoServer: RegistrationEndpoint {
    func send(_ request: RegistrationRequest) async throws { throw CancellationError() }
  }

  /// - Parameter configuration: The configuration if a recording has none.
  init(_ configuration: DeviceRegistration.Configuration) {
    super.init { replay in
      DeviceRegistration(
        endpoint: NoServer(),
        store: MemoryStore(),
        configuration: replay.transcript.configuration(over: configuration),
        generator: replay.generator
      )
    }
  }

  override var title: String { "Registration" }

  override func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? RegistrationEvent {
    case .request(let step):
      TimelineMark(
        "→",
        label: step == .signOn ? "on" : "off",
        from: ["failed", "token", "account", "registration"],
        names: ["request"],
        until: ["acknowledged", "failed"],
        isWork: true
      )
    case .acknowledged(let step):
      step == .signOn
        ? TimelineMark("●", label: "on", from: ["request"])
        : TimelineMark("○", label: "off", from: ["request"])
    case .failed: .problem(from: ["request"])
    case .storeFailed, .topicIgnored, .emptyTopic, .emptyToken: .problem()
    case .skipped: TimelineMark()
    case nil: super.mark(of: event)
    }
  }
}
