import PushHub

/// An event that is an object, so that a test can see how long it lives and act when it goes.
@MainActor
final class ObjectEvent {
  var onRelease: (() -> Void)?

  isolated deinit {
    onRelease?()
  }
}

@MainActor
final class ObjectObserver {
  var count = 0
  var onReceive: ((ObjectEvent) -> Void)?
}

final class ObjectRegistration: ObserverRegistration {
  weak var observer: ObjectObserver?
  var record: ObserverRecord

  init(_ observer: ObjectObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  func letGo() { observer = nil }

  func deliver(_ event: ObjectEvent, to observer: ObjectObserver) {
    observer.count += 1
    observer.onReceive?(event)
  }
}
