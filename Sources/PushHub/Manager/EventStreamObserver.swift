/// An observer that keeps events for the consumer of an asynchronous stream, until it takes them.
///
/// The stream alone holds the lease: when the consumer drops the stream, or is cancelled, the lease
/// is gone, and what it did not take goes back to the manager. Both know at once.
@MainActor
final class EventStreamObserver: PushObserver {
  /// An event that the consumer has not taken yet.
  struct Item {
    let number: Mailbox.Number
    let event: PushEvent
  }

  private final class Lease: Sendable {
    let observer: EventStreamObserver

    init(of observer: EventStreamObserver) {
      self.observer = observer
    }

    deinit {
      let observer = observer
      Task { @MainActor in observer.manager?.removeAbandonedStreams() }
    }
  }

  private weak var manager: NotificationManager?
  private weak var lease: Lease?
  private let capacity: Int
  private var items = FIFO<Item>()
  private let arrival = ScheduledCondition()
  private var isFinished = false

  init(of manager: NotificationManager, capacity: Int) {
    self.manager = manager
    self.capacity = max(1, capacity)
  }

  /// Whether nobody can take anything any more.
  var isAbandoned: Bool { lease == nil }

  /// The one stream; to be called once.
  func makeStream() -> AsyncStream<PushEvent> {
    let lease = Lease(of: self)
    self.lease = lease
    return AsyncStream { await lease.observer.next() }
  }
}

// MARK: - The manager's side

extension EventStreamObserver {
  /// Keeps the event for the consumer, and lets the oldest go if there are too many.
  func receive(_ event: PushEvent) {
    guard let manager else { return }
    guard !isAbandoned else { return manager.noteDeafObserver() }
    items.append(Item(number: manager.noteBuffering(), event: event))
    if items.count > capacity, let oldest = items.popFirst() {
      manager.noteDrop(of: oldest)
    }
    arrival.signalAll()
  }

  /// Gives back what was not taken.
  func takeAll() -> [Item] {
    var all: [Item] = []
    while let item = items.popFirst() {
      all.append(item)
    }
    return all
  }

  /// Ends the stream behind what is in the buffer.
  func finish() {
    isFinished = true
    arrival.signalAll()
  }
}

// MARK: - The consumer's side

extension EventStreamObserver {
  private func next() async -> PushEvent? {
    while items.isEmpty {
      guard !isFinished, manager != nil, (try? await arrival.wait()) != nil else { return nil }
    }
    guard let item = items.popFirst() else { return nil }
    manager?.noteReading(of: item)
    return item.event
  }
}
