import PushHub
import SampleObservers

/// The least that a delivery can cost: strong references in an array, which keep observers alive.
class StrongLoop: Contender {
  class var name: String { "loop, strong" }

  private var observers: ContiguousArray<any PushObserver> = []

  required init() {}

  func add(_ observer: SampleObserver) {
    observers.append(observer)
  }

  func remove(_ observer: SampleObserver) {
    observers.removeAll { $0 === observer }
  }

  func emit(_ event: PushEvent) {
    for observer in observers {
      observer.receive(event)
    }
  }

  func emit(_ event: PushEvent, times: Int) {
    for _ in 0..<times {
      emit(event)
    }
  }
}

/// The same with observers that another object holds weakly, which moves their reference counts
/// into a side table and makes every retain dearer.
final class StrongLoopBesideWeak: StrongLoop {
  private struct Reference {
    weak var observer: SampleObserver?
  }

  override class var name: String { "loop, strong, weak elsewhere" }

  private var references: [Reference] = []

  override func add(_ observer: SampleObserver) {
    super.add(observer)
    references.append(Reference(observer: observer))
  }
}
