import PushHub
import SampleObservers

/// A way to send events to observers.
@MainActor
protocol Contender: AnyObject {
  static var name: String { get }

  init()

  func add(_ observer: SampleObserver)
  func remove(_ observer: SampleObserver)

  /// Notifies all observers; when it returns, they have received the event.
  func emit(_ event: PushEvent) async

  /// Emits several events, without the price of asynchronous calls for those that need none.
  func emit(_ event: PushEvent, times: Int) async
}

extension Contender {
  func emit(_ event: PushEvent, times: Int) async {
    for _ in 0..<times {
      await emit(event)
    }
  }
}

/// The contenders of one comparison, PushHub first.
@MainActor
enum Contenders {
  static let floors: [any Contender.Type] = [
    WeakBoxLoop.self,
    StrongLoop.self,
    StrongLoopBesideWeak.self,
  ]

  static let peers: [any Contender.Type] = [
    OpenCombineSubject.self,
    NotificationCenterPosts.self,
    AsyncStreamFanOut.self,
  ]
}
