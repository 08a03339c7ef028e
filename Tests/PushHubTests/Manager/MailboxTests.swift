import PushHub
import Testing

@MainActor
struct MailboxTests {
  let hub = Hub()
  let recorder = PushRecorder()
  var manager: NotificationManager { hub.manager }

  @Test func `a tap that launched the app reaches an observer that attaches later`() throws {
    manager.didFinishLaunching(with: try message("m1"))
    hub.scheduler.advance(by: .seconds(2))
    manager.add(recorder)
    #expect(recorder.lines == ["received m1", "opened m1 default"])
    #expect(manager.statistics.held == 1)
    #expect(manager.statistics.unhandled == 1)
    #expect(manager.statistics.handedOver == 2)
  }

  @Test func `what nobody heard goes to the first observer only`() throws {
    let second = PushRecorder()
    manager.receive(try message("m1"), via: .remote)
    manager.add(recorder)
    manager.add(second)
    #expect(recorder.lines == ["received m1"])
    #expect(second.lines.isEmpty)
  }

  @Test func `an observer that asks for replay gets what others have heard`() throws {
    let late = PushRecorder()
    manager.add(recorder)
    manager.open(try message("m1"))
    manager.add(late, replay: true)
    #expect(late.lines == ["received m1", "opened m1 default"])
    manager.open(try message("m1"), response: PushResponse(action: .dismiss))
    #expect(late.lines.last == "opened m1 dismiss")
  }

  @Test func `an observer that asks for nothing starts with the next event`() throws {
    let late = PushRecorder()
    manager.add(recorder)
    manager.receive(try message("m1"), via: .remote)
    manager.add(late)
    manager.receive(try message("m2"), via: .remote)
    #expect(late.lines == ["received m2"])
  }

  @Test func `an observer removed and added again hears nothing twice`() throws {
    manager.receive(try message("m1"), via: .remote)
    manager.add(recorder)
    manager.receive(try message("m2"), via: .remote)
    manager.remove(recorder)
    manager.receive(try message("m3"), via: .remote)
    manager.add(recorder, replay: true)
    manager.remove(recorder)
    manager.add(recorder, replay: true)
    #expect(recorder.lines == ["received m1", "received m2", "received m3"])
  }

  @Test func `replay on a second attachment gives what was missed in between`() throws {
    let other = PushRecorder()
    manager.add(other)
    manager.add(recorder)
    manager.receive(try message("m1"), via: .remote)
    manager.remove(recorder)
    manager.receive(try message("m2"), via: .remote)
    manager.add(recorder, replay: true)
    #expect(recorder.lines == ["received m1", "received m2"])
  }

  @Test func `an event that an observer was removed from is not counted as heard by it`() throws {
    let victim = PushRecorder()
    recorder.onReceive = { [manager] _ in manager.remove(victim) }
    manager.add(recorder)
    manager.add(victim)
    manager.receive(try message("m1"), via: .remote)
    #expect(victim.lines.isEmpty)
    manager.add(victim, replay: true)
    #expect(victim.lines == ["received m1"])
  }

  @Test func `a new observer at a dead one's address has heard nothing`() throws {
    let other = PushRecorder()
    manager.add(other)
    for _ in 0..<100 {
      let former = PushRecorder()
      manager.add(former)
      manager.receive(try message("m1"), via: .remote)
      manager.remove(former)
    }
    let late = PushRecorder()
    manager.add(late, replay: true)
    #expect(late.lines == ["received m1"])
  }

  @Test func `a stale event never comes back`() throws {
    manager.didFinishLaunching(with: try message("m1"))
    hub.scheduler.advance(by: .seconds(300))
    manager.add(recorder, replay: true)
    #expect(recorder.lines.isEmpty)
    #expect(manager.statistics.expired == 2)
    #expect(hub.codes.filter { $0 == .expired }.count == 2)
  }

  @Test func `an event is kept until just before it is too old`() throws {
    manager.receive(try message("m1"), via: .remote)
    hub.scheduler.advance(by: .seconds(300) - .nanoseconds(1))
    manager.add(recorder)
    #expect(recorder.lines == ["received m1"])
    #expect(manager.statistics.expired == 0)
  }

  @Test func `expiry is told when it happens, and only unheard events wake anybody up`() throws {
    manager.receive(try message("m1"), via: .remote)
    #expect(hub.scheduler.pendingCount == 1)
    hub.scheduler.advance(by: .seconds(300))
    #expect(hub.codes == [.held, .expired])
    manager.add(recorder)
    manager.receive(try message("m2"), via: .remote)
    #expect(hub.scheduler.pendingCount == 0)
  }

  @Test func `nothing is pending once the mail was handed over`() throws {
    manager.receive(try message("m1"), via: .remote)
    manager.add(recorder)
    #expect(hub.scheduler.pendingCount == 0)
  }

  @Test func `the mailbox is bounded, and keeps taps longest`() throws {
    let hub = Hub { $0.mailboxCapacity = 3 }
    hub.manager.open(try message("m1"))
    for id in ["m2", "m3", "m4"] {
      hub.manager.receive(try message(id), via: .remote)
    }
    hub.manager.add(recorder)
    #expect(recorder.lines == ["opened m1 default", "received m3", "received m4"])
    #expect(hub.manager.statistics.overflowed == 2)
    #expect(hub.codes.filter { $0 == .overflowed }.count == 2)
  }

  @Test func `what was heard makes room before what was not`() throws {
    let hub = Hub { $0.mailboxCapacity = 2 }
    hub.manager.receive(try message("m1"), via: .remote)
    hub.manager.add(recorder)
    hub.manager.remove(recorder)
    hub.manager.receive(try message("m2"), via: .remote)
    hub.manager.receive(try message("m3"), via: .remote)
    let late = PushRecorder()
    hub.manager.add(late)
    #expect(late.lines == ["received m2", "received m3"])
    #expect(hub.manager.statistics.overflowed == 0)
  }

  @Test func `an observer added from inside a delivery starts with the next event`() throws {
    let inner = PushRecorder()
    recorder.onReceive = { [manager] _ in manager.add(inner) }
    manager.add(recorder)
    manager.receive(try message("m1"), via: .remote)
    #expect(inner.lines.isEmpty)
    manager.receive(try message("m2"), via: .remote)
    #expect(inner.lines == ["received m2"])
  }

  @Test func `an observer added with replay from inside a delivery hears that event once`() throws {
    let inner = PushRecorder()
    recorder.onReceive = { [manager] _ in manager.add(inner, replay: true) }
    manager.add(recorder)
    manager.receive(try message("m1"), via: .remote)
    manager.receive(try message("m2"), via: .remote)
    #expect(inner.lines == ["received m1", "received m2"])
  }

  @Test func `an event emitted while mail is handed over waits for the rest of the mail`() throws {
    manager.receive(try message("m1"), via: .remote)
    manager.receive(try message("m2"), via: .remote)
    let news = try message("m3")
    recorder.onReceive = { [manager] _ in manager.receive(news, via: .remote) }
    manager.add(recorder)
    #expect(recorder.lines == ["received m1", "received m2", "received m3"])
  }

  @Test func `mail that an observer leaves goes to the next one`() throws {
    manager.receive(try message("m1"), via: .remote)
    manager.receive(try message("m2"), via: .remote)
    recorder.onReceive = { [manager, weak recorder] _ in
      if let recorder { manager.remove(recorder) }
    }
    manager.add(recorder)
    let next = PushRecorder()
    manager.add(next)
    #expect(recorder.lines == ["received m1"])
    #expect(next.lines == ["received m2"])
  }

  @Test func `an observer that attaches while another gets its mail takes none of it`() throws {
    manager.receive(try message("m1"), via: .remote)
    manager.receive(try message("m2"), via: .remote)
    let inner = PushRecorder()
    recorder.onReceive = { [manager] _ in manager.add(inner) }
    manager.add(recorder)
    #expect(recorder.lines == ["received m1", "received m2"])
    #expect(inner.lines.isEmpty)
  }

  @Test(arguments: [
    Duration.seconds(Int64.max), .seconds(Int64.min), .zero, .seconds(-1),
  ])
  func `no configuration traps`(extreme: Duration) async throws {
    let hub = Hub { configuration in
      configuration.mailboxMaximumAge = extreme
      configuration.contentWindow = extreme
      configuration.backgroundBudget = extreme
      configuration.slowCallLimit = extreme
      configuration.mailboxCapacity = extreme > .zero ? .max : .min
      configuration.ledgerCapacity = extreme > .zero ? .max : .min
    }
    let stream = hub.manager.events(bufferSize: extreme > .zero ? .max : .min, replay: true)
    for _ in 1...2 {
      hub.manager.open(try anonymous(), requestIdentifier: "r1")
      _ = hub.manager.present(try anonymous(), requestIdentifier: "r1")
      _ = hub.manager.present(try message("m1"))
    }
    hub.scheduler.advance(by: .seconds(1))
    hub.manager.add(recorder, replay: true)
    #expect(recorder.lines.isEmpty == (extreme <= .zero))
    let worker = ControlledWorker()
    hub.manager.add(worker)
    let payload = try message("m2")
    let delivery = Task { await hub.manager.deliver(payload, via: .remote) }
    await worker.waitUntilStarted()
    hub.scheduler.advance(by: .zero)
    if extreme > .zero { await worker.finish(.success(.failed)) }
    #expect(await delivery.value == .failed)
    withExtendedLifetime(stream) {}
  }

  @Test func `an observer added from the log when an event begins hears that event`() throws {
    let hub = Hub { $0.mailboxCapacity = 1 }
    let late = PushRecorder()
    hub.manager.receive(try message("m1"), via: .remote)
    hub.onLog = { [manager = hub.manager] entry in
      if entry.code == .overflowed { manager.add(late, replay: true) }
    }
    hub.manager.receive(try message("m2"), via: .remote)
    hub.manager.receive(try message("m3"), via: .remote)
    #expect(late.lines == ["received m2", "received m3"])
  }

  @Test func `an observer added from the log when an event expires hears the one that begins`()
    throws
  {
    let hub = Hub { $0.mailboxMaximumAge = .seconds(10) }
    let late = PushRecorder()
    hub.manager.receive(try message("m1"), via: .remote)
    hub.onLog = { [manager = hub.manager] entry in
      if entry.code == .expired { manager.add(late) }
    }
    hub.scheduler.sleepThrough(.seconds(11))
    hub.manager.receive(try message("m2"), via: .remote)
    #expect(late.lines == ["received m2"])
  }

  @Test func `an observer added from the log of a death in the delivery gets what nobody heard`()
    throws
  {
    let late = PushRecorder()
    manager.add(PushRecorder())
    hub.onLog = { [manager] entry in
      if entry.code == .observerDiedUnheard { manager.add(late) }
    }
    manager.receive(try message("m1"), via: .remote)
    #expect(late.lines == ["received m1"])
  }

  @Test func `an observer added from the log of what nobody heard gets it`() throws {
    let late = PushRecorder()
    hub.onLog = { [manager] entry in
      if entry.code == .held { manager.add(late) }
    }
    manager.open(try message("m1"))
    #expect(late.lines == ["received m1", "opened m1 default"])
  }

  // MARK: - What an observer leaves

  @Test func `what an observer leaves and has no room any more is counted`() throws {
    let hub = Hub { $0.mailboxCapacity = 2 }
    for id in ["m1", "m2"] { hub.manager.receive(try message(id), via: .remote) }
    let (third, fourth) = (try message("m3"), try message("m4"))
    recorder.onReceive = { [unowned recorder] _ in
      recorder.onReceive = nil
      hub.manager.remove(recorder)
      hub.manager.receive(third, via: .remote)
      hub.manager.receive(fourth, via: .remote)
    }
    hub.manager.add(recorder)
    let next = PushRecorder()
    hub.manager.add(next)
    #expect(recorder.lines == ["received m1"])
    #expect(next.lines == ["received m3", "received m4"])
    #expect(hub.manager.statistics.overflowed == 1)
  }

  @Test func `what an observer leaves is there for the one that attaches next, and only once`()
    throws
  {
    for id in ["m1", "m2"] { manager.receive(try message(id), via: .remote) }
    let (during, after) = (PushRecorder(), PushRecorder())
    recorder.onReceive = { [manager, unowned recorder] _ in
      manager.add(during, replay: true)
      manager.remove(recorder)
    }
    manager.add(recorder)
    manager.add(after)
    #expect(recorder.lines == ["received m1"])
    #expect(during.lines == ["received m1", "received m2"])
    #expect(after.lines.isEmpty)
  }

  @Test func `an observer added while mail that was left waits its turn gets it`() throws {
    for id in ["m1", "m2"] { manager.receive(try message(id), via: .remote) }
    let third = try message("m3")
    let next = PushRecorder()
    hub.onLog = { [manager] entry in
      if entry.code == .held, entry.pushID == "m3" { manager.add(next) }
    }
    recorder.onReceive = { [manager, unowned recorder] _ in
      manager.receive(third, via: .remote)
      manager.remove(recorder)
    }
    manager.add(recorder)
    #expect(next.lines == ["received m2", "received m3"])
  }

  @Test func `the log says how many events an observer got, not how many waited`() throws {
    for id in ["m1", "m2"] { manager.receive(try message(id), via: .remote) }
    recorder.onReceive = { [manager, unowned recorder] _ in manager.remove(recorder) }
    manager.add(recorder)
    #expect(hub.log.last { $0.code == .handedOver }?.message == "got 1 of 2 retained events")
  }

  // MARK: - Kinds

  @Test func `an event waits for an observer that takes its kind, whoever else is attached`() throws
  {
    let tokens = Interested(in: [.tokenChanged])
    manager.add(tokens)
    manager.receive(try message("m1"), via: .remote)
    manager.didRegister(deviceToken: DeviceToken([1, 2]))
    #expect(tokens.kinds == [.tokenChanged])
    #expect(manager.statistics.held == 1)
    let pushes = Interested(in: [.received, .opened])
    manager.add(pushes)
    #expect(pushes.kinds == [.received])
    manager.add(recorder)
    #expect(recorder.lines.isEmpty)
  }

  @Test func `a removed observer gets later what it did not take before`() throws {
    let observer = Interested(in: [.received])
    manager.add(observer)
    manager.open(try message("m1"))
    manager.remove(observer)
    observer.interests = [.received, .opened]
    manager.add(observer, replay: true)
    #expect(observer.kinds == [.received, .opened])
  }

  private final class Interested: PushObserver {
    var interests: Set<PushEvent.Kind>
    private(set) var kinds: [PushEvent.Kind] = []

    init(in interests: Set<PushEvent.Kind>) {
      self.interests = interests
    }

    func receive(_ event: PushEvent) {
      kinds.append(event.kind)
    }
  }
}
