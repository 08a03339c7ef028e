public import PushHub
public import PushHubNetworking

/// The server that stores the devices of an app's accounts.
///
/// `AccountClient` is one, over HTTP.
public protocol RegistrationEndpoint: Sendable {
  /// Sends the record of this device for one account, in place of the former one.
  ///
  /// When this returns, the server has acknowledged it. No other call for the account is under way meanwhile, except
  /// one that was canceled and has not ended yet. A call that takes longer than a minute is canceled and has failed.
  ///
  /// - Throws: Any error; one that conforms to `RetryAdvice` determines the retry.
  func send(_ request: RegistrationRequest) async throws
}

/// A request with the record of one installation of the app for one account.
///
/// Each request has the whole record, so that the server keeps only the latest. A request that had no
/// answer in time may still arrive, even after later ones: a server keeps the latest revision, also of an
/// account that was signed off, and ignores a request with a lower one.
public struct RegistrationRequest: Equatable, Sendable {
  /// The installation of the app: 32 random hexadecimal digits, created once.
  public let installation: String

  /// The account.
  public let account: AccountID

  /// The device; `nil` for an account that is signed off.
  public let record: DeviceRecord?

  /// The device's token; for a sign-off, the one that was sent for the account last.
  ///
  /// At a sign-off the app may have no token of the session any more. The server may trust a request with the
  /// name of the installation.
  public let deviceToken: DeviceToken

  /// Grows with each request, also over launches, and whatever the wall clock does.
  public let revision: Int

  /// Identifies the request; a retry is another one.
  public var idempotencyKey: String { "\(installation)-\(revision)" }

  /// Whether the server should send no more pushes to the device.
  public var isSignOff: Bool { record == nil }

  /// Creates a request, for tests of an endpoint.
  public init(
    installation: String,
    account: AccountID,
    record: DeviceRecord?,
    deviceToken: DeviceToken,
    revision: Int
  ) {
    self.installation = installation
    self.account = account
    self.record = record
    self.deviceToken = deviceToken
    self.revision = revision
  }
}

/// Registers the device with a server over HTTP.
///
/// ```swift
/// let endpoint = try AccountClient(
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
/// stores one device for each installation and account, with its revision, and ignores a lower one; see
/// ``RegistrationRequest``.
///
/// Any status from 200 to 299 is an acknowledgement, and so are 404 and 410 for a sign-off.
///
/// **Signing off comes after signing out.** The token closure is also called for the account that is signed
/// off, perhaps in a later process. Keep that account's token until then, such as until
/// ``DeviceRegistration/signOff(_:within:)`` returns. Or let the server trust a request with the name of the
/// installation, and return no token. A sign-off that the server answers with 401 or 403 is kept, and sent again at the
/// next launch, the next return to the foreground, or ``DeviceRegistration/refresh()``. A closure that throws is
/// called again, unless its error is final; see `RetryAdvice/isFinal`.
extension AccountClient: RegistrationEndpoint {
  /// Sends a record to the server.
  ///
  /// - Throws: `HTTPSourceError`, `CancellationError`, or an error of the token closure.
  public func send(_ request: RegistrationRequest) async throws {
    do {
      try await send(
        request,
        for: request.account,
        method: "PUT",
        idempotencyKey: request.idempotencyKey
      )
    } catch let error as HTTPSourceError
      where request.isSignOff && [404, 410].contains(error.statusCode)
    {}
  }
}

extension RegistrationRequest: Encodable {
  /// Encodes the JSON that an `AccountClient` sends.
  public func encode(to encoder: any Encoder) throws {
    var container = JSONKey.members(of: encoder)
    try container.encode(account, forKey: "account")
    try container.encode(record, forKey: "device")
    try container.encode(installation, forKey: "installation")
    try container.encode(revision, forKey: "revision")
    if isSignOff { try container.encode(deviceToken, forKey: "token") }
  }
}
