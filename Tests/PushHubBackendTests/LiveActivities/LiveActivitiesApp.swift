import Foundation
import PushHub
import PushHubTesting

@testable import PushHubBackend
@testable import TestSupport

/// An ActivityKit that reports what a test wants, and nothing by itself.
final class ControlledActivityKit: LiveActivitySource {
  var types = ["Delivery"]
  var activities: [LiveActivity] = []
  var startToken: PushToken?
  var isAllowed: Bool? = true
  var isSupported: Bool? = true
  var allowsFrequentUpdates: Bool? = true
  private(set) var readCount = 0
  private(set) var ended: [String] = []
  private var receive: ((LiveActivityReport) -> Void)?

  var isFollowed: Bool { receive != nil }

  func read() -> LiveActivityReport {
    readCount += 1
    var report = LiveActivityReport(
      all: activities,
      startTokens: startToken.map { ["Delivery": $0] }
    )
    report.isAllowed = isAllowed
    report.isSupported = isSupported
    report.allowsFrequentUpdates = allowsFrequentUpdates
    return report
  }

  func start(_ receive: @escaping @MainActor (LiveActivityReport) -> Void) {
    self.receive = receive
  }

  func stop() { receive = nil }

  func end(_ id: String) {
    ended.append(id)
    if activities.contains(where: { $0.id == id }) { become(id, .dismissed) }
  }

  /// A sequence yields an activity.
  func yield(
    _ id: String,
    _ state: LiveActivity.State = .active,
    name: String? = "7",
    token: PushToken? = nil,
    channel: String? = nil,
    type: String = "Delivery"
  ) {
    let activity = LiveActivity(
      id: id,
      type: type,
      name: name,
      token: token,
      channel: channel,
      state: state
    )
    receive?(LiveActivityReport(changed: activity))
  }

  /// A sequence yields a start token.
  func yield(startToken: PushToken) {
    receive?(LiveActivityReport(startTokens: ["Delivery": startToken]))
  }

  /// The system starts an activity, and says nothing.
  func start(_ id: String, name: String? = "7", token: PushToken? = nil) {
    activities.append(LiveActivity(id: id, type: "Delivery", name: name, token: token))
  }

  /// The system changes an activity, and a sequence yields that.
  func become(_ id: String, _ state: LiveActivity.State) {
    for place in activities.indices where activities[place].id == id {
      activities[place].state = state
    }
    yield(id, state)
    if state == .dismissed { activities.removeAll { $0.id == id } }
  }
}

extension LiveActivity {
  /// An activity of a delivery.
  static func delivery(
    _ id: String = "a",
    _ state: State = .active,
    name: String = "7",
    token: PushToken? = nil
  ) -> Self {
    Self(id: id, type: "Delivery", name: name, token: token, state: state)
  }
}

/// Keeps the reports that a recorder would write.
private final class ReportList: PushPlugin, FeatureRecordObserver {
  private(set) var reports: [LiveActivityReport] = []

  func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {
    if let report = record as? LiveActivityReport { reports.append(report) }
  }
}

/// An app with Live Activities and a registration, whose processes share their stores and ActivityKit.
class LiveActivitiesApp: RefreshFixture {
  let system: ControlledActivityKit
  let endpoint: ControlledEndpoint
  let store: FailingStore<LiveActivitiesCore.Values>
  let registrationStore: FailingStore<RegistrationCore.Values>
  let app = SimulatedApp()
  let liveActivities: LiveActivities
  let registration: DeviceRegistration
  private(set) var log: [LiveActivitiesEvent] = []
  private let recording = ReportList()

  let results = Holder<[FetchResult]>([])

  /// Launches an app, or the next process of one.
  init(
    after former: LiveActivitiesApp? = nil,
    endsActivitiesOnSignOut: Bool = false,
    wantsFrequentUpdates: Bool = false,
    sharedTokens: SharedTokens? = nil,
    systemVersion: String = "26.0",
    isLaunched: Bool = true
  ) throws {
    system = former?.system ?? ControlledActivityKit()
    endpoint = former?.endpoint ?? ControlledEndpoint()
    store = former?.store ?? FailingStore()
    registrationStore = former?.registrationStore ?? FailingStore()
    liveActivities = LiveActivities(
      source: system,
      store: store,
      endsActivitiesOnSignOut: endsActivitiesOnSignOut,
      wantsFrequentUpdates: wantsFrequentUpdates
    )
    var configuration = DeviceRegistration.Configuration(environment: .production)
    configuration.system = systemVersion
    registration = DeviceRegistration(
      endpoint: endpoint,
      store: registrationStore,
      configuration: configuration,
      sharedTokens: sharedTokens,
      generator: FixedGenerator.most
    )
    registration.follow(liveActivities)
    liveActivities.log = { [weak self] in
      if !$0.isSkip { self?.log.append($0) }
    }
    if let former { clock.advance(by: former.clock.now - clock.now) }
    if isLaunched { try launch() }
  }

  /// What is recorded of the Live Activities.
  var reports: [LiveActivityReport] { recording.reports }

  /// The next process of the app, in which Ann is signed in.
  func nextLaunch() throws -> LiveActivitiesApp {
    let next = try LiveActivitiesApp(after: self)
    next.signIn("ann")
    return next
  }

  func launch() throws {
    try host.install(recording, named: "recording")
    try host.install(registration, named: "registration")
    try host.install(liveActivities, named: "liveActivities")
    manager.didRegister(deviceToken: DeviceToken([1, 2]))
  }

  var names: [String] { log.map(\.name) }

  func takeNames() -> [String] {
    defer { log = [] }
    return names
  }

  /// What the server should have for an account.
  func activities(of account: AccountID = "ann") -> [LiveActivity] {
    liveActivities.state.activities(of: account)
  }

  func signIn(_ account: AccountID?) {
    lifecycle.setAccount(account)
  }

  /// Lets the server acknowledge the request under way, and returns what it got.
  func acknowledge() async -> DeviceRecord.Activities? {
    await advance()
    let record = endpoint.requests.last?.record
    endpoint.answer()
    await clock.settle()
    return record?.liveActivities
  }
}
