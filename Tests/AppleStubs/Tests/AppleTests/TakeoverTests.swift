import Foundation
import PushHub
import PushHubTesting
import StubSystem
import Testing
import UserNotifications

final class TakeoverTests: AppleWorld {
  @Test
  func `a library that takes the delegate is named on the next activation, once`() {
    launch()
    let successor = OtherDelegate()
    center.delegate = successor
    #expect(log.isEmpty)
    lifecycle.setPhase(.active)
    lifecycle.setPhase(.background)
    lifecycle.setPhase(.active)
    #expect(log.begins(with: ["OtherDelegate is the notification center's delegate now"]))
    #expect(center.delegate === successor)
  }

  @Test
  func `a center without a delegate is noticed too`() {
    launch()
    center.delegate = nil
    lifecycle.setPhase(.active)
    #expect(log.begins(with: ["No object is the"]))
  }

  @Test
  func `a delegate that was not replaced is not logged`() {
    launch()
    lifecycle.setPhase(.active)
    hub.reassertDelegate()
    #expect(log.isEmpty)
  }

  @Test
  func `after reasserting, the first delegate is called as well`() async {
    let first = OtherDelegate(options: .list)
    launch(after: first)
    let successor = OtherDelegate(options: .badge)
    center.delegate = successor
    hub.reassertDelegate()
    #expect(hub.previousDelegates.map { $0 === successor } == [true, false])
    let options = await center.stubPresent(notification())
    await center.stubRespond(response())
    #expect(options == [.list, .badge])
    #expect(first.callCount == 2)
    #expect(successor.callCount == 2)
  }

  @Test
  func `the handler waits for all former delegates, within its time`()
    async
  {
    let first = OtherDelegate(answerCount: 0)
    launch(after: first)
    let successor = OtherDelegate()
    center.delegate = successor
    hub.reassertDelegate()
    let isDone = Holder(false)
    let response = response()
    let answer = Task {
      await center.stubRespond(response)
      isDone.value = true
    }
    #expect(await eventually { first.callCount != 0 })
    for _ in 1...3 { await turn() }
    #expect(!isDone.value)
    pass(25)
    await answer.value
    #expect(
      log.last?.hasPrefix("OtherDelegate did not call the handler of didReceive") == true
    )
  }

  @Test
  func `a delegate that takes over repeatedly is called once`() async {
    let successor = OtherDelegate()
    launch(after: successor)
    for _ in 1...3 {
      center.delegate = successor
      hub.reassertDelegate()
    }
    await center.stubRespond(response())
    #expect(successor.callCount == 1)
  }

  @Test
  func `a delegate before is kept until it answers`() async {
    var slow: OtherDelegate? = OtherDelegate(answerCount: 0, options: .sound)
    launch(after: slow)
    let shown = notification()
    let presentation = Task { await center.stubPresent(shown) }
    await turns()
    weak let kept = slow
    slow = nil
    kept?.answerNow()
    #expect(await presentation.value == [.sound])
  }

  @Test
  func `each delegate before is asked to show the app's settings, once`() async {
    @MainActor
    final class Asked: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
      var count = 0
      weak var hub: AppHub?

      func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
      ) {
        count += 1
        hub?.userNotificationCenter(center, openSettingsFor: notification)
        Task { hub?.userNotificationCenter(center, openSettingsFor: notification) }
      }
    }
    let (first, successor) = (Asked(), Asked())
    launch(after: first)
    successor.hub = hub
    center.delegate = successor
    self.hub.reassertDelegate()
    for (count, subject) in [(1, nil), (2, nil), (3, notification())] {
      self.hub.userNotificationCenter(center, openSettingsFor: subject)
      await turns()
      #expect(first.count == count)
      #expect(successor.count == count)
      pass(1)
    }
  }

  @Test
  func `a wish for the app's settings waits for who shows them`() {
    launch()
    hub.userNotificationCenter(center, openSettingsFor: nil)
    var openings = 0
    hub.openSettings = { openings += 1 }
    #expect(openings == 1)
    hub.openSettings = { openings += 1 }
    #expect(openings == 1)
  }

  @Test
  func `a successor that forwards too late is not called again`() async {
    launch()
    let library = ChainingDelegate()
    library.scheduler = scheduler
    library.takeOver(center)
    hub.reassertDelegate()
    let shown = notification()
    let presentation = Task { await center.stubPresent(shown) }
    let answer = Task { await center.stubRespond(UNNotificationResponse(stub: shown)) }
    #expect(await eventually { library.calls.count >= 2 })
    for _ in 0..<120 {
      pass(1)
      await turn()
    }
    _ = await presentation.value
    await answer.value
    #expect(library.calls.sorted() == ["answered", "presented"])
    for callback in ["willPresent", "didReceive"] {
      let words = "ChainingDelegate did not call the handler of \(callback) in time"
      #expect(log.count { $0.hasPrefix(words) } == 1)
    }
  }

  @Test
  func `a successor that passes all on does no harm, before and after reasserting`() async {
    launch()
    let successor = ChainingDelegate()
    successor.takeOver(center)
    let recorder = PushRecorder()
    manager.add(recorder)
    let response = response()
    await center.stubRespond(response, from: .main)
    hub.reassertDelegate()
    await center.stubRespond(response, from: .main)
    let options = await center.stubPresent(notification(), from: .main)
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(successor.calls.count == 3)
    #expect(options == [.banner, .list, .sound, .badge])
    #expect(
      log.begins(with: [
        "The hub is the notification center's delegate again, and forwards to ChainingDelegate."
      ])
    )
  }
}
