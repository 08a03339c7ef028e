import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct JournalTests: AppFixture {
  private let recorder = PushRecorder()
  let app = SimulatedApp()

  @Test func `an event waits for an observer of its kind, whatever others are attached`() {
    let taps = Taps()
    manager.add(taps)
    receive("m1")
    #expect(app.codes == [.held])
    manager.add(recorder)
    #expect(recorder.lines == ["received m1"])
    #expect(manager.statistics.waiting == 0)
  }

  @Test func `expiry is logged when it happens, and only pending events schedule an action`() {
    receive("m1")
    pass(299)
    #expect(manager.statistics[.expired] == 0)
    pass(1)
    #expect(manager.statistics[.expired] == 1)
    #expect(app.codes == [.held, .expired])
    manager.add(recorder)
    receive("m2")
    #expect(clock.pendingCount == 0)
  }

  @Test func `a response outlives other events, and received events are discarded first`()
    async
  {
    let app = SimulatedApp { $0.journalCapacity = 2 }
    app.open("tap")
    app.manager.add(recorder)
    app.receive("m1")
    app.manager.remove(recorder)
    app.receive("m2")
    #expect(!app.codes.contains(.overflowed))
    app.receive("m3")
    #expect(app.log.filter { $0.code == .overflowed }.map(\.pushID) == ["m2"])
    let responder = ResponderProbe(handles: true)
    app.manager.add(responder)
    await app.settle()
    #expect(responder.asked == ["tap default"])
  }

  @Test func `an observer added with replay during a delivery receives that event once`() {
    let late = PushRecorder()
    let first = PushRecorder()
    first.onReceive = { [manager] _ in manager.add(late, replay: true) }
    manager.add(first)
    receive("m1")
    #expect(late.lines == ["received m1"])
  }

  @Test func `an event that comes while one attaches waits until that one has caught up`() {
    receive("m1")
    receive("m2")
    let next = message("m3")
    recorder.onReceive = { [manager] _ in manager.receive(next, via: .remote) }
    manager.add(recorder)
    #expect(recorder.lines == ["received m1", "received m2", "received m3"])
  }

  @Test func `of two that attach within each other each event reaches one`() {
    for id in ["m1", "m2", "m3"] { receive(id) }
    let inner = PushRecorder()
    let outer = PushRecorder()
    outer.onReceive = { [manager] _ in manager.add(inner) }
    manager.add(outer)
    #expect(outer.lines == ["received m1"])
    #expect(inner.lines == ["received m2", "received m3"])
  }

  @Test func `an observer added from the log of a pending event receives it`() {
    manager.log = { [manager] in
      if $0.code == .held { manager.add(recorder) }
    }
    receive("m1")
    #expect(recorder.lines == ["received m1"])
    #expect(manager.statistics.waiting == 0)
  }

  @Test(arguments: [Duration.seconds(-1), .zero, .seconds(Int64.max)])
  func `no configuration traps`(extreme: Duration) async {
    let app = SimulatedApp { configuration in
      configuration.journalMaximumAge = extreme
      configuration.deduplicationWindow = extreme
      configuration.backgroundBudget = extreme
      configuration.journalCapacity = extreme > .zero ? .max : .min
      configuration.deduplicationCapacity = extreme > .zero ? .max : .min
    }
    app.open("m1")
    app.manager.add(recorder, replay: true)
    _ = await app.manager.deliver(message("m2"), via: .remote)
    #expect(recorder.lines.last == "received m2")
  }

  final class Taps: PushObserver {
    let interests: Set<PushEvent.Kind> = [.opened]
    func receive(_ event: PushEvent) {}
  }

  // MARK: - Events that became too old while the device slept

  @Test func `an observer that attaches after the sleep does not receive it`() {
    receive("old")
    clock.sleepThrough(.seconds(300))
    let observer = PushRecorder()
    manager.add(observer, replay: true)
    #expect(observer.lines == [])
    #expect(manager.statistics[.expired] == 1)
  }

  @Test func `a stream that is read after the sleep does not have it`() async {
    receive("old")
    pass(100)
    manager.didRegister(deviceToken: DeviceToken([1]))
    var events = manager.events().makeAsyncIterator()
    clock.sleepThrough(.seconds(200))
    #expect(await events.next()?.kind == .registered)
    #expect(manager.statistics[.expired] == 1)
  }
}
