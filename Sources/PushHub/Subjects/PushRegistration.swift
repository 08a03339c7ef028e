/// A push observer's place in the list; see ``ObserverRegistration`` for why it is a class.
final class PushRegistration: ObserverRegistration {
  weak var observer: (any PushObserver)?
  var record: ObserverRecord

  init(_ observer: any PushObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  static func deliver(_ event: PushEvent, to observer: any PushObserver) {
    observer.receive(event)
  }
}
