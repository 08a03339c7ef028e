import PushHub
import Testing

@MainActor
struct CatchUpTests {
  private let scheduler = ManualScheduler()
  private let lifecycle = AppLifecycle()
  private let catchUp = CatchUp()
  private let log = CallLog()

  private var context: PluginContext {
    PluginContext(
      push: NotificationManager(scheduler: scheduler),
      lifecycle: lifecycle,
      scheduler: scheduler
    )
  }

  private func schedule(_ name: String, after delay: Duration) {
    scheduler.schedule(after: delay) { [log] in log.note(name) }
  }

  @Test func `what fell due during a sleep runs on return to the foreground`() {
    context.attach(catchUp)
    schedule("soon", after: .seconds(5))
    schedule("later", after: .seconds(60))
    scheduler.sleepThrough(.seconds(30))
    #expect(log.take().isEmpty)
    lifecycle.setPhase(.inactive)
    #expect(log.take() == ["soon"])
    lifecycle.setPhase(.active)
    #expect(log.take().isEmpty)
    #expect(scheduler.pendingCount == 1)
  }

  @Test func `leaving the foreground catches up with nothing`() {
    lifecycle.setPhase(.active)
    context.attach(catchUp)
    schedule("soon", after: .seconds(5))
    scheduler.sleepThrough(.seconds(30))
    lifecycle.setPhase(.background)
    lifecycle.pageAppeared("home")
    #expect(log.take().isEmpty)
  }

  @Test func `what is late runs before features hear of the return`() {
    let probe = LifecycleProbe()
    probe.onReceive = { [log] event in log.note("\(event)") }
    lifecycle.add(probe)
    context.attach(catchUp)
    schedule("late", after: .seconds(5))
    scheduler.sleepThrough(.seconds(30))
    lifecycle.setPhase(.active)
    #expect(log.take() == ["late", "\(LifecycleEvent.phaseChanged(.active))"])
  }

  @Test func `attached twice it catches up once, and detached no more`() {
    context.attach(catchUp)
    context.attach(catchUp)
    schedule("first", after: .seconds(5))
    scheduler.sleepThrough(.seconds(5))
    lifecycle.setPhase(.active)
    #expect(log.take() == ["first"])
    context.detach(catchUp)
    lifecycle.setPhase(.background)
    schedule("second", after: .seconds(5))
    scheduler.sleepThrough(.seconds(5))
    lifecycle.setPhase(.active)
    #expect(log.take().isEmpty)
  }

  @Test func `any scheduler catches up, not only the live one`() {
    let wrapper = ForwardingScheduler(scheduler)
    PluginContext(
      push: NotificationManager(scheduler: wrapper),
      lifecycle: lifecycle,
      scheduler: wrapper
    ).attach(catchUp)
    schedule("late", after: .seconds(5))
    scheduler.sleepThrough(.seconds(30))
    lifecycle.setPhase(.active)
    #expect(log.take() == ["late"])
  }

  @Test func `an action that catches up itself does not run others in its midst`() {
    context.attach(catchUp)
    scheduler.schedule(after: .seconds(1)) { [lifecycle, log] in
      lifecycle.setPhase(.active)
      log.note("end of first")
    }
    schedule("second", after: .seconds(1))
    scheduler.advance(by: .seconds(1))
    #expect(log.take() == ["end of first", "second"])
  }
}
