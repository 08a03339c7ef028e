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

  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<PushEvent?, Never>
    let work: WorkLedger.Work?
    let cancellation: CancellationMark

    @MainActor
    func resume(returning event: PushEvent?) {
      work?.stopWaiting()
      continuation.resume(returning: event)
    }
  }

  private weak var manager: NotificationManager?
  private weak var lease: Lease?
  private let capacity: Int
  private var items = FIFO<Item>()
  private var waiters: [Waiter] = []
  private var lastWaiter = 0
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
  /// Hands the event to a consumer that is waiting for it; else keeps it, and lets the oldest go if
  /// there are too many.
  func receive(_ event: PushEvent) {
    guard let manager else { return }
    guard !isAbandoned else { return manager.noteDeafObserver() }
    if let waiter = nextWaiter() { return waiter.resume(returning: event) }
    items.append(Item(number: manager.noteBuffering(), event: event))
    if items.count > capacity, let oldest = items.popFirst() {
      manager.noteDrop(of: oldest)
    }
  }

  /// The first that still wants an event; those that were cancelled get none.
  private func nextWaiter() -> Waiter? {
    while !waiters.isEmpty {
      let waiter = waiters.removeFirst()
      guard waiter.cancellation.isSet else { return waiter }
      waiter.resume(returning: nil)
    }
    return nil
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
    for waiter in waiters {
      waiter.resume(returning: nil)
    }
    waiters = []
  }
}

// MARK: - The consumer's side

extension EventStreamObserver {
  private func next() async -> PushEvent? {
    if let item = items.popFirst() {
      manager?.noteReading(of: item)
      return item.event
    }
    guard !isFinished, manager != nil, !Task.isCancelled else { return nil }
    lastWaiter += 1
    let number = lastWaiter
    let cancellation = CancellationMark()
    let work = WorkLedger.currentWork
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: nil) }
        waiters.append(
          Waiter(
            number: number,
            continuation: continuation,
            work: work,
            cancellation: cancellation
          )
        )
        work?.startWaiting(for: .condition)
      }
    } onCancel: {
      cancellation.set()
      Task { await self.stopWaiting(number) }
    }
  }

  private func stopWaiting(_ number: Int) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    waiters.remove(at: index).resume(returning: nil)
  }
}
