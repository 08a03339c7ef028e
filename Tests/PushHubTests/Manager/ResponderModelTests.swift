import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Who is asked about which answer, against a model that looks through everything at each step.
@MainActor
struct ResponderModelTests {
  enum Step: Hashable {
    case answer
    case answerForBob
    case add(Int)
    case remove(Int)
    case wait
    case signIn(AccountID?)

    /// Ann and Bob are signed in, and one of them is shown.
    case show(AccountID)
  }

  /// Of three responders the first declines, the second throws, the third handles.
  ///
  /// An answer lives for 10 s, and a wait is 6 s, so two waits end it.
  struct Model {
    struct Answer {
      let id: Int
      let time: Int
      var account: AccountID?
      var asked: Set<Int> = []
      var isHandled = false
    }

    var waiting: [Answer] = []
    var attached: [Int] = []
    var asked: [[Int]] = [[], [], []]
    var lost = 0
    private var time = 0
    private var count = 0
    private var account: AccountID?
    private var accounts: Set<AccountID>?
    private var hasOneAccount = true

    mutating func apply(_ step: Step) {
      switch step {
      case .answer:
        waiting.append(Answer(id: count, time: time, account: account))
        count += 1
      case .answerForBob:
        waiting.append(Answer(id: count, time: time, account: "bob"))
        count += 1
        loseSignedOut(leaving: [])
      case .add(let responder):
        if !attached.contains(responder) { attached.append(responder) }
      case .remove(let responder):
        attached.removeAll { $0 == responder }
        for index in waiting.indices { waiting[index].asked.remove(responder) }
      case .wait:
        time += 6
        letGo { [time] in time - $0.time >= 10 }
      case .signIn(let account):
        hasOneAccount = true
        change(to: account.map { [$0] } ?? [], shown: account)
      case .show(let account):
        hasOneAccount = false
        change(to: ["ann", "bob"], shown: account)
      }
      ask()
    }

    private mutating func change(to newAccounts: Set<AccountID>, shown: AccountID?) {
      let (former, isFirst) = (accounts ?? [], accounts == nil)
      accounts = newAccounts
      for index in waiting.indices {
        waiting[index].account = waiting[index].account ?? shown
        let isShownNow = shown != account && waiting[index].account == shown
        let isKnownNow = isFirst && waiting[index].account.map(newAccounts.contains) == true
        if isShownNow || isKnownNow { waiting[index].asked = [] }
      }
      account = shown
      loseSignedOut(leaving: former)
    }

    /// With one account at a time, an answer for another one waits for its sign-in.
    private mutating func loseSignedOut(leaving former: Set<AccountID>) {
      letGo { [accounts, hasOneAccount] answer in
        guard let accounts, let account = answer.account else { return false }
        return !accounts.contains(account) && (!hasOneAccount || former.contains(account))
      }
    }

    private mutating func letGo(_ isGone: (Answer) -> Bool) {
      lost += waiting.count(where: isGone)
      waiting.removeAll(where: isGone)
    }

    private mutating func ask() {
      for responder in attached {
        for index in waiting.indices where waiting[index].asked.insert(responder).inserted {
          guard !waiting[index].isHandled else { continue }
          asked[responder].append(waiting[index].id)
          waiting[index].isHandled = responder == 2
        }
      }
      waiting.removeAll(where: \.isHandled)
    }
  }

  private static let alphabet: [Step] = [
    .answer, .answerForBob, .add(0), .add(1), .add(2), .remove(0), .remove(2), .wait,
    .signIn("ann"),
    .signIn("bob"), .signIn(nil), .show("ann"), .show("bob"),
  ]

  @Test func `every sequence of steps asks whom the model asks`() async throws {
    let count = try await EverySequence(of: Self.alphabet, upTo: 3, thorough: 4).check(
      byRunning: mistake
    )
    #expect(count == Exhaustive.choose(2_197, thorough: 28_561))
  }

  @Test func `long random sequences ask whom the model asks`() async throws {
    try await RandomSequences(
      of: Self.alphabet,
      length: 40,
      count: 40,
      thorough: 200
    )
    .check(byRunning: mistake)
  }

  private func mistake(after steps: [Step]) async -> String? {
    let app = SimulatedApp {
      $0.journalMaximumAge = .seconds(10)
      $0.identification.account = account()
    }
    let (manager, lifecycle) = (app.manager, app.lifecycle)
    let responders = [
      ResponderProbe(handles: false), ResponderProbe { _, _ in throw CancellationError() },
      ResponderProbe(handles: true),
    ]
    var lost = 0
    manager.log = { entry in
      let isLoss = [PushLogEntry.Code.expired, .signedOut].contains(entry.code)
      if isLoss, entry.event == .opened { lost += 1 }
    }
    var model = Model()
    var count = 0
    for step in steps {
      model.apply(step)
      switch step {
      case .answer, .answerForBob:
        manager.open(message("\(count)", for: step == .answer ? nil : "bob"))
        count += 1
      case .add(let number): manager.add(responders[number])
      case .remove(let number): manager.remove(responders[number])
      case .wait: app.pass(6)
      case .signIn(let account): lifecycle.setAccount(account)
      case .show(let account): app.show(account)
      }
      await app.settle()
      if let mistake = manager.statistics.mistake { return mistake }
    }
    let asked = responders.map(\.asked)
    let expected = model.asked.map { $0.map { "\($0) default" } }
    guard asked == expected else { return "Asked were \(asked), not \(expected)." }
    return lost == model.lost ? nil : "Lost are \(lost), not \(model.lost)."
  }
}
