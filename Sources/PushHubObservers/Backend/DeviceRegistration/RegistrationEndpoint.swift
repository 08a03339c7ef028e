public import PushHub

/// The server that keeps the devices of an app's accounts.
///
/// ``HTTPRegistrationEndpoint`` is the ready-made one.
public protocol RegistrationEndpoint: Sendable {
  /// Sends the record of this device for one account, in place of the former one.
  ///
  /// When this returns, the server has acknowledged it. No other call is under way meanwhile, unless it was
  /// cancelled and has not ended yet. A call that takes longer than a minute is cancelled and has failed; a
  /// sign-off that another account waits for, after 5 s.
  ///
  /// - Throws: Any error; one that conforms to `RetryAdvice` says when to retry.
  func send(_ request: RegistrationRequest) async throws
}

/// The record of one installation of the app for one account.
///
/// Each request has the whole record, so that the server keeps only the latest. A request that had no
/// answer in time may still arrive, even after later ones: a server keeps the latest revision, also of an
/// account that was signed off, and ignores a request with a lower one.
public struct RegistrationRequest: Equatable, Sendable {
  /// The installation of the app: 32 random hexadecimal digits, made once.
  public let installation: String

  /// The account.
  public let account: AccountID

  /// The device; `nil` for an account that is signed off.
  public let record: DeviceRecord?

  /// The device's token; for a sign-off, the one that was sent for the account last.
  ///
  /// At a sign-off the app may have no token of the session any more. The server may trust a request that
  /// has the name of the installation.
  public let deviceToken: DeviceToken

  /// Grows with each change of an account's record; no two contents have the same.
  ///
  /// It is the wall clock's time in milliseconds, or one more than the last, whichever is greater: so
  /// it grows also when it can't be stored. A retry of an unanswered request has the same revision.
  public let revision: Int

  /// Identifies the content: a retry has the same key, also after the process has ended.
  public var idempotencyKey: String { "\(installation)-\(revision)" }

  /// Whether the server shall stop pushing to the device.
  public var isSignOff: Bool { record == nil }

  package var purpose: RegistrationEvent.Purpose { isSignOff ? .signOff : .signOn }

  /// Makes a request, for tests of an endpoint.
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
