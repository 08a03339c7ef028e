import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on testing, about a core and its shell.
@MainActor
struct CoreSnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `a shell performs its core's effects`() throws {
    let reminder = Reminder()
    try host.install(reminder, named: "reminder")
    manager.receive(payload(#"{"aps":{"alert":"a"},"order":"A-1"}"#), via: .remote)
    clock.advance(by: .seconds(60))
    manager.receive(payload(#"{"aps":{"alert":"b"},"order":"A-2"}"#), via: .remote)
    manager.open(payload(#"{"aps":{"alert":"a"},"order":"A-1"}"#))
    clock.advance(by: .seconds(599))
    #expect(reminder.state == [])
    clock.advance(by: .seconds(1))
    #expect(reminder.state == ["A-2"])
    host.removeAll()
    #expect(clock.nextDeadline == nil)
  }

  @Test func `a core is tried with every sequence`() throws {
    try EverySequence<ReminderWorld.Operation>(of: [.arrive, .open, .wait], upTo: 7)
      .check(ReminderWorld())
  }
}

/// Reminds of orders that were not opened ten minutes after their push.
struct ReminderCore: FeatureCore {
  typealias Event = ReminderEvent

  static let name = "reminders"
  static let scope = FeatureScope.app
  static let interests: Set<PushEvent.Kind> = [.received, .opened]

  private(set) var state: [String] = []
  private var unopened: [(order: String, due: ContinuousClock.Instant)] = []

  var nextDeadline: ContinuousClock.Instant? { unopened.first?.due }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .push(.received(let push)):
      guard let order = push.payload["order"]?.stringValue else { return }
      unopened.append((order, turn.now + .seconds(600)))
    case .push(.opened(let push, _)):
      unopened.removeAll { $0.order == push.payload["order"]?.stringValue }
    case .deadline:
      let due = unopened.prefix { $0.due <= turn.now }.map(\.order)
      unopened.removeFirst(due.count)
      state += due
      for order in due { turn.log(.reminded(order)) }
    default: break
    }
  }
}

enum ReminderEvent: FeatureEvent {
  case reminded(String)

  var message: String {
    switch self {
    case .reminded(let order): "reminds of order \(order)"
    }
  }
}

final class Reminder: PushFeature {
  let runtime = FeatureRuntime(ReminderCore())
}

struct ReminderWorld: CheckedWorld {
  enum Operation {
    case arrive
    case open
    case wait
  }

  private var simulation = FeatureSimulation(ReminderCore())
  private var minutes = 0
  private var arrivals: [Int] = []
  private var expectedCount = 0

  mutating func perform(_ operation: Operation) {
    switch operation {
    case .arrive:
      simulation.handle(.push(.received(push)))
      arrivals.append(minutes)
    case .open:
      simulation.handle(.push(.opened(push, PushResponse(action: .default))))
      arrivals = []
    case .wait:
      simulation.advance(by: .seconds(240))
      minutes += 4
      expectedCount += arrivals.count { $0 + 10 <= minutes }
      arrivals.removeAll { $0 + 10 <= minutes }
    }
  }

  private let push = Push(payload: PushPayload(userInfo: ["order": "A-1"]))
  private var reminderCount: Int { simulation.state.count }

  init() { simulation.changeLifecycle { $0.phase = .background } }

  var mistake: String? {
    reminderCount == expectedCount
      ? nil : "It has reminded \(reminderCount) times, not \(expectedCount) times."
  }
}
