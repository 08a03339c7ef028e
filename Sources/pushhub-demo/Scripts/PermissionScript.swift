public import PushHub
public import PushHubAlerts
public import PushHubRecorder
public import PushHubReplay

/// The permission policy, with a system and a user that say what the transcript tells.
///
/// What the system says is for the question that waits or, if none does, for the next. The store is in
/// memory and starts empty: nobody was asked before.
@MainActor
public final class PermissionScript: FeatureScript {
  /// The name.
  public let name = "permission"
  /// The title of the lane.
  public let title = "Permission"
  /// What it brings to transcripts.
  public let vocabulary: [any FeatureRecord.Type] = [PermissionRecord.self]

  private enum Subject { case answers }
  fileprivate nonisolated static let answers = Topic(Subject.answers)

  private let configuration: PermissionPolicy.Configuration
  private let world = World()
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
      authority: world,
      store: MemoryStore<PermissionLedger>(),
      configuration: configuration
    )
    self.policy = policy
    return policy
  }

  /// Lets happen what a record tells.
  public func apply(_ record: any FeatureRecord) {
    switch record as? PermissionRecord {
    case .system(let level): world.levels.take(level)
    case .moment: policy?.noteMomentOfValue()
    case .answer(let answer): policy?.answer(answer)
    case nil: break
    }
  }

  private final class World: PermissionAuthority {
    let levels = ScriptedAnswers<PermissionLevel?>()

    func level() async throws -> PermissionLevel {
      guard let level = try await levels.next() else { throw CancellationError() }
      return level
    }

    func requestProvisional() async throws -> PermissionLevel { try await level() }
    func request() async throws -> PermissionLevel { try await level() }
  }
}

// MARK: - On the timeline

extension PermissionScript {
  /// What is true of the feature now.
  public func facts(on stage: Stage) -> [any FeatureFact] {
    guard let policy else { return [] }
    let (way, wayWords): (String, FactWords) =
      switch (policy.level, policy.canAsk) {
      case (.authorized, _), (.ephemeral, _): ("nothing", "nothing is to be asked")
      case (_, nil): ("unknown", "it is not known whether the user can be asked")
      case (_, true?): ("question", "the user can be asked at a moment of value")
      case (_, false?): ("settings", "only Settings change it")
      }
    return [
      PlainFact(
        name: "level",
        json: policy.level.map { .string($0.rawValue) } ?? .null,
        words: policy.level.map { "\($0.words)\(.since)" }
          ?? "it is not known what the user allows",
        hasCauses: policy.level != nil,
        firstOrigins: [[Self.answers]]
      ),
      PlainFact(name: "way", json: .string(way), words: wayWords, hasCauses: false),
    ]
  }

  /// What a record looks like.
  public func appearance(of record: any FeatureRecord) -> RecordAppearance {
    let (words, look) =
      switch record as? PermissionRecord {
      case .system(let level?): ("the system says: \(level.words)", MarkLook("◇"))
      case .system(nil):
        ("the system does not say what the user allows", MarkLook("✕", isProblem: true))
      case .moment: ("the user sees what notifications are good for", MarkLook("★"))
      case .answer(let answer): ("the user answers the app: \(answer.words)", MarkLook("◁"))
      case nil: ("", MarkLook())
      }
    return RecordAppearance(words: words, look: look)
  }

  /// What a record means on the timeline.
  public func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(Self.answers)] : []
  }

  /// What a record came of, which is what was said before.
  public func origins(of record: any FeatureRecord) -> [Topic] {
    record as? PermissionRecord == .moment ? [] : [Self.answers]
  }

  /// Why nothing came of a record.
  public var reasonForNothing: String? {
    "Nothing new was said, or it waits for what comes next."
  }
}

extension PermissionEvent: TimelineEvent {
  /// How it looks on the timeline.
  public var look: MarkLook {
    switch self {
    case .asked, .systemAsked: MarkLook("?")
    case .answered(.accepted): MarkLook("✓")
    case .answered, .passedOver: MarkLook("–")
    case .systemAnswered(let level?), .changed(_, let level): MarkLook("●", label: level.rawValue)
    case .systemAnswered(nil), .storeFailed: MarkLook("✕", isProblem: true)
    }
  }

  /// What it came of, which is what was said before.
  public var origins: [Topic] { [PermissionScript.answers] }

  /// What it means on the timeline.
  public var traces: [Trace] {
    let question = PermissionScript.answers
    return switch self {
    case .asked, .systemAsked: [.begins(question)]
    case .answered, .systemAnswered: [.ends(question), .marks(question)]
    case .changed, .passedOver, .storeFailed: []
    }
  }

  /// Why nothing more comes of it.
  public var reasonForNothing: String? { "It stays so until a moment of value, or until Settings." }

  /// What it is counted as.
  public var tally: Tally? {
    guard case .passedOver(let reason) = self else { return nil }
    return Tally("Moments without a question", of: reason.words)
  }
}
