import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// What a runtime promises to every core and every feature.
@MainActor
struct ManualFeatureRuntimeTests {
  private let app = RuntimeApp()

  // MARK: - Order

  @Test func `effects are carried out in order, and those of an input before the next input`() {
    app.attach()
    app.reactions["one"] = { $0.send(.log(["three", "four"])) }
    app.reactions["two"] = { $0.send(.log(["five"])) }
    app.runtime.send(.log(["one", "two"]))
    #expect(app.log == ["one", "two", "three", "four", "five"])
  }

  @Test func `what an effect returns comes before inputs that wait, in the order of the effects`() {
    app.attach()
    app.reactions["go"] = { runtime in
      runtime.send(.ask(["answer", "more"]))
      runtime.send(.log(["other"]))
    }
    app.runtime.send(.log(["go"]))
    #expect(app.log == ["go", "answer", "more", "other"])
  }

  @Test func `the state is published before the effects, once for each change`() async {
    app.attach()
    var seen: [Int] = []
    app.reactions["one"] = { seen.append($0.state) }
    var states = app.runtime.states.makeAsyncIterator()
    #expect(await states.next() == 0)
    app.runtime.send(.set(3, log: "one"))
    #expect(seen == [3])
    #expect(await states.next() == 3)
    app.runtime.send(.set(3, log: "one"))
    app.runtime.send(.set(4, log: "one"))
    #expect(await states.next() == 4)
  }

  // MARK: - Attaching

  @Test func `the lifecycle comes first, then what the app asked before, then events`() throws {
    app.manager.receive(try message("m1"), via: .remote)
    app.lifecycle.setAccount("ann")
    app.runtime.send(.log(["asked"]))
    app.attach()
    app.lifecycle.setPhase(.active)
    #expect(
      app.runtime.core.inputs == [
        "lifecycle ann", "own", "push m1",
        "lifecycle ann after phaseChanged(PushHub.AppPhase.active)",
      ]
    )
  }

  @Test func `a runtime without interests receives no push events`() throws {
    let other = ManualFeatureRuntime(EchoCore())
    other.attach(app.feature, to: app.context)
    app.manager.receive(try message("m1"), via: .remote)
    #expect(other.core.inputs == ["lifecycle nobody"])
  }

  @Test func `after detaching nothing comes, and what is asked waits`() throws {
    app.attach()
    app.runtime.detach()
    app.runtime.detach()
    app.lifecycle.setAccount("ann")
    app.manager.receive(try message("m1"), via: .remote)
    app.runtime.send(.log(["late"]))
    #expect(app.runtime.core.inputs == ["lifecycle nobody", "detached"])
    #expect(app.log == [])
    app.attach()
    #expect(app.log == ["late"])
    #expect(app.runtime.core.inputs.suffix(3) == ["lifecycle ann", "own", "push m1"])
  }

  @Test func `detaching from inside an effect comes after what waits, and before what comes`() {
    app.attach()
    app.reactions["one"] = { runtime in
      runtime.send(.log(["three"]))
      runtime.detach()
      runtime.send(.log(["four"]))
    }
    app.runtime.send(.log(["one", "two"]))
    #expect(app.log == ["one", "two", "three"])
    #expect(app.runtime.core.inputs.last == "detached")
  }

  @Test func `attaching again from inside an effect begins anew, with the time of the new app`() {
    let other = RuntimeApp()
    app.attach()
    app.reactions["move"] = { [feature = app.feature] runtime in
      runtime.send(.wait(10))
      runtime.attach(feature, to: other.context)
      runtime.send(.wait(20))
    }
    app.runtime.send(.log(["move"]))
    #expect(app.clock.nextDeadline == nil)
    #expect(other.clock.nextDeadline == other.clock.now + .seconds(20))
    #expect(app.runtime.core.inputs.suffix(3) == ["detached", "lifecycle nobody", "own"])
  }

  @Test func `the feature is not kept alive, and nothing is carried out once it is gone`() async {
    let runtime = ManualFeatureRuntime(EchoCore())
    var feature: EchoFeature? = EchoFeature()
    let observed = WeakBox(feature)
    feature?.log = { [app] in app.log.append($0.name) }
    feature.map { runtime.attach($0, to: app.context) }
    runtime.send(.log(["one"]))
    feature = nil
    #expect(!observed.isAlive)
    runtime.send(.log(["two"]))
    #expect(app.log == ["one"])
  }

  @Test
  func `a feature that is released by one of its effects carries out the others, and detaches`() {
    let runtime = ManualFeatureRuntime(EchoCore())
    var feature: EchoFeature? = EchoFeature()
    feature?.log = { [app] event in
      app.log.append(event.name)
      guard event.name == "one" else { return }
      runtime.detach()
      feature = nil
    }
    feature.map { runtime.attach($0, to: app.context) }
    runtime.send(.log(["one", "two"]))
    #expect(app.log == ["one", "two"])
    #expect(runtime.core.inputs.last == "detached")
  }

  @Test func `what happens after detaching from inside an effect waits for the next attachment`()
    throws
  {
    app.attach()
    let push = try message("m1")
    app.reactions["go"] = { [manager = app.manager] runtime in
      runtime.detach()
      manager.receive(push, via: .remote)
    }
    app.runtime.send(.log(["go"]))
    #expect(!app.runtime.core.inputs.contains("push m1"))
    app.attach()
    #expect(app.runtime.core.inputs.contains("push m1"))
  }

  @Test func `the log names the feature, not its runtime`() throws {
    var runtime: ManualFeatureRuntime<EchoCore>? = ManualFeatureRuntime(
      EchoCore(),
      observes: [.received]
    )
    runtime?.attach(app.feature, to: app.context)
    runtime = nil
    app.manager.receive(try message("m1"), via: .remote)
    #expect(app.app.log.first { $0.code == .observerDeallocatedUnused }?.observer == "EchoFeature")
  }

  @Test func `a runtime that is released leaves nothing scheduled and no task`() async {
    var runtime: ManualFeatureRuntime<EchoCore>? = ManualFeatureRuntime(EchoCore())
    let observed = WeakBox(runtime)
    let ending = Holder(false)
    runtime?.attach(app.feature, to: app.context)
    runtime?.send(.wait(10))
    runtime?.start { [scheduler = app.clock] _ in
      try? await scheduler.sleep(for: .seconds(5))
      ending.value = Task.isCancelled
    }
    await app.clock.settle()
    runtime = nil
    #expect(!observed.isAlive)
    #expect(await eventually { ending.value && app.clock.pendingCount == 0 })
  }

  // MARK: - Time

  @Test func `a deadline comes at its time, once, and follows the core`() {
    app.attach()
    app.runtime.send(.wait(10))
    app.clock.advance(by: .seconds(5))
    app.runtime.send(.wait(10))
    app.clock.advance(by: .seconds(9))
    #expect(app.log == [])
    app.clock.advance(by: .seconds(1))
    #expect(app.log == ["late"])
    #expect(app.clock.nextDeadline == nil)
  }

  @Test func `a deadline that falls due inside an effect comes after the inputs that wait`() {
    app.attach()
    app.reactions["one"] = { runtime in
      runtime.send(.wait(5))
      runtime.send(.log(["two", "three"]))
    }
    app.reactions["two"] = { [scheduler = app.clock] _ in scheduler.advance(by: .seconds(10)) }
    app.runtime.send(.log(["one"]))
    #expect(app.log.prefix(3) == ["one", "two", "three"])
    app.clock.advance(by: .zero)
    #expect(app.log == ["one", "two", "three", "late"])
  }

  @Test func `detaching leaves nothing scheduled, and attaching takes the deadline up again`() {
    app.attach()
    app.runtime.send(.wait(10))
    app.runtime.detach()
    #expect(app.clock.nextDeadline == nil)
    app.clock.advance(by: .seconds(20))
    app.attach()
    app.clock.advance(by: .zero)
    #expect(app.log == ["late"])
  }

  @Test func `each turn has both clocks`() {
    app.attach()
    app.clock.advance(by: .seconds(7))
    app.runtime.send(.log([]))
    #expect(app.runtime.core.now == app.clock.now)
    #expect(app.runtime.core.date == app.clock.date)
  }

  // MARK: - Tasks

  @Test func `a task sends inputs until it is canceled or replaced`() async {
    app.attach()
    let numbers = (ScheduledStream<String>(), ScheduledStream<String>())
    for stream in [numbers.0, numbers.1] {
      app.runtime.start("listen") { send in
        while let word = try? await stream.next() { send(.log([word])) }
        send(.log(["end"]))
      }
      stream.send("one")
      await app.clock.settle()
    }
    numbers.0.send("former")
    numbers.1.send("two")
    await app.clock.settle()
    #expect(app.log == ["one", "one", "two"])
    app.runtime.send(.cancel("listen"))
    numbers.1.send("three")
    await app.clock.settle()
    #expect(app.log == ["one", "one", "two"])
    #expect(app.clock.pendingCount == 0)
  }

  @Test func `a task that is canceled before its turn does not begin`() async {
    app.attach()
    app.runtime.start { send in send(.log(["begun"])) }
    app.runtime.send(.cancel("request"))
    await app.clock.settle()
    #expect(app.log == [])
  }

  @Test func `detaching cancels every task`() async {
    app.attach()
    for name in ["a", "b"] {
      app.runtime.start(name) { send in send(.log(["begun"])) }
    }
    app.runtime.detach()
    app.attach()
    await app.clock.settle()
    #expect(app.log == [])
  }

  @Test func `a task that is started behind attaching inside an effect runs`() async {
    app.attach()
    app.reactions["again"] = { [unowned app] runtime in
      app.attach()
      runtime.start { send in send(.log(["begun"])) }
    }
    app.runtime.send(.log(["again"]))
    await app.clock.settle()
    #expect(app.log == ["again", "begun"])
  }

  // MARK: - Work in the background

  @Test func `all work waits until the core finishes it`() async throws {
    app.attach()
    let results = Holder<[FetchResult]>([])
    for push in [Push.empty, nil] {
      app.clock.perform { [runtime = app.runtime] in
        if let result = try? await runtime.work(for: push) { results.value.append(result) }
      }
    }
    await app.clock.settle()
    #expect(app.runtime.core.inputs.suffix(2) == ["work push-1", "work refresh"])
    #expect(results.value == [])
    app.runtime.send(.finish(.newData))
    await app.clock.settle()
    #expect(results.value == [.newData, .newData])
    app.runtime.send(.finish(.failed))
  }

  @Test func `a core finishes each piece of work by itself`() async throws {
    app.attach()
    let pushes = [Push.empty, Push(id: Push.empty.id, payload: Push.empty.payload), nil]
    let results = Holder<[Int: FetchResult]>([:])
    for (number, push) in pushes.enumerated() {
      app.clock.perform { [runtime = app.runtime] in
        results.value[number] = try! await runtime.work(for: push)
      }
    }
    await app.clock.settle()
    app.runtime.send(.finish(.newData, for: [pushes[0]]))
    await app.clock.settle()
    #expect(results.value == [0: .newData])
    app.runtime.send(.finish(.failed, for: [nil]))
    await app.clock.settle()
    #expect(results.value == [0: .newData, 2: .failed])
    app.runtime.send(.finish(.noData))
    await app.clock.settle()
    #expect(results.value == [0: .newData, 1: .noData, 2: .failed])
  }

  @Test func `work ends with no data when the feature is detached`() async throws {
    app.attach()
    let results = Holder<[FetchResult]>([])
    app.clock.perform { [runtime = app.runtime] in
      results.value.append(try! await runtime.work())
    }
    await app.clock.settle()
    app.runtime.detach()
    await app.clock.settle()
    #expect(results.value == [.noData])
    #expect(try await app.runtime.work() == .noData)
  }

  @Test func `work whose caller is canceled is not waited for`() async {
    app.attach()
    let error = Holder<(any Error)?>(nil)
    let task = app.clock.perform { [runtime = app.runtime] in
      do { _ = try await runtime.work() } catch let failure { error.value = failure }
    }
    await app.clock.settle()
    task.cancel()
    await app.clock.settle()
    #expect(error.value is CancellationError)
    app.runtime.send(.finish(.newData))
  }
}
