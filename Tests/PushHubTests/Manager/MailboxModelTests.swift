import PushHub
import PushHubReplay
import Testing

/// The mailbox, through the manager, against a model that remembers who heard what for ever.
@MainActor
struct MailboxModelTests {
  enum Step: Hashable {
    case emit
    case add(Int)
    case addWithReplay(Int)
    case remove(Int)
    case openStream
    case openStreamWithReplay
    case read
    case dropStream
    case wait
  }

  /// Two observers and a stream, which is number 2.
  ///
  /// An event lives for 10 s, and a wait is 6 s, so two waits end it.
  struct Model {
    struct Event {
      let id: Int
      let time: Int
      var heardBy: Set<Int> = []
    }

    static let stream = 2
    static let bufferSize = 2

    var events: [Event] = []
    var attached: Set<Int> = []
    var heard: [[Int]] = [[], [], []]
    var buffer: [Int] = []
    var time = 0

    mutating func apply(_ step: Step) {
      switch step {
      case .emit: emit()
      case .add(let observer): add(observer, replay: false)
      case .addWithReplay(let observer): add(observer, replay: true)
      case .remove(let observer): attached.remove(observer)
      case .openStream: add(Self.stream, replay: false)
      case .openStreamWithReplay: add(Self.stream, replay: true)
      case .read: read()
      case .dropStream: dropStream()
      case .wait: time += 6
      }
    }

    private mutating func emit() {
      let id = events.count
      events.append(Event(id: id, time: time))
      for observer in attached {
        tell(observer, id)
      }
    }

    private mutating func add(_ observer: Int, replay: Bool) {
      guard attached.insert(observer).inserted else { return }
      for event in events where time - event.time < 10 && !event.heardBy.contains(observer) {
        if replay || event.heardBy.isEmpty { tell(observer, event.id) }
      }
    }

    private mutating func tell(_ observer: Int, _ id: Int) {
      guard observer == Self.stream else {
        events[id].heardBy.insert(observer)
        return heard[observer].append(id)
      }
      buffer.append(id)
      if buffer.count > Self.bufferSize {
        buffer.removeFirst()
      }
    }

    private mutating func read() {
      guard !buffer.isEmpty else { return }
      let id = buffer.removeFirst()
      events[id].heardBy.insert(Self.stream)
      heard[Self.stream].append(id)
    }

    /// The next stream is another observer, for which this one stands as somebody else.
    private mutating func dropStream() {
      attached.remove(Self.stream)
      for index in events.indices where events[index].heardBy.remove(Self.stream) != nil {
        events[index].heardBy.insert(-1)
      }
      buffer = []
    }
  }

  private static let alphabet: [Step] = [
    .emit, .wait, .add(0), .add(1), .addWithReplay(0), .addWithReplay(1), .remove(0), .remove(1),
  ]

  private static let streamAlphabet: [Step] = [
    .emit, .wait, .add(0), .addWithReplay(0), .remove(0), .openStream, .openStreamWithReplay, .read,
    .dropStream,
  ]

  @Test func `every sequence of steps`() async throws {
    try await EverySequence(of: Self.alphabet, upTo: Exhaustive.choose(4, thorough: 5)).check(
      byRunning: mistake
    )
  }

  @Test func `every sequence of steps after an event, with a stream`() async throws {
    for start in [[Step.emit], [.openStream, .emit]] {
      try await EverySequence(
        of: Self.streamAlphabet,
        upTo: Exhaustive.choose(3, thorough: 4),
        after: start
      )
      .check(byRunning: mistake)
    }
  }

  @Test func `long random sequences`() async throws {
    try await RandomSequences(
      of: Self.alphabet + Self.streamAlphabet,
      length: 30,
      count: Exhaustive.choose(100, thorough: 500),
      seed: SeededGenerator.startingSeed()
    ).check(byRunning: mistake)
  }

  private func mistake(after sequence: [Step]) async -> String? {
    var configuration = NotificationManager.Configuration()
    configuration.mailboxMaximumAge = .seconds(10)
    let scheduler = ManualScheduler()
    let manager = NotificationManager(configuration: configuration, scheduler: scheduler)
    let observers = [Numbers(), Numbers()]
    let reader = Numbers()
    var stream: AsyncStream<PushEvent>.Iterator?
    var model = Model()
    var count = 0
    for step in sequence {
      let isReadable = !model.buffer.isEmpty
      model.apply(step)
      switch step {
      case .emit:
        manager.didFailToRegister(RegistrationFailure(domain: "", code: count, message: ""))
        count += 1
      case .add(let observer): manager.add(observers[observer])
      case .addWithReplay(let observer): manager.add(observers[observer], replay: true)
      case .remove(let observer): manager.remove(observers[observer])
      case .openStream where stream == nil, .openStreamWithReplay where stream == nil:
        let replay = step == .openStreamWithReplay
        stream = manager.events(bufferSize: Model.bufferSize, replay: replay).makeAsyncIterator()
      case .openStream, .openStreamWithReplay: break
      case .read:
        if isReadable, let event = await stream?.next() { reader.receive(event) }
      case .dropStream: stream = nil
      case .wait: scheduler.advance(by: .seconds(6))
      }
      if let mistake = manager.statistics.mistake { return mistake }
    }
    let heard = (observers + [reader]).map(\.heard)
    return heard == model.heard ? nil : "Heard is \(heard), not \(model.heard)."
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
