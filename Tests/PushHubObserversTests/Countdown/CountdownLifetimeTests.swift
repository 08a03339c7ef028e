import Observation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubObservers
@testable import TestSupport

/// Cells that come and go, streams and observed countdowns.
@MainActor
struct CountdownLifetimeTests {
  let list = CountdownList()

  @Test func `cells are deallocated when the table releases them, and nothing ticks for them`() {
    list.add("a", 60)
    var cell: CountdownList.Cell? = list.cell("a")
    let box = WeakBox(cell)
    list.pass(1)
    cell = nil
    #expect(!box.isAlive)
    #expect(list.handler?.targets.isEmpty == true)
    list.pass(10)
    #expect(list.clock.nextDeadline == list.clock.now + .seconds(49))
    #expect(list.log.count == 2)
    withExtendedLifetime(cell) {}
  }

  /// The new cell often lies where the dead one lay.
  @Test func `a cell that comes after a dead one is bound like any other`() {
    list.add("a", 60)
    for _ in 0..<20 {
      _ = list.cell("a")
      let cell = list.cell("a")
      list.pass(1)
      #expect(list.handler?.id(of: cell) == "a")
      list.handler?.unbind(cell)
      #expect(list.handler?.targets.isEmpty == true)
    }
  }

  @Test func `a dead cell takes no living one's place`() {
    let list = CountdownList(.init(maximumTargets: 2))
    list.add("a", 60)
    let living = list.cell("a")
    for _ in 0..<10 {
      _ = list.cell("a")
    }
    let latest = list.cell("a")
    #expect(list.handler?.targets.count == 2)
    list.pass(1)
    #expect(living.states.count == 2)
    #expect(latest.states.count == 2)
  }

  @Test func `the handler keeps no cell alive, and nothing keeps the handler alive`() {
    list.handler.map(list.context.attach)
    list.add("a", 5)
    let cell = list.cell("a")
    let box = WeakBox(list.handler)
    list.letHandlerGo()
    #expect(!box.isAlive)
    list.pass(10)
    #expect(cell.states.count == 1)
  }

  @Test func `a handler that is deallocated leaves nothing scheduled`() async {
    list.add("a", 5)
    #expect(list.clock.pendingCount == 1)
    list.letHandlerGo()
    #expect(await eventually { list.clock.pendingCount == 0 })
  }

  // MARK: - Streams

  @Test func `a stream has the states of one model, and ends with it`() async throws {
    let stream = try #require(list.handler?.states(of: "a"))
    list.add("a", 1.5)
    var states = stream.makeAsyncIterator()
    #expect(await states.next()?.remaining == .milliseconds(1_500))
    list.pass(1)
    #expect(await states.next()?.remaining == .milliseconds(500))
    list.pass(1)
    #expect(await states.next() == CountdownState(id: "a", remaining: .zero, isExpired: true))
    #expect(await states.next() == nil)
    #expect(list.clock.pendingCount == 0)
  }

  @Test func `streams end with the handler, and count for no maximum`() async throws {
    let list = CountdownList(.init(maximumTargets: 1))
    list.add("a", 60)
    let streams = [list.handler?.states(of: "a"), list.handler?.states(of: "b")]
    let cell = list.cell("a")
    #expect(list.handler?.id(of: cell) == "a")
    list.letHandlerGo()
    var count = 0
    for case let stream? in streams {
      for await _ in stream {
        count += 1
      }
    }
    #expect(count == 1)
    withExtendedLifetime(cell) {}
  }

  // MARK: - Observed countdowns

  @Test func `an observed countdown changes with its model`() throws {
    let handler = try #require(list.handler)
    let countdown = ObservedCountdown("a", in: handler)
    #expect(countdown.state == nil)
    let changes = Lock(0)
    let observe = {
      withObservationTracking {
        _ = countdown.state
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }
    observe()
    list.add("a", 1.5)
    #expect(changes.withLock { $0 } == 1)
    #expect(countdown.state?.remaining == .milliseconds(1_500))
    observe()
    list.pass(1)
    #expect(changes.withLock { $0 } == 2)
    #expect(countdown.state?.remaining == .milliseconds(500))
    list.pass(1)
    #expect(countdown.state == CountdownState(id: "a", remaining: .zero, isExpired: true))
  }

  @Test func `an observed countdown that was deallocated is no reason to tick`() throws {
    let handler = try #require(list.handler)
    list.add("a", 60)
    var countdown: ObservedCountdown? = ObservedCountdown("a", in: handler)
    let box = WeakBox(countdown)
    list.pass(2)
    #expect(countdown?.state?.remaining == .seconds(58))
    countdown = nil
    #expect(!box.isAlive)
    list.pass(20)
    #expect(list.clock.nextDeadline == list.clock.now + .seconds(38))
  }
}
