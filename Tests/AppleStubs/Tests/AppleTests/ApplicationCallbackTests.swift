import Foundation
import PushHub
import PushHubTesting
import StubSystem
import Testing
import UIKit

final class ApplicationCallbackTests: AppleWorld {
  private static let json = #"{"aps":{"content-available":1},"gcm.message_id":"m1"}"#

  @Test(arguments: FetchResult.allCases)
  func `the handler is given what came of the work`(result: FetchResult) async throws {
    let worker = WorkerProbe(.answers, result, on: scheduler)
    manager.add(worker)
    let task = Task { try await fetch() }
    #expect(await eventually { worker.askedCount == 1 })
    await settle()
    pass(2)
    #expect(try await task.value == UIBackgroundFetchResult(result))
    #expect(FetchResult(UIBackgroundFetchResult(result)) == result)
  }

  @Test
  func `a second library's answer is merged with that of the observers`() async throws {
    let result = try await fetch { answer in
      StubThread.background.run { answer(.newData) }
    }
    #expect(result == .newData)
    #expect(log.isEmpty)
  }

  @Test
  func `a second library that answers twice completes once`() async throws {
    let answers = Holder<[@Sendable (FetchResult) -> Void]>([])
    let result = try await fetch { answer in
      answers.value.append(answer)
      answer(.newData)
      answer(.failed)
    }
    #expect(result == .newData)
    #expect(log.isEmpty)
  }

  @Test
  func `a second library that never answers costs the budget and no more`() async throws {
    let answers = Holder<[@Sendable (FetchResult) -> Void]>([])
    let task = Task { try await fetch { answers.value.append($0) } }
    #expect(await eventually { !answers.value.isEmpty })
    await settle()
    pass(25)
    #expect(try await task.value == .failed)
    answers.value.first?(.newData)
    #expect(
      log.begins(with: ["The other library did not call the handler of fetch"])
    )
  }

  private func fetch(
    alongside other: ((@escaping @Sendable (FetchResult) -> Void) -> Void)? = nil
  ) async throws -> UIBackgroundFetchResult {
    let sent = userInfo(Self.json)
    return await withCheckedContinuation { continuation in
      let handler = HostileHandler<UIBackgroundFetchResult>("fetch") {
        continuation.resume(returning: $0)
      }
      hub.receive(sent, alongside: other) { handler(UIBackgroundFetchResult($0)) }
    }
  }
}
