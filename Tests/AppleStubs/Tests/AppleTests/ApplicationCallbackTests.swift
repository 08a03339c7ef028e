import Foundation
import PushHub
import StubSystem
import Testing
import UIKit

@MainActor
@Suite(.timeLimit(.minutes(15)))
struct ApplicationCallbackTests {
  private static let json = #"{"aps":{"content-available":1},"gcm.message_id":"m1"}"#

  @Test(arguments: FetchResult.allCases)
  func `the handler is given what came of the work`(result: FetchResult) async throws {
    let world = AppleWorld()
    let worker = ControlledWorker()
    world.hub.manager.add(worker)
    let task = Task { try await fetch(in: world) }
    await worker.waitUntilStarted()
    await worker.finish(.success(result))
    #expect(try await task.value == UIBackgroundFetchResult(result))
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
    world.scheduler.advance(by: .seconds(25))
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
    let answers = Holder<[@Sendable (FetchResult) -> Void]>([])
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
    let answers = Holder<[@Sendable (FetchResult) -> Void]>([])
    let task = Task { try await fetch(in: world) { answers.value.append($0) } }
    #expect(await eventually { !answers.value.isEmpty })
    await world.scheduler.settle()
    world.scheduler.advance(by: .seconds(25))
    #expect(try await task.value == .failed)
    answers.value.first?(.newData)
    #expect(
      world.log.begins(with: ["The other library did not call the handler of fetch"])
    )
  }

  @Test
  func `both forms for one push share the work`() async throws {
    let world = AppleWorld()
    let worker = ControlledWorker()
    world.hub.manager.add(worker)
    let sent = try userInfo(Self.json)
    let first = Task { try await fetch(in: world) }
    let second = Task { await world.hub.manager.deliver(PushPayload(userInfo: sent)) }
    await worker.waitUntilStarted()
    await worker.finish(.success(.newData))
    #expect(try await first.value == .newData)
    #expect(await second.value == .newData)
    #expect(worker.startCount == 1)
  }

  private func fetch(
    in world: AppleWorld,
    alongside other: ((@escaping @Sendable (FetchResult) -> Void) -> Void)? = nil
  ) async throws -> UIBackgroundFetchResult {
    let sent = try userInfo(Self.json)
    return await withCheckedContinuation { continuation in
      let handler = HostileHandler<UIBackgroundFetchResult>("fetch") {
        continuation.resume(returning: $0)
      }
      world.hub.receive(sent, alongside: other) { handler(UIBackgroundFetchResult($0)) }
    }
  }
}
