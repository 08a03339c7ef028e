public import PushHub

/// Who keeps the devices of an app's accounts: the server, in an app.
///
/// ``HTTPRegistrationEndpoint`` is the ready-made one.
public protocol RegistrationEndpoint: Sendable {
  /// Tells the server what it should know of this device for one account, in place of what it knew.
  ///
  /// Returning says that the server knows it now. No other call is under way meanwhile, unless it was
  /// cancelled and has not ended yet. What takes longer than a minute is cancelled and has failed; a
  /// sign-off that another account waits for, what takes longer than 5 s.
  ///
  /// - Throws: Any error; one that conforms to `RetryAdvice` says when to try again.
  func send(_ request: RegistrationRequest) async throws
}

/// What a server should know of one installation of the app for one account.
///
/// Each request says everything, so that the server keeps no more than the latest. One that had no
/// answer in time may still arrive, and after later ones: a server keeps the revision of the latest, of
/// an account that was taken off too, and passes over a request with a lower one.
public struct RegistrationRequest: Equatable, Sendable {
  /// Which installation of the app speaks: 32 random hexadecimal digits, made once.
  public let installation: String

  /// For whom.
  public let account: AccountID

  /// What is true of the device; `nil` for an account that it does not serve any more.
  public let record: DeviceRecord?

  /// The device's token; of an account that is taken off, the one that was told for it last.
  ///
  /// The user has signed out then, and the app may have no token of the session any more: whoever
  /// knows the installation may be believed that it wants no more pushes.
  public let deviceToken: DeviceToken

  /// Grows with everything that is said anew of an account; no two things that are said have the same.
  ///
  /// It is the wall clock's time in milliseconds, or one more than the last, whichever is greater: so
  /// it grows too where it can't be stored. A retry of what has had no answer has the same.
  public let revision: Int

  /// Names what is said: a retry has the same key, also after the process has ended.
  public var idempotencyKey: String { "\(installation)-\(revision)" }

  /// Whether the server is to stop pushing to the device.
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
