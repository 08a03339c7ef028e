public import PushHub
public import PushHubBackend
public import PushHubRecorder
public import PushHubReplay

/// The device registration, with a server that says what the transcript tells.
///
/// The registration's store is in memory and starts empty.
@MainActor
public final class RegistrationScript: FeatureScript {
  /// The name.
  public let name = "registration"
  /// The title of the lane.
  public let title = "Registration"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [RegistrationAnswer.self, DeviceChange.self]

  private var registration: DeviceRegistration?
  private var server: ScriptedServer?

  private let configuration: DeviceRegistration.Configuration

  /// Makes a script.
  ///
  /// Delays after failures are drawn anew. So an answer that comes while nobody waits for one is for the
  /// next request: each has the answer that it had in the app, though perhaps at another time.
  ///
  /// - Parameter configuration: That of the app's registration. By default signing on waits for no
  ///   further changes, so that the times in a transcript are those of what happens.
  public init(
    recordedWith configuration: DeviceRegistration.Configuration =
      DeviceRegistration.Configuration(environment: .production, settling: .zero)
  ) {
    self.configuration = configuration
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let server = ScriptedServer(stage: stage)
    let registration = DeviceRegistration(
      endpoint: server,
      store: MemoryStore(),
      configuration: configuration,
      generator: SequenceGenerator()
    )
    self.server = server
    self.registration = registration
    return registration
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record {
    case let record as RegistrationAnswer: server?.take(record.answer)
    case let change as DeviceChange: registration?.handle(change)
    default: break
    }
  }
}

// MARK: - What is true

extension RegistrationScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let state = registration?.state else { return [] }
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
        .number(JSONNumber(leaving)),
        "the server does not know of \(leaving) who have signed out\(.since)"
      ),
      fact(
        "retry",
        retry.map { .number($0.secondsNumber) } ?? nil,
        retry.map { "tells the server again \(.ahead($0))" } ?? "nothing is to be told again"
      ),
    ]
  }

  private func fact(_ name: String, _ json: JSONValue, _ words: FactWords) -> any FeatureFact {
    PlainFact(
      name: name,
      json: json,
      words: words,
      hasCauses: json != nil && json != 0,
      toldBy: RegistrationEvent.self,
      named: ["acknowledged", "failed"],
      firstOrigins: [[.request], [.wish]]
    )
  }
}

// MARK: - On the timeline

extension Topic {
  private enum OfRegistration { case request, failure, wish }

  fileprivate static let request = Topic(OfRegistration.request)
  fileprivate static let failure = Topic(OfRegistration.failure)

  /// Whatever may have brought the registration to tell the server something.
  fileprivate static let wish = Topic(OfRegistration.wish)
}

extension RegistrationScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    switch record {
    case let record as RegistrationAnswer: record.answer.appearance(to: "registrations")
    case let change as DeviceChange: RecordAppearance(words: change.words)
    default: RecordAppearance(words: "")
    }
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    switch input {
    case .token, .account: [.marks(.wish)]
    default: input.record(as: DeviceChange.self) == nil ? [] : [.marks(.wish)]
    }
  }

  /// What an answer came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    record is RegistrationAnswer && server?.answers.isAsked == true
      ? [.request] : []
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "The server had nothing to be told just then, or nobody was signed in."
  }
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
