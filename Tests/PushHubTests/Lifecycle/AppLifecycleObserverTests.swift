import PushHub
import Testing

@testable import TestSupport

@MainActor
struct AppLifecycleObserverTests {
  private let signedIn = LifecycleState(phase: .active, account: "ann")
  private let probe = LifecycleProbe()
  let lifecycle = AppLifecycle()

  @Test func `a late observer begins with what is true`() {
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("home")
    lifecycle.setAccount("ann")
    lifecycle.add(probe)
    let state = LifecycleState(phase: .active, visiblePages: ["home"], account: "ann")
    #expect(probe.calls == [.began(state)])
  }

  @Test func `an observer added twice begins once and receives each event once`() {
    lifecycle.add(probe)
    lifecycle.add(probe, priority: .high)
    lifecycle.screenshotTaken()
    #expect(
      probe.calls == [
        .began(LifecycleState()), .received(.screenshotTaken, LifecycleState()),
      ]
    )
  }

  @Test func `a removed observer receives nothing, and begins again when it is added again`() {
    lifecycle.add(probe)
    lifecycle.remove(probe)
    lifecycle.setPhase(.active)
    lifecycle.add(probe)
    #expect(
      probe.calls == [.began(LifecycleState()), .began(LifecycleState(phase: .active))]
    )
  }

  @Test func `the state belongs to the event while events wait for their turn`() {
    let first = LifecycleProbe()
    let second = LifecycleProbe()
    lifecycle.add(first)
    lifecycle.add(second)
    first.onReceive = { [lifecycle] event in
      if event == .phaseChanged(.active) { lifecycle.setAccount("ann") }
    }
    lifecycle.setPhase(.active)
    let active = LifecycleState(phase: .active)
    let expected: [LifecycleProbe.Call] = [
      .began(LifecycleState()),
      .received(.phaseChanged(.active), active),
      .received(.accountChanged("ann"), signedIn),
    ]
    #expect(first.calls == expected)
    #expect(second.calls == expected)
  }

  @Test func `what is true now runs ahead of the event in delivery`() {
    let first = LifecycleProbe()
    let second = LifecycleProbe()
    var seen: [LifecycleState] = []
    lifecycle.add(first)
    lifecycle.add(second)
    first.onReceive = { [lifecycle] _ in lifecycle.setAccount("ann") }
    second.onReceive = { [lifecycle] _ in seen.append(lifecycle.state) }
    lifecycle.setPhase(.active)
    #expect(seen == [signedIn, signedIn])
  }

  @Test
  func `an observer added during a delivery begins with its state and receives the next event`() {
    let first = LifecycleProbe()
    let late = LifecycleProbe()
    lifecycle.add(first)
    first.onReceive = { [lifecycle] event in
      guard event == .phaseChanged(.active) else { return }
      lifecycle.setAccount("ann")
      lifecycle.add(late)
    }
    lifecycle.setPhase(.active)
    let active = LifecycleState(phase: .active)
    #expect(
      late.calls == [.began(active), .received(.accountChanged("ann"), signedIn)]
    )
  }

  @Test func `an observer that changes something as it begins receives the event`() {
    probe.onBegin = { [lifecycle] in lifecycle.setPhase(.active) }
    lifecycle.add(probe)
    #expect(
      probe.calls == [
        .began(LifecycleState()),
        .received(.phaseChanged(.active), LifecycleState(phase: .active)),
      ]
    )
  }
}
