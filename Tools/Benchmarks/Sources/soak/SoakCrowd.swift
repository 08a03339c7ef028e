import PushHub
import PushHubObservers
import PushHubTesting

/// Observers, cells and readers of streams that come and go, some without a word.
@MainActor
final class SoakCrowd {
  private let app: SoakApp
  private var observers: [SoakObserver] = []
  private var cells: [Cell] = []
  private var readers: [Task<Void, Never>] = []
  private var unread: [AsyncStream<PushEvent>] = []

  private final class Cell: CountdownTarget {
    func countdownChanged(to state: CountdownState) {}
  }

  init(on app: SoakApp) {
    self.app = app
  }

  func act(_ numbers: inout Numbers) {
    switch numbers.below(9) {
    case 0, 1: addObserver(&numbers)
    case 2: if let observer = take(from: &observers, &numbers) { app.manager.remove(observer) }
    case 3: _ = take(from: &observers, &numbers)
    case 4:
      let cell = Cell()
      app.countdown.bind(cell, to: "c\(numbers.below(200))")
      cells.append(cell)
    case 5:
      if cells.count > 30 || numbers.below(2) == 0 { _ = take(from: &cells, &numbers) }
    case 6: addStream(&numbers)
    case 7: take(from: &readers, &numbers)?.cancel()
    default: _ = take(from: &unread, &numbers)
    }
  }

  /// All go.
  func leave() {
    for observer in observers {
      app.manager.remove(observer)
    }
    for reader in readers {
      reader.cancel()
    }
    observers = []
    cells = []
    readers = []
    unread = []
  }

  private func addObserver(_ numbers: inout Numbers) {
    if observers.count >= 12 { observers.removeFirst() }
    let observer =
      switch numbers.below(3) {
      case 0: SoakObserver()
      case 1: SoakWorker(on: app.scheduler)
      default: SoakResponder()
      }
    observers.append(observer)
    app.manager.add(observer, replay: numbers.below(4) == 0)
  }

  private func addStream(_ numbers: inout Numbers) {
    let events = app.manager.events(replay: numbers.below(4) == 0)
    if numbers.below(2) == 0 {
      if readers.count >= 4 { readers.removeFirst().cancel() }
      readers.append(app.scheduler.perform { for await _ in events {} })
    } else {
      if unread.count >= 4 { unread.removeFirst() }
      unread.append(events)
    }
  }

  private func take<Element>(
    from elements: inout [Element],
    _ numbers: inout Numbers
  ) -> Element? {
    elements.isEmpty ? nil : elements.remove(at: numbers.below(elements.count))
  }
}

/// Receives everything.
class SoakObserver: PushObserver {
  private(set) var count = 0

  func receive(_ event: PushEvent) {
    count += 1
  }
}

/// Works for each push, sometimes for longer than it may.
final class SoakWorker: SoakObserver, BackgroundWorker {
  private let scheduler: ManualScheduler

  init(on scheduler: ManualScheduler) {
    self.scheduler = scheduler
  }

  func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    switch count % 16 {
    case 0: try await scheduler.sleep(for: .seconds(40))
    case 1: throw SoakWorld.Failure()
    default: break
    }
    return .newData
  }
}

/// Handles some answers, and has an opinion on what is shown.
final class SoakResponder: SoakObserver, PushResponder, PresentationVoter {
  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    response.action == .dismiss
  }

  func presentation(of push: Push) -> PresentationVote {
    count.isMultiple(of: 9) ? .suppress(reason: "it is the ninth") : .noOpinion
  }
}
