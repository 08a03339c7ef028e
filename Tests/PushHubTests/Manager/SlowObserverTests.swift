import PushHub
import Testing

/// Observers that keep the main actor from everybody else; here they let the hub's clock go on.
@MainActor
struct SlowObserverTests {
  /// Takes its time over everything that it is asked.
  @MainActor
  final class Sluggard: PushObserver, PresentationVoter {
    private let hub: Hub
    var delay: Duration

    init(on hub: Hub, taking delay: Duration) {
      self.hub = hub
      self.delay = delay
    }

    func receive(_ event: PushEvent) { hub.scheduler.sleepThrough(delay) }

    func presentation(of push: Push) -> PresentationVote {
      hub.scheduler.sleepThrough(delay)
      return .noOpinion
    }
  }

  /// Takes its time over each callback of the system.
  @MainActor
  final class SlowRecorder: PushDiagnosticsObserver {
    private let hub: Hub

    init(on hub: Hub) {
      self.hub = hub
    }

    func receive(_ callback: PushCallback) { hub.scheduler.sleepThrough(.seconds(1)) }
  }

  let hub = Hub()
  var slow: [PushLogEntry] { hub.log.filter { $0.code == .slow } }

  @Test func `an observer that blocks for long is counted and named, and nobody else is`() throws {
    let observers = [0, 100, 101, 0].map { Sluggard(on: hub, taking: .milliseconds($0)) }
    for observer in observers { hub.manager.add(observer) }
    hub.manager.receive(try message("m1"), via: .remote)
    #expect(hub.manager.statistics[.slow] == 1)
    let entry = try #require(slow.first)
    #expect(entry.observer == "Sluggard")
    #expect(entry.observerNumber == 3)
    #expect(entry.event == .received)
    #expect(entry.pushID == "m1")
    #expect(entry.message.hasSuffix(" 0.101 seconds"))
  }

  @Test func `the limit is the app's choice`() throws {
    let hub = Hub { $0.slowCallLimit = .seconds(2) }
    let observer = Sluggard(on: hub, taking: .seconds(2))
    hub.manager.add(observer)
    hub.manager.receive(try message("m1"), via: .remote)
    #expect(hub.manager.statistics[.slow] == 0)
  }

  @Test func `an observer that is slow over its mail is named`() throws {
    hub.manager.receive(try message("m1"), via: .remote)
    let observer = Sluggard(on: hub, taking: .seconds(1))
    hub.manager.add(observer)
    #expect(slow.map(\.pushID) == ["m1"])
  }

  @Test func `a voter that is slow is named`() throws {
    let observer = Sluggard(on: hub, taking: .zero)
    hub.manager.add(observer)
    hub.manager.receive(try message("m1"), via: .remote)
    observer.delay = .seconds(1)
    _ = hub.manager.present(try message("m1"))
    #expect(slow.map(\.observer) == ["Sluggard"])
    #expect(slow.map(\.pushID) == ["m1"])
  }

  @Test func `an observer of callbacks that is slow is named`() throws {
    let recorder = SlowRecorder(on: hub)
    hub.manager.add(recorder)
    hub.manager.receive(try message("m1"), via: .remote)
    #expect(slow.map(\.observer) == ["SlowRecorder"])
    #expect(hub.manager.statistics[.slow] == 1)
  }

  @Test func `what the log takes over a slow observer is nobody's time`() throws {
    let observers = [1, 0].map { Sluggard(on: hub, taking: .seconds($0)) }
    for observer in observers { hub.manager.add(observer) }
    hub.onLog = { [unowned hub] _ in hub.scheduler.sleepThrough(.seconds(5)) }
    hub.manager.receive(try message("m1"), via: .remote)
    #expect(hub.manager.statistics[.slow] == 1)
  }

  @Test func `two voters of one type are told apart in the decision`() throws {
    let voters = [Sluggard(on: hub, taking: .zero), Sluggard(on: hub, taking: .zero)]
    for voter in voters { hub.manager.add(voter) }
    let decision = hub.manager.present(try message("m1"))
    #expect(decision.ballots.map { $0.voter } == ["Sluggard", "Sluggard"])
    #expect(decision.ballots.map { $0.number } == [1, 2])
  }
}
