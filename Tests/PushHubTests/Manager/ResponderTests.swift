import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Which responder is asked, and what the system's completion handler waits for.
struct ResponderTests: AppFixture {
  struct ServerDown: Error, CustomStringConvertible {
    let description = "could not send: See you at eight"
  }

  /// Sends replies to a server that takes its time.
  final class Replier: PushResponder {
    private let clock: ManualScheduler
    private let time: Duration
    private(set) var sent: [String] = []
    private(set) var wasCancelled = false
    var error: (any Error)?

    init(on clock: ManualScheduler, taking time: Duration) {
      self.clock = clock
      self.time = time
    }

    func respond(to response: PushResponse, of push: Push) async throws -> Bool {
      guard let text = response.reply else { return false }
      do {
        try await clock.sleep(for: time)
      } catch {
        wasCancelled = true
        throw error
      }
      if let error { throw error }
      sent.append(text)
      return true
    }
  }

  /// The system: it reports a response, and counts the calls of its completion handler.
  @MainActor
  final class System {
    private(set) var completions = 0

    @discardableResult
    func answer(_ id: String, _ reply: String = "Yes", to app: SimulatedApp) -> Task<
      Void, Never
    > {
      let payload = message(id)
      let response = PushResponse(action: .custom("reply"), reply: reply)
      return app.clock.perform {
        await app.clock.awaitExternalWork {
          await app.manager.deliver(payload, response: response)
        }
        self.completions += 1
      }
    }
  }

  let app = SimulatedApp()
  let system = System()

  private func add(_ responders: ResponderProbe...) {
    for responder in responders { manager.add(responder) }
  }

  // MARK: - Who is asked

  @Test func `a responder receives no events, and an observer is not asked`() async {
    let recorder = PushRecorder()
    manager.add(recorder)
    await manager.deliver(message("m1"), response: PushResponse())
    #expect(manager.statistics[.unhandled] == 1)
    let responder = ResponderProbe(handles: true)
    add(responder)
    receive("m2")
    await settle()
    #expect(responder.asked == ["m1 default"])
  }

  @Test func `an error counts as not handled, and is named without what it says`() async throws {
    let broken = ResponderProbe { _, _ in throw ServerDown() }
    let next = ResponderProbe(handles: true)
    add(broken, next)
    await manager.deliver(message("m1"), response: PushResponse())
    #expect(next.asked == ["m1 default"])
    #expect(manager.statistics[.workFailed] == 1)
    let entry = try #require(app.log.last { $0.code == .workFailed })
    #expect(entry.observer == "ResponderProbe")
    #expect(entry.message.contains("ServerDown"))
    #expect(!entry.description.contains("eight"))
  }

  // MARK: - Unhandled responses

  @Test func `an unhandled response is reported once to the log and to the fallback`()
    async
  {
    var reported: [String] = []
    manager.fallback = { reported.append("\($0.id) \($1.action)") }
    add(ResponderProbe(handles: false))
    await manager.deliver(message("m1"), response: PushResponse())
    let another = ResponderProbe(handles: false)
    add(another)
    await settle()
    #expect(another.asked == ["m1 default"])
    #expect(reported == ["m1 default"])
    #expect(manager.statistics[.unhandled] == 1)
    #expect(app.log.last { $0.code == .unhandled }?.pushID == "m1")
  }

  // MARK: - What the system waits for

  @Test func `a response is complete when a responder has handled it`() async {
    let replier = Replier(on: clock, taking: .seconds(3))
    let listener = PushRecorder()
    manager.add(listener)
    manager.add(replier)
    let completion = system.answer("m1", to: app)
    await wait(2)
    #expect(system.completions == 0)
    await wait(1)
    await completion.value
    #expect(replier.sent == ["Yes"])
    #expect(system.completions == 1)
    #expect(clock.pendingCount == 0)
  }

  @Test func `a responder beyond the budget is canceled and named, and the next asked`()
    async throws
  {
    let repliers = [
      Replier(on: clock, taking: .seconds(60)), Replier(on: clock, taking: .seconds(1)),
    ]
    let listener = PushRecorder()
    manager.add(listener)
    for replier in repliers { manager.add(replier) }
    let completion = system.answer("m1", to: app)
    await wait(25)
    await completion.value
    #expect(system.completions == 1)
    await wait(1)
    #expect(repliers.map(\.sent) == [[], ["Yes"]])
    #expect(repliers.map(\.wasCancelled) == [true, false])
    #expect(manager.statistics[.late] == 1)
    let entry = try #require(app.log.last { $0.code == .late })
    #expect(entry.observer == "Replier")
    #expect(entry.observerNumber == 2)
    #expect(entry.pushID == "m1")
    #expect(clock.pendingCount == 0)
  }

  @Test func `a second callback for one response waits for the same work`() async {
    let replier = Replier(on: clock, taking: .seconds(3))
    manager.add(replier)
    system.answer("m1", to: app)
    await wait(1)
    system.answer("m1", to: app)
    await wait(1)
    #expect(system.completions == 0)
    await wait(1)
    #expect(system.completions == 2)
    #expect(replier.sent == ["Yes"])
    system.answer("m1", to: app)
    await settle()
    #expect(system.completions == 3)
  }

  @Test func `a callback for a pending response waits for the work for it`() async {
    let response = PushResponse(action: .custom("reply"), reply: "Yes")
    manager.open(message("m1"), response: response)
    let replier = Replier(on: clock, taking: .seconds(3))
    manager.add(replier)
    system.answer("m1", to: app)
    await wait(2)
    #expect(system.completions == 0)
    await wait(1)
    #expect(system.completions == 1)
    #expect(replier.sent == ["Yes"])
  }

  // MARK: - The account and the age of a response in progress

  @Test
  func `a response in progress is discarded when its account signs out before the work begins`()
    async
  {
    lifecycle.setAccount("ann")
    open("m1")
    let responder = ResponderProbe(handles: true)
    add(responder)
    lifecycle.setAccount("bob")
    await settle()
    #expect(responder.asked.isEmpty)
    #expect(manager.statistics[.signedOut] == 2, "the push, and the response to it")
  }

  @Test func `a response that is declined after its account signed out is not offered again`()
    async
  {
    lifecycle.setAccount("ann")
    let slow = ResponderProbe { [clock] _, _ in
      try await clock.sleep(for: .seconds(3))
      return false
    }
    let next = ResponderProbe(handles: true)
    add(slow, next)
    system.answer("m1", to: app)
    await settle()
    lifecycle.setAccount("bob")
    await wait(3)
    #expect(next.asked.isEmpty)
    #expect(manager.statistics[.signedOut] == 2, "the push, and the response to it")
    #expect(system.completions == 1)
  }

  @Test func `a response that made room for a newer one is complete when its responder declines`()
    async
  {
    let app = SimulatedApp { $0.journalCapacity = 1 }
    let slow = ResponderProbe { _, push in
      if push.id == "m1" { try await app.clock.sleep(for: .seconds(3)) }
      return false
    }
    app.manager.add(slow)
    system.answer("m1", to: app)
    await app.settle()
    app.open("m2")
    await app.wait(3)
    #expect(system.completions == 1)
  }

  @Test func `the log distinguishes deallocated responders that were asked and that were not`()
    async throws
  {
    var first: ResponderProbe? = ResponderProbe(handles: true)
    manager.add(try #require(first))
    var second: ResponderProbe? = ResponderProbe(handles: true)
    manager.add(try #require(second))
    open("m1")
    await settle()
    second = nil
    receive("m2")
    #expect(manager.statistics[.observerDeallocatedUnused] == 1)
    first = nil
    receive("m3")
    #expect(manager.statistics[.observerDied] == 1)
    #expect(manager.statistics[.observerDeallocatedUnused] == 1)
  }

  // MARK: - Late responders

  @Test func `the end of a late responder does not let two others work at once`() async {
    var hasEnded = false
    let late = ResponderProbe { [clock] _, _ in
      await clock.awaitExternalWork {
        await withCheckedContinuation { continuation in
          clock.schedule(after: .seconds(40)) { continuation.resume() }
        }
      }
      hasEnded = true
      return false
    }
    let working = ResponderProbe { [clock] _, _ in
      try await clock.sleep(for: .seconds(20))
      return true
    }
    let third = ResponderProbe(handles: true)
    add(late, working, third)
    open("m1")
    await settle()
    pass(25)
    #expect(await eventually { working.asked == ["m1 default"] })
    pass(15)
    #expect(await eventually { hasEnded })
    await settle()
    #expect(third.asked == [])
    await wait(5)
    #expect(third.asked == [])
    #expect(manager.statistics.handled == 1)
  }

  @Test func `a responder that has declined is asked again when the app wants it`() async {
    let isReady = Holder(false)
    let responder = ResponderProbe { _, _ in isReady.value }
    add(responder)
    open("m1")
    await settle()
    manager.retryPendingResponses()
    await settle()
    #expect(responder.asked == ["m1 default", "m1 default"])
    isReady.value = true
    for _ in 1...2 {
      manager.retryPendingResponses()
      await settle()
    }
    #expect(responder.asked.count == 3)
    #expect(manager.statistics.handled == 1)
    #expect(app.codes.filter { $0 == .unhandled }.count == 1)
  }
}
