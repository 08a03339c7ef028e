import PushHub
import PushHubAlerts
import Testing

/// The code of the article on asking for permission that needs none of Apple's frameworks.
@MainActor
struct PermissionSnippets {
  @Test func `the app asks, and then the system`() async {
    let system = System()
    let policy = PermissionPolicy(
      authority: system,
      presenter: OrderQuestion(),
      store: MemoryStore<PermissionLedger>()
    )
    let scheduler = ManualScheduler()
    let lifecycle = AppLifecycle()
    PluginContext(
      push: NotificationManager(scheduler: scheduler),
      lifecycle: lifecycle,
      scheduler: scheduler
    ).attach(policy)
    lifecycle.setPhase(.active)
    policy.noteMomentOfValue()
    await scheduler.settle()
    #expect(policy.state.way == .settings)
    if policy.state.way == .settings {
      policy.openSettings()
    }
    #expect(system.settingsCount == 1)
  }

  /// A user who refuses what the system asks.
  private final class System: PermissionAuthority {
    private(set) var settingsCount = 0

    func level() async -> PermissionLevel { .notDetermined }
    func requestProvisional() async -> PermissionLevel { .provisional }
    func request() async -> PermissionLevel { .denied }

    func openSettings() {
      settingsCount += 1
    }
  }
}

@MainActor
private final class Sheet {
  func ask(_ text: String) async -> PermissionAnswer { .accepted }
}

@MainActor
private let sheet = Sheet()

final class OrderQuestion: PermissionPresenter {
  func ask() async -> PermissionAnswer {
    await sheet.ask("Shall we tell you when your order arrives?")
  }
}
