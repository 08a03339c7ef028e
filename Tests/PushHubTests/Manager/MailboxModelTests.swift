import PushHub
import Testing

/// The mailbox, through the manager, against a model that remembers who heard what for ever.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct MailboxModelTests {
  enum Step: Hashable {
    case emit
    case add(Int)
    case addWithReplay(Int)
    case remove(Int)
    case wait
  }

  /// Two observers; an event lives for 10 s, and a wait is 6 s, so two waits end it.
  struct Model {
    struct Event {
      let id: Int
      let time: Int
      var heardBy: Set<Int> = []
    }

    var events: [Event] = []
    var attached: Set<Int> = []
    var heard: [[Int]] = [[], []]
    var time = 0

    mutating func apply(_ step: Step) {
      switch step {
      case .emit:
        events.append(Event(id: events.count, time: time, heardBy: attached))
        for observer in attached {
          heard[observer].append(events.count - 1)
        }
      case .add(let observer): add(observer, replay: false)
      case .addWithReplay(let observer): add(observer, replay: true)
      case .remove(let observer): attached.remove(observer)
      case .wait: time += 6
      }
    }

    private mutating func add(_ observer: Int, replay: Bool) {
      guard attached.insert(observer).inserted else { return }
      for index in events.indices where time - events[index].time < 10 {
        let event = events[index]
        guard !event.heardBy.contains(observer), replay || event.heardBy.isEmpty else { continue }
        events[index].heardBy.insert(observer)
        heard[observer].append(event.id)
      }
    }
  }

  private static let alphabet: [Step] = [
    .emit, .wait, .add(0), .add(1), .addWithReplay(0), .addWithReplay(1), .remove(0), .remove(1),
  ]

  @Test func `every sequence of up to five steps`() {
    var sequences: [[Step]] = [[]]
    for _ in 1...5 {
      sequences = sequences.flatMap { sequence in Self.alphabet.map { sequence + [$0] } }
    }
    for sequence in sequences {
      check(sequence)
    }
    #expect(sequences.count == 32_768)
  }

  @Test func `long random sequences`() {
    for seed in UInt64(1)...500 {
      var generator = SeededGenerator(seed: seed)
      check(
        (1...30).compactMap { _ in Self.alphabet.randomElement(using: &generator) },
        "seed \(seed)"
      )
    }
  }

  private func check(_ sequence: [Step], _ comment: String = "") {
    var configuration = NotificationManager.Configuration()
    configuration.mailboxMaximumAge = .seconds(10)
    let scheduler = ManualScheduler()
    let manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    let observers = [Numbers(), Numbers()]
    var model = Model()
    var count = 0
    for step in sequence {
      model.apply(step)
      switch step {
      case .emit:
        manager.didFailToRegister(RegistrationFailure(domain: "", code: count, message: ""))
        count += 1
      case .add(let observer): manager.add(observers[observer])
      case .addWithReplay(let observer): manager.add(observers[observer], replay: true)
      case .remove(let observer): manager.remove(observers[observer])
      case .wait: scheduler.advance(by: .seconds(6))
      }
    }
    #expect(observers.map(\.heard) == model.heard, "\(comment) \(sequence)")
  }

  private final class Numbers: PushObserver {
    private(set) var heard: [Int] = []

    func receive(_ event: PushEvent) {
      if case .registrationFailed(let failure) = event {
        heard.append(failure.code)
      }
    }
  }
}
