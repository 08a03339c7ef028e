import PushHub
import PushHubReplay
import Testing

/// The code of the article on writing an observer, about a core and its shell.
@MainActor
struct CoreSnippets {
  @Test func `a shell carries out what its core decides`() async throws {
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: AppLifecycle(), scheduler: clock)
    )
    let reminder = Reminder()
    try host.install(reminder, named: "reminder")
    manager.receive(try payload(#"{"aps":{"alert":"a"},"order":"A-1"}"#), via: .remote)
    clock.advance(by: .seconds(60))
    manager.receive(try payload(#"{"aps":{"alert":"b"},"order":"A-2"}"#), via: .remote)
    manager.open(try payload(#"{"aps":{"alert":"a"},"order":"A-1"}"#))
    clock.advance(by: .seconds(599))
    #expect(reminder.reminders == [])
    clock.advance(by: .seconds(1))
    #expect(reminder.reminders == ["A-2"])
    host.removeAll()
    #expect(clock.nextDeadline == nil)
  }

  @Test func `a core is tried with every sequence`() throws {
    try EverySequence<ReminderWorld.Operation>(of: [.arrive, .open, .wait], upTo: 7)
      .check(ReminderWorld())
  }
}

/// Reminds of orders that nobody has opened ten minutes after their push.
struct ReminderCore: FeatureCore {
  enum Event {
    case arrived(String)
    case opened(String)
    case deadline
  }

  enum Effect: Equatable {
    case remind(String)
  }

  static var deadline: Event { .deadline }
  private var unopened: [(order: String, due: ContinuousClock.Instant)] = []

  var nextDeadline: ContinuousClock.Instant? { unopened.first?.due }

  mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
    switch event {
    case .arrived(let order):
      unopened.append((order, now + .seconds(600)))
      return []
    case .opened(let order):
      unopened.removeAll { $0.order == order }
      return []
    case .deadline:
      let due = unopened.prefix { $0.due <= now }
      unopened.removeFirst(due.count)
      return due.map { .remind($0.order) }
    }
  }
}

final class Reminder: PushPlugin, PushObserver {
  private let driver = CoreDriver(ReminderCore())
  private(set) var reminders: [String] = []

  func attach(to context: PluginContext) {
    driver.start(on: context.scheduler, for: self) { $0.perform($1) }
  }

  func detach() {
    driver.stop()
  }

  func receive(_ event: PushEvent) {
    switch event {
    case .received(let push): handle(push, ReminderCore.Event.arrived)
    case .opened(let push, _): handle(push, ReminderCore.Event.opened)
    case .tokenChanged, .registrationFailed: break
    }
  }

  private func handle(_ push: Push, _ event: (String) -> ReminderCore.Event) {
    guard let order = push.payload["order"]?.stringValue else { return }
    driver.handle(event(order))
  }

  private func perform(_ effect: ReminderCore.Effect) {
    switch effect {
    case .remind(let order): reminders.append(order)
    }
  }
}

struct ReminderWorld: CheckedWorld {
  enum Operation {
    case arrive
    case open
    case wait
  }

  private var core = ReminderCore()
  private var now = ContinuousClock.now
  private var minutes = 0
  private var arrivals: [Int] = []
  private var reminderCount = 0
  private var expectedCount = 0

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .arrive:
      reminderCount += core.handle(.arrived("A-1"), at: now).count
      arrivals.append(minutes)
    case .open:
      reminderCount += core.handle(.opened("A-1"), at: now).count
      arrivals = []
    case .wait:
      now += .seconds(240)
      minutes += 4
      while let deadline = core.nextDeadline, deadline <= now {
        reminderCount += core.handle(.deadline, at: now).count
      }
      expectedCount += arrivals.count { $0 + 10 <= minutes }
      arrivals.removeAll { $0 + 10 <= minutes }
    }
  }

  var mistake: String? {
    reminderCount == expectedCount
      ? nil : "It has reminded \(reminderCount) times, not \(expectedCount) times."
  }
}
