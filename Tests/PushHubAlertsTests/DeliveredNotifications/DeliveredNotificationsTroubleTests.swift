import PushHub
import PushHubAlerts
import PushHubTesting
import Testing

@testable import TestSupport

/// A system that removes late, and pushes that want their own thread removed.
struct DeliveredNotificationsTroubleTests: AppFixture {
  /// A center that removes after a tenth of a second, or later.
  private final class LateCenter: DeliveredNotificationCenter {
    var notifications: [DeliveredNotification] = []
    var delay = Duration.milliseconds(100)
    private let clock: ManualScheduler

    init(_ clock: ManualScheduler) {
      self.clock = clock
    }

    func delivered() async -> [DeliveredNotification] { notifications }

    func remove(_ ids: [String]) {
      clock.schedule(after: delay) { [weak self] in
        self?.notifications.removeAll { ids.contains($0.id) }
      }
    }
  }

  let app = SimulatedApp()
  private let center: LateCenter
  private let delivered: DeliveredNotifications
  private let ending: WorkEnding

  init() {
    ending = WorkEnding(on: app.clock)
    center = LateCenter(app.clock)
    delivered = DeliveredNotifications(center: center)
  }

  private func attach() async {
    context.attach(delivered)
    await settle()
  }

  private func deliver(_ id: String, _ json: String) {
    center.notifications.append(
      DeliveredNotification(id: id, payload: payload(json), date: clock.date)
    )
  }

  private func wait() async {
    await wait(1)
  }

  private var shown: [String] { center.notifications.map(\.id) }

  private func deliverRemoval(of thread: String) async -> Holder<FetchResult?> {
    let push = payload(#"{"aps":{"content-available":1},"remove":{"threads":["\#(thread)"]}}"#)
    let result = Holder<FetchResult?>(nil)
    clock.perform { [manager] in
      result.value = await manager.deliver(push, via: .remote)
    }
    await settle()
    return result
  }

  /// Lets the thread of the one notification that is shown be removed.
  private func deliverRemoval(takingEffectAfter delay: Duration) async -> Holder<FetchResult?> {
    center.delay = delay
    await attach()
    deliver("a", #"{"aps":{"alert":"a","thread-id":"t"}}"#)
    return await deliverRemoval(of: "t")
  }

  @Test func `background work lasts until the list lacks what was removed`() async {
    let result = await deliverRemoval(takingEffectAfter: .milliseconds(150))
    for _ in 0..<2 {
      await advance(by: .milliseconds(50))
      #expect(result.value == nil)
    }
    await advance(by: .milliseconds(50))
    #expect(result.value == .noData)
    #expect(shown == [])
  }

  @Test func `a removal that is never made delays background work for ten seconds`() async {
    let result = await deliverRemoval(takingEffectAfter: .seconds(86_400))
    for _ in 0..<99 {
      await advance(by: .milliseconds(100))
    }
    #expect(result.value == nil)
    await advance(by: .milliseconds(100))
    #expect(result.value == .noData)
    #expect(shown == ["a"])
  }

  @Test func `background work ends by itself, although more pushes are received`() async {
    let result = await deliverRemoval(takingEffectAfter: .seconds(86_400))
    for minute in 0..<4 {
      pass(3)
      _ = await deliverRemoval(of: "t\(minute)")
      #expect((result.value == nil) == (minute < 3))
    }
  }

  @Test func `of two pushes at the same time the later replaces the earlier one`() async {
    await attach()
    for id in ["a", "b"] {
      let json = #"{"aps":{"alert":"\#(id)","thread-id":"t"},"remove":{"threads":["t"]}}"#
      deliver(id, json)
      manager.receive(payload(json), via: .remote, requestIdentifier: id)
    }
    await settle()
    await wait()
    await wait()
    #expect(shown == ["b"])
  }

  @Test(arguments: [nil, "new"], [#""#, #","gcm.message_id":"g2""#])
  func `a push replaces its thread, and is not removed itself`(
    request: String?,
    field: String
  ) async {
    await attach()
    let json =
      #"{"aps":{"alert":"2 new","thread-id":"t"},"remove":{"threads":["t"]}\#(field)}"#
    deliver("old", #"{"aps":{"alert":"1 new","thread-id":"t"}}"#)
    deliver("same", #"{"aps":{"alert":"2 new","thread-id":"t"},"remove":{"threads":["t"]}}"#)
    await wait()
    deliver("new", json)
    await wait()
    manager.receive(payload(json), via: .remote, requestIdentifier: request)
    await wait()
    await wait()
    #expect(shown == ["new"])
    delivered.remove([.thread("t")])
    await wait()
    await wait()
    #expect(shown == [])
  }
}
