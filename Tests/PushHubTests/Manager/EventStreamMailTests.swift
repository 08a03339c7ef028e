import PushHub
import Testing

/// What waited before a stream was there, and comes back because nobody has read it.
@MainActor
struct EventStreamMailTests {
  let hub = Hub()
  var manager: NotificationManager { hub.manager }

  @Test func `mail that a consumer has not read goes to the next observer`() throws {
    manager.receive(try message("m1"), via: .remote)
    var stream: AsyncStream<PushEvent>? = manager.events()
    #expect(stream != nil)
    stream = nil
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines == ["received m1"])
  }

  @Test func `what others had heard before a stream replayed it does not come again`() throws {
    let first = PushRecorder()
    manager.add(first)
    manager.receive(try message("m1"), via: .remote)
    var stream: AsyncStream<PushEvent>? = manager.events(replay: true)
    #expect(stream != nil)
    stream = nil
    let next = PushRecorder()
    manager.add(next)
    #expect(first.lines == ["received m1"])
    #expect(next.lines.isEmpty)
  }
}
