import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// A core whose properties a test sets.
struct ScriptedCore: FeatureCore {
  enum Action: Codable, Equatable {
    case want(Int?)
    case hurry(despiteRetryAfter: Bool)
    case restart
    case pause
    case wake(after: Int)
    case keep(Int?)
  }

  enum Event: FeatureEvent {
    case skipped
    var message: String { "" }
    var isSkip: Bool { true }
  }

  static let name = "scripted"
  var policy = RequestPolicy()

  /// Whether an answer ends the request.
  var remembersAnswers = true
  private(set) var state = 0
  private(set) var request: Int?
  private(set) var stored: Int?
  private(set) var nextDeadline: ContinuousClock.Instant?
  private(set) var failures: [SourceFailure] = []
  private(set) var begun: Int?
  var requestPolicy: RequestPolicy { policy }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .begin(let value): (begun, stored) = (value, value)
    case .action(.want(let number)):
      request = number
      turn.log(.skipped)
    case .action(.hurry(let despite)): turn.retryNow(despiteRetryAfter: despite)
    case .action(.restart): turn.restart()
    case .action(.pause): turn.pause(for: .seconds(60))
    case .action(.wake(let seconds)): nextDeadline = turn.now + .seconds(seconds)
    case .action(.keep(let value)): stored = value
    case .answered(_, .success):
      state += 1
      if remembersAnswers { request = nil }
    case .answered(_, .failure(let failure)): failures.append(failure)
    case .deadline: state += 100
    default: break
    }
  }
}

extension FeatureSimulation<ScriptedCore> {
  /// The number of the request under way.
  fileprivate var number: Int { kernel.request?.number ?? 0 }

  /// The time until the next deadline.
  fileprivate var delay: Duration? { kernel.nextDeadline.map { $0 - now } }
}

final class KernelRuleTests {
  private typealias Simulation = FeatureSimulation<ScriptedCore>

  private var simulation = KernelRuleTests.signedIn()

  private static func signedIn(
    _ core: ScriptedCore = ScriptedCore(),
    store: ScriptedCore.Values? = nil
  )
    -> Simulation
  {
    var simulation = Simulation(core, store: store, generator: FixedGenerator.most)
    simulation.changeLifecycle { $0.account = "ann" }
    _ = simulation.takeEffects()
    return simulation
  }

  private func asked() -> [Int] {
    simulation.takeEffects().compactMap {
      if case .ask(let number, _, _) = $0 { number } else { nil }
    }
  }

  private let busy = SourceFailure(message: "503")
  private let refusal = SourceFailure(message: "401", isFinal: true)

  @Test func `the delays after failures double up to a minute`() {
    simulation.send(.want(1))
    var delays: [Duration] = []
    for _ in 0..<8 {
      simulation.answer(.failure(busy))
      let delay = simulation.delay ?? .zero
      delays.append(delay)
      simulation.advance(by: delay)
    }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    #expect(asked().count == 9)
  }

  @Test(arguments: [(1, 1, 2), (8, 1, 60), (1, 70, 77), (8, 70, 77)])
  func `the longer of backoff and Retry-After holds`(
    failures: Int,
    pause: Double,
    delay: Double
  ) {
    simulation.send(.want(1))
    for _ in 1..<failures {
      simulation.answer(.failure(busy))
      simulation.pass(60)
    }
    simulation.answer(.failure(SourceFailure(message: "429", retryAfter: .seconds(pause))))
    #expect(simulation.delay == .seconds(delay))
  }

  @Test(arguments: [(nil, 5), (60, 66)])
  func `an available network lets a retry begin within 5 s of Retry-After`(
    pause: Double?,
    delay: Double
  ) {
    simulation.send(.want(1))
    for _ in 1..<8 {
      simulation.answer(.failure(busy))
      simulation.pass(60)
    }
    let pause = pause.map { Duration.seconds($0) }
    simulation.answer(.failure(SourceFailure(message: "offline", retryAfter: pause)))
    simulation.handle(.lifecycle(simulation.lifecycle, after: .networkAvailable))
    #expect(simulation.delay == .seconds(delay))
    simulation.advance(by: .seconds(delay))
    #expect(simulation.request == 1)
    simulation.answer(.success(Done()))
    simulation.handle(.lifecycle(simulation.lifecycle, after: .networkAvailable))
    #expect(simulation.request == nil && simulation.delay == nil)
  }

  @Test func `Retry-After holds for its account, also while another one is shown`() {
    simulation.send(.want(1))
    simulation.answer(.failure(SourceFailure(message: "429", retryAfter: .seconds(60))))
    simulation.changeLifecycle { $0.account = "bob" }
    simulation.send(.want(2))
    #expect(simulation.request == 2)
    simulation.changeLifecycle { $0.account = "ann" }
    simulation.send(.want(3))
    simulation.send(.hurry(despiteRetryAfter: false))
    #expect(simulation.request == nil)
    simulation.send(.hurry(despiteRetryAfter: true))
    #expect(simulation.request == 3)
  }

  @Test func `an unanswered request fails at its limit, and a late answer is ignored`() {
    simulation.send(.want(1))
    let number = simulation.number
    simulation.pass(60)
    #expect(simulation.kernel.core.failures.map(\.message) == ["no answer within 60.0 seconds"])
    #expect(simulation.takeEffects().contains(.cancel(number)))
    simulation.handle(.answer(number, .success(Done())))
    #expect(simulation.state == 0)
    simulation.pass(1)
    #expect(simulation.request == 1)
  }

  @Test(arguments: [false, true])
  func `a refused request is not asked again by itself`(isRejected: Bool) {
    var failure = SourceFailure(message: "404", isFinal: !isRejected)
    failure.isRejected = isRejected
    simulation.send(.want(1))
    simulation.answer(.failure(failure))
    #expect(simulation.kernel.core.failures == [failure])
    simulation.pass(86_400)
    #expect(asked() == [1])
  }

  @Test(arguments: ["another", "none", "by hand", "return"])
  func `a refused request is asked once more`(reason: String) {
    simulation.send(.want(1))
    simulation.answer(.failure(refusal))
    switch reason {
    case "another":
      simulation.send(.want(2))
      simulation.answer(.failure(refusal))
      simulation.send(.want(1))
    case "none":
      simulation.send(.want(nil))
      simulation.send(.want(1))
    case "by hand": simulation.send(.hurry(despiteRetryAfter: false))
    default: simulation.changeLifecycle { $0.phase = .active }
    }
    #expect(asked().filter { $0 == 1 }.count == 2)
  }

  @Test func `a request that is not wanted any more is canceled`() {
    simulation.send(.want(1))
    let number = simulation.number
    simulation.send(.want(2))
    #expect(simulation.request == 1)
    simulation.send(.want(nil))
    #expect(simulation.request == nil)
    #expect(simulation.takeEffects().contains(.cancel(number)))
  }

  @Test func `a restart replaces the request under way, or the delay of a retry`() {
    simulation.send(.want(1))
    let number = simulation.number
    simulation.handle(.progress(number, Done()))
    simulation.send(.restart)
    #expect(simulation.takeEffects().contains(.cancel(number)))
    #expect(simulation.kernel.request?.number == number + 1)
    simulation.answer(.failure(busy))
    simulation.send(.restart)
    #expect(simulation.kernel.request?.number == number + 2)
    simulation.send(.pause)
    #expect(simulation.delay == .seconds(66))
  }

  @Test func `an action for a hidden account changes only its stored values`() {
    simulation = Self.signedIn(store: ["bob": 7])
    simulation.send(.want(1), for: "bob")
    #expect(simulation.store.accounts == ["bob": 7] && simulation.kernel.requests.isEmpty)
    simulation.send(.keep(8), for: "bob")
    #expect(simulation.store.accounts == ["bob": 8])
    let record = KernelRecord<ScriptedCore>(.action(.keep(8)), for: "bob")
    #expect(simulation.takeEffects().contains(.record(record)))
    simulation.send(.keep(nil), for: "bob")
    #expect(simulation.store.accounts == [:] && simulation.kernel.core.stored == nil)
  }

  @Test func `a core that forgets an answer waits longer each time`() {
    var core = ScriptedCore()
    core.remembersAnswers = false
    simulation = Self.signedIn(core)
    simulation.send(.want(1))
    var times: [Int] = []
    for second in 0..<64 {
      if simulation.request != nil {
        times.append(second)
        simulation.answer(.success(Done()))
      }
      simulation.pass(1)
    }
    #expect(times == [0, 1, 3, 7, 15, 31, 63])
    simulation.send(.want(2))
    #expect(simulation.request == 2)
    simulation.answer(.failure(SourceFailure(message: "503")))
    simulation.pass(1)
    #expect(simulation.request == 2)
  }

  @Test func `a deadline that stays in the past is logged once and ignored`() {
    simulation.send(.wake(after: 1))
    simulation.pass(600)
    #expect(simulation.state == 100)
    #expect(simulation.takeEffects().filter { $0 == .report(.stuck) }.count == 1)
    simulation.send(.wake(after: 5))
    simulation.pass(600)
    #expect(simulation.state == 200)
  }

  @Test func `an account is asked for, and nothing without one`() {
    simulation = Simulation(ScriptedCore())
    simulation.send(.want(1))
    #expect(simulation.request == nil)
    simulation.changeLifecycle { $0.phase = .active }
    #expect(simulation.request == nil)
    simulation.changeLifecycle { $0.account = "ann" }
    #expect(simulation.request == nil)
    simulation.send(.want(1))
    #expect(simulation.request == 1)
  }

  @Test func `actions before the lifecycle is known are kept`() {
    simulation = Simulation(ScriptedCore(), store: [:])
    simulation.isStoreLocked = true
    simulation.send(.want(1))
    simulation.changeLifecycle { $0.account = "ann" }
    #expect(simulation.request == nil)
    simulation.isStoreLocked = false
    simulation.pass(10)
    #expect(simulation.request == 1)
  }

  @Test func `what a store refuses is saved later`() {
    simulation = Self.signedIn(store: ["bob": 7])
    simulation.isStoreLocked = true
    simulation.send(.keep(1))
    simulation.send(.keep(2))
    #expect(
      simulation.takeEffects().filter { $0 == .report(.storeFailed(error: "locked")) }.count == 1
    )
    simulation.isStoreLocked = false
    simulation.pass(10)
    #expect(simulation.store.accounts == ["ann": 2, "bob": 7])
    simulation.send(.keep(nil))
    #expect(simulation.store.accounts == ["bob": 7])
    simulation.changeLifecycle { $0.account = "bob" }
    #expect(simulation.kernel.core.begun == 7)
  }

  @Test func `a request that waits for the store begins when it is saved`() {
    var core = ScriptedCore()
    core.policy.waitsForStore = true
    simulation = Self.signedIn(core, store: [:])
    simulation.isStoreLocked = true
    simulation.send(.keep(1))
    simulation.send(.want(1))
    #expect(simulation.request == nil)
    simulation.isStoreLocked = false
    simulation.pass(10)
    #expect(simulation.request == 1)
  }

  @Test func `the numbers of requests grow over launches although the clock is set back`() {
    var core = ScriptedCore()
    core.policy.waitsForStore = true
    simulation = Self.signedIn(core, store: [:])
    var numbers: [Int] = []
    for _ in 0..<4 {
      simulation.send(.want(1))
      numbers.append(simulation.number)
      simulation.date -= 86_400
      simulation.relaunch(core)
      simulation.changeLifecycle { $0.account = "ann" }
    }
    #expect(numbers == numbers.sorted() && Set(numbers).count == 4)
  }

  @Test func `a reason for no request is logged once unless one begins`() {
    simulation = Simulation(ScriptedCore())
    for _ in 1...2 { simulation.send(.want(nil)) }
    simulation.changeLifecycle { $0.account = "ann" }
    #expect(simulation.takeEffects().filter { $0 == .log(.skipped) }.count == 1)
    simulation.send(.want(1))
    #expect(!simulation.takeEffects().contains(.log(.skipped)))
  }

  @Test func `a failure is logged with the time of the next request, also of another one`() {
    for number in 1...2 { simulation.send(.want(number)) }
    simulation.answer(.failure(busy))
    let failure = KernelEvent.failed(error: "503", retryIn: .seconds(1))
    #expect(simulation.takeEffects().contains(.report(failure)))
  }

  @Test func `background work ends when nothing is under way`() {
    func results() -> [FetchResult] {
      simulation.takeEffects().compactMap {
        if case .finishWork(let result) = $0 { result } else { nil }
      }
    }
    simulation.handle(.work(isRefresh: true))
    #expect(results() == [.noData])
    simulation.handle(.push(.received(Push(payload: PushPayload(userInfo: [:])))))
    simulation.send(.want(1))
    simulation.handle(.work(isRefresh: false))
    #expect(results() == [])
    simulation.answer(.success(Done()))
    #expect(results() == [.newData])
    simulation.send(.want(2))
    simulation.handle(.work(isRefresh: false))
    simulation.answer(.failure(busy))
    #expect(results() == [.failed])
    simulation.send(.want(nil))
    simulation.handle(.work(isRefresh: true))
    #expect(results() == [.noData])
  }

  @Test func `background work has failed while Retry-After holds`() {
    simulation.send(.want(1))
    simulation.answer(.failure(SourceFailure(message: "429", retryAfter: .seconds(60))))
    simulation.send(.want(nil))
    for result in [FetchResult.failed, .noData] {
      simulation.handle(.work(isRefresh: true))
      #expect(simulation.takeEffects().contains(.finishWork(result)))
      simulation.pass(120)
    }
  }

  @Test func `an open connection has no time limit and delays no background work`() {
    simulation.send(.want(1))
    let number = simulation.number
    simulation.handle(.work(isRefresh: false))
    simulation.handle(.progress(number, Done()))
    #expect(simulation.takeEffects().contains(.finishWork(.noData)))
    simulation.pass(3_600)
    #expect(simulation.request == 1 && simulation.delay == nil)
    simulation.answer(.failure(busy))
    #expect(simulation.delay == .seconds(1))
  }

  @Test func `a log has the case of a request, and none of its values`() {
    var simulation = FeatureSimulation(ParcelsCore())
    simulation.changeLifecycle { $0.account = "ann" }
    #expect(simulation.takeEffects().contains(.report(.asked(request: "list"))))
  }
}
