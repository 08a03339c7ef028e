import PushHub
import Testing

/// Work that waits for something else than time.
@MainActor
struct ManualSchedulerExternalWorkTests {
  let scheduler = ManualScheduler()
  let log = CallLog()

  /// Work that notes the numbers of a stream of the standard library while it stands by.
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

  @Test func `settling does not wait for work that stands by`() async {
    let (numbers, _) = AsyncStream.makeStream(of: Int.self)
    let task = listener(numbers)
    await scheduler.settle()
    #expect(log.take().isEmpty)
    task.cancel()
    await scheduler.settle()
    #expect(log.take() == ["end"])
  }

  @Test func `work goes on when what it waits for has come`() async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = listener(numbers)
    await scheduler.settle()
    continuation.yield(1)
    continuation.finish()
    await task.value
    #expect(log.take() == ["1", "end"])
  }

  @Test func `an error that was waited for is thrown`() async {
    struct Failure: Error {}
    scheduler.perform { [scheduler, log] in
      do {
        try await scheduler.awaitExternalWork { throw Failure() }
      } catch {
        log.note("\(type(of: error))")
      }
    }
    await scheduler.settle()
    #expect(log.take() == ["Failure"])
  }

  @Test func `a delivery that work stands by for is there when settling returns, every time`()
    async throws
  {
    for _ in 1...200 {
      let scheduler = ManualScheduler()
      let manager = NotificationManager(scheduler: scheduler)
      let sleeper = Sleeper(scheduler: scheduler)
      let push = try message("m1")
      manager.add(sleeper)
      var result: FetchResult?
      scheduler.perform {
        result = await scheduler.awaitExternalWork { await manager.deliver(push) }
      }
      await scheduler.settle()
      scheduler.advance(by: .seconds(3))
      await scheduler.settle()
      #expect(result == .newData)
    }
  }

  private final class Sleeper: BackgroundPushObserver {
    private let scheduler: ManualScheduler

    init(scheduler: ManualScheduler) {
      self.scheduler = scheduler
    }

    func receive(_ event: PushEvent) {}

    func performBackgroundWork(for push: Push) async throws -> FetchResult {
      try await scheduler.sleep(for: .seconds(3))
      return .newData
    }
  }

  @Test func `a task that is not work may stand by`() async {
    #expect(await scheduler.awaitExternalWork { 7 } == 7)
    #expect(await LiveScheduler().awaitExternalWork { 8 } == 8)
  }
}
