import PushHub
import SampleObservers

/// The list and the queue behind every subject, built into this program as they are into PushHub.
final class PushHubList: Contender {
  static let name = "PushHub"

  private let list = ObserverList<SampleEntry>()
  private let queue = EventQueue<PushEvent>()

  func add(_ observer: SampleObserver) {
    list.add(SampleEntry(observer))
  }

  func remove(_ observer: SampleObserver) {
    list.remove(observer)
  }

  func emit(_ event: PushEvent) {
    queue.emit(event, to: deliver)
  }

  func emit(_ event: PushEvent, times: Int) {
    for _ in 0..<times {
      queue.emit(event, to: deliver)
    }
  }

  private func deliver(_ event: PushEvent) {
    list.callEach { entry in
      guard let observer = entry.observer else { return false }
      observer.receive(event)
      return true
    }
  }
}

private final class SampleEntry: ObserverEntry {
  private(set) weak var observer: (any PushObserver)?

  init(_ observer: any PushObserver) {
    self.observer = observer
    super.init(observer)
  }
}
