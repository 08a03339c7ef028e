import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubScripts
import Testing

/// The code of the README, which has to compile and do what the README says.
@MainActor
struct ReadmeTests {
  final class OrderTracker: PushObserver, BackgroundPushObserver {
    struct Order: Decodable { let orderID: String }

    var heard: [String] = []

    func receive(_ event: PushEvent) {
      guard case .received(let push) = event else { return }
      heard.append(push.aps.title ?? "a silent push")
    }

    func performBackgroundWork(for push: Push) async throws -> FetchResult {
      guard let order = try? push.decode(Order.self) else { return .noData }
      heard.append("fetched \(order.orderID)")
      return .newData
    }
  }

  @Test func `an app forwards what the system says, a line each`() async throws {
    var opened: [String?] = []
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    let lifecycle = AppLifecycle()
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock)
    )
    let router = TapRouter { push, _ in
      opened.append(push.link)
      return push.link != nil
    }
    try host.install(router, named: "taps")
    let userInfo: [AnyHashable: Any] = [
      "aps": ["alert": "Hi"], "custom": ["i": "7", "u": "https://example.org"],
    ]
    let launchUserInfo: [AnyHashable: Any]? = userInfo

    manager.didFinishLaunching(with: launchUserInfo.map { PushPayload(userInfo: $0) })
    manager.didRegister(deviceToken: DeviceToken(Data([1, 2, 3, 4])))
    manager.didFailToRegister(RegistrationFailure(CocoaError(.fileNoSuchFile)))
    let result = await manager.deliver(PushPayload(userInfo: userInfo), via: .remote)
    let options = manager.present(PushPayload(userInfo: userInfo), requestIdentifier: "r").options
    manager.open(
      PushPayload(userInfo: userInfo),
      requestIdentifier: "r",
      response: PushResponse()
    )
    await clock.settle()

    #expect(opened == ["https://example.org"])
    #expect(result == .noData)
    #expect(options == .all)
    #expect(manager.statistics.received == 1)
  }

  @Test func `an observer of one's own hears and works, however late it attaches`() async throws {
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    let tracker = OrderTracker()
    let payload = try PushPayload(
      json: Data(#"{"aps":{"alert":{"title":"Sent"}},"orderID":"A-1"}"#.utf8)
    )
    manager.didFinishLaunching(with: payload)
    clock.advance(by: .seconds(2))
    manager.add(tracker)
    #expect(tracker.heard == ["Sent"])
    #expect(await manager.deliver(payload, via: .remote) == .newData)
    #expect(tracker.heard == ["Sent", "fetched A-1"])
  }

  @Test func `the unread sync is installed, and what happens is recorded`() throws {
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    let lifecycle = AppLifecycle()
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock)
    )
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }

    let source = try HTTPUnreadCountSource(
      template: "https://api.example.org/accounts/{account}/unread",
      scheduler: clock,
      token: { account in "token of \(account.rawValue)" }
    )
    let unread = UnreadSync(source: source, configuration: .init(trackedPages: ["home", "me"]))
    try host.install(unread, named: "unread")

    let file = try TranscriptFile(at: url)
    let recorder = TranscriptRecorder(writingTo: file, vocabulary: .observers)
    try host.install(recorder, named: "recorder")
    lifecycle.pageAppeared("home")

    #expect(unread.state == UnreadState())
    #expect(try Transcript(Data(contentsOf: url), vocabulary: .readyMade).records.count == 1)
  }
}
