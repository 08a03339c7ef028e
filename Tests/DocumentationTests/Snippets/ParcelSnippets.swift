import Foundation
import Observation
import PushHub
import PushHubNetworking
import PushHubObservers
import PushHubReplay
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on writing a feature.
@MainActor
struct ParcelSnippets {
  @Test func `a parcel that is under way is shown`() async throws {
    let app = SimulatedApp()
    let parcels = Parcels(server: FixedServer(parcels: ["A-1"]))
    try app.host.install(parcels, named: "parcels")

    app.lifecycle.setAccount("ann")
    #expect(parcels.badge == .unknown)
    await app.clock.settle()
    #expect(parcels.list == ["A-1"])
  }

  @Test func `after a failure the server is asked again`() {
    var parcels = CoreSimulation(ParcelsCore())
    parcels.handle(.lifecycle(LifecycleState(account: "ann"), after: nil))
    parcels.send(.answered(.failure(SourceFailure(message: "503", retryAfter: .seconds(30)))))
    _ = parcels.takeEffects()
    parcels.advance(by: .seconds(29))
    #expect(parcels.takeEffects() == [])
    parcels.advance(by: .seconds(31))
    #expect(parcels.takeEffects() == [.log(.asked), .own(.request("ann"))])
  }

  @Test func `a push in the background waits for the answer, and the button for the server`()
    async throws
  {
    let app = SimulatedApp()
    let server = FixedServer(parcels: ["A-1", "A-2"])
    let store = MemoryStore<[AccountID: [String]]>()
    let parcels = Parcels(server: server, store: store)
    var log: [ParcelsEvent] = []
    parcels.log = { log.append($0) }
    try app.host.install(parcels, named: "parcels")
    try app.host.install(ArrivalCounter(), named: "arrivals")
    app.lifecycle.setAccount("ann")
    await app.clock.settle()
    let results = Holder<[FetchResult]>([])
    app.clock.perform { [manager = app.manager] in
      results.value.append(await manager.deliver(.parcel))
      results.value.append(await manager.refresh())
    }
    await app.clock.settle()
    #expect(results.value == [.noData, .noData])
    #expect(store.value == ["ann": ["A-1", "A-2"]])
    #expect(log == [.asked, .changed(parcels: ["A-1", "A-2"]), .asked, .asked])
    let later = PushResponse(action: .custom("later"))
    app.clock.perform { [manager = app.manager] in
      await manager.deliver(.parcel, response: later)
    }
    await app.clock.settle()
    #expect(await server.postponed == ["A-1"])
    #expect(log.last == .asked)
    #expect((app.host["arrivals"] as? ArrivalCounter)?.count == 1)
    app.lifecycle.setAccount(nil)
    #expect(parcels.badge == .none)
    #expect(parcels.badge.isKnown)
  }

  @Test func `an answer that arrives while the store can't be read is kept`() {
    var parcels = CoreSimulation(ParcelsCore())
    parcels.handle(.lifecycle(LifecycleState(account: "ann"), after: nil))
    parcels.send(.answered(.success(["A-2"])))
    parcels.handle(.saved(false))
    parcels.handle(.loaded(["ann": ["A-1"], "bob": ["B-1"]]))
    #expect(parcels.core.state == ["A-2"])
    #expect(parcels.effects.contains(.save(["ann": ["A-2"], "bob": ["B-1"]])))
  }

  @Test func `a feature that is removed during a request asks anew when it is back`() {
    var parcels = CoreSimulation(ParcelsCore())
    parcels.handle(.lifecycle(LifecycleState(account: "ann"), after: nil))
    parcels.handle(.detached)
    _ = parcels.takeEffects()
    parcels.handle(.lifecycle(LifecycleState(account: "ann"), after: nil))
    #expect(parcels.takeEffects().contains(.own(.request("ann"))))
  }

  @Test func `the stored list is shown until the server answers, and a timeout is a failure`() {
    var parcels = CoreSimulation(ParcelsCore())
    parcels.handle(.loaded(["ann": ["A-7"]]))
    parcels.handle(.lifecycle(LifecycleState(account: "ann"), after: .accountChanged("ann")))
    #expect(parcels.core.state == ["A-7"])
    parcels.advance(by: .seconds(60))
    #expect(parcels.effects.contains(.log(.failed(error: "no answer within 60.0 seconds"))))
    parcels.send(.answered(.success(["A-8"])))
    #expect(parcels.effects.suffix(2) == [.save(["ann": ["A-8"]]), .finishWork(.newData)])
  }
}

extension PushPayload {
  fileprivate static let parcel = PushPayload(
    userInfo: ["aps": ["content-available": 1, "category": "PARCEL"], "parcel": "A-1"]
  )
}

private actor FixedServer: ParcelServer {
  let parcels: [String]
  private(set) var postponed: [String] = []

  init(parcels: [String]) {
    self.parcels = parcels
  }

  func parcels(for account: AccountID) async throws -> [String] { parcels }
  func postpone(_ parcel: String) async throws { postponed.append(parcel) }
}

final class ArrivalCounter: PushPlugin, PushObserver {
  let interests: Set<PushEvent.Kind> = [.received]
  private(set) var count = 0

  func receive(_ event: PushEvent) {
    count += 1
  }
}

protocol ParcelServer: Sendable {
  func parcels(for account: AccountID) async throws -> [String]
  func postpone(_ parcel: String) async throws
}

enum ParcelsEvent: FeatureEvent {
  case asked
  case changed(parcels: [String])
  case failed(error: String)

  var message: String {
    switch self {
    case .asked: "asks the server for parcels"
    case .changed(let parcels): "\(parcels.count) parcels are under way"
    case .failed(let message): "gets no parcels: \(message)"
    }
  }
}

struct ParcelsCore: ManualFeatureCore {
  typealias Event = ParcelsEvent
  typealias Stored = [AccountID: [String]]

  enum Input {
    case refresh
    case answered(Result<[String], SourceFailure>)
  }

  enum Effect: Equatable {
    case request(AccountID)
  }

  /// The parcels under way; `nil` while they are not known.
  private(set) var state: [String]?
  private var kept: Stored = [:]
  private var account: AccountID?
  private var queue = RequestQueue()
  private var isWanted = false
  private var result = FetchResult.noData

  var nextDeadline: ContinuousClock.Instant? {
    queue.deadline ?? (isWanted ? queue.nextAttempt(for: account) : nil)
  }

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    switch input {
    case .lifecycle(let lifecycle, after: let event):
      if event == nil { turn.load() }
      if lifecycle.account != account { change(to: lifecycle.account, in: &turn) }
    case .loaded(let value):
      // An answer that came while the store could not be read is newer.
      kept.merge(value ?? [:]) { answered, _ in answered }
      state = state ?? account.flatMap { kept[$0] }
      if kept != value ?? [:] { turn.save(kept) }
    case .push, .work(for: nil), .own(.refresh): isWanted = account != nil
    case .own(.answered(.success(let parcels))):
      queue.succeed()
      show(parcels, in: &turn)
    case .own(.answered(.failure(let failure))): fail(failure, in: &turn)
    case .deadline where queue.hasTimedOut(at: turn.now):
      turn.cancel()
      fail(queue.timeoutFailure, in: &turn)
    case .detached: change(to: nil, in: &turn)
    case .work, .deadline, .saved: break
    }
    requestIfWanted(in: &turn)
  }

  private mutating func change(to account: AccountID?, in turn: inout ManualFeatureTurn<Self>) {
    self.account = account
    queue.reset()
    turn.cancel()
    state = account.map { kept[$0] } ?? []
    result = .noData
    isWanted = account != nil
  }

  private mutating func show(_ parcels: [String], in turn: inout ManualFeatureTurn<Self>) {
    guard let account, parcels != state else { return }
    state = parcels
    result = .newData
    kept[account] = parcels
    turn.log(.changed(parcels: parcels))
    turn.save(kept)
  }

  private mutating func fail(_ failure: SourceFailure, in turn: inout ManualFeatureTurn<Self>) {
    isWanted = queue.fail(failure, at: turn.now) != nil
    result = .failed
    turn.log(.failed(error: failure.message))
  }

  private mutating func requestIfWanted(in turn: inout ManualFeatureTurn<Self>) {
    if isWanted, let account, queue.isReady(for: account, at: turn.now) {
      isWanted = false
      result = .noData
      queue.begin(for: account, at: turn.now)
      turn.log(.asked)
      turn.perform(.request(account))
    } else if !queue.isBusy {
      turn.finishWork(result)
    }
  }
}

@Observable
final class Parcels: LoggingPlugin {
  @ObservationIgnored var log: ((ParcelsEvent) -> Void)?
  @ObservationIgnored private let server: any ParcelServer
  @ObservationIgnored private let runtime: ManualFeatureRuntime<ParcelsCore>

  init(server: any ParcelServer, store: (any Store<[AccountID: [String]]>)? = nil) {
    self.server = server
    runtime = ManualFeatureRuntime(ParcelsCore(), observes: [.received], store: store)
  }

  var list: [String]? { runtime.state }

  func refresh() {
    runtime.send(.refresh)
  }

  func attach(to context: PluginContext) {
    runtime.attach(self, to: context) { parcels, effect in
      switch effect {
      case .request(let account): parcels.request(for: account)
      }
    }
  }

  func detach() {
    runtime.detach()
  }

  private func request(for account: AccountID) {
    runtime.start { [server] send in
      do {
        send(.answered(.success(try await server.parcels(for: account))))
      } catch {
        send(.answered(.failure(SourceFailure(error))))
      }
    }
  }
}

extension Parcels: PushResponder {
  var categories: [NotificationCategory] {
    [NotificationCategory(identifier: "PARCEL", buttons: ["later": "Deliver Tomorrow"])]
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard response.button(in: "PARCEL", of: push) == "later",
      let parcel = push.payload["parcel"]?.stringValue
    else { return false }
    try await server.postpone(parcel)
    _ = try? await runtime.work()
    return true
  }
}

extension Parcels: BackgroundWorker {
  func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    try await runtime.work(for: push)
  }
}

extension Parcels: BadgeSource {
  var badge: Badge { list.map { .number($0.count) } ?? .unknown }
}
