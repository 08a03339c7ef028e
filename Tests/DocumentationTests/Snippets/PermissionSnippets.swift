import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on asking for permission that needs none of Apple's frameworks.
@MainActor
struct PermissionSnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `the app asks, and then the system`() async {
    let (system, permission) = (System(), Permission())
    let policy = PermissionPolicy(authority: system, store: MemoryStore<PermissionLedger>())
    context.attach(policy)
    lifecycle.setPhase(.active)
    policy.requestIfAppropriate()
    await clock.settle()
    if policy.isAsking {
      QuestionView("Get a notification when your order arrives?") { policy.answer($0) }
    }
    await clock.settle()
    if policy.level == .denied {
      permission.openSettings()
    }
    #expect(permission.settingsCount == 1)
  }

  /// A user who refuses what the system asks.
  private final class System: PermissionAuthority {
    func level() async -> PermissionLevel { .notDetermined }
    func request(isProvisional: Bool) async -> PermissionLevel { .denied }
  }

  /// Stands for a view with a button for each answer, of which the user touches the first.
  private struct QuestionView {
    @discardableResult
    init(_ text: String, answer: (PermissionAnswer) -> Void) {
      answer(.accepted)
    }
  }

  /// Stands for the system's permission.
  private final class Permission {
    private(set) var settingsCount = 0

    func openSettings() {
      settingsCount += 1
    }
  }
}
