/// Where features tell what their outside world does, for whoever writes it down.
@MainActor
public final class FeatureRecords {
  private let observers = ObserverList<FeatureRecordRegistration>()

  /// Makes a place where nobody listens yet.
  public init() {}

  /// Tells what happened; without a listener nothing comes of it.
  public func send(_ record: any FeatureRecord) {
    observers.emit(record)
  }

  /// Adds a listener, held weakly; adding it twice changes nothing.
  public func add(_ observer: any FeatureRecordObserver, priority: ObserverPriority = .default) {
    observers.add(observer, priority: priority)
  }

  /// Removes a listener.
  public func remove(_ observer: any FeatureRecordObserver) {
    observers.remove(observer)
  }
}

/// A plugin that hears what the outside world of other features does.
@MainActor
public protocol FeatureRecordObserver: AnyObject {
  /// Tells what happened.
  func receive(_ record: any FeatureRecord)
}

/// A listener's place in the list.
final class FeatureRecordRegistration: ObserverRegistration {
  weak var observer: (any FeatureRecordObserver)?
  var record: ObserverRecord

  init(_ observer: any FeatureRecordObserver) {
    self.observer = observer
    record = ObserverRecord(of: observer)
  }

  func letGo() { observer = nil }

  func deliver(_ event: any FeatureRecord, to observer: any FeatureRecordObserver) {
    observer.receive(event)
  }
}
