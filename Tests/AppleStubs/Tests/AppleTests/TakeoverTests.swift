import Foundation
import PushHub
import PushHubTesting
import Testing
import UserNotifications

@MainActor
struct TakeoverTests {
  private let world = AppleWorld()

  @Test
  func `a library that takes the delegate is named on the next activation, once`() {
    world.launch()
    let successor = OtherDelegate()
    world.center.delegate = successor
    #expect(world.log.isEmpty)
    world.lifecycle.setPhase(.active)
    world.lifecycle.setPhase(.background)
    world.lifecycle.setPhase(.active)
    #expect(world.log.begins(with: ["OtherDelegate is the notification center's delegate now"]))
    #expect(world.center.delegate === successor)
  }

  @Test
  func `a center without a delegate is noticed too`() {
    world.launch()
    world.center.delegate = nil
    world.lifecycle.setPhase(.active)
    #expect(world.log.begins(with: ["No object is the"]))
  }

  @Test
  func `a delegate that was not replaced is not logged`() {
    world.launch()
    world.lifecycle.setPhase(.active)
    world.hub.reassertDelegate()
    #expect(world.log.isEmpty)
  }

  @Test
  func `after reasserting, the first delegate is called as well`() async throws {
    let first = OtherDelegate(options: .list)
    let world = AppleWorld(former: first)
    world.launch()
    let successor = OtherDelegate(options: .badge)
    world.center.delegate = successor
    world.hub.reassertDelegate()
    #expect(world.hub.previousDelegates.map { $0 === successor } == [true, false])
    let options = await world.center.stubPresent(try notification())
    await world.center.stubRespond(try response())
    #expect(options == [.list, .badge])
    #expect(first.callCount == 2)
    #expect(successor.callCount == 2)
  }

  @Test
  func `the handler waits for all who were the delegate, and for none beyond its time`()
    async throws
  {
    let first = OtherDelegate(answerCount: 0)
    let world = AppleWorld(former: first)
    world.launch()
    let successor = OtherDelegate()
    world.center.delegate = successor
    world.hub.reassertDelegate()
    let isDone = Holder(false)
    let response = try response()
    let answer = Task {
      await world.center.stubRespond(response)
      isDone.value = true
    }
    #expect(await eventually { first.callCount != 0 })
    for _ in 1...3 { await world.turn() }
    #expect(!isDone.value)
    world.pass(25)
    await answer.value
    #expect(
      world.log.last?.hasPrefix("OtherDelegate did not call the handler of didReceive") == true
    )
  }

  @Test
  func `a delegate that takes over repeatedly is called once`() async throws {
    let successor = OtherDelegate()
    let world = AppleWorld(former: successor)
    world.launch()
    for _ in 1...3 {
      world.center.delegate = successor
      world.hub.reassertDelegate()
    }
    await world.center.stubRespond(try response())
    #expect(successor.callCount == 1)
  }

  @Test
  func `a delegate before is kept until it answers`() async throws {
    var slow: OtherDelegate? = OtherDelegate(answerCount: 0, options: .sound)
    let world = AppleWorld(former: slow)
    world.launch()
    let shown = try notification()
    let presentation = Task { await world.center.stubPresent(shown) }
    await turns()
    weak let kept = slow
    slow = nil
    kept?.answerNow()
    #expect(await presentation.value == [.sound])
  }

  @Test
  func `each delegate before is asked to show the app's settings, once`() {
    final class Asked: NSObject, UNUserNotificationCenterDelegate {
      var count = 0
      weak var hub: AppHub?

      func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
      ) {
        count += 1
        hub?.userNotificationCenter(center, openSettingsFor: notification)
      }
    }
    let (first, successor) = (Asked(), Asked())
    let world = AppleWorld(former: first)
    world.launch()
    successor.hub = world.hub
    world.center.delegate = successor
    world.hub.reassertDelegate()
    for count in 1...2 {
      world.hub.userNotificationCenter(world.center, openSettingsFor: nil)
      #expect(first.count == count)
      #expect(successor.count == count)
    }
  }

  @Test
  func `a wish for the app's settings waits for who shows them`() {
    world.launch()
    world.hub.userNotificationCenter(world.center, openSettingsFor: nil)
    var openings = 0
    world.hub.openSettings = { openings += 1 }
    #expect(openings == 1)
    world.hub.openSettings = { openings += 1 }
    #expect(openings == 1)
  }

  @Test
  func `a successor that forwards too late is not called again`() async throws {
    world.launch()
    let scheduler = world.scheduler
    let library = SlowSuccessor(to: world.hub, on: scheduler)
    world.center.delegate = library
    world.hub.reassertDelegate()
    let shown = try notification()
    let presentation = Task { await world.center.stubPresent(shown) }
    let answer = Task { await world.center.stubRespond(UNNotificationResponse(stub: shown)) }
    #expect(await eventually { library.calls.count >= 2 })
    for _ in 0..<120 {
      scheduler.advance(by: .seconds(1))
      await world.turn()
    }
    _ = await presentation.value
    await answer.value
    #expect(library.calls.sorted() == ["answered", "presented"])
    for callback in ["willPresent", "didReceive"] {
      let words = "SlowSuccessor did not call the handler of \(callback) in time"
      #expect(world.log.count { $0.hasPrefix(words) } == 1)
    }
  }

  @Test
  func `a successor that passes all on does no harm, before and after reasserting`() async throws {
    world.launch()
    let successor = ChainingDelegate()
    successor.takeOver(world.center)
    let recorder = PushRecorder()
    world.manager.add(recorder)
    let response = try response()
    await world.center.stubRespond(response)
    world.hub.reassertDelegate()
    await world.center.stubRespond(response)
    let options = await world.center.stubPresent(try notification())
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(successor.callCount == 3)
    #expect(options == [.banner, .list, .sound, .badge])
    #expect(
      world.log.begins(with: [
        "The hub is the notification center's delegate again, and forwards to ChainingDelegate."
      ])
    )
  }
}
