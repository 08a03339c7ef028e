import PushHub
public import PushHubBackend
import PushHubRecorder
public import PushHubReplay

/// The device registration, with a server that says what the transcript tells.
///
/// The registration's store is in memory and starts empty.
@MainActor
final class RegistrationScript: FeatureScript {
  let name = "registration"
  let title = "Registration"
  let vocabulary: [any FeatureRecord.Type] = [RegistrationAnswer.self, DeviceChange.self]

  private let server = ScriptedServer()
  private let registration: DeviceRegistration

  init(recordedWith configuration: DeviceRegistration.Configuration) {
    registration = DeviceRegistration(
      endpoint: server,
      store: MemoryStore(),
      configuration: configuration,
      generator: SequenceGenerator()
    )
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    server.scheduler = stage.scheduler
    return registration
  }

  func apply(_ record: any FeatureRecord) {
    switch record {
    case let record as RegistrationAnswer: server.take(record.answer)
    case let change as DeviceChange: registration.handle(change)
    default: break
    }
  }
}

extension RegistrationScript {
  func facts(on stage: Stage) -> [any FeatureFact] {
    let state = registration.state
    let leaving = state.leavingCount ?? 0
    let retry = state.retry.map(stage.time(of:))
    let (device, words): (JSONValue, FactWords) =
      switch (state.account, state.isAcknowledged) {
      case (nil, _): (nil, "nobody is signed in to be reached")
      case (_, true): (true, "the server knows how to reach this device\(.since)")
      case (_, false): (false, "the server does not know all of this device\(.since)")
      }
    return [
      fact("device", device, words),
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

  private func fact(_ name: String, _ json: JSONValue, _ words: FactWords) -> PlainFact {
    PlainFact(
      name,
      json,
      words: words,
      hasCauses: json != nil && json != 0,
      firstOrigins: [[.request], [.wish]],
      toldBy: { $0 is RegistrationEvent && ["acknowledged", "failed"].contains($0.name) }
    )
  }

  func appearance(of record: any FeatureRecord) -> RecordAppearance {
    (record as? RegistrationAnswer)?.answer.appearance(to: "registrations")
      ?? RecordAppearance((record as? DeviceChange)?.words ?? "")
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    switch input {
    case .token, .account: [.marks(.wish)]
    default: input.record(as: DeviceChange.self) == nil ? [] : [.marks(.wish)]
    }
  }

  func origins(of record: any FeatureRecord) -> [Topic] {
    record is RegistrationAnswer && server.answers.isAsked ? [.request] : []
  }

  var reasonForNothing: String? {
    "The server had nothing to be told just then, or nobody was signed in."
  }
}

extension DeviceChange {
  fileprivate var words: String {
    let words = [
      permission.map { "the user's permission is \($0.rawValue)" },
      tags.map { "the app sets \($0.count) tags" },
      tokens.map { "\($0.map(\.name).sorted().listed) has another token" },
      unsubscribe.map { "the user leaves \($0.wrappedValue.listed)" },
      subscribe.map { "the user follows \($0.wrappedValue.listed)" },
      forget.map { "the app forgets \($0.wrappedValue)" },
      refresh == true ? "the app has the server told again" : nil,
    ]
    return words.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Topic {
  private enum OfRegistration { case request, failure, wish }

  fileprivate static let request = Self(OfRegistration.request)
  fileprivate static let failure = Self(OfRegistration.failure)

  /// Whatever may have brought the registration to tell the server something.
  fileprivate static let wish = Self(OfRegistration.wish)
}

extension RegistrationEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .began(.signOn): MarkLook("→", label: "on")
    case .began(.signOff): MarkLook("→", label: "off")
    case .acknowledged(.signOn): MarkLook("●", label: "on")
    case .acknowledged(.signOff): MarkLook("○", label: "off")
    case .failed, .storeFailed: MarkLook("✕", isProblem: true)
    case .cancelled: MarkLook("–")
    case .topicIgnored: MarkLook("!", isProblem: true)
    case .skipped: MarkLook()
    }
  }

  /// What it came of.
  public var origins: [Topic] {
    switch self {
    case .began: [.failure, .wish]
    case .acknowledged, .failed, .cancelled: [.request]
    case .storeFailed, .topicIgnored, .skipped: [.wish]
    }
  }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .began: [.beginsWork(.request), .forgets(.failure)]
    case .acknowledged: [.ends(.request), .forgets(.wish)]
    case .failed: [.ends(.request), .marks(.failure)]
    case .cancelled: [.ends(.request)]
    case .storeFailed, .topicIgnored, .skipped: []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? {
    switch self {
    case .began, .cancelled, .storeFailed, .topicIgnored, .skipped: nil
    case .acknowledged: "The server is told again when something changes, or after a week."
    case .failed: "Something has changed before, or the play was over."
    }
  }

  /// What it is counted as.
  public var tally: Tally? {
    switch self {
    case .began(.signOn): Tally("Registrations", of: "to reach this device")
    case .began(.signOff): Tally("Registrations", of: "to stop")
    case .failed(_, let message, _): Tally("Failed registrations", of: message)
    default: nil
    }
  }
}
