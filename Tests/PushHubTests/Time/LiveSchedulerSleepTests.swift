import Testing

@testable import PushHub
@testable import TestSupport

/// The real timer, and a clock that goes on while the device sleeps, when the timer does not.
@MainActor
struct LiveSchedulerSleepTests {
  private let slept: Holder<Duration>
  private let scheduler: LiveScheduler
  private let log = CallLog()

  init() {
    let slept = Holder(Duration.zero)
    self.slept = slept
    scheduler = LiveScheduler { .now + slept.value }
    scheduler.schedule(after: .seconds(3_600)) { [log] in log.note("in an hour") }
  }

  enum Call: CaseIterable {
    case runDueActions, schedule, cancel
  }

  @Test(arguments: Call.allCases)
  func `after a sleep each call sets the timer by the time that is left`(call: Call) async {
    let other = scheduler.schedule(after: .seconds(7_200)) {}
    slept.value = .seconds(3_600) - .milliseconds(5)
    switch call {
    case .runDueActions: scheduler.runDueActions()
    case .schedule: scheduler.schedule(after: .seconds(7_200)) {}
    case .cancel: scheduler.cancel(other)
    }
    // On a busy machine the call itself may find it due.
    let hasRun = !log.lines.isEmpty
    #expect(await eventually { !log.lines.isEmpty })
    #expect(hasRun || scheduler.wakeUpCount >= 1)
  }

  @Test func `a sleep does not make a later deadline wait for an earlier one's timer`() async {
    slept.value = .seconds(7_200)
    scheduler.schedule(after: .milliseconds(1)) { [log] in log.note("in a moment") }
    #expect(await eventually { log.lines.count == 2 })
    #expect(log.take() == ["in an hour", "in a moment"])
  }

  @Test func `a delivery after a sleep returns within its budget`() async {
    var configuration = NotificationManager.Configuration()
    configuration.backgroundBudget = .milliseconds(1)
    let manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    let worker = WorkerProbe(.hangs, on: scheduler)
    manager.add(worker)
    slept.value = .seconds(7_200)
    let delivery = Holder<FetchResult?>(nil)
    let push = message("m1")
    Task { delivery.value = await manager.deliver(push) }
    #expect(await eventually { delivery.value != nil })
    #expect(delivery.value == .failed)
    #expect(log.take() == ["in an hour"])
  }
}
