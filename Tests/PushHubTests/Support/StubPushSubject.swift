import PushHub

/// A push subject from which nothing ever comes.
@MainActor
final class StubPushSubject: PushSubject {
  var deviceToken: DeviceToken? { nil }

  func add(_ observer: any PushObserver, priority: ObserverPriority, replay: Bool) {}

  func remove(_ observer: any PushObserver) {}

  func perform(
    for observer: any PushObserver,
    _ work: @escaping @MainActor () async throws -> Void
  ) -> Task<Void, Never> {
    Task {}
  }

  func events(bufferSize: Int, replay: Bool) -> AsyncStream<PushEvent> {
    AsyncStream { $0.finish() }
  }

  func addCallbackObserver(_ observer: any PushCallbackObserver) {}

  func removeCallbackObserver(_ observer: any PushCallbackObserver) {}
}
