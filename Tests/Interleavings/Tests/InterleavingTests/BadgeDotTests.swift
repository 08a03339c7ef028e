import PushHub
import PushHubNetworking
import PushHubObservers
import Testing

/// A dot's listener against account switches and lists that come late: a list counts for the account
/// that it was asked for, and for no other's mark.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BadgeDotTests {
  /// Lists of A have something new, those of B nothing.
  @MainActor
  private final class Source: LatestNotificationSource {
    private struct Listener {
      let account: AccountID
      let lists: ScheduledStream<[NotificationCursor]>
    }

    private let stage: Stage
    private var listeners: [Listener] = []
    private(set) var accounts: [AccountID] = []

    init(on stage: Stage) {
      self.stage = stage
    }

    func snapshots(for account: AccountID) -> ScheduledStream<[NotificationCursor]> {
      let listener = Listener(account: account, lists: ScheduledStream())
      listeners.append(listener)
      accounts.append(account)
      let number = listeners.count
      stage.expect(!Task.isCancelled, "listener \(number) begins cancelled")
      stage.atAnyMoment("list \(number), of \(account.rawValue)") {
        let order = account == "A" ? 9 : 1
        listener.lists.send([NotificationCursor(order: order, id: account.rawValue)])
      }
      return listener.lists
    }
  }

  @MainActor
  private final class App {
    static let page: PageID = "notifications"
    let clock = ManualScheduler()
    let lifecycle = AppLifecycle()
    let source: Source
    let store = MemoryStore<[String: ReadMark]>()
    let dot: BadgeDot
    private let manager: NotificationManager
    private let context: PluginContext
    private(set) var isAttached = false

    init(on stage: Stage) {
      manager = NotificationManager(scheduler: clock)
      source = Source(on: stage)
      dot = BadgeDot(
        source: source,
        store: store,
        configuration: BadgeDot.Configuration(listPage: Self.page),
        generator: SeededGenerator(seed: 1)
      )
      context = PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock)
      let mark = ReadMark.upTo(NotificationCursor(order: 1, id: "B"))
      store.value = ["A": mark, "B": mark]
      lifecycle.setPhase(.active)
      lifecycle.setAccount("A")
      attach()
      stage.always { [unowned self] in check(on: stage) }
    }

    func attach() {
      isAttached = true
      context.attach(dot)
    }

    func detach() {
      isAttached = false
      context.detach(dot)
    }

    private func check(on stage: Stage) {
      stage.expect(
        !dot.isShown || isAttached && lifecycle.state.account == "A",
        "a dot for \(lifecycle.state.account?.rawValue ?? "nobody")"
      )
      stage.expect(
        store.value?["B"] == .upTo(NotificationCursor(order: 1, id: "B")),
        "B has read what is A's"
      )
    }

    func checkEnd(on stage: Stage) {
      stage.expect(dot.state.isKnown && !dot.state.isStale, "nobody listens, or nothing is known")
      let isUnread = store.value?["A"] == .upTo(NotificationCursor(order: 1, id: "B"))
      stage.expect(
        dot.isShown == (lifecycle.state.account == "A" && isUnread),
        "shown: \(dot.isShown), of \(source.accounts)"
      )
    }
  }

  @Test func `two account switches, there and back, and a look at the list`() {
    let exploration = Exploration(upTo: 700) { stage in
      let app = App(on: stage)
      stage.inOrder([
        ("B signs in", { app.lifecycle.setAccount("B") }),
        ("A signs in", { app.lifecycle.setAccount("A") }),
      ])
      stage.inOrder([
        ("a look", { app.lifecycle.pageAppeared(App.page) }),
        ("away", { app.lifecycle.pageDisappeared(App.page) }),
      ])
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
    #expect(exploration.mistakes == [])
  }

  @Test func `an account switch, detaching and attaching`() {
    let exploration = Exploration(upTo: 700) { stage in
      let app = App(on: stage)
      stage.atAnyMoment("B signs in") { app.lifecycle.setAccount("B") }
      stage.inOrder([("detach", { app.detach() }), ("attach", { app.attach() })])
      stage.atTheEnd { app.checkEnd(on: stage) }
    }
    #expect(exploration.mistakes == [])
  }
}
