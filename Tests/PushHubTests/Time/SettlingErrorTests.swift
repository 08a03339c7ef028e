import PushHub
import Testing

/// Settling that could never end.
@MainActor
struct SettlingErrorTests {
  let scheduler = ManualScheduler()
  let log = CallLog()
  private let ending: WorkEnding

  init() {
    ending = WorkEnding(on: scheduler)
  }

  /// Something that never comes, and that cancelling does not end.
  private final class Never {
    private var continuation: CheckedContinuation<Void, Swift.Never>?

    func wait() async {
      await withCheckedContinuation { continuation = $0 }
    }

    func end() {
      continuation?.resume()
      continuation = nil
    }
  }

  @Test func `settling that can never end throws, and names the work and where it began`() async {
    let never = Never()
    let line = #line + 1
    scheduler.perform { await never.wait() }
    let error = await #expect(throws: SettlingError.self) {
      try await scheduler.settle(idleTurnLimit: 2)
    }
    #expect(error?.turns == 2)
    #expect(error?.works.map(\.origin) == [WorkOrigin(fileID: #fileID, line: line)])
    #expect(error?.works.map(\.wait) == [nil])
    #expect("\(error.map { "\($0)" } ?? "")".contains("\(#fileID):\(line) is under way"))
    never.end()
    await scheduler.settle()
  }

  @Test func `work that was cancelled and does not notice is named, and what may wait too`() async {
    let never = Never()
    scheduler.perform { [scheduler] in try? await scheduler.sleep(for: .seconds(1)) }
    let task = scheduler.perform { [scheduler] in await scheduler.standBy { await never.wait() } }
    await scheduler.settle()
    task.cancel()
    let error = await #expect(throws: SettlingError.self) {
      try await scheduler.settle(idleTurnLimit: 2)
    }
    #expect(error?.works.map(\.isAwaited) == [false, true])
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("was cancelled, but still waits (standing by for something outside)"))
    #expect(text.contains("(asleep until time is advanced)"))
    never.end()
    await scheduler.settle()
  }

  @Test func `who is told of the failure goes on after it`() async {
    let never = Never()
    scheduler.perform { await never.wait() }
    scheduler.idleTurnLimit = 2
    scheduler.stalled = { [log] in log.note("\($0.works.count)") }
    await scheduler.settle()
    #expect(log.take() == ["1"])
    never.end()
    await scheduler.settle()
    #expect(log.take().isEmpty)
  }

  @Test func `as long as something happens settling goes on`() async throws {
    // Turns queue behind what waits already, so that something happens before each.
    let afterFourTurns = ContinuousClock.now + .milliseconds(400)
    scheduler.perform { [scheduler] in
      while ContinuousClock.now < afterFourTurns {
        scheduler.perform {}
        await Task.yield()
      }
    }
    try await scheduler.settle(idleTurnLimit: 3)
  }

  @Test func `a plain pile of work needs no limit`() async throws {
    for _ in 1...1_000 {
      scheduler.perform { await Task.yield() }
    }
    try await scheduler.settle(idleTurnLimit: 10)
  }
}
