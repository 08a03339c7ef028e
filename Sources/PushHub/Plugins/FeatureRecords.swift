/// Sends what the outside world of features does to whoever writes it down.
@MainActor
package final class FeatureRecords {
  private let observers = ObserverList<ObserverEntry>()
  private let records = EventQueue<any FeatureRecord>()

  /// Starts without observers.
  package init() {}

  /// Sends what happened; without an observer nothing comes of it.
  package func send(_ record: any FeatureRecord) {
    records.emit(record) { record in
      observers.callEach { entry in
        (entry.object as? any FeatureRecordObserver)?.receive(record) != nil
      }
    }
  }

  /// Adds an observer, held weakly; adding it twice changes nothing.
  package func add(_ observer: any FeatureRecordObserver, priority: ObserverPriority = .default) {
    observers.add(ObserverEntry(observer), priority: priority)
  }

  /// Removes an observer.
  package func remove(_ observer: any FeatureRecordObserver) {
    observers.remove(observer)
  }
}

/// A plugin that hears what the outside world of other features does.
@MainActor
package protocol FeatureRecordObserver: AnyObject {
  /// Called with what happened.
  func receive(_ record: any FeatureRecord)
}
