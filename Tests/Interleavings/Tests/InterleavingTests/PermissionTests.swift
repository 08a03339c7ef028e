import Foundation
import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

/// The policy for permission against detaching, deadlines, and a question that gets lost: the user is
/// asked once by the app, after that is stored, and by no policy that has been detached.
@Suite(.serialized)
struct PermissionTests {
  /// The system and the user, who take the time that they like.
  @MainActor
  private final class App: AppFixture, PermissionAuthority {
    let app = SimulatedApp()
    let store = MemoryStore<PermissionLedger>()
    private let stage: Stage
    private(set) var isAttached = false
    private(set) var questions = 0
    private(set) var systemQuestions = 0
    private var permission = PermissionLevel.notDetermined
    private(set) var policy: PermissionPolicy?

    init(on stage: Stage) {
      self.stage = stage
      lifecycle.setPhase(.active)
      let policy = PermissionPolicy(
        authority: self,
        store: store,
        configuration: PermissionPolicy.Configuration(startsProvisional: false)
      )
      policy.log = { [unowned self] event in
        if case .asked = event { Task { await self.ask() } }
      }
      self.policy = policy
      attach()
      policy.requestIfAppropriate()
    }

    func attach() {
      isAttached = true
      policy.map(context.attach)
    }

    func detach() {
      isAttached = false
      policy.map(context.detach)
    }

    private func pass(_ name: String) async throws {
      stage.expect(isAttached, "detached, and it asks: \(name)")
      try await stage.cancelableMoment(name)
    }

    func level() async throws -> PermissionLevel {
      try await pass("the level")
      return permission
    }

    func request(isProvisional: Bool) async throws -> PermissionLevel {
      stage.expect(!isProvisional, "nobody wants that")
      systemQuestions += 1
      stage.expect(store.value != nil, "the system asks, and nothing is stored")
      try await pass("the user allows it")
      permission = .authorized
      return permission
    }

    private func ask() async {
      questions += 1
      stage.expect(store.value != nil, "it asks, and nothing is stored")
      await stage.moment("the user accepts")
      policy?.answer(.accepted)
    }

    func check() {
      stage.expect(questions <= 1, "asked \(questions) times")
    }

    func checkEnd() {
      stage.expect(policy?.isAsking == false, "it asks for ever")
      // An app that came back while the level was read reads it again a second later.
      let isLate = clock.nextDeadline.map { $0 - clock.now > .seconds(1) } ?? false
      stage.expect(clock.pendingCount <= 1 && !isLate, "an alarm is left")
    }
  }

  @Test(arguments: [true, false])
  func `an opportunity, and an app that is left and come back to`(heedsCancellation: Bool) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation) { stage in
      let app = App(on: stage)
      stage.atAnyMoment("another moment") { app.policy?.requestIfAppropriate() }
      stage.inOrder([
        ("left", { app.lifecycle.setPhase(.inactive) }),
        ("back", { app.lifecycle.setPhase(.active) }),
      ])
      stage.always { app.check() }
      stage.atTheEnd { app.checkEnd() }
    }
  }

  @Test(arguments: [true, false])
  func `an opportunity, detaching and attaching`(heedsCancellation: Bool) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation) { stage in
      let app = App(on: stage)
      stage.inOrder([("detach", { app.detach() }), ("attach", { app.attach() })])
      stage.atAnyMoment("another moment") { app.policy?.requestIfAppropriate() }
      stage.always { app.check() }
      stage.atTheEnd { app.checkEnd() }
    }
  }
}
