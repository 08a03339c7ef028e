import PushHubTesting
import StubSystem
import Testing
import UIKit
import UserNotifications

@testable import PushHub

final class CenterDelegateTests: AppleWorld {
  private let recorder = PushRecorder()

  @Test(arguments: StubThread.allCases)
  func `a notification in the foreground is presented as observers vote`(
    thread: StubThread
  ) async {
    launch()
    let voter = Voter(.show([.banner, .sound]))
    manager.add(voter)
    let options = await center.stubPresent(notification(), from: thread)
    #expect(options == [.banner, .sound])
    #expect(voter.received == ["m1"])
  }

  @Test(
    arguments: [
      (.noOpinion, .list),
      (.show(.banner), [.list, .banner]),
      (.suppress(reason: "reading"), []),
      (.limit(to: [.list, .badge], reason: "quiet"), .list),
      (.limit(to: [.banner], reason: "no list"), []),
    ] as [(PresentationVote, UNNotificationPresentationOptions)]
  )
  func `observers and the delegate before decide together, within limits, and a veto wins`(
    vote: PresentationVote,
    expected: UNNotificationPresentationOptions
  ) async {
    let former = OtherDelegate(options: .list)
    launch(after: former)
    let voter = Voter(vote)
    manager.add(voter)
    let options = await center.stubPresent(notification())
    #expect(options == expected)
    #expect(former.callCount == 1)
  }

  @Test
  func `a limit holds for the options of older systems too`() async {
    let alert = UNNotificationPresentationOptions(rawValue: 1 << 2)
    let former = OtherDelegate(options: [alert, .sound])
    launch(after: former)
    let voter = Voter(.limit(to: [.list, .sound], reason: "the app has its own banner"))
    manager.add(voter)
    #expect(await center.stubPresent(notification()) == [.list, .sound])
    manager.remove(voter)
    let next = notification(#"{"aps":{"alert":"Hi"},"gcm.message_id":"m2"}"#, request: "r2")
    #expect(await center.stubPresent(next) == [alert, .sound])
    #expect(former.callCount == 2)
  }

  @Test
  func `a delegate without methods leaves the decision to the app`() async {
    let former = EmptyDelegate()
    launch(after: former)
    let options = await center.stubPresent(notification())
    await center.stubRespond(response())
    #expect(options == [.banner, .list, .sound, .badge])
    #expect(scheduler.pendingCount == 2, "only the journal and the checkup wait")
  }

  @Test
  func `a second library that answers twice changes nothing`() async {
    let former = OtherDelegate(answerCount: 2)
    launch(after: former)
    await center.stubRespond(response())
    former.answerNow()
    await turn()
    #expect(log.isEmpty)
  }

  @Test
  func `a second library that never answers is not waited for beyond its time`() async {
    let former = OtherDelegate(answerCount: 0)
    launch(after: former)
    let shown = notification()
    let presentation = Task { await center.stubPresent(shown) }
    #expect(await eventually { former.callCount != 0 })
    pass(20)
    #expect(await presentation.value == [])
    #expect(log.begins(with: ["OtherDelegate did not call the handler of willPresent"]))
    former.answerNow()
    await turn()
    #expect(log.begins(with: ["OtherDelegate did not call the handler of willPresent"]))
  }

  @Test
  func `a delegate that waits for nineteen seconds decides, as without the hub`() async {
    let former = OtherDelegate(answerCount: 0, options: .list)
    launch(after: former)
    let shown = notification()
    let presentation = Task { await center.stubPresent(shown) }
    #expect(await eventually { former.callCount != 0 })
    pass(19)
    former.answerNow()
    #expect(await presentation.value == .list)
    #expect(log.isEmpty)
  }

  @Test
  func `observers receive a tap before the previous delegate has answered`() async {
    let former = OtherDelegate(answerCount: 0)
    launch(after: former)
    manager.add(recorder)
    let response = response()
    let answer = Task { await center.stubRespond(response) }
    #expect(await eventually { former.callCount != 0 })
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    former.answerNow()
    await answer.value
  }

  @Test(arguments: [false, true])
  func `a reply is complete when a responder has sent it`(hasFormer: Bool) async {
    let former = OtherDelegate()
    launch(after: hasFormer ? former : nil)
    manager.add(recorder)
    var sent: [String] = []
    let replier = ResponderProbe { [scheduler = scheduler] response, _ in
      try await scheduler.sleep(for: .seconds(3))
      sent.append(response.reply ?? "")
      return true
    }
    manager.add(replier)
    let reply = UNTextInputNotificationResponse(
      stub: notification(),
      actionIdentifier: "REPLY",
      userText: "on my way"
    )
    var isComplete = false
    let answer = Task {
      await center.stubRespond(reply)
      isComplete = true
    }
    #expect(await eventually { recorder.lines.count >= 2 })
    await settle()
    for _ in 0..<5 { await turn() }
    #expect(!isComplete)
    pass(3)
    await answer.value
    #expect(sent == ["on my way"])
    withExtendedLifetime(replier) {}
    #expect(scheduler.pendingCount == 1, "only the checkup waits")
  }

  @Test
  func `what was forwarded is remembered for as long as there is a notification`() async {
    let former = EmptyDelegate()
    launch(after: former)
    for number in 1...5 {
      _ = await center.stubPresent(notification(request: "r\(number)"))
    }
    #expect(hub.forwarded.count <= 2)
  }

  @Test
  func `the first answer counts`() {
    var finished: [Int?] = []
    let answer = TimedAnswer<Int>(within: .seconds(1), on: ManualScheduler()) {
      finished.append($0)
    }
    answer.receive(1)
    answer.receive(2)
    #expect(finished == [1])
  }

  @Test
  func `the text that the user typed is in the answer`() async {
    launch()
    manager.add(recorder)
    await center.stubRespond(
      UNTextInputNotificationResponse(
        stub: notification(),
        actionIdentifier: "REPLY",
        userText: "on my way"
      )
    )
    await center.stubRespond(
      UNNotificationResponse(
        stub: notification(),
        actionIdentifier: UNNotificationDismissActionIdentifier
      )
    )
    #expect(
      recorder.lines == ["received m1", "opened m1 REPLY on my way", "opened m1 dismiss"]
    )
  }

  @Test
  func `a category that a service extension has set comes with the answer`() async {
    launch()
    let responder = ResponderProbe { response, _ in response.category == "order" }
    manager.add(responder)
    let content = UNMutableNotificationContent()
    content.userInfo = userInfo()
    content.categoryIdentifier = "order"
    let request = UNNotificationRequest(
      identifier: "1",
      content: content,
      trigger: UNPushNotificationTrigger()
    )
    await center.stubRespond(
      UNNotificationResponse(stub: UNNotification(stub: request), actionIdentifier: "reorder")
    )
    #expect(responder.asked == ["m1 reorder"])
    #expect(manager.statistics[.unhandled] == 0)
    #expect(PushResponse(response()).category == nil)
  }

  @Test
  func `a local notification is the business of the delegate before`() async {
    let former = OtherDelegate(options: .sound)
    launch(after: former)
    let local = localNotification()
    let options = await center.stubPresent(local)
    await center.stubRespond(UNNotificationResponse(stub: local))
    #expect(options == .sound)
    #expect(former.callCount == 2)
    #expect(manager.statistics.received == 0)
  }

  @Test
  func `observers receive local notifications if the app wants that`() async {
    hub.includesLocalNotifications = true
    launch()
    manager.add(recorder)
    let local = localNotification()
    await center.stubRespond(UNNotificationResponse(stub: local))
    #expect(recorder.lines == ["received alarm", "opened alarm default"])
  }

  @Test(arguments: [false, true], [nil, []] as [PresentationOptions?])
  func `a local notification in the foreground is presented as the app says`(
    isIncluded: Bool,
    options: PresentationOptions?
  ) async {
    hub.includesLocalNotifications = isIncluded
    hub.localNotificationPresentation = options
    launch()
    let local = localNotification()
    let shown = UNNotificationPresentationOptions(options ?? .all)
    #expect(await center.stubPresent(local) == shown)
    let push = notification(request: "r2")
    #expect(await center.stubPresent(push) == [.banner, .list, .sound, .badge])
  }

  // MARK: - Only what is unhandled

  @Test(arguments: [true, false])
  func `a delegate of unhandled responses receives what no responder took`(isHandled: Bool)
    async
  {
    let former = OtherDelegate()
    hub.forward(to: former, responses: .onlyUnhandled)
    launch(after: former)
    let responder = ResponderProbe(handles: isHandled)
    manager.add(responder)
    let response = response()
    await center.stubRespond(response)
    #expect(responder.asked == ["m1 default"])
    #expect(former.callCount == (isHandled ? 0 : 1))
    pass(240)
    let router = ResponderProbe(handles: true)
    manager.add(router)
    await settle()
    #expect(router.asked == [], "it was handled, if by the delegate")
    #expect(manager.statistics.handled == 1)
  }

  @Test func `a delegate of unhandled responses receives those to local notifications`()
    async
  {
    let (first, last) = (OtherDelegate(), OtherDelegate())
    hub.forward(to: last, responses: .onlyUnhandled)
    launch(after: first)
    let local = localNotification()
    await center.stubRespond(UNNotificationResponse(stub: local))
    #expect([first.callCount, last.callCount] == [1, 1])
    await center.stubRespond(response())
    #expect([first.callCount, last.callCount] == [2, 2])
  }

  @Test func `a tap that a scene brings reaches the delegate of unhandled responses once`()
    async
  {
    let former = OtherDelegate()
    hub.forward(to: former, responses: .onlyUnhandled)
    launch(after: former)
    let scene = UIScene()
    hub.scene(scene, willConnectTo: scene.session, options: .init(stub: response()))
    await center.stubRespond(response())
    #expect(await eventually { former.callCount > 0 })
    await settle()
    #expect(former.callCount == 1)
  }
}

/// An observer with an opinion.
private final class Voter: PushObserver, PresentationVoter {
  private let vote: PresentationVote
  private(set) var received: [String] = []

  init(_ vote: PresentationVote) {
    self.vote = vote
  }

  func receive(_ event: PushEvent) {
    if case .received(let push) = event { received.append(push.id) }
  }

  func presentation(of push: Push) -> PresentationVote { vote }
}
