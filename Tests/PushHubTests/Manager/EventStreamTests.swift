import PushHub
import Testing

@MainActor
struct EventStreamTests {
  let hub = Hub()
  var manager: NotificationManager { hub.manager }

  @Test func `code off the main actor reads the events in order`() async throws {
    let stream = manager.events()
    let reader = Task.detached {
      var ids: [String] = []
      for await event in stream {
        ids.append(event.push?.id ?? "")
        if ids.count == 3 { break }
      }
      return ids
    }
    for id in ["m1", "m2", "m3"] {
      manager.receive(try message(id), via: .remote)
    }
    #expect(await reader.value == ["m1", "m2", "m3"])
  }

  @Test func `a stream takes what nobody has heard, like the first observer`() async throws {
    manager.receive(try message("m1"), via: .remote)
    var events = manager.events().makeAsyncIterator()
    #expect(await events.next()?.push?.id == "m1")
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines.isEmpty)
  }

  @Test func `a stream with replay starts with what others have heard`() async throws {
    let recorder = PushRecorder()
    manager.add(recorder)
    manager.receive(try message("m1"), via: .remote)
    var events = manager.events(replay: true).makeAsyncIterator()
    #expect(await events.next()?.push?.id == "m1")
  }

  @Test func `beyond the buffer the oldest is dropped, counted and logged`() async throws {
    let stream = manager.events(bufferSize: 2, replay: false)
    for id in ["m1", "m2", "m3", "m4"] {
      manager.receive(try message(id), via: .remote)
    }
    #expect(manager.statistics.droppedFromStreams == 2)
    #expect(hub.log.filter { $0.code == .droppedFromStream }.map(\.pushID) == ["m1", "m2"])
    var events = stream.makeAsyncIterator()
    #expect(await events.next()?.push?.id == "m3")
  }

  @Test func `what comes when the consumer has just gone is kept for the next observer`() throws {
    var stream: AsyncStream<PushEvent>? = manager.events()
    #expect(stream != nil)
    stream = nil
    manager.receive(try message("m1"), via: .remote)
    #expect(manager.statistics.held == 1)
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines == ["received m1"])
  }

  @Test func `what is in the buffer of a consumer that is gone goes to the next observer`()
    async throws
  {
    var stream: AsyncStream<PushEvent>? = manager.events()
    manager.open(try message("m1"))
    #expect(stream != nil)
    #expect(manager.statistics.held == 0)
    stream = nil
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(manager.statistics.held == 1)
    #expect(hub.log.filter { $0.code == .held }.map(\.event) == [.received])
  }

  @Test func `what a consumer took before it went is heard, and the rest is not`() async throws {
    var events: AsyncStream<PushEvent>.Iterator? = manager.events().makeAsyncIterator()
    manager.open(try message("m1"))
    _ = await events?.next()
    events = nil
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines == ["opened m1 default"])
  }

  @Test func `a tap in a buffer that nobody reads goes to an observer that attaches`() async throws
  {
    let stream = manager.events()
    manager.open(try message("m1"))
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    var events = stream.makeAsyncIterator()
    #expect(await events.next()?.kind == .received)
  }

  @Test func `what is too old for anybody else is counted when the consumer goes`() async throws {
    var stream: AsyncStream<PushEvent>? = manager.events()
    for id in ["m1", "m2"] { manager.receive(try message(id), via: .remote) }
    hub.scheduler.advance(by: .seconds(300))
    #expect(stream != nil)
    #expect(manager.statistics.expired == 0)
    stream = nil
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines.isEmpty)
    let statistics = manager.statistics
    #expect(statistics.expired + statistics.droppedFromStreams == 2)
  }

  @Test func `what others have heard is nobody's loss when a consumer goes`() async throws {
    let recorder = PushRecorder()
    manager.add(recorder)
    var stream: AsyncStream<PushEvent>? = manager.events()
    manager.receive(try message("m1"), via: .remote)
    #expect(stream != nil)
    stream = nil
    manager.receive(try message("m2"), via: .remote)
    #expect(recorder.lines == ["received m1", "received m2"])
    #expect(manager.statistics.held == 0)
    #expect(manager.statistics.droppedFromStreams == 0)
  }

  @Test func `what a slow consumer was dropped from waits for another observer`() async throws {
    let stream = manager.events(bufferSize: 1, replay: false)
    manager.open(try message("m1"))
    #expect(manager.statistics.droppedFromStreams == 1)
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    withExtendedLifetime(stream) {}
  }

  @Test func `a consumer that waits hears at once, and nothing is held`() async throws {
    let stream = manager.events()
    let reader = Task {
      var events = stream.makeAsyncIterator()
      return await events.next()?.push?.id
    }
    for _ in 0..<20 { await Task.yield() }
    manager.receive(try message("m1"), via: .remote)
    #expect(await reader.value == "m1")
    #expect(manager.statistics.held == 0)
  }

  @Test func `streams end with their manager`() async {
    let scheduler = ManualScheduler()
    var manager: NotificationManager? = NotificationManager(scheduler: scheduler)
    let read = manager?.events()
    let unread = manager?.events()
    let reader = Task.detached {
      var count = 0
      if let read {
        for await _ in read { count += 1 }
      }
      return count
    }
    manager?.didFailToRegister(RegistrationFailure(domain: "", code: 1, message: ""))
    manager = nil
    #expect(await reader.value == 1)
    var events = unread?.makeAsyncIterator()
    #expect(await events?.next()?.kind == .registrationFailed)
    #expect(await events?.next() == nil)
  }

  @Test func `a consumer that waits hears of its manager's end`() async {
    let scheduler = ManualScheduler()
    var manager: NotificationManager? = NotificationManager(scheduler: scheduler)
    let stream = manager?.events()
    var hasEnded = false
    let reader = scheduler.perform {
      if let stream {
        for await _ in stream {}
      }
      hasEnded = true
    }
    await scheduler.settle()
    #expect(!hasEnded)
    manager = nil
    #expect(await eventually { hasEnded })
    reader.cancel()
  }

  @Test func `a consumer that is cancelled while it waits gets nothing more`() async throws {
    let stream = manager.events()
    let reader = Task {
      var ids: [String?] = []
      for await event in stream { ids.append(event.push?.id) }
      return ids
    }
    for _ in 0..<20 { await Task.yield() }
    reader.cancel()
    #expect(await reader.value == [])
    manager.receive(try message("m1"), via: .remote)
    #expect(manager.statistics.held == 1)
  }

  @Test func `a stream that ends is removed, which is no mistake`() async throws {
    let stream = manager.events()
    let reader = Task.detached {
      for await _ in stream {}
    }
    reader.cancel()
    await reader.value
    #expect(await eventually { manager.observerCount == 0 })
    manager.receive(try message("m1"), via: .remote)
    #expect(manager.statistics.diedObservers == 0)
  }

  @Test func `a consumer that was cancelled takes nothing, also before it has had its turn`()
    async throws
  {
    let stream = manager.events()
    var ids: [String] = []
    let reader = hub.scheduler.perform {
      for await event in stream { ids.append(event.push?.id ?? "") }
    }
    await hub.scheduler.settle()
    reader.cancel()
    manager.receive(try message("m1"), via: .remote)
    await hub.scheduler.settle()
    #expect(ids.isEmpty)
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines == ["received m1"])
  }

  @Test func `settling waits for what a consumer does with an event, and not for the next one`()
    async throws
  {
    let stream = manager.events()
    var ids: [String] = []
    let reader = hub.scheduler.perform {
      for await event in stream { ids.append(event.push?.id ?? "") }
    }
    await hub.scheduler.settle()
    manager.receive(try message("m1"), via: .remote)
    await hub.scheduler.settle()
    #expect(ids == ["m1"])
    reader.cancel()
    await hub.scheduler.settle()
  }
}
