import Foundation
import PushHub
import PushHubRecorder
import PushHubScripts
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on testing.
@MainActor
struct TestingSnippets {
  private let observer = PushRecorder()

  @Test func `a test advances the clock`() throws {
    let tap = Data(#"{"aps":{},"gcm.message_id":"m1"}"#.utf8)
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    manager.didFinishLaunching(with: try PushPayload(json: tap))
    clock.advance(by: .seconds(2))
    manager.add(observer)  // receives the launch's push and its tap now
    #expect(observer.lines == ["received m1", "opened m1 default"])
  }

  @Test func `background work is waited for`() async throws {
    let push = try PushPayload(json: Data(#"{"aps":{"content-available":1}}"#.utf8))
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    let worker = SlowWorker(scheduler: clock)  // works for three seconds
    manager.add(worker)
    var result: FetchResult?
    clock.perform {
      result = await clock.awaitExternalWork { await manager.deliver(push, via: .remote) }
    }
    await clock.settle()
    clock.advance(by: .seconds(3))
    await clock.settle()
    #expect(result == .newData)
  }

  @Test func `a test plays a transcript without a replay`() async throws {
    let bytes = Data(
      """
      {"transcript":1,"start":"2026-01-01T08:00:00Z"}
      {"t":0,"account":"alice"}
      {"t":0.5,"app":"active"}
      {"t":12.25,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
      """.utf8
    )
    let clock = ManualScheduler()
    let start = clock.now
    let manager = NotificationManager(scheduler: clock)
    let lifecycle = AppLifecycle()
    manager.add(observer)
    let transcript = try Transcript(bytes, vocabulary: ReadyMadeScripts.records)
    for record in transcript.records {
      clock.advance(upTo: start + record.time)
      switch record.input {
      case .push(let payload, let channel, let details):
        manager.receive(payload, via: channel, requestIdentifier: details.request)
      case .account(let account):
        lifecycle.setAccount(account)
      default:
        break
      }
      await clock.settle()
    }
    #expect(observer.lines == ["received m1"])
    #expect(lifecycle.state.account == "alice")
    #expect(clock.now - start == .milliseconds(12_250))
  }
}

private final class SlowWorker: BackgroundWorker {
  private let scheduler: any Scheduler

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  func receive(_ event: PushEvent) {}

  func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    try await scheduler.sleep(for: .seconds(3))
    return .newData
  }
}
