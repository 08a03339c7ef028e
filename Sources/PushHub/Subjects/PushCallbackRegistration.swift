/// A witness's place in the list; see ``ObserverRegistration`` for why it is a class.
final class PushCallbackRegistration: ObserverRegistration {
  weak var observer: (any PushCallbackObserver)?
  var record: ObserverRecord

  init(_ observer: any PushCallbackObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  static func deliver(_ callback: PushCallback, to observer: any PushCallbackObserver) {
    observer.witness(callback)
  }
}
