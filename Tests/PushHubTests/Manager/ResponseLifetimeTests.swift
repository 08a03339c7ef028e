import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// How long a response waits, for whom, and what is reported of it.
@MainActor
struct ResponseLifetimeTests {
  private let hub = Hub()
  private let lifecycle = AppLifecycle()

  init() {
    lifecycle.setAccount("ann")
    lifecycle.add(hub.manager, priority: .first)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `attached responders are asked although nothing is retained for later ones`(
    age: Duration
  ) async throws {
    let hub = Hub { $0.journalMaximumAge = age }
    let responders = [ResponderProbe(handles: false), ResponderProbe(handles: true)]
    for responder in responders {
      hub.manager.add(responder)
    }
    await hub.manager.deliver(try message("m1"), response: PushResponse())
    await hub.scheduler.settle()
    #expect(responders.map(\.asked) == [["m1 default"], ["m1 default"]])
    #expect(hub.manager.statistics.handled == 1)
  }

  @Test
  func `an event that is queued while the account changes is not delivered to the next account`()
    async throws
  {
    let next = try message("m2")
    let session = PushRecorder()
    session.onReceive = { [hub, lifecycle] event in
      guard event.push?.id == "m1", event.kind == .received else { return }
      hub.manager.open(next)
      lifecycle.setAccount("bob")
    }
    hub.manager.add(session)
    hub.manager.receive(try message("m1"), via: .remote)
    let responder = ResponderProbe(handles: true)
    hub.manager.add(responder)
    await hub.scheduler.settle()
    #expect(responder.asked == [])
    #expect(session.lines == ["received m1"])
    #expect(hub.manager.statistics[.signedOut] == 2, "the push, and the response to it")
  }

  @Test func `a second callback waits for a responder that has changed the account`() async throws {
    let tap = try message("m1")
    let responder = ResponderProbe { [hub, lifecycle] _, _ in
      lifecycle.setAccount("bob")
      try await hub.scheduler.sleep(for: .seconds(3))
      return true
    }
    hub.manager.add(responder)
    hub.manager.didFinishLaunching(with: tap)
    await hub.scheduler.settle()
    var isComplete = false
    hub.scheduler.perform { [hub] in
      await hub.scheduler.awaitExternalWork {
        await hub.manager.deliver(tap, response: PushResponse())
      }
      isComplete = true
    }
    await hub.scheduler.settle()
    #expect(!isComplete)
    hub.scheduler.advance(by: .seconds(3))
    await hub.scheduler.settle()
    #expect(isComplete)
    #expect(hub.manager.statistics.handled == 1)
    #expect(responder.asked == ["m1 default"])
  }

  @Test func `a tap that expired while a responder hung is not passed to the fallback`()
    async throws
  {
    var stale: [String] = []
    hub.manager.fallback = { push, _ in stale.append(push.id) }
    let hung = ResponderProbe { [hub] _, _ in
      try await hub.scheduler.sleep(for: .seconds(100_000))
      return false
    }
    hub.manager.add(hung)
    hub.manager.open(try message("m1"))
    await hub.scheduler.settle()
    hub.scheduler.sleepThrough(.seconds(3_600))
    hub.scheduler.runDueActions()
    await hub.scheduler.settle()
    #expect(stale == [])
    #expect(hub.manager.statistics[.expired] == 2, "the push, and the response to it")
  }

  @Test func `a new reader has missed nothing`() async throws {
    let early = PushRecorder()
    hub.manager.add(early)
    hub.manager.open(try message("tap"))
    for number in 1...40 {
      hub.manager.receive(try message("m\(number)"), via: .remote)
    }
    let late = PushRecorder()
    hub.manager.add(late, replay: true)
    #expect(late.lines.count == 32)
    var events = hub.manager.events(replay: true).makeAsyncIterator()
    #expect(await events.next()?.kind == .opened)
    #expect(await events.next()?.push?.id == "m10")
    #expect(hub.manager.statistics[.droppedFromStream] == 0)
  }
}
