import PushHub
public import PushHubBackend
import PushHubRecorder
public import PushHubReplay

/// The device registration, with a server that says what the transcript tells.
///
/// The registration's store is in memory and starts empty.
@MainActor
final class RegistrationScript: RecordedScript {
  let name = "registration"
  let title = "Registration"
  let vocabulary: [any FeatureRecord.Type] = [RegistrationAnswer.self, DeviceChange.self]

  private let server = ScriptedServer()
  private let configuration: DeviceRegistration.Configuration
  private(set) var registration: DeviceRegistration?

  /// - Parameter configuration: What holds where a recording doesn't say it.
  init(_ configuration: DeviceRegistration.Configuration) {
    self.configuration = configuration
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    server.scheduler = stage.scheduler
    let registration = DeviceRegistration(
      endpoint: server,
      store: MemoryStore(),
      configuration: stage.transcript.configuration(over: configuration),
      generator: stage.generator
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
  func facts(on stage: Stage) -> [FeatureFact] {
    guard let state = registration?.state else { return [] }
    let leaving = state.leavingCount ?? 0
    let retry = state.retry.map(stage.time(of:))
    let (device, message): (JSONValue, FactMessage) =
      switch (state.account, state.isAcknowledged) {
      case (nil, _): (nil, "nobody is signed in to be reached")
      case (_, true): (true, "the server knows how to reach this device\(.since)")
      case (_, false): (false, "the server does not know all of this device\(.since)")
      }
    return [
      fact("device", device, message),
      fact(
        "leaving",
        leaving.json,
        "the server does not know of \(leaving) who have signed out\(.since)"
      ),
      fact(
        "retry",
        retry?.json ?? nil,
        retry.map { "tells the server again \(.ahead($0))" } ?? "nothing is to be told again"
      ),
    ]
  }

  private func fact(_ name: String, _ json: JSONValue, _ message: FactMessage) -> FeatureFact {
    FeatureFact(
      name,
      json,
      message,
      hasCauses: json != nil && json != 0,
      from: [.request, .wish],
      toldBy: { ["acknowledged", "failed"].contains($0.name) }
    )
  }

  func mark(of record: any FeatureRecord) -> TimelineMark {
    (record as? RegistrationAnswer).map {
      server.mark(of: $0.answer, to: "registrations", from: .request)
    } ?? TimelineMark(message: (record as? DeviceChange)?.message ?? "")
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    switch input {
    case .token, .account: [.marks(.wish)]
    default: input.record(as: DeviceChange.self) == nil ? [] : [.marks(.wish)]
    }
  }

  var reasonForNothing: String? {
    "The server had nothing to be told just then, or nobody was signed in."
  }
}

extension DeviceChange {
  fileprivate var message: String {
    let message = [
      permission.map { "the user's permission is \($0.rawValue)" },
      tags.map { "the app sets \($0.count) tags" },
      tokens.map { "\($0.map(\.name).sorted().listed) has another token" },
      unsubscribe.map { "the user leaves \($0.wrappedValue.listed)" },
      subscribe.map { "the user follows \($0.wrappedValue.listed)" },
      forget.map { "the app forgets \($0.wrappedValue)" },
      refresh == true ? "the app has the server told again" : nil,
    ]
    return message.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Topic {
  fileprivate static let request: Self = "registration request"
  fileprivate static let failure: Self = "registration failure"

  /// Whatever may have brought the registration to tell the server something.
  fileprivate static let wish: Self = "registration wish"
}

extension RegistrationEvent: TimelineEvent {
  /// How it stands on the timeline.
  public var mark: TimelineMark {
    switch self {
    case .began(let step):
      let isOn = step == .signOn
      return TimelineMark(
        "→",
        label: isOn ? "on" : "off",
        from: [.failure, .wish],
        traces: [.beginsWork(.request), .forgets(.failure)],
        tally: ("Registrations", isOn ? "to reach this device" : "to stop")
      )
    case .acknowledged(let step):
      let isOn = step == .signOn
      return TimelineMark(
        isOn ? "●" : "○",
        label: isOn ? "on" : "off",
        from: [.request],
        traces: [.ends(.request), .forgets(.wish)],
        reasonForNothing: "The server is told again when something changes, or after a week."
      )
    case .failed(_, let message, _):
      return TimelineMark(
        "✕",
        isProblem: true,
        from: [.request],
        traces: [.ends(.request), .marks(.failure)],
        reasonForNothing: "Something has changed before, or the play was over.",
        tally: ("Failed registrations", message)
      )
    case .cancelled:
      return TimelineMark(
        "–",
        from: [.request],
        traces: [.ends(.request)],
        reasonForNothing: "The server is told of what is so now, if it has to be told at all."
      )
    case .storeFailed, .topicIgnored:
      return TimelineMark(
        "✕",
        isProblem: true,
        from: [.wish],
        reasonForNothing: "The registration goes on without it."
      )
    case .signedOut, .noToken, .known: return TimelineMark()
    }
  }
}
