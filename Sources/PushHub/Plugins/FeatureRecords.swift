/// Where features tell what their outside world does, for whoever writes it down.
@MainActor
package final class FeatureRecords {
  private let observers = ObserverList<ObserverEntry>()
  private let records = EventQueue<any FeatureRecord>()

  /// Makes a place where nobody listens yet.
  package init() {}

  /// Tells what happened; without a listener nothing comes of it.
  package func send(_ record: any FeatureRecord) {
    records.emit(record) { record in
      observers.callEach { entry in
        (entry.object as? any FeatureRecordObserver)?.receive(record) != nil
      }
    }
  }

  /// Adds a listener, held weakly; adding it twice changes nothing.
  package func add(_ observer: any FeatureRecordObserver, priority: ObserverPriority = .default) {
    observers.add(ObserverEntry(observer), priority: priority)
  }

  /// Removes a listener.
  package func remove(_ observer: any FeatureRecordObserver) {
    observers.remove(observer)
  }
}

/// A plugin that hears what the outside world of other features does.
@MainActor
package protocol FeatureRecordObserver: AnyObject {
  /// Tells what happened.
  func receive(_ record: any FeatureRecord)
}
