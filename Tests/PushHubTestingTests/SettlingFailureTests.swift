import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Settling that could never end.
struct SettlingFailureTests: TimeFixture {
  let scheduler = ManualScheduler()
  let log = CallLog()
  private let ending: WorkEnding

  init() {
    ending = WorkEnding(on: scheduler)
    scheduler.work.idleTurnLimit = 2
    scheduler.stalled = { [log] in log.note($0) }
  }

  /// Something that never comes, and that canceling does not end.
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

  @Test func `an action that schedules itself again without delay is reported`() {
    func repeatForever() {
      scheduler.schedule(after: .zero) { repeatForever() }
    }
    repeatForever()
    pass(1)
    #expect(log.lines == ["100000 actions ran without any time passing, and more are due."])
  }

  @Test func `endless settling is reported once, with the work and its origin`()
    async
  {
    let never = Never()
    let line = #line + 1
    scheduler.perform { await never.wait() }
    await settle()
    let texts = log.take()
    #expect(texts.count == 1)
    #expect(texts.first?.contains("\(#fileID):\(line) is under way") == true)
    never.end()
    await settle()
    #expect(log.take().isEmpty)
  }

  @Test func `work that ignores its cancellation is named, and what may wait too`() async {
    let never = Never()
    scheduler.perform { [scheduler] in try? await scheduler.sleep(for: .seconds(1)) }
    let task = scheduler.perform { [scheduler] in
      await scheduler.awaitExternalWork { await never.wait() }
    }
    await settle()
    #expect(log.take().isEmpty)
    task.cancel()
    await settle()
    let text = log.take().joined()
    #expect(text.contains("was canceled, but still waits for something outside"))
    #expect(text.contains("is asleep until time is advanced, as it may."))
    never.end()
    await settle()
  }

  @Test func `as long as something happens settling goes on`() async {
    // Turns queue behind what waits already, so that something happens before each.
    let afterFourTurns = ContinuousClock.now + .milliseconds(400)
    scheduler.perform { [scheduler] in
      while ContinuousClock.now < afterFourTurns {
        scheduler.perform {}
        await Task.yield()
      }
    }
    await settle()
    #expect(log.take().isEmpty)
  }
}
