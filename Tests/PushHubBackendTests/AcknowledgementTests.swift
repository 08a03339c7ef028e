import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Of an acknowledgement the status counts, whatever comes after it.
@MainActor
struct AcknowledgementTests {
  private let scheduler = ManualScheduler()

  /// A client whose server answers as a class does.
  private func endpoint(_ type: AnyClass) throws -> AccountClient {
    let session = HTTPConfiguration.privateSession
    session.protocolClasses = [type]
    return try AccountClient(
      template: "https://example.com/{account}",
      scheduler: scheduler,
      configuration: HTTPConfiguration(session: session)
    )
  }

  private static let batch = ReceiptBatch(account: "ann", lostCount: 0, receipts: [])

  @Test(arguments: [LongAnswer.self, EndlessAnswer.self])
  func `receipts are acknowledged by an answer of any length`(type: AnyClass) async throws {
    try await endpoint(type).send(Self.batch)
  }

  @Test(arguments: [LongAnswer.self, EndlessAnswer.self])
  func `a device is acknowledged by an answer of any length`(type: AnyClass) async throws {
    try await endpoint(type).send(
      RegistrationRequest(
        installation: "5eed",
        account: "ann",
        record: nil,
        deviceToken: DeviceToken([1]),
        revision: 1
      )
    )
  }

  @Test func `a refusal with a body without end is the refusal`() async throws {
    let endpoint = try endpoint(EndlessRefusal.self)
    await #expect(throws: ReceiptRejection.self) { try await endpoint.send(Self.batch) }
  }
}

/// A server that begins to answer, and never ends.
private class Answer: StubServer {
  class var status: Int { 200 }
  class var length: Int { 1 }

  override func startLoading() { answer(Self.status, body: Data(count: Self.length)) }
}

/// One that is longer than the limit.
private final class LongAnswer: Answer {
  override static var length: Int { 100_000 }
}

private final class EndlessAnswer: Answer {}

private final class EndlessRefusal: Answer {
  override static var status: Int { 422 }
}
