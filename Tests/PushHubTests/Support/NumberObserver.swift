import PushHub

/// An observer of the smallest of events, a number: what the tests of the list need and no more.
@MainActor
protocol NumberObserver: AnyObject {
  func receive(_ number: Int)
}

final class NumberRegistration: ObserverRegistration {
  weak var observer: (any NumberObserver)?
  var record: ObserverRecord { didSet { changeCount += 1 } }

  /// How often something was written into the record.
  private(set) var changeCount = 0

  init(_ observer: any NumberObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  func letGo() { observer = nil }

  func deliver(_ number: Int, to observer: any NumberObserver) {
    observer.receive(number)
  }
}

typealias NumberList = ObserverList<NumberRegistration>
