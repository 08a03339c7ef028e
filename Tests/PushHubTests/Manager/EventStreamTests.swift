import PushHub
import Testing

@Suite(.timeLimit(.minutes(5)))
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

  @Test func `a stream that ends is removed, which is no mistake`() async throws {
    let stream = manager.events()
    let reader = Task.detached {
      for await _ in stream {}
    }
    reader.cancel()
    await reader.value
    while manager.observerCount > 0 {
      await Task.yield()
    }
    manager.receive(try message("m1"), via: .remote)
    #expect(manager.statistics.diedObservers == 0)
  }
}
