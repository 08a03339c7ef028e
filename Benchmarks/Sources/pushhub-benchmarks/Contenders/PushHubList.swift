import PushHub
import SampleObservers

/// The list behind every subject, with a protocol of PushHub's.
final class PushHubList: Contender {
  static let name = "PushHub"

  let list = ObserverList<SampleRegistration>()

  func add(_ observer: SampleObserver) {
    list.add(observer)
  }

  func remove(_ observer: SampleObserver) {
    list.remove(observer)
  }

  func emit(_ event: PushEvent) {
    list.emit(event)
  }

  func emit(_ event: PushEvent, times: Int) {
    for _ in 0..<times {
      list.emit(event)
    }
  }
}

final class SampleRegistration: ObserverRegistration {
  weak var observer: (any PushObserver)?
  var record: ObserverRecord

  init(_ observer: any PushObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  func letGo() { observer = nil }

  func deliver(_ event: PushEvent, to observer: any PushObserver) {
    observer.receive(event)
  }
}
