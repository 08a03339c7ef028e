import PushHub
import PushHubBackend
import PushHubRecorder
import PushHubReplay

/// The device registration, with the server's answers and the app's calls in the transcript.
///
/// The store is in memory and starts empty.
@MainActor
final class RegistrationScript: RecordedScript {
  let name = "registration"
  let title = "Registration"
  let vocabulary: [any FeatureRecord.Type] = [RegistrationAnswer.self, DeviceChange.self]

  private let server = ScriptedServer()
  private let configuration: DeviceRegistration.Configuration
  private(set) var registration: DeviceRegistration?

  /// - Parameter configuration: The configuration if a recording has none.
  init(_ configuration: DeviceRegistration.Configuration) {
    self.configuration = configuration
  }

  func plugin(in replay: Replay) -> any PushPlugin {
    server.scheduler = replay.scheduler
    let registration = DeviceRegistration(
      endpoint: server,
      store: MemoryStore(),
      configuration: replay.transcript.configuration(over: configuration),
      generator: replay.generator
    )
    self.registration = registration
    return registration
  }

  func apply(_ record: any FeatureRecord) {
    switch record {
    case let record as RegistrationAnswer: server.handle(record.answer)
    case let change as DeviceChange: registration?.handle(change)
    default: break
    }
  }
}

extension RegistrationScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let state = registration?.state else { return [] }
    let device =
      state.account == nil
      ? "no account" : state.isAcknowledged ? "acknowledged" : "not acknowledged"
    let retry = state.retry.map { "at \(replay.clock($0))" } ?? "none"
    return [
      ("device", .string(device)),
      ("accounts to sign out", JSONValue(state.leavingCount ?? 0)),
      ("next attempt", .string(retry)),
    ]
  }

  func mark(of event: any FeatureEvent) -> TimelineMark {
    switch event as? RegistrationEvent {
    case .request(let step):
      TimelineMark(
        "→",
        label: step == .signOn ? "on" : "off",
        from: ["failed", "token", "account", "device"],
        names: ["request"],
        until: ["acknowledged", "failed", "cancelled"],
        isWork: true
      )
    case .acknowledged(let step):
      step == .signOn
        ? TimelineMark("●", label: "on", from: ["request"])
        : TimelineMark("○", label: "off", from: ["request"])
    case .failed: .problem(from: ["request"])
    case .cancelled: TimelineMark("–", from: ["request"])
    case .storeFailed, .topicIgnored: .problem()
    case .skipped, nil: TimelineMark()
    }
  }
}
