import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Events that became too old while the device slept.
@MainActor
struct JournalExpiryTests: AppFixture {
  let app = SimulatedApp()

  @Test func `an observer that attaches after the sleep does not receive it`() throws {
    manager.receive(try message("old"), via: .remote)
    clock.sleepThrough(.seconds(300))
    let observer = PushRecorder()
    manager.add(observer, replay: true)
    #expect(observer.lines == [])
    #expect(manager.statistics[.expired] == 1)
  }

  @Test func `a stream that is read after the sleep does not have it`() async throws {
    manager.receive(try message("old"), via: .remote)
    clock.advance(by: .seconds(100))
    manager.didRegister(deviceToken: DeviceToken([1]))
    var events = manager.events().makeAsyncIterator()
    clock.sleepThrough(.seconds(200))
    #expect(await events.next()?.kind == .registered)
    #expect(manager.statistics[.expired] == 1)
  }
}
