package import Foundation
package import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests for accounts to one server, each with the account's token, and once more with a
/// fresh one if the server has refused it.
package struct AccountClient: Sendable {
  package let endpoint: AccountEndpoint
  package let scheduler: any Scheduler
  private let configuration: HTTPConfiguration
  private let client: HTTPClient

  /// - Throws: ``HTTPSourceError/Code/invalidTemplate``.
  package init(
    template: String,
    scheduler: any Scheduler,
    configuration: HTTPConfiguration,
    token: @escaping AccountEndpoint.Token,
    freshToken: AccountEndpoint.FreshToken?
  ) throws(HTTPSourceError) {
    endpoint = try AccountEndpoint(
      template: template,
      token: token,
      freshToken: freshToken,
      tokenTimeout: configuration.timeout,
      scheduler: scheduler
    )
    self.scheduler = scheduler
    self.configuration = configuration
    client = HTTPClient(configuration: configuration, scheduler: scheduler)
  }

  /// The answer to a request, whatever its status.
  ///
  /// - Throws: ``HTTPSourceError`` if there is none, `CancellationError`, or what the token closure
  ///   threw.
  package func answer(
    for account: AccountID,
    at address: AccountAddress,
    method: String = "GET",
    headers: [String: String],
    body: Data? = nil
  ) async throws -> HTTPAnswer {
    var request = try await endpoint.request(
      for: account,
      at: address.url,
      timeout: configuration.sessionTimeout,
      headers: headers
    )
    request.httpMethod = method
    request.httpBody = body
    do {
      let answer = try await client.answer(to: request)
      guard answer.response.statusCode == 401,
        let renewed = try await endpoint.renewed(request, for: account)
      else { return answer }
      return try await client.answer(to: renewed)
    } catch let failure as HTTPFailure {
      throw endpoint.error(
        for: failure,
        timeout: configuration.timeout,
        maximumByteCount: configuration.maximumByteCount
      )
    }
  }

  /// What the status of an answer that is no success means.
  package func error(for answer: HTTPAnswer) async -> HTTPSourceError {
    await endpoint.error(for: answer.response, now: scheduler.date)
  }
}
