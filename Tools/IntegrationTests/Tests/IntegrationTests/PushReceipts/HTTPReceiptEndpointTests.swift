import FlyingFox
import Foundation
import PushHub
import PushHubBackend
import PushHubNetworking
import PushHubTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPReceiptEndpointTests {
  private let scheduler = ManualScheduler()

  private let batch = ReceiptBatch(
    account: "a/b",
    lostCount: 2,
    receipts: [
      PushReceipt(
        .opened(.default),
        pushID: "m1",
        messageID: "m1",
        account: "a/b",
        date: Date(timeIntervalSince1970: 1_767_225_600.5)
      )
    ]
  )

  private func endpoint(_ server: TestServer) throws -> AccountClient {
    try AccountClient(
      template: server.template,
      scheduler: scheduler,
      token: { _ in "t1" },
      freshToken: { _, _ in "t2" }
    )
  }

  @Test(arguments: [200, 201, 202, 204])
  func `a batch is posted as JSON, and any success takes it`(status: Int) async throws {
    try await TestServer.run { _ in
      .status(status)
    } _: { server in
      try await endpoint(server).send(batch)
      let request = try #require(server.requests.first)
      #expect(request.method == .POST)
      #expect(request.path == "/accounts/a%2Fb/unread" || request.path == "/accounts/a/b/unread")
      #expect(request.headers[.contentType] == "application/json")
      #expect(request.headers[.authorization] == "Bearer t1")
      #expect(request.headers[HTTPHeader("Idempotency-Key")] == batch.id)
      let body = try await request.bodyData
      #expect(
        String(decoding: body, as: UTF8.self) == """
          {"account":"a/b","lost":2,"receipts":[{"action":"default","date":1767225600500,\
          "id":"\(batch.receipts[0].id)",\
          "kind":"opened","message":"m1","push":"m1"}]}
          """
      )
    }
  }

  @Test(arguments: [400, 413, 422])
  func `what will never be taken is a rejection`(status: Int) async throws {
    try await TestServer.run { _ in
      .status(status, headers: [.retryAfter: "7"])
    } _: { server in
      let rejection = await #expect(throws: ReceiptRejection.self) {
        try await endpoint(server).send(batch)
      }
      #expect(rejection?.retryAfter == .seconds(7))
      #expect(rejection?.reason == "The server answered \(status)")
    }
  }

  @Test(arguments: [(403, true), (404, false), (429, false), (500, false), (304, false)])
  func `anything else is an error of the source`(status: Int, isFinal: Bool) async throws {
    try await TestServer.run { _ in
      .status(status)
    } _: { server in
      let error = await #expect(throws: HTTPSourceError.self) {
        try await endpoint(server).send(batch)
      }
      #expect(error?.isFinal == isFinal)
      #expect(error?.statusCode == status)
    }
  }

  @Test func `a refused token is renewed once, and the batch comes whole again`() async throws {
    try await TestServer.run { request in
      .status(request.headers[.authorization] == "Bearer t2" ? 204 : 401)
    } _: { server in
      try await endpoint(server).send(batch)
      #expect(server.requests.count == 2)
      let bodies = [
        try await server.requests[0].bodyData, try await server.requests[1].bodyData,
      ]
      #expect(bodies[0] == bodies[1])
      #expect(!bodies[0].isEmpty)
    }
  }
}
