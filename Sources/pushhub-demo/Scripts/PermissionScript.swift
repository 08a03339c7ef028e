public import PushHub
public import PushHubAlerts
public import PushHubRecorder
public import PushHubReplay

/// The permission policy, with a system and a user that say what the transcript tells.
///
/// An answer is for the question that waits or, if none does, for the next. The store is in memory and
/// starts empty: nobody was asked before.
@MainActor
public final class PermissionScript: FeatureScript {
  /// The name.
  public let name = "permission"
  /// The title of the lane.
  public let title = "Permission"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [PermissionRecord.self]

  private let configuration: PermissionPolicy.Configuration
  private let system = System()
  private let user = User()
  private var policy: PermissionPolicy?

  /// Makes a script.
  ///
  /// - Parameter configuration: That of the app's policy.
  public init(_ configuration: PermissionPolicy.Configuration = .init()) {
    self.configuration = configuration
  }

  /// Makes the feature, with the outside world of the transcript.
  public func plugin(on stage: Stage) -> any PushPlugin {
    let policy = PermissionPolicy(
      authority: system,
      presenter: user,
      store: MemoryStore<PermissionLedger>(),
      configuration: configuration
    )
    policy.log = { stage.tell(PermissionEvent($0)) }
    self.policy = policy
    return policy
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record as? PermissionRecord {
    case .system(let level): system.answers.take(level)
    case .moment: policy?.noteMomentOfValue()
    case .answer(let answer): user.answers.take(answer)
    case nil: break
    }
  }

  private struct Failure: Error {}

  private final class System: PermissionAuthority {
    let answers = ScriptedAnswers<PermissionLevel?>()

    func level() async throws -> PermissionLevel { try await answer() }
    func requestProvisional() async throws -> PermissionLevel { try await answer() }
    func request() async throws -> PermissionLevel { try await answer() }
    func openSettings() {}

    private func answer() async throws -> PermissionLevel {
      guard let level = try await answers.next() else { throw Failure() }
      return level
    }
  }

  private final class User: PermissionPresenter {
    let answers = ScriptedAnswers<PermissionAnswer>()

    func ask() async -> PermissionAnswer { (try? await answers.next()) ?? .later }
  }
}

// MARK: - What is true

extension PermissionScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let state = policy?.state else { return [] }
    return [PermissionFact.level(state.level), PermissionFact.way(state.way)]
  }
}

// MARK: - On the timeline

extension PermissionScript {
  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    switch record as? PermissionRecord {
    case .system(let level?):
      RecordAppearance(words: "the system says: \(level.words)", look: MarkLook("◇"))
    case .system(nil):
      RecordAppearance(
        words: "the system does not say what the user allows",
        look: MarkLook("✕", isProblem: true)
      )
    case .moment:
      RecordAppearance(words: "the user sees what notifications are good for", look: MarkLook("★"))
    case .answer(let answer):
      RecordAppearance(words: "the user answers the app: \(answer.words)", look: MarkLook("◁"))
    case nil: RecordAppearance(words: "")
    }
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    switch input.record(as: PermissionRecord.self) {
    case .moment: [.marks(Topic(PermissionTopic.moment))]
    case .answer: [.marks(Topic(PermissionTopic.answer))]
    case .system: [.marks(Topic(PermissionTopic.system))]
    case nil: []
    }
  }

  /// What an answer came of.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    switch record as? PermissionRecord {
    case .system: [Topic(PermissionTopic.question)]
    case .answer where user.answers.isAsked: [Topic(PermissionTopic.question)]
    case .answer, .moment, nil: []
    }
  }

  /// Whether a record might bring the feature to do something.
  public func isConcerned(with input: TranscriptInput) -> Bool {
    if case .app(.active) = input { true } else { owns(input) }
  }

  /// Why nothing will come of a record, as far as the feature knows.
  public func reasonForNothing(after input: TranscriptInput) -> String? {
    switch input.record(as: PermissionRecord.self) {
    case .system where system.answers.isAsked:
      "This is what was known, or the policy had nothing else to do."
    case .system, .answer: "Nobody waits for this answer; it is for the next question."
    case .moment: "The system is asked first what the user allows."
    case nil:
      isConcerned(with: input)
        ? "The system is asked what the user allows, and had nothing new to say." : nil
    }
  }

  /// Why nothing has led to what is true.
  public func reasonForNoHistory(signedOut: String?) -> String {
    "the system has not said what the user allows."
  }
}

extension PermissionAnswer {
  var words: String {
    switch self {
    case .accepted: "yes"
    case .later: "not now"
    case .never: "never"
    }
  }
}
