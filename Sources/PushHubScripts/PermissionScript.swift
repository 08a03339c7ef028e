import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The permission policy, with the system's and the user's answers in the transcript.
///
/// The store is in memory and starts empty, so the user was never asked before.
@MainActor
final class PermissionScript: ReadyMadeScript, RecordedScript, PermissionAuthority {
  let name = "permission"
  let title = "Permission"

  private let levels = ScriptedAnswers<PermissionLevel?>()
  private let configuration: PermissionPolicy.Configuration
  private weak var policy: PermissionPolicy?

  /// - Parameter configuration: The configuration if a recording has none.
  init(_ configuration: PermissionPolicy.Configuration) {
    self.configuration = configuration
  }

  func plugin(in replay: Replay) -> any PushPlugin {
    let policy = PermissionPolicy(
      authority: self,
      store: MemoryStore<PermissionLedger>(),
      configuration: replay.transcript.configuration(over: configuration)
    )
    self.policy = policy
    return policy
  }

  func apply(_ record: PermissionRecord) {
    switch record {
    case .system(let level): levels.provide(level)
    case .moment: policy?.requestIfAppropriate()
    case .answer(let answer): policy?.answer(answer)
    }
  }

  func level() async throws -> PermissionLevel {
    guard let level = try await levels.next() else { throw CancellationError() }
    return level
  }

  func request(isProvisional: Bool) async throws -> PermissionLevel { try await level() }
}

extension PermissionScript {
  func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let policy else { return [] }
    let way =
      switch (policy.level, policy.canAsk) {
      case (.authorized, _), (.ephemeral, _): "not needed"
      case (_, nil): "not known"
      case (_, true?): "at the next opportunity"
      case (_, false?): "only in Settings"
      }
    return [
      ("level", .string(policy.level?.rawValue ?? "not known")), ("question", .string(way)),
    ]
  }

  func mark(of event: PermissionEvent) -> TimelineMark {
    let until = ["answered", "systemAnswered"]
    return switch event {
    case .asked, .systemAsked: TimelineMark("?", names: ["asked"], until: until)
    case .answered(let answer): TimelineMark(answer == .accepted ? "✓" : "–")
    case .passedOver: TimelineMark("–", isRefusal: true)
    case .systemAnswered(let level?), .changed(_, let level):
      TimelineMark("●", label: level.rawValue)
    case .systemAnswered(nil), .store: .problem()
    }
  }
}
