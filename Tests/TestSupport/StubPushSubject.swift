import Foundation
import PushHub
import PushHubTesting

/// A push subject from which nothing ever comes.
final class StubPushSubject: PushSubject {
  let scheduler: any Scheduler = ManualScheduler()
  let identification = PushIdentification()
  var deviceToken: DeviceToken? { nil }

  func add(_ participant: any PushParticipant, priority: ObserverPriority, replay: Bool) {}

  func remove(_ participant: any PushParticipant) {}

  func events(replay: Bool) -> AsyncStream<PushEvent> {
    AsyncStream { $0.finish() }
  }

  func open(
    _ payload: PushPayload,
    requestIdentifier: String?,
    response: PushResponse,
    deliveredAt: Date?
  ) {}
}
