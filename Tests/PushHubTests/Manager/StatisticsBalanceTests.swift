import PushHub
import Testing

/// Where counts are hardest to keep: in what happens while something else is under way.
@MainActor
struct StatisticsBalanceTests {
  let hub = Hub { $0.mailboxMaximumAge = .seconds(60) }
  let lifecycle = AppLifecycle()
  var manager: NotificationManager { hub.manager }

  @Test func `a broken promise is told with its numbers`() {
    var statistics = PushStatistics()
    #expect(statistics.isBalanced)
    statistics.sightings = 2
    statistics.received = 1
    statistics.remembered = 1
    #expect(!statistics.isBalanced)
    #expect(
      statistics.imbalances == [
        "sightings (2) + openedAtFirstSight (0) equals received (1) + merged (0) + opened (0)"
      ]
    )
  }

  @Test func `a part is no greater than the whole`() {
    var statistics = PushStatistics()
    statistics.diedUnheardObservers = 1
    #expect(
      statistics.imbalances == ["diedUnheardObservers (1) is at most diedObservers (0)"]
    )
  }

  @Test func `an answer that shows its push is told from one to a push that was shown`() throws {
    manager.open(try message("m1"))
    manager.receive(try message("m2"), via: .remote)
    manager.open(try message("m2"))
    manager.open(try message("m2"))
    #expect(manager.statistics.opened == 2)
    #expect(manager.statistics.openedAtFirstSight == 1)
    #expect(manager.statistics.merged == 1)
  }

  @Test func `what waits is counted until somebody takes it`() async throws {
    manager.receive(try message("m1"), via: .remote)
    manager.open(try message("m1"))
    #expect(manager.statistics.waiting == 2)
    let recorder = PushRecorder()
    manager.add(recorder)
    let responder = ResponderProbe(handles: true)
    manager.add(responder)
    await hub.scheduler.settle()
    #expect(manager.statistics.waiting == 0)
    #expect(manager.statistics.collected == 1)
    #expect(manager.statistics.handled == 1)
  }

  @Test func `a push is remembered or forgotten`() throws {
    let hub = Hub { $0.ledgerCapacity = 2 }
    for number in 0..<5 {
      hub.manager.receive(try message("m\(number)"), via: .remote)
    }
    #expect(hub.manager.statistics.remembered == 2)
    #expect(hub.manager.statistics.forgotten == 3)
  }

  @Test func `what signs out while it is handed over has signed out once`() throws {
    lifecycle.add(manager)
    lifecycle.setAccount("ann")
    manager.open(try message("m1"))
    manager.receive(try message("m2"), via: .remote)
    let observer = Acting { [lifecycle] _ in lifecycle.setAccount(nil) }
    manager.add(observer)
    #expect(observer.heard == ["m1"])
    #expect(manager.statistics.collected == 1)
    #expect(manager.statistics.signedOut == 2)
  }

  @Test func `what belongs to who has signed in while it is handed over goes with that one`() throws
  {
    lifecycle.add(manager)
    manager.receive(try message("m1"), via: .remote)
    manager.receive(try message("m2"), via: .remote)
    let observer = Acting { [lifecycle] _ in
      lifecycle.setAccount("ann")
      lifecycle.setAccount("bob")
    }
    manager.add(observer)
    #expect(observer.heard == ["m1"])
    #expect(manager.statistics.signedOut == 1)
  }

  @Test func `what becomes too old while it is handed over, and is put back, expires`() throws {
    manager.receive(try message("m1"), via: .remote)
    manager.receive(try message("m2"), via: .remote)
    let other = PushRecorder()
    let observer = Acting { [hub] observer in
      hub.scheduler.sleepThrough(.seconds(61))
      hub.manager.add(other)
      hub.manager.remove(observer)
    }
    manager.add(observer)
    #expect(observer.heard == ["m1"] && other.lines == [])
    hub.scheduler.advance(by: .zero)
    #expect(manager.statistics.expired == 1)
  }

  @Test func `what another gets by replay while it is handed over is collected once`() throws {
    manager.receive(try message("m1"), via: .remote)
    manager.receive(try message("m2"), via: .remote)
    let other = PushRecorder()
    let observer = Acting { [manager] observer in
      manager.add(other, replay: true)
      manager.remove(observer)
    }
    manager.add(observer)
    #expect(observer.heard == ["m1"])
    #expect(other.lines == ["received m1", "received m2"])
    #expect(manager.statistics.collected == 2)
    #expect(manager.statistics.handedOver == 3)
  }

  @Test func `an answer that a stream leaves behind waits once, for a responder`() async throws {
    var stream: AsyncStream<PushEvent>? = manager.events()
    manager.open(try message("m1"))
    #expect(stream != nil)
    stream = nil
    await hub.scheduler.settle()
    manager.receive(try message("m2"), via: .remote)
    #expect(manager.statistics.held == 2)
    #expect(manager.statistics.waiting == 3)
  }

  /// Does something with the first event that it hears.
  private final class Acting: PushObserver {
    private(set) var heard: [String] = []
    private var act: ((Acting) -> Void)?

    init(_ act: @escaping (Acting) -> Void) {
      self.act = act
    }

    func receive(_ event: PushEvent) {
      heard.append(event.push?.id ?? "")
      act?(self)
      act = nil
    }
  }
}
