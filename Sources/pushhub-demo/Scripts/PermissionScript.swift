import PushHub
public import PushHubAlerts
import PushHubRecorder
public import PushHubReplay

/// The permission policy, with a system and a user that say what the transcript tells.
///
/// What the system says is for the question that waits or, if none does, for the next. The store is in
/// memory and starts empty: nobody was asked before.
@MainActor
final class PermissionScript: ReadyMadeScript, RecordedScript {
  let name = "permission"
  let title = "Permission"

  private let world = World()
  private let configuration: PermissionPolicy.Configuration
  private var policy: PermissionPolicy?

  /// - Parameter configuration: What holds where a recording doesn't say it.
  init(_ configuration: PermissionPolicy.Configuration) {
    self.configuration = configuration
  }

  func plugin(on stage: Stage) -> any PushPlugin {
    let policy = PermissionPolicy(
      authority: world,
      store: MemoryStore<PermissionLedger>(),
      configuration: stage.transcript.configuration(over: configuration)
    )
    self.policy = policy
    return policy
  }

  func apply(_ record: PermissionRecord) {
    switch record {
    case .system(let level): world.levels.provide(level)
    case .moment: policy?.requestIfAppropriate()
    case .answer(let answer): policy?.answer(answer)
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
  func facts(on stage: Stage) -> [FeatureFact] {
    guard let policy else { return [] }
    let (way, wayWords): (String, FactMessage) =
      switch (policy.level, policy.canAsk) {
      case (.authorized, _), (.ephemeral, _): ("nothing", "nothing is to be asked")
      case (_, nil): ("unknown", "it is not known whether the user can be asked")
      case (_, true?): ("question", "the user can be asked at a moment of value")
      case (_, false?): ("settings", "only Settings change it")
      }
    return [
      FeatureFact(
        "level",
        policy.level.map { .string($0.rawValue) } ?? nil,
        policy.level.map { "\($0.message)\(.since)" }
          ?? "it is not known what the user allows",
        hasCauses: policy.level != nil,
        from: ["permission"]
      ),
      FeatureFact("way", .string(way), wayWords, hasCauses: false),
    ]
  }

  func mark(of record: PermissionRecord) -> TimelineMark {
    switch record {
    case .system(let level?):
      TimelineMark("◇", message: "the system says: \(level.message)", from: ["permission"])
    case .system(nil):
      TimelineMark(
        "✕",
        message: "the system does not say what the user allows",
        isProblem: true,
        from: ["permission"]
      )
    case .moment: TimelineMark("★", message: "the user sees what notifications are good for")
    case .answer(let answer):
      TimelineMark(
        "◁",
        message: "the user answers the app: \(answer.message)",
        from: ["permission"]
      )
    }
  }

  var reasonForNothing: String? { "Nothing new was said, or it waits for what comes next." }
}

extension PermissionEvent: TimelineEvent {
  /// How it stands on the timeline; it came of what was said before.
  public var mark: TimelineMark {
    var mark = look
    mark.origins = ["permission"]
    mark.reasonForNothing = "It stays so until a moment of value, or until Settings."
    return mark
  }

  private var look: TimelineMark {
    let ending: [Trace] = [.ends("permission"), .marks("permission")]
    return switch self {
    case .asked, .systemAsked: TimelineMark("?", traces: [.begins("permission")])
    case .answered(let answer): TimelineMark(answer == .accepted ? "✓" : "–", traces: ending)
    case .passedOver(let reason):
      TimelineMark("–", tally: ("Moments without a question", reason.message))
    case .systemAnswered(let level?):
      TimelineMark("●", label: level.rawValue, traces: ending)
    case .changed(_, let level): TimelineMark("●", label: level.rawValue)
    case .systemAnswered(nil): TimelineMark("✕", isProblem: true, traces: ending)
    case .store: TimelineMark("✕", isProblem: true)
    }
  }
}
