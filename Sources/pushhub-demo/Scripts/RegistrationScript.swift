public import PushHub
public import PushHubBackend
public import PushHubRecorder
public import PushHubReplay

/// The device registration, with a server that says what the transcript tells.
///
/// The registration's store is in memory and starts empty. Unless another configuration is given, signing
/// on waits for no further changes, so that the times in a transcript are those of what happens.
@MainActor
public final class RegistrationScript: FeatureScript {
  /// The name.
  public let name = "registration"
  /// The title of the lane.
  public let title = "Registration"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [RegistrationAnswer.self, DeviceChange.self]

  private(set) var registration: DeviceRegistration?
  private var server: ScriptedServer?

  private let configuration: DeviceRegistration.Configuration

  /// Whether an answer that nobody waits for is for the next request.
  private let keepsAnswers: Bool

  /// Makes a script for transcripts that are written by hand.
  public init() {
    configuration = DeviceRegistration.Configuration(environment: .production, settling: .zero)
    keepsAnswers = false
  }

  /// Makes a script that plays what an app has recorded.
  ///
  /// Delays after failures are drawn anew. So an answer that comes while nobody waits for one is for the
  /// next request: each has the answer that it had in the app, though perhaps at another time.
  ///
  /// - Parameter configuration: That of the app's registration.
  public init(recordedWith configuration: DeviceRegistration.Configuration) {
    self.configuration = configuration
    keepsAnswers = true
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let server = ScriptedServer(
      on: stage,
      answering: Topic(RegistrationTopic.request),
      keepsAnswers: keepsAnswers
    )
    let registration = DeviceRegistration(
      endpoint: Endpoint(server: server),
      store: MemoryStore(),
      configuration: configuration,
      generator: SequenceGenerator()
    )
    registration.log = { entry in
      if let event = RegistrationEvent(entry) { stage.tell(event) }
    }
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

  private struct Endpoint: RegistrationEndpoint {
    let server: ScriptedServer

    func send(_ request: RegistrationRequest) async throws {
      try await server.answer()
    }
  }
}

// MARK: - What is true

extension RegistrationScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let state = registration?.state else { return [] }
    let knowledge: RegistrationFact.Knowledge =
      state.account == nil ? .nobody : state.isAcknowledged ? .known : .unknown
    return [
      RegistrationFact.device(knowledge), RegistrationFact.leaving(state.leavingCount ?? 0),
      RegistrationFact.retry(state.retry.map(stage.time(of:))),
    ]
  }
}

// MARK: - On the timeline

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
    case .token, .account: [.marks(Topic(RegistrationTopic.wish))]
    case _ where input.record(as: DeviceChange.self) != nil:
      [.marks(Topic(RegistrationTopic.wish))]
    default: []
    }
  }

  /// What an answer came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    record is RegistrationAnswer && server?.isAsked == true
      ? [Topic(RegistrationTopic.request)] : []
  }

  /// Whether a record might bring the feature to do something.
  public func isConcerned(with input: TranscriptInput) -> Bool {
    switch input {
    case .token, .account: true
    default: owns(input)
    }
  }

  /// Why nothing will come of a record, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    if let answer = input.record(as: RegistrationAnswer.self)?.answer {
      return answer.lasts
        ? "Nobody told the server anything while this held." : "Nobody waits for this answer."
    }
    guard isConcerned(with: input), let state = registration?.state else { return nil }
    if case .account = input {
      return "Nothing was told of this account that had to be taken back."
    }
    return state.account == nil
      ? "Nobody is signed in, so there is nobody to be reached."
      : "The server knows that already."
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    signedOut.map { "\($0), so there is nobody to be reached." } ?? "no token came for an account."
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
