import PushHub
import Testing
import UserNotifications

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TakeoverTests {
  private static let json = #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#

  @Test
  func `a library that takes the delegate is named on the next activation, once`() {
    let world = AppleWorld()
    world.launch()
    let taker = OtherDelegate()
    world.center.delegate = taker
    #expect(world.log.isEmpty)
    world.lifecycle.setPhase(.active)
    world.lifecycle.setPhase(.background)
    world.lifecycle.setPhase(.active)
    #expect(world.log == [.takenOver(by: "OtherDelegate")])
    #expect(world.center.delegate === taker)
  }

  @Test
  func `each library that takes the delegate is named`() {
    let world = AppleWorld()
    world.launch()
    let takers: [any UNUserNotificationCenterDelegate] = [OtherDelegate(), EmptyDelegate()]
    for taker in takers {
      world.center.delegate = taker
      world.lifecycle.setPhase(.active)
      world.lifecycle.setPhase(.background)
    }
    #expect(world.log == [.takenOver(by: "OtherDelegate"), .takenOver(by: "EmptyDelegate")])
  }

  @Test
  func `a center without a delegate is noticed too`() {
    let world = AppleWorld()
    world.launch()
    world.center.delegate = nil
    world.lifecycle.setPhase(.active)
    #expect(world.log == [.takenOver(by: nil)])
  }

  @Test
  func `what was not taken is not told of`() {
    let world = AppleWorld()
    world.launch()
    world.lifecycle.setPhase(.active)
    world.forwarder.centerDelegate.check()
    world.forwarder.centerDelegate.reassert()
    #expect(world.log.isEmpty)
  }

  @Test
  func `reasserting puts the delegate back, before whoever took it`() async throws {
    let world = AppleWorld()
    world.launch()
    let taker = OtherDelegate()
    world.center.delegate = taker
    world.forwarder.centerDelegate.reassert()
    #expect(world.center.delegate === world.forwarder.centerDelegate)
    #expect(world.log == [.reasserted(before: "OtherDelegate")])
    let recorder = PushRecorder()
    world.hub.manager.add(recorder)
    await world.center.stubRespond(UNNotificationResponse(stub: try notification(Self.json)))
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(taker.callCount == 1)
  }

  @Test
  func `a taker that passes everything on does no harm, before and after reasserting`() async throws
  {
    let world = AppleWorld()
    world.launch()
    let taker = ChainingDelegate()
    taker.takeOver(world.center)
    let recorder = PushRecorder()
    world.hub.manager.add(recorder)
    let response = UNNotificationResponse(stub: try notification(Self.json))
    await world.center.stubRespond(response)
    world.forwarder.centerDelegate.reassert()
    await world.center.stubRespond(response)
    let options = await world.center.stubPresent(try notification(Self.json))
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(taker.callCount == 3)
    #expect(options == [.banner, .list, .sound, .badge])
    #expect(world.log == [.reasserted(before: "ChainingDelegate")])
  }

  @Test
  func `uninstalling gives the center back to whoever was there`() {
    let former = OtherDelegate()
    let world = AppleWorld(former: former)
    world.launch()
    #expect(world.center.delegate === world.forwarder.centerDelegate)
    world.forwarder.centerDelegate.uninstall()
    #expect(world.center.delegate === former)
    world.lifecycle.setPhase(.active)
    #expect(world.log.isEmpty)
  }

  @Test
  func `uninstalling leaves the center to whoever took it`() {
    let world = AppleWorld()
    world.launch()
    let taker = EmptyDelegate()
    world.center.delegate = taker
    world.forwarder.centerDelegate.uninstall()
    #expect(world.center.delegate === taker)
  }
}
