import Foundation
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

/// A request for the unread count against what makes its answer stale: such an answer is never shown.
@Suite(.serialized)
struct UnreadRequestTests {
  /// Each answer is a number of its own, so that the shown number identifies it.
  private final class Source: UnreadCountSource {
    private let stage: Stage
    @MainActor private(set) var askers: [AccountID] = []

    /// Whether the count of an account is wanted now.
    @MainActor var isWanted: (AccountID) -> Bool = { _ in true }

    @MainActor
    init(on stage: Stage) {
      self.stage = stage
    }

    @MainActor
    func unreadCount(for account: AccountID) async throws -> Int {
      askers.append(account)
      let number = askers.count
      let name = "answer \(number), for \(account.rawValue)"
      try await stage.cancelableMoment(name)
      stage.expect(isWanted(account) || Task.isCancelled, "nobody cancels request \(number)")
      return number
    }
  }

  @MainActor
  private final class App: AppFixture {
    static let page: PageID = "home"
    let app = SimulatedApp()
    let source: Source
    let sync: UnreadSync
    private(set) var isAttached = false
    private var latest = 0

    init(on stage: Stage) {
      source = Source(on: stage)
      sync = UnreadSync(
        source: source,
        configuration: UnreadSync.Configuration(trackedPages: [Self.page]),
        generator: SeededGenerator(seed: 1),
        notificationCenter: NotificationCenter()
      )
      lifecycle.setPhase(.active)
      lifecycle.pageAppeared(Self.page)
      lifecycle.setAccount("A")
      attach()
      source.isWanted = { [unowned self] account in
        self.isAttached && account == self.lifecycle.state.account
      }
      stage.always { self.check(on: stage) }
    }

    func attach() {
      isAttached = true
      context.attach(sync)
    }

    func detach() {
      isAttached = false
      context.detach(sync)
    }

    /// What is shown is of who is signed in, and no older than what was shown before.
    private func check(on stage: Stage) {
      let state = sync.state
      guard state.count > 0 else { return }
      let account = source.askers[state.count - 1]
      stage.expect(
        account == lifecycle.state.account,
        "\(lifecycle.state.account?.rawValue ?? "nobody") sees what \(account.rawValue) was told"
      )
      stage.expect(
        state.count >= latest,
        "answer \(state.count) is shown, and \(latest) was before"
      )
      latest = state.count
    }
  }

  @Test(arguments: [true, false])
  func `two account switches, there and back, and answers as late as they like`(
    heedsCancellation: Bool
  ) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation, upTo: 1_500) { stage in
      let app = App(on: stage)
      stage.inOrder([
        ("B signs in", { app.lifecycle.setAccount("B") }),
        ("A signs in", { app.lifecycle.setAccount("A") }),
      ])
      stage.atTheEnd {
        stage.expect(app.sync.state.count == app.source.askers.count, "not the latest answer")
        stage.expect(!app.sync.state.isStale, "stale")
      }
    }
  }

  @Test(arguments: [true, false])
  func `a sign-in, a refresh, and detaching and attaching`(heedsCancellation: Bool) {
    Exploration.expectNoMistake(heedsCancellation: heedsCancellation, upTo: 1_500) { stage in
      let app = App(on: stage)
      stage.atAnyMoment("B signs in") { app.lifecycle.setAccount("B") }
      stage.atAnyMoment("refresh") { app.sync.refresh() }
      stage.inOrder([("detach", { app.detach() }), ("attach", { app.attach() })])
      stage.always {
        stage.expect(app.isAttached || !app.sync.state.isKnown, "detached, and it shows something")
      }
      stage.atTheEnd {
        stage.expect(app.sync.state.count == app.source.askers.count, "not the latest answer")
      }
    }
  }
}
