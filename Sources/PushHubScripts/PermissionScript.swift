import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

private final class NoAuthority: PermissionAuthority {
  func level() async throws -> PermissionLevel { throw CancellationError() }
  func request(isProvisional: Bool) async throws -> PermissionLevel { try await level() }
}

extension ReadyMadeScripts {
  /// The permission policy, with the system's and the user's answers in the transcript.
  ///
  /// The store is in memory and starts empty, so the user was never asked before.
  ///
  /// - Parameter configuration: The configuration if a recording has none.
  static func permission(
    _ configuration: PermissionPolicy.Configuration
  ) -> KernelScript<PermissionPolicy> {
    KernelScript(title: "Permission", onlyIfRecorded: true) { replay in
      PermissionPolicy(
        authority: NoAuthority(),
        store: MemoryStore<PermissionLedger>(),
        configuration: replay.transcript.configuration(over: configuration)
      )
    } mark: { event in
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
}
