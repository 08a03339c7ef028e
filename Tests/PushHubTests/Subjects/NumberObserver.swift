@testable import PushHub

/// An observer of the smallest of events, a number: what the tests of the list need and no more.
@MainActor
protocol NumberObserver: AnyObject {
  func receive(_ number: Int)
}

final class NumberEntry: ObserverEntry {
  private(set) weak var observer: (any NumberObserver)?

  init(_ observer: any NumberObserver) {
    self.observer = observer
    super.init(observer)
  }
}

/// A list and a queue, as a subject has them.
@MainActor
final class NumberList {
  var willDeliver: ((Int) -> Void)?
  var didDeliver: ((Int, Int) -> Void)?
  private(set) var latestDelivery = 0
  private let list = ObserverList<NumberEntry>()
  private let queue = EventQueue<Int>()

  var observerDied: ((NumberEntry) -> Void)? {
    get { list.observerDied }
    set { list.observerDied = newValue }
  }

  var isDelivering: Bool { queue.isDelivering }

  var observers: [any NumberObserver] { list.attached.compactMap(\.observer) }

  func registration(of observer: AnyObject) -> NumberEntry? { list.entry(of: observer) }

  @discardableResult
  func add(
    _ observer: any NumberObserver,
    priority: ObserverPriority = .default
  ) -> NumberEntry? {
    let entry = NumberEntry(observer)
    return list.add(entry, priority: priority) ? entry : nil
  }

  @discardableResult
  func remove(_ observer: AnyObject) -> NumberEntry? {
    defer { list.remove(observer) }
    return list.entry(of: observer)
  }

  func sweep() { list.sweep() }

  func emit(_ number: Int) { queue.emit(number, to: deliver) }

  func deliver(to entry: NumberEntry, next: () -> Int?) {
    queue.run(
      {
        while entry.isAttached, let observer = entry.observer, let number = next() {
          entry.wasCalled = true
          observer.receive(number)
        }
      },
      then: deliver
    )
  }

  private func deliver(_ number: Int) {
    latestDelivery += 1
    willDeliver?(number)
    var calls = 0
    list.callEach { entry in
      let isCalled = entry.observer?.receive(number) != nil
      calls += isCalled ? 1 : 0
      return isCalled
    }
    didDeliver?(number, calls)
  }
}
