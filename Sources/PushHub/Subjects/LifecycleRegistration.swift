/// A lifecycle observer's place in the list; see ``ObserverRegistration`` for why it is a class.
final class LifecycleRegistration: ObserverRegistration {
  struct Change {
    let event: LifecycleEvent
    let state: LifecycleState
  }

  weak var observer: (any LifecycleObserver)?
  var record: ObserverRecord

  init(_ observer: any LifecycleObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  static func deliver(_ change: Change, to observer: any LifecycleObserver) {
    observer.receive(change.event, state: change.state)
  }
}
