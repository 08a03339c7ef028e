import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct EventStreamTests: AppFixture {
  let app = SimulatedApp { $0.journalCapacity = 3 }

  @Test func `code off the main actor reads the events in order`() async {
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
      receive(id)
    }
    #expect(await reader.value == ["m1", "m2", "m3"])
  }

  @Test func `what is discarded before a slow consumer reads it is counted`() async {
    let recorder = PushRecorder()
    manager.add(recorder)
    var events = manager.events().makeAsyncIterator()
    for id in ["m1", "m2", "m3", "m4", "m5"] { receive(id) }
    #expect(await events.next()?.push?.id == "m3")
    #expect(manager.statistics[.droppedFromStream] == 2)
    #expect(app.codes == [.droppedFromStream])
    #expect(await events.next()?.push?.id == "m4")
    #expect(manager.statistics[.droppedFromStream] == 2)
  }

  @Test func `streams end with their manager`() async {
    let clock = ManualScheduler()
    var manager: NotificationManager? = NotificationManager(scheduler: clock)
    let stream = manager?.events()
    let consumer = Task {
      guard let stream else { return }
      for await _ in stream {}
    }
    await Task.yield()
    manager = nil
    await consumer.value
  }

  @Test func `settling waits for a consumer's work, not for its next event`()
    async
  {
    let stream = manager.events()
    var ids: [String] = []
    clock.perform {
      for await event in stream { ids.append(event.push?.id ?? "") }
    }
    await settle()
    receive("m1")
    await settle()
    #expect(ids == ["m1"])
  }
}
