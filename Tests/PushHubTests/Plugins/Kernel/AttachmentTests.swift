import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Counts its actions, and calls back from inside an effect.
final class Counting: PushFeature {
  struct Core: FeatureCore {
    enum Action: Codable { case count, callBack }
    enum Effect { case callBack }
    typealias Event = ParcelsEvent
    static let name = "counting"
    private(set) var state: Int?
    var stored: Int? { state }

    mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
      switch input {
      case .begin(let kept): state = kept ?? 0
      case .action(.count), .push: state = (state ?? 0) + 1
      case .action(.callBack): turn.perform(.callBack)
      default: break
      }
    }
  }

  let runtime: FeatureRuntime<Core>
  var callBack: (() -> Void)?

  private(set) var isFollowing = false

  init(store: (any Store<Core.Values>)? = nil) { runtime = FeatureRuntime(Core(), store: store) }

  func perform(_ effect: Core.Effect) { callBack?() }

  func attachmentDidChange(isAttached: Bool) { isFollowing = isAttached }
}

/// Reads the account of a payload when it begins.
private final class Reading: PushFeature {
  struct Core: FeatureCore {
    typealias Event = ParcelsEvent
    static let name = "reading"
    private(set) var state: AccountID?

    mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
      guard case .begin = input else { return }
      state = turn.identification.identity(of: PushPayload(userInfo: ["for": "ann"])).account
    }
  }

  let runtime = FeatureRuntime(Core())
}

/// Keeps numbers and the device's token, and records nothing.
final class Keeping: PushFeature {
  struct Core: FeatureCore {
    enum Action: Codable, Equatable { case add(number: Int) }
    typealias Event = ParcelsEvent
    static let name = "keeping"
    static let scope = FeatureScope.app
    static let interests: Set<PushEvent.Kind> = [.registered]
    private(set) var state: [Int] = []

    var stored: [Int]? { state }
    var requestPolicy: RequestPolicy { RequestPolicy(waitsForStore: true) }

    mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
      switch input {
      case .begin(let stored): state = stored ?? []
      case .action(.add(let number)): state.append(number)
      case .push(.registered(let token)): state.append(token.bytes.count)
      default: break
      }
    }
  }

  let runtime: FeatureRuntime<Core>

  init(_ store: any Store<Core.Values>) { runtime = FeatureRuntime(Core(), store: store) }

  static func record(of input: KernelRecord<Core>) -> (any FeatureRecord)? { nil }
}

struct AttachmentTests: AppFixture {
  let app = SimulatedApp()

  enum Step: CaseIterable { case install, remove, count, push }

  private func run(_ steps: [Step], inside: Bool) throws -> String {
    let app = SimulatedApp()
    let feature = Counting()
    try app.host.install(feature, named: "counting")
    app.lifecycle.setAccount("ann")
    let work = {
      for (number, step) in steps.enumerated() {
        switch step {
        case .install: try? app.host.install(feature, named: "counting")
        case .remove: _ = try? app.host.remove(named: "counting")
        case .count: feature.send(.count)
        case .push:
          app.receive("\(number)")
        }
      }
    }
    if inside {
      feature.callBack = {
        feature.callBack = nil
        work()
      }
      feature.send(.callBack)
    } else {
      work()
    }
    let (before, isFollowing) = (feature.state, feature.isFollowing)
    try? app.host.install(feature, named: "counting")
    feature.send(.count)
    return "\(before as Int?) \(isFollowing), then \(feature.state as Int?)"
  }

  @Test func `attaching and detaching is the same inside and outside an effect`() async throws {
    let count = try await EverySequence(of: Step.allCases, upTo: 4).check(byRunning: { steps in
      let (outside, inside) = try (run(steps, inside: false), run(steps, inside: true))
      return outside == inside ? nil : "Outside: \(outside), inside: \(inside)"
    })
    #expect(count == 256)
  }

  @Test func `a push's changes are saved after its callback, within background work`()
    async throws
  {
    let store = FailingStore<Counting.Core.Values>()
    let feature = Counting(store: store)
    try host.install(feature, named: "counting")
    lifecycle.setAccount("ann")
    let saveCount = store.saveCount
    for id in ["m1", "m2"] { manager.receive(message(id), via: .present) }
    #expect(feature.state == 2)
    #expect(store.saveCount == saveCount)
    await settle()
    #expect(store.value?["ann"] == 2)
    #expect(store.saveCount == saveCount + 1)
    store.failsToSave = true
    _ = await manager.deliver(message("m3"), via: .remote)
    store.failsToSave = false
    pass(10)
    #expect(store.value?["ann"] == 3)
  }

  @Test func `a feature knows the subject, and its core how the app identifies pushes`() throws {
    let app = SimulatedApp {
      $0.identification.account = account(under: "for")
    }
    let features = [Reading(), Reading()]
    try app.host.install(features[0], named: "reading")
    app.lifecycle.add(features[1])
    app.manager.add(features[1])
    for feature in features {
      #expect(feature.state == "ann")
      #expect(feature.runtime.subject === app.manager)
    }
    try app.host.remove(named: "reading")
    #expect(features[0].runtime.subject == nil)
  }

  @Test func `an action before attaching, or while detached, is kept`() throws {
    let feature = Counting()
    feature.send(.count)
    try host.install(feature, named: "counting")
    #expect(feature.state == 1)
    try host.remove(named: "counting")
    #expect(feature.state == nil)
    feature.send(.count)
    feature.send(.count)
    try host.install(feature, named: "counting")
    #expect(feature.state == 2)
  }

  @Test func `a feature follows what reports by itself while it is attached`() throws {
    let feature = Counting()
    #expect(!feature.isFollowing)
    try host.install(feature, named: "counting")
    #expect(feature.isFollowing)
    try host.remove(named: "counting")
    #expect(!feature.isFollowing)
    lifecycle.add(feature)
    manager.add(feature)
    #expect(feature.isFollowing)
    manager.remove(feature)
    #expect(!feature.isFollowing)
  }

  @Test func `a known token is handled at the beginning`() throws {
    let keeping = Keeping(MemoryStore())
    let observer = PushRecorder()
    manager.add(observer)
    manager.didRegister(deviceToken: DeviceToken([1, 2, 3]))
    try host.install(keeping, named: "keeping")
    #expect(keeping.state == [3])
    withExtendedLifetime(observer) {}
  }

  @Test func `the actions of one moment are saved once`() async throws {
    let store = FailingStore<Keeping.Core.Values>()
    let keeping = Keeping(store)
    try host.install(keeping, named: "keeping")
    let count = store.saveCount
    for number in 1...10 { keeping.send(.add(number: number)) }
    #expect(store.saveCount == count)
    await settle()
    #expect(store.saveCount == count + 1)
    #expect(store.value?[""] == Array(1...10))
  }

  @Test func `a replay ignores the actions that a recording has, and no others`() throws {
    let (keeping, counting) = (Keeping(MemoryStore()), Counting())
    try host.install(keeping, named: "keeping")
    try host.install(counting, named: "counting")
    (keeping.runtime.isReplaying, counting.runtime.isReplaying) = (true, true)
    keeping.send(.add(number: 7))
    counting.send(.count)
    #expect(keeping.state == [7])
    #expect(counting.state == 0)
  }

  @Test func `a plugin that reinstalls itself in its detach does not prolong a removal`()
    throws
  {
    final class Stubborn: PushPlugin {
      weak var host: PluginHost?
      func detach() { try? host?.install(self, named: "stubborn") }
    }
    let plugin = Stubborn()
    plugin.host = host
    try self.host.install(plugin, named: "stubborn")
    self.host.removeAll()
    #expect(self.host.names == ["stubborn"])
  }
}
