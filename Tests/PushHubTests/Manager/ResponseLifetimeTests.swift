import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// How long a response waits, for whom, and what is reported of it.
struct ResponseLifetimeTests: AppFixture {
  let app = SimulatedApp()

  init() {
    lifecycle.setAccount("ann")
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `attached responders are asked although nothing is retained for later ones`(
    age: Duration
  ) async {
    let app = SimulatedApp { $0.journalMaximumAge = age }
    let responders = [ResponderProbe(handles: false), ResponderProbe(handles: true)]
    for responder in responders {
      app.manager.add(responder)
    }
    await app.manager.deliver(message("m1"), response: PushResponse())
    await app.settle()
    #expect(responders.map(\.asked) == [["m1 default"], ["m1 default"]])
    #expect(app.manager.statistics.handled == 1)
  }

  @Test
  func `an event queued during an account switch is not the next account's`()
    async
  {
    let next = message("m2")
    let session = PushRecorder()
    session.onReceive = { [manager, lifecycle] event in
      guard event.push?.id == "m1", event.kind == .received else { return }
      manager.open(next)
      lifecycle.setAccount("bob")
    }
    manager.add(session)
    receive("m1")
    let responder = ResponderProbe(handles: true)
    manager.add(responder)
    await settle()
    #expect(responder.asked == [])
    #expect(session.lines == ["received m1"])
    #expect(manager.statistics[.signedOut] == 2, "the push, and the response to it")
  }

  @Test func `a second callback waits for a responder that has changed the account`() async {
    let tap = message("m1")
    let responder = ResponderProbe { [clock, lifecycle] _, _ in
      lifecycle.setAccount("bob")
      try await clock.sleep(for: .seconds(3))
      return true
    }
    manager.add(responder)
    manager.didFinishLaunching(with: tap)
    await settle()
    var isComplete = false
    clock.perform { [clock, manager] in
      await clock.awaitExternalWork {
        await manager.deliver(tap, response: PushResponse())
      }
      isComplete = true
    }
    await settle()
    #expect(!isComplete)
    await wait(3)
    #expect(isComplete)
    #expect(manager.statistics.handled == 1)
    #expect(responder.asked == ["m1 default"])
  }

  @Test func `a tap that expired while a responder hung is not passed to the fallback`()
    async
  {
    var stale: [String] = []
    manager.fallback = { push, _ in stale.append(push.id) }
    let hung = ResponderProbe { [clock] _, _ in
      try await clock.sleep(for: .seconds(100_000))
      return false
    }
    manager.add(hung)
    open("m1")
    await settle()
    clock.sleepThrough(.seconds(3_600))
    clock.runDueActions()
    await settle()
    #expect(stale == [])
    #expect(manager.statistics[.expired] == 2, "the push, and the response to it")
  }

  @Test func `a new reader has missed nothing`() async {
    let early = PushRecorder()
    manager.add(early)
    open("tap")
    for number in 1...40 {
      receive("m\(number)")
    }
    let late = PushRecorder()
    manager.add(late, replay: true)
    #expect(late.lines.count == 32)
    var events = manager.events(replay: true).makeAsyncIterator()
    #expect(await events.next()?.kind == .opened)
    #expect(await events.next()?.push?.id == "m10")
    #expect(manager.statistics[.droppedFromStream] == 0)
  }
}
