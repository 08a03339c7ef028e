import Foundation
public import PushHub
import PushHubNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tells a server of the device over HTTP.
///
/// ```swift
/// let endpoint = try HTTPRegistrationEndpoint(
///   template: "https://api.example.com/accounts/{account}/device",
///   scheduler: scheduler,
///   token: { account in try await session.accessToken(for: account) }
/// )
/// ```
///
/// Each request is a `PUT` of JSON with sorted keys, and says everything:
///
///     {"account":"ann","device":{"environment":"production","furtherTokens":{},
///      "permission":"authorized","tags":{"language":"de"},"token":"00ff…","topics":["news"]},
///      "installation":"…","revision":1767225600000}
///
/// With an account that is taken off, `device` is `null`, and beside it stands `"token"`, the device's
/// token that was told last. `Idempotency-Key` holds ``RegistrationRequest/idempotencyKey``. A server
/// keeps one device for each installation and account, with its revision, and passes over a lower one;
/// see ``RegistrationRequest``.
///
/// Any status from 200 to 299 is an acknowledgement, and 404 and 410 are too where an account is taken
/// off. Everything else throws: `HTTPSourceError` where HTTP is at fault, `CancellationError` when
/// the task was cancelled, and whatever the token closure threw. A 401 is final only if a fresh token
/// was refused as well, or there is none; `Retry-After` is understood with any status from 400 up.
///
/// **Signing off comes after signing out.** The token closure is asked for the account that is taken
/// off as well, perhaps in a later process. Let the app keep that account's token until then, or let
/// the server believe whoever knows the installation, and give none: a server that answers 401 or 403
/// will not be asked again, and goes on pushing. A closure that throws is tried again and again, unless
/// its error is final; see `RetryAdvice/isFinal`.
///
/// **Redirects** are followed within one origin only, and only those that keep the method: 307 and 308.
public final class HTTPRegistrationEndpoint: Sendable {
  private let client: AccountClient

  /// Makes an endpoint; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - template: The address. Where it has `{account}`, in its path or query, the account is
  ///     percent-encoded but for letters, digits and `-._~` (RFC 6570, simple expansion). Without it
  ///     the address is the same for all.
  ///   - scheduler: What time it is, for timeouts and for dates in `Retry-After`.
  ///   - configuration: Limits, and the session to make.
  ///   - token: The bearer token (RFC 6750) for an account; asked before each request, `nil` for none.
  ///     What it throws ends the request as it is; it may take as long as a request may.
  ///   - freshToken: Another token in place of the one that the server has just refused with 401; it is
  ///     tried once. By default `token` is asked again.
  /// - Throws: `HTTPSourceError/Code/invalidTemplate`.
  public init(
    template: String,
    scheduler: any Scheduler,
    configuration: HTTPConfiguration = HTTPConfiguration(),
    token: @escaping @Sendable (AccountID) async throws -> String? = { _ in nil },
    freshToken: (@Sendable (AccountID, _ refused: String) async throws -> String?)? = nil
  ) throws(HTTPSourceError) {
    client = try AccountClient(
      template: template,
      scheduler: scheduler,
      configuration: configuration,
      token: token,
      freshToken: freshToken
    )
  }
}

extension HTTPRegistrationEndpoint: RegistrationEndpoint {
  /// Tells the server.
  ///
  /// - Throws: `HTTPSourceError`, `CancellationError`, or what the token closure threw.
  public func send(_ request: RegistrationRequest) async throws {
    let answer = try await client.answer(
      for: request.account,
      at: try client.endpoint.address(for: request.account),
      method: "PUT",
      headers: AccountClient.jsonHeaders(idempotencyKey: request.idempotencyKey),
      body: try RegistrationBody(request: request).sortedJSON
    )
    switch answer.response.statusCode {
    case 200..<300: return
    case 404 where request.isSignOff, 410 where request.isSignOff: return
    default: throw await client.error(for: answer)
    }
  }
}

/// What a request says, as JSON.
struct RegistrationBody: Encodable {
  let request: RegistrationRequest

  func encode(to encoder: any Encoder) throws {
    var container = encoder.members()
    try container.encode(request.account.rawValue, forKey: "account")
    try container.encode(request.record, forKey: "device")
    try container.encode(request.installation, forKey: "installation")
    try container.encode(request.revision, forKey: "revision")
    if request.isSignOff {
      try container.encode(request.deviceToken, forKey: "token")
    }
  }
}

extension AccountClient {
  static func jsonHeaders(idempotencyKey: String) -> [String: String] {
    [
      "Accept": "application/json", "Content-Type": "application/json",
      "Idempotency-Key": idempotencyKey,
    ]
  }
}

extension Encodable {
  var sortedJSON: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}
