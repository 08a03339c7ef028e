import PushHub
public import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// The permission policy, with a system and a user that say what the transcript tells.
///
/// What the system says is for the question that waits or, if none does, for the next. The store is in
/// memory and starts empty: nobody was asked before.
@MainActor
final class PermissionScript: ReadyMadeScript {
  let name = "permission"
  let title = "Permission"

  private let world = World()
  private let policy: PermissionPolicy

  init(_ configuration: PermissionPolicy.Configuration = .init()) {
    policy = PermissionPolicy(
      authority: world,
      store: MemoryStore<PermissionLedger>(),
      configuration: configuration
    )
  }

  func plugin(on stage: Stage) -> any PushPlugin { policy }

  func apply(_ record: PermissionRecord) {
    switch record {
    case .system(let level): world.levels.take(level)
    case .moment: policy.noteMomentOfValue()
    case .answer(let answer): policy.answer(answer)
    }
  }

  private final class World: PermissionAuthority {
    let levels = ScriptedAnswers<PermissionLevel?>()

    func level() async throws -> PermissionLevel {
      guard let level = try await levels.next() else { throw CancellationError() }
      return level
    }

    func request(isProvisional: Bool) async throws -> PermissionLevel { try await level() }
  }
}

extension PermissionScript {
  func facts(on stage: Stage) -> [any FeatureFact] {
    let (way, wayWords): (String, FactWords) =
      switch (policy.level, policy.canAsk) {
      case (.authorized, _), (.ephemeral, _): ("nothing", "nothing is to be asked")
      case (_, nil): ("unknown", "it is not known whether the user can be asked")
      case (_, true?): ("question", "the user can be asked at a moment of value")
      case (_, false?): ("settings", "only Settings change it")
      }
    return [
      PlainFact(
        "level",
        policy.level.map { .string($0.rawValue) } ?? nil,
        words: policy.level.map { "\($0.words)\(.since)" }
          ?? "it is not known what the user allows",
        hasCauses: policy.level != nil,
        firstOrigins: [[.answers]]
      ),
      PlainFact("way", .string(way), words: wayWords, hasCauses: false),
    ]
  }

  func appearance(of record: PermissionRecord) -> RecordAppearance {
    switch record {
    case .system(let level?): RecordAppearance("the system says: \(level.words)", "◇")
    case .system(nil):
      RecordAppearance("the system does not say what the user allows", "✕", isProblem: true)
    case .moment: RecordAppearance("the user sees what notifications are good for", "★")
    case .answer(let answer): RecordAppearance("the user answers the app: \(answer.words)", "◁")
    }
  }

  func traces(of input: TranscriptInput) -> [Trace] {
    owns(input) ? [.marks(.answers)] : []
  }

  func origins(of record: any FeatureRecord) -> [Topic] {
    record as? PermissionRecord == .moment ? [] : [.answers]
  }

  var reasonForNothing: String? { "Nothing new was said, or it waits for what comes next." }
}

extension Topic {
  private enum OfPermission { case answers }

  fileprivate static let answers = Self(OfPermission.answers)
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
  public var origins: [Topic] { [.answers] }

  /// What it means on the timeline.
  public var traces: [Trace] {
    switch self {
    case .asked, .systemAsked: [.begins(.answers)]
    case .answered, .systemAnswered: [.ends(.answers), .marks(.answers)]
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
