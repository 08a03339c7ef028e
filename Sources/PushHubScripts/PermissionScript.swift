import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

/// The permission policy, with the system's and the user's answers in the transcript.
///
/// The store is in memory and starts empty, so the user was never asked before.
final class PermissionScript: KernelScript<PermissionPolicy> {
  private final class NoAuthority: PermissionAuthority {
    func level() async throws -> PermissionLevel { throw CancellationError() }
    func request(isProvisional: Bool) async throws -> PermissionLevel { try await level() }
  }

  /// - Parameter configuration: The configuration if a recording has none.
  init(_ configuration: PermissionPolicy.Configuration) {
    super.init { replay in
      PermissionPolicy(
        authority: NoAuthority(),
        store: MemoryStore<PermissionLedger>(),
        configuration: replay.transcript.configuration(over: configuration)
      )
    }
  }

  override var title: String { "Permission" }

  override func takesPart(in transcript: Transcript) -> Bool { hasRecords(in: transcript) }

  override func mark(of event: any FeatureEvent) -> TimelineMark {
    let until = ["answered", "systemAnswered"]
    return switch event as? PermissionEvent {
    case .asked, .systemAsked: TimelineMark("?", names: ["asked"], until: until)
    case .answered(let answer): TimelineMark(answer == .accepted ? "✓" : "–")
    case .passedOver: TimelineMark("–", isRefusal: true)
    case .systemAnswered(let level?), .changed(_, let level):
      TimelineMark("●", label: level.rawValue)
    case .systemAnswered(nil), .store: .problem()
    case nil: super.mark(of: event)
    }
  }
}
