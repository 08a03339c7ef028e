import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The journal, through the manager, against a model that looks through everything at each step.
@MainActor
struct JournalModelTests {
  enum Step: Hashable {
    case emit
    case emitForBob
    case add(Int)
    case addWithReplay(Int)
    case remove(Int)
    case openStream
    case openStreamWithReplay
    case read
    case dropStream
    case wait
    case signIn(AccountID?)

    /// Ann and Bob are signed in, and one of them is shown, or none.
    case show(AccountID?)
  }

  /// Two observers and a stream, which is number 2.
  ///
  /// There is room for three events. An event lives for 10 s, and a wait is 6 s, so two waits end it.
  struct Model {
    struct Event {
      let id: Int
      let time: Int
      var account: AccountID?
      var isReceived = false
    }

    var events: [Event] = []
    var attached: Set<Int> = []
    var received: [[Int]] = [[], [], []]
    var losses = 0
    private var count = 0
    private var time = 0
    private var account: AccountID?
    private var accounts: Set<AccountID>?
    private var hasStream = false
    private var next = 0
    private var start = 0

    mutating func apply(_ step: Step) {
      switch step {
      case .emit: emit(for: account)
      case .emitForBob: emit(for: "bob")
      case .add(let observer): add(observer, replay: false)
      case .addWithReplay(let observer): add(observer, replay: true)
      case .remove(let observer): attached.remove(observer)
      case .openStream: openStream(replay: false)
      case .openStreamWithReplay: openStream(replay: true)
      case .read: read()
      case .dropStream: hasStream = false
      case .wait: time += 6
      case .signIn(let account): change(to: account.map { [$0] } ?? [], shown: account)
      case .show(let account): change(to: ["ann", "bob"], shown: account)
      }
      prune()
    }

    var readable: Int? {
      guard hasStream else { return nil }
      return events.firstIndex { $0.id >= next && ($0.id >= start || !$0.isReceived) }
    }

    private mutating func emit(for account: AccountID?) {
      var event = Event(id: count, time: time, account: account)
      count += 1
      if isSignedOut(account) {
        losses += 1
        return
      }
      for observer in attached {
        received[observer].append(event.id)
        event.isReceived = true
      }
      events.append(event)
    }

    private mutating func add(_ observer: Int, replay: Bool) {
      guard attached.insert(observer).inserted else { return }
      for index in events.indices where replay || !events[index].isReceived {
        received[observer].append(events[index].id)
        events[index].isReceived = true
      }
    }

    private mutating func openStream(replay: Bool) {
      guard !hasStream else { return }
      hasStream = true
      next = 0
      start = replay ? 0 : count
    }

    private mutating func read() {
      guard let index = readable else { return }
      received[2].append(events[index].id)
      events[index].isReceived = true
      next = events[index].id + 1
    }

    private mutating func change(to accounts: Set<AccountID>, shown: AccountID?) {
      (self.accounts, account) = (accounts, shown)
      for index in events.indices where events[index].account == nil {
        events[index].account = shown
      }
      for event in events where isSignedOut(event.account) { remove(event) }
    }

    private func isSignedOut(_ account: AccountID?) -> Bool {
      guard let accounts, let account else { return false }
      return !accounts.contains(account)
    }

    private mutating func prune() {
      for event in events
      where time - event.time >= 10 {
        remove(event)
      }
      while events.count > 3, let event = events.first(where: \.isReceived) ?? events.first {
        remove(event)
      }
    }

    private mutating func remove(_ event: Event) {
      losses += event.isReceived ? 0 : 1
      events.removeAll { $0.id == event.id }
    }
  }

  private static let alphabet: [Step] = [
    .emit, .wait, .add(0), .add(1), .addWithReplay(0), .addWithReplay(1), .remove(0), .remove(1),
    .signIn("ann"), .signIn(nil),
  ]

  private static let accountAlphabet: [Step] = [
    .emit, .emitForBob, .add(0), .remove(0), .addWithReplay(1), .signIn("ann"), .signIn("bob"),
    .signIn(nil), .show("ann"), .show("bob"), .show(nil),
  ]

  private static let streamAlphabet: [Step] = [
    .emit, .wait, .add(0), .addWithReplay(0), .remove(0), .openStream, .openStreamWithReplay, .read,
    .dropStream, .signIn(nil),
  ]

  @Test func `every sequence of steps`() async throws {
    try await EverySequence(of: Self.alphabet, upTo: 4, thorough: 5).check(byRunning: mistake)
  }

  @Test func `every sequence of steps with two accounts`() async throws {
    try await EverySequence(
      of: Self.accountAlphabet,
      upTo: 4,
      thorough: 5,
      after: [.show("ann")]
    )
    .check(byRunning: mistake)
  }

  @Test func `every sequence of steps after events, with a stream`() async throws {
    for start in [[Step.emit], [.openStream, .emit], [.openStream, .emit, .emit, .emit, .emit]] {
      try await EverySequence(
        of: Self.streamAlphabet,
        upTo: 3,
        thorough: 4,
        after: start
      )
      .check(byRunning: mistake)
    }
  }

  @Test func `long random sequences`() async throws {
    try await RandomSequences(
      of: Self.alphabet + Self.accountAlphabet + Self.streamAlphabet,
      length: 30,
      count: 200,
      thorough: 1_000
    ).check(byRunning: mistake)
  }

  @Test func `a discarded event takes no other's room`() async {
    let steps: [Step] = [
      .addWithReplay(0), .signIn("ann"), .emitForBob, .remove(0), .emit, .signIn(nil), .emit, .emit,
      .addWithReplay(0),
    ]
    #expect(await mistake(after: steps) == nil)
  }

  private func mistake(after sequence: [Step]) async -> String? {
    let app = SimulatedApp {
      $0.journalMaximumAge = .seconds(10)
      $0.journalCapacity = 3
      $0.identification.account = account()
    }
    let (manager, lifecycle) = (app.manager, app.lifecycle)
    let observers = [Numbers(), Numbers()]
    let reader = Numbers()
    var stream: AsyncStream<PushEvent>.Iterator?
    var model = Model()
    var count = 0
    for step in sequence {
      let isReadable = model.readable != nil
      model.apply(step)
      switch step {
      case .emit, .emitForBob:
        let push = message("\(count)", for: step == .emit ? nil : "bob")
        manager.receive(push, via: .remote)
        count += 1
      case .add(let observer): manager.add(observers[observer])
      case .addWithReplay(let observer): manager.add(observers[observer], replay: true)
      case .remove(let observer): manager.remove(observers[observer])
      case .openStream where stream == nil: stream = manager.events().makeAsyncIterator()
      case .openStreamWithReplay where stream == nil:
        stream = manager.events(replay: true).makeAsyncIterator()
      case .openStream, .openStreamWithReplay: break
      case .read:
        if isReadable, let event = await stream?.next() { reader.receive(event) }
      case .dropStream: stream = nil
      case .wait: app.pass(6)
      case .signIn(let account): lifecycle.setAccount(account)
      case .show(let account): app.show(account)
      }
      let statistics = manager.statistics
      if let mistake = statistics.mistake { return mistake }
      let losses = statistics[.expired] + statistics[.overflowed] + statistics[.signedOut]
      guard losses == model.losses else { return "Lost are \(losses), not \(model.losses)." }
    }
    let received = (observers + [reader]).map(\.received)
    return received == model.received ? nil : "Received are \(received), not \(model.received)."
  }

  private final class Numbers: PushObserver {
    private(set) var received: [Int] = []

    func receive(_ event: PushEvent) {
      if let number = event.push.flatMap({ Int($0.id) }) {
        received.append(number)
      }
    }
  }
}
