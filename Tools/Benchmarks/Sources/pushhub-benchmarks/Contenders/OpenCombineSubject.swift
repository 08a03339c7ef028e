import OpenCombine
import PushHub
import SampleObservers

/// A passthrough subject, with a sink for each observer that holds it weakly.
final class OpenCombineSubject: Contender {
  static let name = "OpenCombine"

  private let subject = PassthroughSubject<PushEvent, Never>()
  private var subscriptions: [ObjectIdentifier: AnyCancellable] = [:]
  private var furtherSubscriptions: [AnyCancellable] = []

  func add(_ observer: SampleObserver) {
    let subscription = subject.sink { [weak observer] event in
      MainActor.assumeIsolated { observer?.receive(event) }
    }
    let identity = ObjectIdentifier(observer)
    if let former = subscriptions.updateValue(subscription, forKey: identity) {
      furtherSubscriptions.append(former)
    }
  }

  func remove(_ observer: SampleObserver) {
    subscriptions[ObjectIdentifier(observer)] = nil
  }

  func emit(_ event: PushEvent) {
    subject.send(event)
  }

  func emit(_ event: PushEvent, times: Int) {
    for _ in 0..<times {
      emit(event)
    }
  }
}
