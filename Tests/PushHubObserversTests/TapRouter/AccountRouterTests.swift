import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// A router that shows the account of a push first, against a model.
struct AccountRouterTests: AppFixture {
  let app = SimulatedApp()

  enum Step: Hashable, CaseIterable {
    case tap, tapForAnn, tapForBob, showAnn, showBob, showNone, signOutBob, refuse, retry

    /// The account in the payload of a tap.
    var account: AccountID? {
      switch self {
      case .tapForAnn: "ann"
      case .tapForBob: "bob"
      default: nil
      }
    }
  }

  /// Which taps are routed, each with the account that is shown then.
  struct Model {
    private(set) var routed: [String] = []
    private var waiting: [(id: Int, account: AccountID)] = []
    private var accounts: Set<AccountID> = ["ann", "bob"]
    private var shown: AccountID? = "ann"
    private var isRefusing = false
    private var count = 0

    mutating func apply(_ step: Step) {
      switch step {
      case .tap, .tapForAnn, .tapForBob: tap(step.account ?? shown)
      case .showAnn: show("ann")
      case .showBob: show("bob")
      case .showNone: show(nil)
      case .signOutBob:
        accounts.remove("bob")
        waiting.removeAll { $0.account == "bob" }
        if shown == "bob" { shown = nil }
      case .refuse: isRefusing.toggle()
      case .retry: for tap in waiting where open(tap.id, tap.account) { remove(tap.id) }
      }
    }

    private mutating func tap(_ account: AccountID?) {
      count += 1
      guard let account else { return route(count) }
      guard accounts.contains(account) else { return }
      waiting.removeAll { $0.account == account }
      if !open(count, account) { waiting.append((count, account)) }
    }

    private mutating func open(_ id: Int, _ account: AccountID) -> Bool {
      if account != shown, isRefusing { return false }
      route(id, showing: account)
      return true
    }

    private mutating func route(_ id: Int, showing account: AccountID? = nil) {
      if let account, account != shown { shown = account }
      routed.append("\(id) \(shown?.rawValue ?? "none")")
    }

    private mutating func show(_ account: AccountID?) {
      if account == "bob" { accounts.insert("bob") }
      guard shown != account else { return }
      shown = account
      for tap in waiting where tap.account == account {
        remove(tap.id)
        route(tap.id)
      }
    }

    private mutating func remove(_ id: Int) { waiting.removeAll { $0.id == id } }
  }

  @Test func `every sequence routes what the model routes`() async throws {
    try await EverySequence(of: Step.allCases, upTo: 4, thorough: 5).check(byRunning: mistake)
  }

  @Test func `without a host the account of every push is shown first`() async {
    var shown: [AccountID] = []
    func show(_ account: AccountID) { shown.append(account) }
    let router = TapRouter(showing: show) { _, _ in true }
    lifecycle.setAccount("ann")
    manager.add(router)
    open("m1")
    await settle()
    #expect(shown == ["ann"])
  }

  @Test func `a tap declined before the accounts were known is routed then`() async throws {
    let app = SimulatedApp { $0.identification.account = account() }
    let lifecycle = app.lifecycle
    var routed: [AccountID?] = []
    let router = TapRouter { account in
      guard let accounts = lifecycle.state.accounts else { return }
      lifecycle.setAccounts(accounts, shown: account)
    } route: { _, _ in
      routed.append(lifecycle.state.account)
      return true
    }
    try app.host.install(router, named: "taps")
    app.manager.open(payload(#"{"account":"bob","gcm.message_id":"m1"}"#))
    await app.settle()
    #expect(routed == [])
    app.show("ann")
    await app.settle()
    #expect(routed == ["bob"])
  }

  private func mistake(after steps: [Step]) async throws -> String? {
    let app = SimulatedApp { $0.identification.account = account() }
    let lifecycle = app.lifecycle
    var (routed, count) = ([String](), 0)
    let isRefusing = Holder(false)
    let router = TapRouter { account in
      if !isRefusing.value { lifecycle.setAccounts(lifecycle.state.accounts ?? [], shown: account) }
    } route: { push, _ in
      routed.append("\(push.id) \(lifecycle.state.account?.rawValue ?? "none")")
      return true
    }
    app.show("ann")
    try app.host.install(router, named: "taps")
    var model = Model()
    for step in steps {
      model.apply(step)
      let accounts = lifecycle.state.accounts ?? []
      switch step {
      case .tap, .tapForAnn, .tapForBob:
        count += 1
        app.open("\(count)", for: step.account)
      case .showAnn: lifecycle.setAccounts(accounts, shown: "ann")
      case .showBob: lifecycle.setAccounts(accounts.union(["bob"]), shown: "bob")
      case .showNone: lifecycle.setAccounts(accounts, shown: nil)
      case .signOutBob:
        let shown = lifecycle.state.account
        lifecycle.setAccounts(accounts.subtracting(["bob"]), shown: shown == "bob" ? nil : shown)
      case .refuse: isRefusing.value.toggle()
      case .retry: app.manager.retryPendingResponses()
      }
      await app.settle()
      if let mistake = app.manager.statistics.mistake { return mistake }
    }
    return routed == model.routed ? nil : "Routed are \(routed), not \(model.routed)."
  }
}
