public import PushHub
import PushHubNetworking

/// Registers the device with a server over HTTP.
///
/// ```swift
/// let endpoint = try HTTPRegistrationEndpoint(
///   template: "https://api.example.com/accounts/{account}/device",
///   scheduler: scheduler,
///   token: { account in try await session.accessToken(for: account) }
/// )
/// ```
///
/// Each request is a `PUT` of JSON with sorted keys, and has the whole record:
///
///     {"account":"ann","device":{"additionalTokens":{},"environment":"production",
///      "permission":"authorized","tags":{"language":"de"},"token":"00ff…","topics":["news"]},
///      "installation":"…","revision":1767225600000}
///
/// For an account that is signed off, `device` is `null`, and there is a further key `"token"` with the
/// device's token that was sent last. `Idempotency-Key` has ``RegistrationRequest/idempotencyKey``. A server
/// keeps one device for each installation and account, with its revision, and ignores a lower one; see
/// ``RegistrationRequest``.
///
/// Any status from 200 to 299 is an acknowledgement, and so are 404 and 410 for a sign-off. Everything else
/// throws: `HTTPSourceError` for an HTTP failure, `CancellationError` when the task was cancelled, and any
/// error of the token closure. A 401 is final only if a fresh token was refused as well, or there is none;
/// `Retry-After` is read with any status from 400 up.
///
/// **Signing off comes after signing out.** The token closure is also called for the account that is signed
/// off, perhaps in a later process. Let the app keep that account's token until then. Or let the server
/// trust a request with the name of the installation, and give no token. A server that answers 401 or 403
/// is not asked again, and continues to push. A closure that throws is called again, unless its error is
/// final; see `RetryAdvice/isFinal`.
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
  ///   - scheduler: The time, for timeouts and for dates in `Retry-After`.
  ///   - configuration: Limits, and the session to make.
  ///   - token: The bearer token (RFC 6750) for an account; called before each request, `nil` for none.
  ///     An error that it throws ends the request; it may take as long as a request may.
  ///   - freshToken: Another token in place of the one that the server has just refused with 401; it is
  ///     tried once. By default `token` is called again.
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
  /// Sends a record to the server.
  ///
  /// - Throws: `HTTPSourceError`, `CancellationError`, or what the token closure threw.
  public func send(_ request: RegistrationRequest) async throws {
    do {
      try await client.send(
        RegistrationBody(request: request),
        for: request.account,
        method: "PUT",
        idempotencyKey: request.idempotencyKey
      )
    } catch let error as HTTPSourceError
      where request.isSignOff && [404, 410].contains(error.statusCode)
    {
      return
    }
  }
}

/// The content of a request, as JSON.
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
