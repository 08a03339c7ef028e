import Foundation
import PushHub
import StubSystem
import Testing
import UIKit

@MainActor
@Suite(.timeLimit(.minutes(15)))
struct ApplicationCallbackTests {
  private static let json = #"{"aps":{"content-available":1},"gcm.message_id":"m1"}"#

  @Test
  func `the token and its failure are passed on`() {
    let world = AppleWorld()
    let recorder = PushRecorder()
    world.hub.manager.add(recorder)
    world.forwarder.application(
      world.application,
      didRegisterForRemoteNotificationsWithDeviceToken: Data([1, 171])
    )
    world.forwarder.application(
      world.application,
      didFailToRegisterForRemoteNotificationsWithError: CocoaError(.init(rawValue: 3010))
    )
    #expect(world.hub.manager.deviceToken?.hex == "01ab")
    #expect(recorder.lines == ["token 01ab…", "failed 3010"])
  }

  @Test(arguments: FetchResult.allCases)
  func `the asynchronous form returns what came of the work`(result: FetchResult) async throws {
    let world = AppleWorld()
    let worker = ControlledWorker()
    world.hub.manager.add(worker)
    let sent = try userInfo(Self.json)
    let task = Task {
      await world.forwarder.application(world.application, didReceiveRemoteNotification: sent)
    }
    await worker.waitUntilStarted()
    await worker.finish(.success(result))
    #expect(await task.value == UIBackgroundFetchResult(result))
    #expect(FetchResult(UIBackgroundFetchResult(result)) == result)
  }

  @Test
  func `the handler form completes once, also when nobody has work to do`() async throws {
    let world = AppleWorld()
    let result = try await fetch(in: world)
    #expect(result == .noData)
  }

  @Test
  func `work that never ends is cut off within the budget`() async throws {
    let world = AppleWorld()
    let worker = ControlledWorker(heedsCancellation: false)
    world.hub.manager.add(worker)
    let task = Task { try await fetch(in: world) }
    await worker.waitUntilStarted()
    world.hub.scheduler.advance(by: .seconds(25))
    #expect(try await task.value == .failed)
    await worker.finish(.success(.newData))
  }

  @Test
  func `a second library's answer is merged with that of the observers`() async throws {
    let world = AppleWorld()
    let result = try await fetch(in: world) { answer in
      StubThread.background.run { answer(.newData) }
    }
    #expect(result == .newData)
    #expect(world.log.isEmpty)
  }

  @Test
  func `a second library that answers twice completes once`() async throws {
    let world = AppleWorld()
    let answers = Holder<[@Sendable (UIBackgroundFetchResult) -> Void]>([])
    let result = try await fetch(in: world) { answer in
      answers.value.append(answer)
      answer(.newData)
      answer(.failed)
    }
    #expect(result == .newData)
    #expect(world.log.isEmpty)
  }

  @Test
  func `a second library that never answers costs the budget and no more`() async throws {
    let world = AppleWorld()
    let answers = Holder<[@Sendable (UIBackgroundFetchResult) -> Void]>([])
    let task = Task { try await fetch(in: world) { answers.value.append($0) } }
    #expect(await eventually { !answers.value.isEmpty })
    await world.hub.scheduler.settle()
    world.hub.scheduler.advance(by: .seconds(25))
    #expect(try await task.value == .failed)
    answers.value.first?(.newData)
    #expect(
      world.log == [.silent("The other library", .fetch)]
    )
  }

  @Test
  func `both forms for one push share the work`() async throws {
    let world = AppleWorld()
    let worker = ControlledWorker()
    world.hub.manager.add(worker)
    let sent = try userInfo(Self.json)
    let first = Task { try await fetch(in: world) }
    let second = Task {
      await world.forwarder.application(world.application, didReceiveRemoteNotification: sent)
    }
    await worker.waitUntilStarted()
    await worker.finish(.success(.newData))
    #expect(try await first.value == .newData)
    #expect(await second.value == .newData)
    #expect(worker.startCount == 1)
  }

  private func fetch(
    in world: AppleWorld,
    alongside other: ((@escaping @Sendable (UIBackgroundFetchResult) -> Void) -> Void)? = nil
  ) async throws -> UIBackgroundFetchResult {
    let sent = try userInfo(Self.json)
    return await withCheckedContinuation { continuation in
      let handler = HostileHandler<UIBackgroundFetchResult>("fetch") {
        continuation.resume(returning: $0)
      }
      world.forwarder.application(
        world.application,
        didReceiveRemoteNotification: sent,
        fetchCompletionHandler: { handler($0) },
        alongside: other
      )
    }
  }
}
