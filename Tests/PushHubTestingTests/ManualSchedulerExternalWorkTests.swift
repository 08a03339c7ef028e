import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Work that waits for something else than time.
@MainActor
struct ManualSchedulerExternalWorkTests {
  let scheduler = ManualScheduler()
  let log = CallLog()

  /// Work that notes the numbers of a stream of the standard library while it awaits external work.
  private func listener(_ numbers: AsyncStream<Int>) -> Task<Void, Never> {
    scheduler.perform { [scheduler, log] in
      var iterator = numbers.makeAsyncIterator()
      while let number = await scheduler.awaitExternalWork({
        await iterator.next(isolation: MainActor.shared)
      }) {
        log.note("\(number)")
      }
      log.note("end")
    }
  }

  @Test func `settling does not wait for work that awaits external work`() async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = listener(numbers)
    await scheduler.settle()
    #expect(log.take().isEmpty)
    continuation.yield(1)
    continuation.finish()
    await task.value
    #expect(log.take() == ["1", "end"])
    let canceled = listener(AsyncStream.makeStream(of: Int.self).stream)
    await scheduler.settle()
    canceled.cancel()
    await scheduler.settle()
    #expect(log.take() == ["end"])
  }
}
