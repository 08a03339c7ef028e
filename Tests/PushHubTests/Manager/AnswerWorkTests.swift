import PushHub
import Testing

/// What the system's completion handler of an answer waits for.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct AnswerWorkTests {
  struct ServerDown: Error, CustomStringConvertible {
    let description = "could not send: See you at eight"
  }

  /// Sends replies to a server that takes its time.
  @MainActor
  final class Replier: PushObserver {
    private let hub: Hub
    private let time: Duration
    private(set) var sent: [String] = []
    private(set) var wasCancelled = false
    var error: (any Error)?

    init(on hub: Hub, taking time: Duration) {
      self.hub = hub
      self.time = time
    }

    func receive(_ event: PushEvent) {
      guard case .opened(_, let response) = event, let text = response.reply else { return }
      hub.manager.perform(for: self) {
        do {
          try await self.hub.scheduler.sleep(for: self.time)
        } catch {
          self.wasCancelled = true
          throw error
        }
        if let error = self.error { throw error }
        self.sent.append(text)
      }
    }
  }

  /// The system: it calls with an answer, and notes when it was told that it is dealt with.
  @MainActor
  final class System {
    private(set) var completions = 0

    @discardableResult
    func answer(_ id: String, _ reply: String = "Yes", to hub: Hub) throws -> Task<Void, Never> {
      let payload = try message(id)
      let response = PushResponse(action: .custom("reply"), reply: reply)
      let wait = hub.scheduler
      return hub.scheduler.perform {
        await wait.standBy { await hub.manager.deliver(payload, response: response) }
        self.completions += 1
      }
    }
  }

  let hub = Hub()
  let system = System()

  @Test func `an answer is complete when the observers' work for it is done`() async throws {
    let replier = Replier(on: hub, taking: .seconds(3))
    hub.manager.add(replier)
    let completion = try system.answer("m1", to: hub)
    await advance(.seconds(2))
    #expect(system.completions == 0)
    await advance(.seconds(1))
    await completion.value
    #expect(replier.sent == ["Yes"])
    #expect(system.completions == 1)
    #expect(hub.scheduler.pendingCount == 0)
  }

  @Test func `without work an answer is complete at once`() async throws {
    let recorder = PushRecorder()
    hub.manager.add(recorder)
    await hub.manager.deliver(try message("m1"), response: PushResponse())
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(hub.scheduler.pendingCount == 0)
  }

  @Test func `an answer that nobody hears is complete at once, and waits for an observer`()
    async throws
  {
    await hub.manager.deliver(try message("m1"), response: PushResponse())
    let recorder = PushRecorder()
    hub.manager.add(recorder)
    #expect(recorder.lines == ["received m1", "opened m1 default"])
  }

  @Test func `the slowest observer decides`() async throws {
    let repliers = [1, 5, 3].map { Replier(on: hub, taking: .seconds($0)) }
    for replier in repliers { hub.manager.add(replier) }
    let completion = try system.answer("m1", to: hub)
    await advance(.seconds(4))
    #expect(system.completions == 0)
    await advance(.seconds(1))
    await completion.value
    #expect(repliers.map(\.sent) == [["Yes"], ["Yes"], ["Yes"]])
  }

  @Test func `work that outlasts the budget is cancelled and named, and the answer is complete`()
    async throws
  {
    let repliers = [Replier(on: hub, taking: .seconds(1)), Replier(on: hub, taking: .seconds(60))]
    for replier in repliers { hub.manager.add(replier) }
    let completion = try system.answer("m1", to: hub)
    await advance(.seconds(1))
    await advance(.seconds(24))
    await completion.value
    #expect(repliers.map(\.sent) == [["Yes"], []])
    #expect(repliers.map(\.wasCancelled) == [false, true])
    #expect(hub.manager.statistics.late == 1)
    let entry = try #require(hub.log.last { $0.code == .late })
    #expect(entry.observer == "Replier")
    #expect(entry.observerNumber == 2)
    #expect(entry.pushID == "m1")
    #expect(hub.scheduler.pendingCount == 0)
  }

  @Test func `cancelling the caller cuts the work off`() async throws {
    let replier = Replier(on: hub, taking: .seconds(3))
    hub.manager.add(replier)
    let payload = try message("m1")
    let caller = Task {
      await hub.manager.deliver(payload, response: PushResponse(action: .custom("r"), reply: "x"))
    }
    while hub.scheduler.pendingCount < 2 { await Task.yield() }
    caller.cancel()
    await caller.value
    await hub.scheduler.settle()
    #expect(replier.wasCancelled)
    #expect(hub.manager.statistics.late == 1)
    #expect(hub.scheduler.pendingCount == 0)
  }

  @Test func `an error is named without what it says, and the answer is complete`() async throws {
    let replier = Replier(on: hub, taking: .seconds(1))
    replier.error = ServerDown()
    hub.manager.add(replier)
    let completion = try system.answer("m1", to: hub)
    await advance(.seconds(1))
    await completion.value
    #expect(hub.manager.statistics.workFailed == 1)
    let entry = try #require(hub.log.last { $0.code == .workFailed })
    #expect(entry.message.contains("ServerDown"))
    #expect(!entry.description.contains("eight"))
  }

  @Test func `a second callback for one answer waits for the same work`() async throws {
    let replier = Replier(on: hub, taking: .seconds(3))
    hub.manager.add(replier)
    try system.answer("m1", to: hub)
    await advance(.seconds(1))
    try system.answer("m1", to: hub)
    await advance(.seconds(1))
    #expect(system.completions == 0)
    await advance(.seconds(1))
    #expect(system.completions == 2)
    #expect(replier.sent == ["Yes"])
    try system.answer("m1", to: hub)
    await hub.scheduler.settle()
    #expect(system.completions == 3)
  }

  @Test func `an answer that waited in the mailbox is worked on, and a callback for it waits`()
    async throws
  {
    let payload = try message("m1")
    let response = PushResponse(action: .custom("reply"), reply: "Yes")
    hub.manager.open(payload, response: response)
    let replier = Replier(on: hub, taking: .seconds(3))
    hub.manager.add(replier)
    try system.answer("m1", to: hub)
    await advance(.seconds(2))
    #expect(system.completions == 0)
    await advance(.seconds(1))
    #expect(system.completions == 1)
    #expect(replier.sent == ["Yes"])
  }

  @Test func `two answers to one push have work of their own`() async throws {
    let replier = Replier(on: hub, taking: .seconds(20))
    hub.manager.add(replier)
    try system.answer("m1", "One", to: hub)
    await advance(.seconds(10))
    try system.answer("m1", "Two", to: hub)
    await advance(.seconds(10))
    #expect(system.completions == 1)
    await advance(.seconds(10))
    #expect(system.completions == 2)
    #expect(replier.sent == ["One", "Two"])
    #expect(hub.manager.statistics.late == 0)
  }

  @Test func `work for other events is done, and its error is named`() async throws {
    let recorder = PushRecorder()
    recorder.onReceive = { [hub, weak recorder] _ in
      guard let recorder else { return }
      hub.manager.perform(for: recorder) { throw ServerDown() }
    }
    hub.manager.add(recorder)
    hub.manager.receive(try message("m1"), via: .remote)
    await hub.scheduler.settle()
    #expect(hub.manager.statistics.workFailed == 1)
    #expect(hub.log.last?.pushID == "m1")
  }

  private func advance(_ duration: Duration) async {
    await hub.scheduler.settle()
    hub.scheduler.advance(by: duration)
    await hub.scheduler.settle()
  }
}
