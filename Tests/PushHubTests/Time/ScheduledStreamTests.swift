import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct ScheduledStreamTests: TimeFixture {
  struct Failure: Error {}

  let scheduler = ManualScheduler()
  let log = CallLog()
  let stream = ScheduledStream<Int>()
  private let ending: WorkEnding

  init() {
    ending = WorkEnding(on: scheduler)
  }

  @discardableResult
  private func listen(_ name: String = "") -> Task<Void, Never> {
    scheduler.perform { [stream, log] in
      do {
        for try await number in stream { log.note("\(name)\(number)") }
        log.note("\(name)end")
      } catch {
        log.note("\(name)\(type(of: error))")
      }
    }
  }

  @Test func `settling waits for what was sent, and not for the next`() async {
    listen()
    await settle()
    for number in 1...100 {
      stream.send(number)
      await settle()
      #expect(log.take() == ["\(number)"])
    }
  }

  @Test func `values that are sent before a consumer listens are kept, in order`() async {
    stream.send(1)
    stream.send(2)
    stream.finish()
    listen()
    await settle()
    #expect(log.take() == ["1", "2", "end"])
  }

  @Test func `an error comes behind what was sent, and once`() async {
    listen()
    await settle()
    stream.send(1)
    stream.finish(throwing: Failure())
    stream.finish()
    stream.send(2)
    await settle()
    #expect(log.take() == ["1", "Failure"])
    listen()
    await settle()
    #expect(log.take() == ["end"])
  }

  @Test func `canceling ends the wait`() async {
    let task = listen()
    await settle()
    task.cancel()
    await settle()
    #expect(log.take() == ["end"])
  }

  @Test func `each element goes to one of several consumers`() async {
    listen("a")
    listen("b")
    await settle()
    stream.send(1)
    stream.send(2)
    stream.finish()
    await settle()
    #expect(log.take().map { $0.dropFirst() }.sorted() == ["1", "2", "end", "end"])
  }

  @Test func `work inside standing by is counted from the moment of sending`() async {
    scheduler.perform { [scheduler, stream, log] in
      let number = try? await scheduler.awaitExternalWork {
        try await stream.next()
      }
      await Task.yield()
      log.note("\(number ?? -1)")
    }
    await settle()
    stream.send(5)
    await settle()
    #expect(log.take() == ["5"])
  }
}
