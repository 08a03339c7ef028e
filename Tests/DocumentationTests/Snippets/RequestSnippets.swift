import Foundation
import PushHub
import PushHubNetworking
import PushHubTesting
import Testing

/// An endpoint as another package writes one.
@MainActor
struct RequestSnippets {
  private struct Order: Codable {
    let id: String
  }

  private final class OrderService: Sendable {
    private let client: AccountClient

    init(_ template: String, scheduler: any Scheduler) throws(HTTPSourceError) {
      client = try AccountClient(
        template: template,
        scheduler: scheduler,
        token: { account in "token of \(account)" }
      )
    }

    func orders(for account: AccountID) async throws -> [Order] {
      try await client.value(for: account) { data, _ in
        guard !data.isEmpty else { throw MalformedBody(description: "it is empty") }
        return try JSONDecoder().decode([Order].self, from: data)
      }
    }

    func send(_ order: Order, for account: AccountID) async throws {
      try await client.send(order, for: account, idempotencyKey: order.id)
    }
  }

  private let template = "https://api.example.com/accounts/{account}/orders?key=secret"

  @Test func `an account without an address fails before a request`() async throws {
    let service = try OrderService(template, scheduler: ManualScheduler())
    let endpoint = "https://api.example.com/accounts/{account}/orders"
    let error = HTTPSourceError(.invalidAccount, endpoint: endpoint)
    #expect(error.isFinal)
    await #expect(throws: error) { try await service.orders(for: "..") }
    await #expect(throws: error) { try await service.send(Order(id: "A-17"), for: "") }
  }

  @Test func `an invalid template is an error of the client`() {
    let error = #expect(throws: HTTPSourceError.self) {
      try OrderService("orders", scheduler: ManualScheduler())
    }
    #expect(error?.code == .invalidTemplate)
  }

  @Test func `an error of another endpoint has the advice that a queue needs`() {
    let error = HTTPSourceError(
      .failureStatus,
      endpoint: "https://api.example.com",
      statusCode: 503,
      retryAfter: .seconds(30)
    )
    let failure = SourceFailure(error)
    #expect(failure.retryAfter == .seconds(30))
    #expect(!failure.isFinal)
    #expect(failure.message == error.description)
  }
}
