import PushHub
import PushHubBackend
import PushHubRecorder
import PushHubReplay

private struct NoServer: RegistrationEndpoint {
  func send(_ request: RegistrationRequest) async throws { throw CancellationError() }
}

extension ReadyMadeScripts {
  /// The device registration, with the server's answers and the app's calls in the transcript.
  ///
  /// The store is in memory and starts empty.
  ///
  /// - Parameter configuration: The configuration if a recording has none.
  static func registration(
    _ configuration: DeviceRegistration.Configuration
  ) -> KernelScript<DeviceRegistration> {
    StandingScript(title: "Registration", acceptance: Done()) { replay in
      DeviceRegistration(
        endpoint: NoServer(),
        store: MemoryStore(),
        configuration: replay.transcript.configuration(over: configuration),
        generator: replay.generator
      )
    } mark: { event in
      switch event {
      case .request(let step):
        TimelineMark(
          "→",
          label: step == .signOn ? "on" : "off",
          from: ["failed", "token", "account", "registration"],
          names: ["request"],
          until: ["acknowledged", "failed"],
          isWork: true
        )
      case .acknowledged(.signOn): TimelineMark("●", label: "on", from: ["request"])
      case .acknowledged(.signOff): TimelineMark("○", label: "off", from: ["request"])
      case .failed: .problem(from: ["request"])
      case .storeFailed, .topicIgnored, .emptyTopic, .emptyToken: .problem()
      case .skipped: TimelineMark()
      }
    }
  }
}
