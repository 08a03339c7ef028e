import ActivityKit
import Foundation
import PushHub
import PushHubBackend
import Testing

struct DeliveryAttributes: ActivityAttributes {
  struct ContentState: Codable, Hashable {
    var minutes: Int
  }

  var order: String
  var channel: String?
}

/// The adapter against an ActivityKit whose sequences yield when they like.
@MainActor
@Suite(.serialized)
final class ActivityKitTests {
  private typealias System = Activity<DeliveryAttributes>

  private let scheduler = LiveScheduler()
  private let lifecycle = AppLifecycle()
  private let manager: NotificationManager
  private let source = ActivityKitSource()
  private let liveActivities: LiveActivities
  private let store = MemoryStore<LiveActivitiesCore.Values>()

  init() {
    System.stubReset()
    ActivityAuthorizationInfo.stubPermissions = (true, true)
    manager = NotificationManager(scheduler: scheduler)
    source.follow(DeliveryAttributes.self, channel: \.channel) { $0.order }
    liveActivities = LiveActivities(source: source, store: store)
    lifecycle.setAccount("ann")
  }

  private func launch() {
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).attach(liveActivities)
  }

  private var activities: [LiveActivity] { liveActivities.state.activities(of: "ann") }

  private func start(_ id: String, token: Data? = nil, yields: Bool = true) -> System {
    System.stubStart(
      id,
      DeliveryAttributes(order: "7"),
      content: .init(minutes: 9),
      token: token,
      yields: yields
    )
  }

  @Test func `values from before the launch are read, though no sequence yields`() {
    _ = start("a", token: Data([1, 2]), yields: false)
    System.stubSetStartToken(Data([3]), yields: false)
    launch()
    #expect(
      activities == [
        LiveActivity(
          id: "a",
          type: "DeliveryAttributes",
          name: "7",
          token: PushToken(text: "0102")
        )
      ]
    )
    #expect(liveActivities.state.startTokens == ["DeliveryAttributes": PushToken([3])])
  }

  @Test func `what sequences yield is known, though the properties have nothing`() async {
    launch()
    let token = Data([9])
    #expect(
      await eventually {
        System.stubYieldStartToken(token)
        return liveActivities.state.startTokens == ["DeliveryAttributes": PushToken([9])]
      }
    )
    let activity = start("a")
    #expect(await eventually { activities.map(\.id) == ["a"] })
    #expect(
      await eventually {
        activity.stubSetToken(Data([7]))
        return activities.first?.token == PushToken([7])
      }
    )
  }

  @Test
  func `a yielded dismissal is the user's, and a yielded end is an end`()
    async
  {
    let dismissed = start("a", yields: false)
    let ended = start("b", yields: false)
    launch()
    #expect(
      await eventually {
        dismissed.stubBecome(.dismissed)
        return activities.first?.state == .dismissed
      }
    )
    #expect(
      await eventually {
        ended.stubBecome(.ended)
        return activities.map(\.id) == ["a"]
      }
    )
  }

  @Test func `sequences that have ended begin again with the next reading`() async {
    let activity = start("a", yields: false)
    launch()
    await Task.yield()
    System.stubEndSequences()
    activity.stubEndSequences()
    #expect(
      await eventually {
        lifecycle.setPhase(.background)
        lifecycle.setPhase(.active)
        activity.stubSetToken(Data([5]))
        return activities.first?.token == PushToken([5])
      }
    )
  }

  @Test func `a scheduled activity is pending, and one with a channel has no token`() {
    let activity = System.stubStart(
      "a",
      DeliveryAttributes(order: "7", channel: "c29tZUNoYW5uZWw="),
      content: .init(minutes: 9),
      yields: false
    )
    activity.stubBecome(.stubPending, yields: false)
    launch()
    #expect(activities.map(\.state) == [.pending])
    #expect(activities.map(\.channel) == ["c29tZUNoYW5uZWw="])
    #expect(activities.first?.token == nil)
  }

  @Test func `the app ends an activity`() async {
    let activity = start("a", yields: false)
    launch()
    liveActivities.end("a")
    #expect(activities == [])
    #expect(await eventually { activity.activityState == .dismissed })
    #expect(activities == [])
  }

  @Test
  func `an activity that no sequence has yielded is ended, and again when it is listed`()
    async
  {
    launch()
    let activity = start("a", yields: false)
    liveActivities.end("a")
    liveActivities.end("b")
    #expect(await eventually { activity.activityState == .dismissed })
    let late = start("b", yields: false)
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    #expect(await eventually { late.activityState == .dismissed })
    #expect(activities == [])
  }

  @Test(arguments: [false, true])
  func `an activity is gone if a push removed it, or it is stale`(isStale: Bool)
    async
  {
    let activity = start("a", yields: false)
    launch()
    #expect(
      await eventually {
        if isStale { activity.stubSetContent(.init(minutes: 9), staleDate: .distantPast) }
        activity.stubBecome(.dismissed, yields: false)
        if !isStale { activity.stubSetContent(.init(minutes: 0)) }
        activity.stubBecome(.dismissed)
        return activities.first?.state == .gone
      }
    )
  }

  @Test func `what the user does not allow is read`() {
    ActivityAuthorizationInfo.stubPermissions = (false, false)
    let report = source.read()
    #expect(report.isAllowed == false)
    #expect(report.allowsFrequentUpdates == false)
    #expect(report.isSupported == false)
    #expect(report.all == [])
  }

  @Test func `a refresh in a background launch ends when the server has the update token`()
    async throws
  {
    let endpoint = WaitingEndpoint()
    let registration = DeviceRegistration(
      endpoint: endpoint,
      store: MemoryStore(),
      configuration: DeviceRegistration.Configuration(environment: .production, settling: .zero)
    )
    registration.follow(liveActivities)
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler)
    )
    try host.install(registration, named: "registration")
    try host.install(liveActivities, named: "liveActivities")
    manager.didRegister(deviceToken: DeviceToken([1]))
    lifecycle.setPhase(.background)
    let activity = start("a", yields: false)
    var result: FetchResult?
    let refresh = Task { result = await manager.refresh() }
    let tokens = { endpoint.requests.last?.record?.liveActivities?.activities.map(\.token) }
    #expect(
      await eventually {
        if tokens() != [PushToken([7])] { endpoint.answer() }
        activity.stubSetToken(Data([7]))
        return tokens() == [PushToken([7])]
      }
    )
    for _ in 0..<100 { await Task.yield() }
    #expect(result == nil)
    endpoint.answer()
    await refresh.value
    #expect(result == .newData)
  }

  /// A server that answers when the test wants.
  @MainActor
  private final class WaitingEndpoint: RegistrationEndpoint {
    private(set) var requests: [RegistrationRequest] = []
    private var continuations: [CheckedContinuation<Void, Never>] = []

    @MainActor
    func send(_ request: RegistrationRequest) async {
      requests.append(request)
      await withCheckedContinuation { continuations.append($0) }
    }

    func answer() {
      for continuation in continuations { continuation.resume() }
      continuations = []
    }
  }

  @Test func `detached, it yields nothing and keeps nothing alive`() async {
    let activity = start("a", yields: false)
    launch()
    await Task.yield()
    PluginContext(push: manager, lifecycle: lifecycle, scheduler: scheduler).detach(liveActivities)
    activity.stubSetToken(Data([5]))
    for _ in 0..<100 { await Task.yield() }
    #expect(activities.first?.token == nil)
  }
}
